#include "Offline/Full/BoneWeights.h"

#include <string>

#include "Offline/Error.h"

namespace sinew {

BoneWeights gatheredWeights(std::span<const std::int32_t> boneOfNode,
                            std::span<const std::vector<BoneWeights::Share>> sharesOfNode) {
    BoneWeights weights;
    weights.firstOfNode.push_back(0);
    for (std::size_t node = 0; node < boneOfNode.size(); ++node) {
        const std::vector<BoneWeights::Share>& own = sharesOfNode[node];
        if (boneOfNode[node] >= 0) {
            weights.shares.push_back({static_cast<std::uint32_t>(boneOfNode[node]), 1.0F});
        } else if (own.empty()) {
            throw badInput("node " + std::to_string(node) + " of the volume is connected to no bone",
                           "Every connected part of the flesh needs a bone. Add one, or exclude the part in "
                           "the recipe.");
        } else {
            float sum = 0;
            for (const BoneWeights::Share& s : own) sum += s.weight;
            for (const BoneWeights::Share& s : own) weights.shares.push_back({s.bone, s.weight / sum});
        }
        weights.firstOfNode.push_back(static_cast<std::uint32_t>(weights.shares.size()));
    }
    return weights;
}

namespace {

constexpr std::uint32_t kWeightedNodesPerRange = 1024;

}  // namespace

std::vector<Vec3d> carried(const BoneWeights& weights, std::span<const Affined> boneMotion,
                           std::span<const Vec3d> x, const Jobs& jobs) {
    std::vector<Vec3d> moved(x.size());
    const auto nodes = static_cast<std::uint32_t>(x.size());
    // One bone's motion in full and of the others what differs from it: motion that all share is exact.
    parallelForRanges(jobs, nodes, kWeightedNodesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            const std::uint32_t first = weights.firstOfNode[i];
            const Vec3d base = transformPoint(boneMotion[weights.shares[first].bone], x[i]);
            moved[i] = base;
            for (std::uint32_t k = first + 1; k < weights.firstOfNode[i + 1]; ++k) {
                moved[i] += (transformPoint(boneMotion[weights.shares[k].bone], x[i]) - base) *
                            static_cast<double>(weights.shares[k].weight);
            }
        }
    });
    return moved;
}

}  // namespace sinew
