// A solid sampled at sub-voxels, 4 × 4 × 4 per cell of a grid: which of them are inside, and which neighbours
// are separated by a gap that is thinner than a sub-voxel.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "Offline/Lattice/Cells/GridLines.h"
#include "Offline/Progress.h"

namespace sinew::lattice {

// One bit per sub-voxel of a cell: x + 4 y + 16 z.
using SubMask = std::uint64_t;
inline constexpr SubMask kAllSubVoxels = ~SubMask{0};
inline constexpr std::array<int, 3> kSubStride{1, 4, 16};
inline constexpr std::array<SubMask, 3> kLowFace{0x1111111111111111u, 0x000F000F000F000Fu,
                                                 0x000000000000FFFFu};
inline constexpr std::array<SubMask, 3> kHighFace{0x8888888888888888u, 0xF000F000F000F000u,
                                                  0xFFFF000000000000u};

struct SubVoxels {
    struct Cut {
        std::uint32_t place;
        SubMask bits;
    };
    SubGrid grid;
    std::vector<SubMask> inside;  // per place
    std::array<std::vector<Cut>, 3>
        cuts;  // per place and axis: sub-voxels with a gap between them and the next one

    SubMask cutsAt(std::uint32_t place, std::size_t axis) const;
};

// Exact for a closed solid: every line through centres of sub-voxels is followed from outside, and its
// crossings are counted. For a surface with holes, winding numbers are used, which takes longer.
SubVoxels sampleSolid(const Solid& solid, const SubGrid& grid, const Jobs& jobs = {},
                      const ProgressCallback& progress = {});

// The connected pieces of the sub-voxels of one cell, sorted by their first bits. `cuts` has one mask per
// axis, as in SubVoxels.
std::vector<SubMask> connectedPieces(SubMask inside, const std::array<SubMask, 3>& cuts);

}  // namespace sinew::lattice
