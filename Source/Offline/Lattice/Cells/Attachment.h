// Decides which nodes of a lattice move with which bone.
#pragma once

#include "Offline/Lattice/Cells/FleshCells.h"
#include "Offline/Volume/Attachment.h"

namespace sinew::lattice {

// Like the attachment of tetrahedra (Volume/Attachment.h). A node can lie outside its own flesh and inside
// that of a neighbour, so it is attached to a bone only if flesh of one of its cells is connected to the bone
// without a gap.
Attachment attach(const FleshCells& flesh, std::span<const Bone> bones, const Solid& solid,
                  std::uint32_t minNodes = 4, const Jobs& jobs = {});

}  // namespace sinew::lattice
