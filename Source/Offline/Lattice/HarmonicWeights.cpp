#include "Offline/Lattice/HarmonicWeights.h"

#include "Offline/Lattice/Multigrid/Linear.h"

namespace sinew::lattice {

namespace {

constexpr double kTolerance = 1e-2;  // a start for Newton need not be exact
constexpr float kMinShare = 0.002F;
constexpr std::uint32_t kAtOnce = 3;  // bones solved for together, one in each component

float& component(NodeVector& v, std::uint32_t i) {
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

// Flesh without resistance to anything but stretch of its edges: each component by itself is harmonic.
std::vector<CellModuli> laplace(const Cells& cells) {
    std::vector<CellModuli> stiffness;
    for (const Cells::Cell& cell : cells.cells) stiffness.push_back({cell.coverage, 0});
    return stiffness;
}

void makeLaplace(Multigrid& levels, const Cells& cells, const Jobs& jobs) {
    std::vector<Vec3d> rest;
    for (std::uint32_t node = 0; node < cells.nodeCount(); ++node) rest.push_back(cells.nodePosition(node));
    levels.setLaw({MaterialKind::Corotated, Linearisation::Zhu});  // no stiffness against turning: 2μ δF
    NodeVectors unused;
    levels.linearise(rest, unused, jobs);
    levels.update(jobs);
}

}  // namespace

BoneWeights harmonicBoneWeights(const Cells& cells, std::span<const std::int32_t> boneOfNode,
                                std::uint32_t bones, const Jobs& jobs, const ProgressCallback& progress) {
    std::vector<bool> fixed(boneOfNode.size());
    for (std::size_t n = 0; n < fixed.size(); ++n) fixed[n] = boneOfNode[n] >= 0;
    Multigrid levels(cells, laplace(cells), fixed);
    makeLaplace(levels, cells, jobs);
    LinearSolver linear(levels);
    NodeVectors held(fixed.size()), pull, weight;
    std::vector<std::vector<BoneWeights::Share>> shares(fixed.size());
    for (std::uint32_t first = 0; first < bones; first += kAtOnce) {
        const double done = static_cast<double>(first) / bones;
        report(progress, done);
        for (std::size_t n = 0; n < fixed.size(); ++n) {
            held[n] = {};
            const auto at = static_cast<std::uint32_t>(boneOfNode[n]) - first;
            if (boneOfNode[n] >= 0 && at < kAtOnce) component(held[n], at) = -1;
        }
        levels.finest().apply(held, pull, jobs);
        linear.solve(pull, weight, {kTolerance, 200, part(progress, done, done)}, jobs);
        for (std::size_t n = 0; n < fixed.size(); ++n) {
            for (std::uint32_t c = 0; c < kAtOnce && first + c < bones; ++c) {
                const float share = component(weight[n], c);
                if (!fixed[n] && share > kMinShare) shares[n].push_back({first + c, share});
            }
        }
    }
    return gatheredWeights(boneOfNode, shares);
}

}  // namespace sinew::lattice
