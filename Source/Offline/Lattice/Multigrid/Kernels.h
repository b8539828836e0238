// The lattice's kernels, for the instruction set of this machine or for another.
#pragma once

#include "Math/InstructionSet.h"
#include "Math/Vec3.h"
#include "Offline/Lattice/Multigrid/Layout.h"

namespace sinew::lattice {

// Some bricks of a level. Sums are written per slot, from that of the first brick on.
struct BrickRange {
    const Bricks& level;
    std::uint32_t begin, end;
    InstructionSet set = bestInstructionSet();

    std::uint32_t firstSlot() const { return level.bricks[begin].firstSlot; }
};

// sums[slot] = what the tangent stiffness makes of x there, brick by brick.
void applyBricks(const BrickRange& range, const GroupTangent* tangents, const NodeVector* x,
                 NodeVector* sums);

// sums[slot] = the diagonal of the same.
void diagonalOfBricks(const BrickRange& range, const GroupTangent* tangents, NodeVector* sums);

// Energy, its gradient (slot by slot) and the tangents of a shape.
void evaluateBricks(const BrickRange& range, const Vec3d* x, const GroupModuli* moduli, Linearisation kind,
                    Evaluation out);

// The same of what a displacement `u` adds to deformation gradients.
void evaluateBricks(const BrickRange& range, const NodeVector* u, const GroupModuli* moduli,
                    const GroupGradient* offset, Linearisation kind, Evaluation out);

}  // namespace sinew::lattice
