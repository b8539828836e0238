#include "Offline/Geometry/Topology.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "Offline/Geometry/DisjointSets.h"

namespace sinew {

namespace {

struct HalfEdge {
    std::uint32_t low, high, triangle;
    bool forward;
    friend bool operator<(const HalfEdge& a, const HalfEdge& b) {
        return std::tie(a.low, a.high, a.triangle, a.forward) <
               std::tie(b.low, b.high, b.triangle, b.forward);
    }
};

std::vector<HalfEdge> sortedHalfEdges(std::span<const Triangle> triangles) {
    std::vector<HalfEdge> halves;
    halves.reserve(triangles.size() * 3);
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        if (isCollapsed(triangles[t])) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t from = triangles[t][k], to = triangles[t][(k + 1) % 3];
            halves.push_back({std::min(from, to), std::max(from, to), t, from < to});
        }
    }
    std::sort(halves.begin(), halves.end());
    return halves;
}

EdgeKind kindOf(std::span<const EdgeTable::Use> uses) {
    if (uses.size() == 1) return EdgeKind::Open;
    if (uses.size() > 2) return EdgeKind::NonManifold;
    return uses[0].forward == uses[1].forward ? EdgeKind::Flipped : EdgeKind::Closed;
}

std::size_t vertexCount(std::span<const Triangle> triangles) {
    std::size_t count = 0;
    for (const Triangle& t : triangles) {
        count = std::max(count, std::size_t{std::max({t[0], t[1], t[2]})} + 1);
    }
    return count;
}

}  // namespace

EdgeTable edgeTable(std::span<const Triangle> triangles) {
    EdgeTable table;
    const std::vector<HalfEdge> halves = sortedHalfEdges(triangles);
    table.uses.reserve(halves.size());
    for (std::size_t i = 0; i < halves.size();) {
        Edge edge{halves[i].low, halves[i].high, static_cast<std::uint32_t>(i), 0, EdgeKind::Open};
        for (; i < halves.size() && halves[i].low == edge.low && halves[i].high == edge.high; ++i) {
            table.uses.push_back({halves[i].triangle, halves[i].forward});
            ++edge.useCount;
        }
        edge.kind = kindOf(table.usesOf(edge));
        table.edges.push_back(edge);
    }
    return table;
}

Parts connectedParts(std::span<const Triangle> triangles) {
    DisjointSets sets(vertexCount(triangles));
    for (const Triangle& t : triangles) {
        if (isCollapsed(t)) continue;
        sets.join(t[0], t[1]);
        sets.join(t[0], t[2]);
    }
    Parts parts;
    parts.partOfTriangle.assign(triangles.size(), Parts::kNone);
    std::map<std::uint32_t, std::uint32_t> numberOfRoot;
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (isCollapsed(triangles[t])) continue;
        const auto [it, isNew] = numberOfRoot.try_emplace(sets.find(triangles[t][0]), parts.count);
        if (isNew) ++parts.count;
        parts.partOfTriangle[t] = it->second;
    }
    return parts;
}

std::vector<PartTopology> partTopologies(std::span<const Triangle> triangles, const EdgeTable& table,
                                         const Parts& parts) {
    std::vector<PartTopology> result(parts.count);
    std::vector<bool> seen(vertexCount(triangles), false);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (parts.partOfTriangle[t] == Parts::kNone) continue;
        PartTopology& part = result[parts.partOfTriangle[t]];
        ++part.triangles;
        for (const std::uint32_t v : triangles[t]) {
            if (!seen[v]) ++part.vertices;
            seen[v] = true;
        }
    }
    for (const Edge& edge : table.edges) {
        PartTopology& part = result[parts.partOfTriangle[table.uses[edge.firstUse].triangle]];
        ++part.edges;
        part.openEdges += edge.kind == EdgeKind::Open ? 1 : 0;
        part.flippedEdges += edge.kind == EdgeKind::Flipped ? 1 : 0;
        part.nonManifoldEdges += edge.kind == EdgeKind::NonManifold ? 1 : 0;
    }
    return result;
}

std::vector<std::vector<std::uint32_t>> openRims(const EdgeTable& table) {
    std::uint32_t vertices = 0;
    for (const Edge& edge : table.edges) vertices = std::max(vertices, edge.high + 1);
    DisjointSets sets(vertices);
    std::vector<bool> onRim(vertices, false);
    for (const Edge& edge : table.edges) {
        if (edge.kind != EdgeKind::Open) continue;
        sets.join(edge.low, edge.high);
        onRim[edge.low] = onRim[edge.high] = true;
    }
    std::map<std::uint32_t, std::vector<std::uint32_t>> rims;
    for (std::uint32_t v = 0; v < vertices; ++v) {
        if (onRim[v]) rims[sets.find(v)].push_back(v);
    }
    std::vector<std::vector<std::uint32_t>> result;
    for (auto& [root, rim] : rims) result.push_back(std::move(rim));
    return result;
}

std::vector<std::uint32_t> duplicateTriangles(std::span<const Triangle> triangles) {
    std::vector<std::pair<Triangle, std::uint32_t>> keyed;
    for (std::uint32_t t = 0; t < triangles.size(); ++t) {
        if (isCollapsed(triangles[t])) continue;
        keyed.emplace_back(triangles[t], t);
        std::sort(keyed.back().first.begin(), keyed.back().first.end());
    }
    std::sort(keyed.begin(), keyed.end());
    std::vector<std::uint32_t> duplicates;
    for (std::size_t i = 1; i < keyed.size(); ++i) {
        if (keyed[i].first == keyed[i - 1].first) duplicates.push_back(keyed[i].second);
    }
    std::sort(duplicates.begin(), duplicates.end());
    return duplicates;
}

}  // namespace sinew
