#include "Offline/Reduction/Skin/Overlap.h"

#include <algorithm>
#include <limits>
#include <queue>

#include "Offline/Tets/Linear/Graph.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew::reduction {

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

std::size_t placeOf(const std::vector<std::uint32_t>& nodes, std::uint32_t node) {
    return static_cast<std::size_t>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
}

bool holds(const std::vector<std::uint32_t>& nodes, std::uint32_t node) {
    return std::binary_search(nodes.begin(), nodes.end(), node);
}

// Whether one of an element's nodes is nearer to the seam than the band.
bool touches(const SeamDistances& seam, std::span<const std::uint32_t> nodes) {
    return std::any_of(nodes.begin(), nodes.end(), [&](auto n) { return holds(seam.nodes, n); });
}

// Dijkstra's, along lines between nodes of the domain's elements.
SeamDistances distancesIn(const ElasticMesh& mesh, const tets::Graph& graph, const Domain& domain,
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
                reach(next, d + length(mesh.rest[next] - mesh.rest[node]));
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

std::vector<SeamDistances> seamDistances(const ElasticMesh& mesh, const Domains& domains, double band) {
    const tets::FreeNodes all = tets::freeNodes(std::vector<bool>(mesh.nodeCount(), false));
    const tets::Graph graph = tets::nodeGraph(mesh.nodesOfElements(), all);
    std::vector<SeamDistances> seams;
    for (const Interface& interface : domains.interfaces) {
        for (const auto& [inside, other] :
             {std::pair(interface.a, interface.b), {interface.b, interface.a}}) {
            seams.push_back(distancesIn(mesh, graph, domains.domains[inside], interface.nodes, band));
            seams.back().inside = inside;
            seams.back().other = other;
        }
    }
    return seams;
}

std::vector<std::vector<std::uint32_t>> nodesBeyond(const ElasticMesh& mesh, const Domains& domains,
                                                    std::span<const SeamDistances> seams, double band) {
    std::vector<std::vector<std::uint32_t>> beyond(domains.domains.size());
    const auto add = [&](std::uint32_t domain, std::span<const std::uint32_t> nodes) {
        beyond[domain].insert(beyond[domain].end(), nodes.begin(), nodes.end());
    };
    for (const SeamDistances& seam : seams) {
        for (const std::uint32_t e : domains.domains[seam.inside].elements) {
            if (touches(seam, mesh.nodesOf(e))) add(seam.other, mesh.nodesOf(e));
        }
    }
    for (std::uint32_t v = 0; v < mesh.skin.rows(); ++v) {
        const auto shares =
            sharesAt(mesh, domains, seams, band, mesh.elementOfVertex[v], mesh.inElement.weightsOf(v));
        for (const DomainShare& share : shares) add(share.domain, mesh.skin.nodesOf(v));
    }
    for (std::size_t d = 0; d < beyond.size(); ++d) {
        std::sort(beyond[d].begin(), beyond[d].end());
        beyond[d].erase(std::unique(beyond[d].begin(), beyond[d].end()), beyond[d].end());
        std::erase_if(beyond[d], [&](std::uint32_t n) { return holds(domains.domains[d].nodes, n); });
    }
    return beyond;
}

std::vector<DomainShare> sharesAt(const ElasticMesh& mesh, const Domains& domains,
                                  std::span<const SeamDistances> seams, double band, std::uint32_t element,
                                  std::span<const double> weights) {
    const std::uint32_t own = domains.domainOfElement[element];
    const std::span<const std::uint32_t> nodes = mesh.nodesOf(element);
    std::vector<DomainShare> shares{{own, 1}};
    for (const SeamDistances& seam : seams) {
        // Rounding alone can make a place nearer than the band whose element's nodes all are not.
        if (seam.inside != own || !touches(seam, nodes)) continue;
        double distance = 0;
        for (std::size_t a = 0; a < nodes.size(); ++a) distance += weights[a] * seam.of(nodes[a], band);
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
