// A solid in small cubes, 4 by 4 by 4 to every cell of a grid: what is inside, and which neighbours have a
// gap between them that is thinner than a cube.
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
        cuts;  // per axis: the lower ones of neighbours with a gap between; by place

    SubMask cutsAt(std::uint32_t place, std::size_t axis) const;
};

// Exact where the solid is closed: a line through middles of sub-voxels is followed from outside, counting
// where it goes in and out. With holes in the surface, by winding numbers, which takes longer.
SubVoxels sampleSolid(const Solid& solid, const SubGrid& grid, const Jobs& jobs = {},
                      const ProgressCallback& progress = {});

// The connected pieces of the sub-voxels of one cell, by their first bits. `cuts`: per axis, as above.
std::vector<SubMask> connectedPieces(SubMask inside, const std::array<SubMask, 3>& cuts);

}  // namespace sinew::lattice
