#include "Offline/Tets/Linear/Graph.h"

#include <algorithm>

#include "Base/Check.h"

namespace sinew::tets {

std::uint32_t Graph::find(std::uint32_t r, std::uint32_t c) const {
    const std::span<const std::uint32_t> columns = row(r);
    const auto at = std::lower_bound(columns.begin(), columns.end(), c);
    SINEW_CHECK(at != columns.end() && *at == c);
    return rowStart[r] + static_cast<std::uint32_t>(at - columns.begin());
}

FreeNodes freeNodes(const std::vector<bool>& held) {
    FreeNodes free;
    free.freeOfNode.assign(held.size(), FreeNodes::kHeld);
    for (std::uint32_t node = 0; node < held.size(); ++node) {
        if (held[node]) continue;
        free.freeOfNode[node] = free.count();
        free.nodeOfFree.push_back(node);
    }
    return free;
}

Graph nodeGraph(const ElementNodes& elements, const FreeNodes& free) {
    // Every element of a node brings its other nodes, most of them several times: filled, then sorted and
    // thinned.
    std::vector<std::uint32_t> start(free.count() + 1, 1);
    start[0] = 0;
    for (std::uint32_t e = 0; e < elements.count(); ++e) {
        const std::span<const std::uint32_t> nodes = elements[e];
        for (const std::uint32_t node : nodes) {
            if (!free.isHeld(node))
                start[free.freeOfNode[node] + 1] += static_cast<std::uint32_t>(nodes.size() - 1);
        }
    }
    for (std::uint32_t i = 0; i < free.count(); ++i) start[i + 1] += start[i];
    std::vector<std::uint32_t> entries(start.back()), fill(start.begin(), start.end() - 1);
    for (std::uint32_t i = 0; i < free.count(); ++i) entries[fill[i]++] = i;
    for (std::uint32_t e = 0; e < elements.count(); ++e) {
        for (const std::uint32_t a : elements[e]) {
            if (free.isHeld(a)) continue;
            for (const std::uint32_t b : elements[e]) {
                if (a != b && !free.isHeld(b)) entries[fill[free.freeOfNode[a]]++] = free.freeOfNode[b];
            }
        }
    }
    Graph graph;
    graph.rowStart.reserve(free.count() + 1);
    for (std::uint32_t i = 0; i < free.count(); ++i) {
        const auto begin = entries.begin() + start[i], end = entries.begin() + fill[i];
        std::sort(begin, end);
        graph.column.insert(graph.column.end(), begin, std::unique(begin, end));
        graph.rowStart.push_back(static_cast<std::uint32_t>(graph.column.size()));
    }
    return graph;
}

}  // namespace sinew::tets
