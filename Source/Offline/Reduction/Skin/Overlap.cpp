#include "Offline/Reduction/Skin/Overlap.h"

#include <algorithm>
#include <limits>
#include <queue>

#include "Offline/Tets/Linear/Graph.h"

namespace sinew::reduction {

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

std::size_t placeOf(const std::vector<std::uint32_t>& nodes, std::uint32_t node) {
    return static_cast<std::size_t>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
}

bool holds(const std::vector<std::uint32_t>& nodes, std::uint32_t node) {
    return std::binary_search(nodes.begin(), nodes.end(), node);
}

// Whether a corner is nearer to the seam than the band.
bool touches(const SeamDistances& seam, const Tet& tet) {
    return std::any_of(tet.begin(), tet.end(), [&](auto n) { return holds(seam.nodes, n); });
}

// Dijkstra's, along the edges of the domain's tets.
SeamDistances distancesIn(const TetMesh& mesh, const tets::Graph& graph, const tets::Domain& domain,
                          std::span<const std::uint32_t> seam, double band) {
    std::vector<double> distance(domain.nodes.size(), kFar);
    using Reached = std::pair<double, std::uint32_t>;  // ties by node: the same order everywhere
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    const auto reach = [&](std::uint32_t node, double d) {
        double& known = distance[placeOf(domain.nodes, node)];
        if (d >= band || d >= known) return;
        known = d;
        open.push({d, node});
    };
    for (const std::uint32_t node : seam) reach(node, 0);
    while (!open.empty()) {
        const auto [d, node] = open.top();
        open.pop();
        if (d > distance[placeOf(domain.nodes, node)]) continue;
        for (const std::uint32_t next : graph.row(node)) {
            if (next != node && holds(domain.nodes, next)) {
                reach(next, d + length(mesh.nodes[next] - mesh.nodes[node]));
            }
        }
    }
    SeamDistances result;
    for (std::size_t i = 0; i < distance.size(); ++i) {
        if (distance[i] == kFar) continue;
        result.nodes.push_back(domain.nodes[i]);
        result.distances.push_back(distance[i]);
    }
    return result;
}

}  // namespace

double SeamDistances::of(std::uint32_t node, double band) const {
    const std::size_t at = placeOf(nodes, node);
    return at < nodes.size() && nodes[at] == node ? distances[at] : band;
}

std::vector<SeamDistances> seamDistances(const TetMesh& mesh, const tets::Domains& domains, double band) {
    const tets::FreeNodes all = tets::freeNodes(std::vector<bool>(mesh.nodes.size(), false));
    const tets::Graph graph = tets::nodeGraph(mesh.tets, all);
    std::vector<SeamDistances> seams;
    for (const tets::Interface& interface : domains.interfaces) {
        for (const auto& [inside, other] :
             {std::pair(interface.a, interface.b), {interface.b, interface.a}}) {
            seams.push_back(distancesIn(mesh, graph, domains.domains[inside], interface.nodes, band));
            seams.back().inside = inside;
            seams.back().other = other;
        }
    }
    return seams;
}

std::vector<std::vector<std::uint32_t>> nodesBeyond(const TetMesh& mesh, const tets::Domains& domains,
                                                    std::span<const SeamDistances> seams) {
    std::vector<std::vector<std::uint32_t>> beyond(domains.domains.size());
    for (const SeamDistances& seam : seams) {
        std::vector<std::uint32_t>& nodes = beyond[seam.other];
        for (const std::uint32_t t : domains.domains[seam.inside].tets) {
            const Tet& tet = mesh.tets[t];
            if (touches(seam, tet)) nodes.insert(nodes.end(), tet.begin(), tet.end());
        }
    }
    for (std::size_t d = 0; d < beyond.size(); ++d) {
        std::sort(beyond[d].begin(), beyond[d].end());
        beyond[d].erase(std::unique(beyond[d].begin(), beyond[d].end()), beyond[d].end());
        std::erase_if(beyond[d], [&](std::uint32_t n) { return holds(domains.domains[d].nodes, n); });
    }
    return beyond;
}

std::vector<DomainShare> sharesAt(const TetMesh& mesh, const tets::Domains& domains,
                                  std::span<const SeamDistances> seams, double band, std::uint32_t tet,
                                  std::span<const double, 4> corners) {
    const std::uint32_t own = domains.domainOfTet[tet];
    std::vector<DomainShare> shares{{own, 1}};
    for (const SeamDistances& seam : seams) {
        // Rounding alone can make a place nearer than the band whose corners all are not.
        if (seam.inside != own || !touches(seam, mesh.tets[tet])) continue;
        double distance = 0;
        for (std::size_t a = 0; a < 4; ++a) distance += corners[a] * seam.of(mesh.tets[tet][a], band);
        if (!(distance < band)) continue;
        const double t = std::max(distance / band, 0.0);
        shares.push_back({seam.other, 1 - t * t * (3 - 2 * t)});
    }
    std::sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.domain < b.domain; });
    double sum = 0;
    for (const DomainShare& share : shares) sum += share.weight;
    for (DomainShare& share : shares) share.weight /= sum;
    return shares;
}

}  // namespace sinew::reduction
