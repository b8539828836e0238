#include "Asset/Writer/Elimination.h"

#include <algorithm>
#include <set>

namespace sinew {

namespace {

using Neighbours = std::vector<std::set<std::uint32_t>>;

std::uint64_t newNumbers(const Neighbours& graph, const std::vector<std::uint32_t>& ranks, std::uint32_t d) {
    std::uint64_t count = 0;
    for (auto a = graph[d].begin(); a != graph[d].end(); ++a) {
        for (auto b = std::next(a); b != graph[d].end(); ++b) {
            if (graph[*a].count(*b) == 0) count += std::uint64_t{ranks[*a]} * ranks[*b];
        }
    }
    return count;
}

std::uint32_t nextOf(const Neighbours& graph, const std::vector<std::uint32_t>& ranks,
                     const std::vector<std::uint32_t>& left) {
    return *std::min_element(left.begin(), left.end(), [&](std::uint32_t a, std::uint32_t b) {
        return newNumbers(graph, ranks, a) < newNumbers(graph, ranks, b);
    });
}

// Joins d's neighbours and takes d out of the graph.
void eliminate(Neighbours& graph, std::uint32_t d) {
    for (const std::uint32_t a : graph[d]) {
        for (const std::uint32_t b : graph[d]) {
            if (a != b) graph[a].insert(b);
        }
        graph[a].erase(d);
    }
}

}  // namespace

Elimination eliminationOf(const std::vector<std::uint32_t>& ranks,
                          const std::vector<std::pair<std::uint32_t, std::uint32_t>>& interfaces) {
    Neighbours graph(ranks.size());
    for (const auto& [a, b] : interfaces) {
        if (ranks[a] == 0 || ranks[b] == 0) continue;
        graph[a].insert(b);
        graph[b].insert(a);
    }
    std::vector<std::uint32_t> left, placeOf(ranks.size());
    for (std::uint32_t d = 0; d < ranks.size(); ++d) {
        if (ranks[d] > 0) left.push_back(d);
    }
    Elimination result;
    while (!left.empty()) {
        const std::uint32_t d = nextOf(graph, ranks, left);
        placeOf[d] = static_cast<std::uint32_t>(result.order.size());
        result.order.push_back(d);
        left.erase(std::find(left.begin(), left.end(), d));
        eliminate(graph, d);
    }
    // What a domain was joined to when it was eliminated comes later in the order.
    for (const std::uint32_t d : result.order) {
        for (const std::uint32_t other : graph[d]) result.fill.push_back({placeOf[other], placeOf[d]});
    }
    std::sort(result.fill.begin(), result.fill.end(), [](const AssetFill& a, const AssetFill& b) {
        return a.column != b.column ? a.column < b.column : a.row < b.row;
    });
    return result;
}

}  // namespace sinew
