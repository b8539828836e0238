#include "Offline/Tets/Mesh/Quadratic.h"

#include <algorithm>
#include <utility>

namespace sinew::tets {

namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

Edge edgeOf(const Tet& tet, std::size_t edge) {
    return std::minmax(tet[kTetEdges[edge][0]], tet[kTetEdges[edge][1]]);
}

std::vector<Edge> edgesOf(const std::vector<Tet>& tets) {
    std::vector<Edge> edges;
    edges.reserve(tets.size() * kTetEdges.size());
    for (const Tet& tet : tets) {
        for (std::size_t e = 0; e < kTetEdges.size(); ++e) edges.push_back(edgeOf(tet, e));
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

}  // namespace

TetMesh withMiddles(TetMesh mesh) {
    const std::vector<Edge> edges = edgesOf(mesh.tets);
    const auto first = static_cast<std::uint32_t>(mesh.nodes.size());
    for (const auto& [a, b] : edges) mesh.nodes.push_back((mesh.nodes[a] + mesh.nodes[b]) * 0.5);
    mesh.middles.resize(mesh.tets.size());
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        for (std::size_t e = 0; e < kTetEdges.size(); ++e) {
            const auto at = std::lower_bound(edges.begin(), edges.end(), edgeOf(mesh.tets[t], e));
            mesh.middles[t][e] = first + static_cast<std::uint32_t>(at - edges.begin());
        }
    }
    return mesh;
}

std::array<double, kQuadraticNodes> quadraticShape(const std::array<double, 4>& lambda,
                                                   const std::array<double, 4>& step) {
    std::array<double, kQuadraticNodes> shape{};
    for (std::size_t i = 0; i < 4; ++i) {
        shape[i] = lambda[i] * (2 * lambda[i] - 1) + (4 * lambda[i] - 1) * step[i];
    }
    for (std::size_t e = 0; e < kTetEdges.size(); ++e) {
        const auto [a, b] = kTetEdges[e];
        shape[4 + e] = 4 * (lambda[a] * lambda[b] + lambda[a] * step[b] + lambda[b] * step[a]);
    }
    return shape;
}

}  // namespace sinew::tets
