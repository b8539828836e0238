#include "NormalJump.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "Offline/Geometry/Topology.h"

namespace sinew {

namespace {

std::uint32_t strongest(const AssetView& view, const AssetRun& run, std::uint32_t place) {
    const std::uint32_t block = place / kAssetLanes - run.firstBlock;
    const AssetWeights* weights = &view.weights[run.firstWeight + std::size_t{block} * run.bindings];
    std::uint32_t best = 0;
    for (std::uint32_t i = 1; i < run.bindings; ++i) {
        if (weights[i].lane[place % kAssetLanes] > weights[best].lane[place % kAssetLanes]) best = i;
    }
    return view.domains[run.domain[best]].rank > 0 ? run.domain[best] : kNoSeams;
}

std::uint32_t thirdCorner(const Triangle& t, const Edge& edge) {
    return *std::find_if(t.begin(), t.end(),
                         [&](std::uint32_t v) { return v != edge.low && v != edge.high; });
}

}  // namespace

std::vector<std::uint32_t> domainsOfSkin(const AssetView& view, std::span<const std::uint32_t> weldedOfFile) {
    std::vector<std::uint32_t> ofPlace(view.blocks.size() * kAssetLanes, kNoSeams);
    for (const AssetRun& run : view.runs) {
        const std::uint32_t first = run.firstBlock * kAssetLanes;
        for (std::uint32_t i = 0; i < run.vertices; ++i) ofPlace[first + i] = strongest(view, run, first + i);
    }
    std::vector<std::uint32_t> domains;
    for (std::size_t i = 0; i < weldedOfFile.size(); ++i) {
        domains.resize(std::max<std::size_t>(domains.size(), weldedOfFile[i] + 1), kNoSeams);
        domains[weldedOfFile[i]] = ofPlace[view.fileMap[i]];
    }
    return domains;
}

NormalJump::NormalJump(std::span<const std::uint32_t> domainOfVertex, const TriangleMesh& bound) {
    const auto apart = [&](std::uint32_t v, std::uint32_t w) {
        const std::uint32_t a = domainOfVertex[v], b = domainOfVertex[w];
        return a != b && a != kNoSeams && b != kNoSeams;
    };
    const auto straddles = [&](const EdgeTable::Use& use) {
        const Triangle& t = bound.triangles[use.triangle];
        return apart(t[0], t[1]) || apart(t[1], t[2]) || apart(t[2], t[0]);
    };
    const EdgeTable table = edgeTable(bound.triangles);
    for (const Edge& edge : table.edges) {
        const std::span<const EdgeTable::Use> uses = table.usesOf(edge);
        if (edge.kind != EdgeKind::Closed || !(straddles(uses[0]) || straddles(uses[1]))) continue;
        const std::size_t left = uses[0].forward ? 0 : 1;
        Hinge hinge{edge.low, edge.high, thirdCorner(bound.triangles[uses[left].triangle], edge),
                    thirdCorner(bound.triangles[uses[1 - left].triangle], edge)};
        hinge.bound = angleAt(hinge, bound.positions);
        edges_.push_back(hinge);
    }
}

// About the edge: positive where the skin is a ridge.
double NormalJump::angleAt(const Hinge& edge, std::span<const Vec3d> positions) {
    const Vec3d from = positions[edge.low], along = positions[edge.high] - from;
    const Vec3d left = cross(along, positions[edge.left] - from);
    const Vec3d right = cross(positions[edge.right] - from, along);
    return std::atan2(dot(cross(left, right), normalized(along)), dot(left, right));
}

double NormalJump::operator()(std::span<const Vec3d> positions) const {
    double squares = 0;
    for (const Hinge& edge : edges_) {
        const double change = std::remainder(angleAt(edge, positions) - edge.bound, 2 * std::numbers::pi);
        squares += change * change;
    }
    return edges_.empty() ? 0 : std::sqrt(squares / static_cast<double>(edges_.size()));
}

}  // namespace sinew
