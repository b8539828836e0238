// Weights of the bones at the nodes of the tetrahedra, harmonic between the bones. They give the initial
// shape of a new pose.
#pragma once

#include "Offline/Full/BoneWeights.h"
#include "Offline/Progress.h"
#include "Offline/Tets/ElasticBody.h"

namespace sinew::tets {

// `boneOfNode` is −1 for a node without a bone. Every connected part needs a node with a bone.
BoneWeights harmonicBoneWeights(const ElasticBody& body, std::span<const std::int32_t> boneOfNode,
                                std::uint32_t bones, const Jobs& jobs, const ProgressCallback& progress = {});

}  // namespace sinew::tets
