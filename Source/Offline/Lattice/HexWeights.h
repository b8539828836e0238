// How much each bone has to say at each node of a lattice, harmonic between the bones: where the shape of a
// new pose starts from.
#pragma once

#include "Offline/Lattice/HexCells.h"
#include "Offline/Solve/BoneWeights.h"

namespace sinew {

// `boneOfNode`: −1 where a node belongs to none. Throws Error where flesh is joined to no bone.
BoneWeights harmonicBoneWeights(const HexCells& cells, std::span<const std::int32_t> boneOfNode,
                                std::uint32_t bones, const Jobs& jobs, const ProgressCallback& progress = {});

}  // namespace sinew
