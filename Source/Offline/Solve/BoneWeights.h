// How much each bone has to say at each node: harmonic between the bones. Moving a solved shape along with
// its bones by these weights is where Newton starts from in the next pose.
#pragma once

#include <span>

#include "Math/Affine.h"
#include "Offline/Progress.h"
#include "Offline/Solve/ElasticBody.h"

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

// `boneOfNode`: −1 where a node belongs to none. Every connected part needs a node with a bone.
BoneWeights harmonicBoneWeights(const ElasticBody& body, std::span<const std::int32_t> boneOfNode,
                                std::uint32_t bones, const Jobs& jobs, const ProgressCallback& progress = {});

// x moved by the blend of what each bone did.
std::vector<Vec3d> carried(const BoneWeights& weights, std::span<const Affined> boneMotion,
                           std::span<const Vec3d> x, const Jobs& jobs);

}  // namespace sinew
