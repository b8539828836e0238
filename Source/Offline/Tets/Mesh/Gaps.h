// Narrow gaps that the grid does not resolve: between thighs, fingers, lips. Two inside nodes with outside
// between them would join flesh that is separate.
#pragma once

#include <vector>

#include "Offline/Tets/Mesh/BccCuts.h"

namespace sinew::tets {

// For every edge between inside nodes that crosses a gap, marks the node nearer to the surface as outside, in
// order, until no such edge is left. Returns these nodes. The gap becomes up to one spacing wide, on one side
// only.
std::vector<std::uint32_t> openGaps(const Solid& solid, const BccGrid& grid, std::vector<BccSide>& sides,
                                    const Jobs& jobs = {});

}  // namespace sinew::tets
