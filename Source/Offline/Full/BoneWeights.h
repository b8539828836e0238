// Weights of the bones at each node, harmonic between the bones. A solved shape that is moved along with its
// bones by these weights is the initial guess for the next pose.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Math/Affine.h"

namespace sinew {

// The bones of each node, with weights that sum to 1.
struct BoneWeights {
    struct Share {
        std::uint32_t bone;
        float weight;
    };
    std::vector<std::uint32_t> firstOfNode;  // nodes + 1 entries, into `shares`
    std::vector<Share> shares;
};

// Normalises the shares of each node so that they sum to 1. A node that belongs to a bone has only that bone.
// Throws Error if a node has no share.
BoneWeights gatheredWeights(std::span<const std::int32_t> boneOfNode,
                            std::span<const std::vector<BoneWeights::Share>> sharesOfNode);

// Moves x by the weighted motion of the bones.
std::vector<Vec3d> carried(const BoneWeights& weights, std::span<const Affined> boneMotion,
                           std::span<const Vec3d> x, const Jobs& jobs);

}  // namespace sinew
