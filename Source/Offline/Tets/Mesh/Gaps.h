// Narrow gaps that a grid steps over: between thighs, fingers, lips. Two inside nodes with the outside
// between them would weld what is apart.
#pragma once

#include <vector>

#include "Offline/Tets/Mesh/BccCuts.h"

namespace sinew::tets {

// Of every edge between inside nodes that crosses a gap, takes the node nearer to the surface
// out of `sides`, in order, until none is left; returns the nodes taken out. The gap becomes up to a spacing
// wide, on one side of it.
std::vector<std::uint32_t> openGaps(const Solid& solid, const BccGrid& grid, std::vector<BccSide>& sides,
                                    const Jobs& jobs = {});

}  // namespace sinew::tets
