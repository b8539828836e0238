// How much each bone has to say at each node of the tetrahedra, harmonic between the bones: where the shape
// of a new pose starts from.
#pragma once

#include "Offline/Full/BoneWeights.h"
#include "Offline/Progress.h"
#include "Offline/Tets/ElasticBody.h"

namespace sinew::tets {

// `boneOfNode`: −1 where a node belongs to none. Every connected part needs a node with a bone.
BoneWeights harmonicBoneWeights(const ElasticBody& body, std::span<const std::int32_t> boneOfNode,
                                std::uint32_t bones, const Jobs& jobs, const ProgressCallback& progress = {});

}  // namespace sinew::tets
