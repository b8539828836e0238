// How much each bone has to say at each node: harmonic between the bones. Moving a solved shape along with
// its bones by these weights is where Newton starts from in the next pose.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Math/Affine.h"

namespace sinew {

// Per node the bones that count, weights summing to one.
struct BoneWeights {
    struct Share {
        std::uint32_t bone;
        float weight;
    };
    std::vector<std::uint32_t> firstOfNode;  // nodes + 1 entries, into `shares`
    std::vector<Share> shares;
};

// Of what each node has of each bone, made to sum to one; a node with a bone of its own has that alone.
// Throws Error where a node has none.
BoneWeights gatheredWeights(std::span<const std::int32_t> boneOfNode,
                            std::span<const std::vector<BoneWeights::Share>> sharesOfNode);

// x moved by the blend of what each bone did.
std::vector<Vec3d> carried(const BoneWeights& weights, std::span<const Affined> boneMotion,
                           std::span<const Vec3d> x, const Jobs& jobs);

}  // namespace sinew
