// Which nodes of a lattice move with which bone.
#pragma once

#include "Offline/Lattice/Cells/FleshCells.h"
#include "Offline/Volume/Attachment.h"

namespace sinew::lattice {

// As for tetrahedra (Attachment.h). A node can lie outside of its flesh and in that of its neighbour; it
// moves with a bone only where flesh of one of its cells is on the bone's side of all gaps.
Attachment attach(const FleshCells& flesh, std::span<const Bone> bones, const Solid& solid,
                  std::uint32_t leastNodes = 4, const Jobs& jobs = {});

}  // namespace sinew::lattice
