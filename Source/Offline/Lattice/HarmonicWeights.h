// Weights of the bones at the nodes of a lattice, harmonic between the bones. They give the initial shape of
// a new pose.
#pragma once

#include "Offline/Full/BoneWeights.h"
#include "Offline/Lattice/Cells/Cells.h"
#include "Offline/Progress.h"

namespace sinew::lattice {

// `boneOfNode` is −1 for a node without a bone. Throws Error if flesh is not connected to any bone.
BoneWeights harmonicBoneWeights(const Cells& cells, std::span<const std::int32_t> boneOfNode,
                                std::uint32_t bones, const Jobs& jobs, const ProgressCallback& progress = {});

}  // namespace sinew::lattice
