// The cells of a grid that the surface of a solid cuts, and how much flesh is in them.
#pragma once

#include <optional>
#include <vector>

#include "Offline/Lattice/Cells/FourPoints.h"
#include "Offline/Lattice/Cells/Moments.h"

namespace sinew {
class Solid;
}

namespace sinew::lattice {

struct CutCell {
    std::uint32_t place;
    // In units of the cell; nothing where the surface does not bound the flesh: at holes, and where shells
    // begin to overlap.
    std::optional<Moments> flesh;
    // Where no sub-voxel has its middle in the flesh: those that hold some of it.
    SubMask thin = 0;
};

// The cells that the boundary of the solid meets, sorted by place. `sampled` is the result of sampleSolid().
std::vector<CutCell> cutCells(const Solid& solid, const SubVoxels& sampled, const Jobs& jobs = {});

// The points of a piece of the flesh of a cell, which consists of these sub-voxels. `cut` is null for a cell
// that the surface does not meet. A piece that is not all the flesh of its cell is known by its sub-voxels
// only.
FourPoints pointsOfPiece(SubMask mask, const CutCell* cut, bool isAll,
                         const std::function<bool(Vec3d)>& isFlesh);

// The points of what is left of a cell when sub-voxels are removed.
FourPoints carved(const FourPoints& before, SubMask left, SubMask removed);

}  // namespace sinew::lattice
