// How much each bone has to say at each node of a lattice, harmonic between the bones: where the shape of a
// new pose starts from.
#pragma once

#include "Offline/Full/BoneWeights.h"
#include "Offline/Lattice/Cells/Cells.h"
#include "Offline/Progress.h"

namespace sinew::lattice {

// `boneOfNode`: −1 where a node belongs to none. Throws Error where flesh is joined to no bone.
BoneWeights harmonicBoneWeights(const Cells& cells, std::span<const std::int32_t> boneOfNode,
                                std::uint32_t bones, const Jobs& jobs, const ProgressCallback& progress = {});

}  // namespace sinew::lattice
