// The lattice's kernels, for the instruction set of this machine or for another.
#pragma once

#include "Math/InstructionSet.h"
#include "Math/Vec3.h"
#include "Offline/Lattice/HexLayout.h"

namespace sinew {

// Some bricks of a level. Sums are written per slot, from that of the first brick on.
struct HexRange {
    const HexBricks& level;
    std::uint32_t begin, end;
    InstructionSet set = bestInstructionSet();

    std::uint32_t firstSlot() const { return level.bricks[begin].firstSlot; }
};

// sums[slot] = what the tangent stiffness makes of x there, brick by brick.
void hexApply(const HexRange& range, const HexTangent* tangents, const HexVector* x, HexVector* sums);

// sums[slot] = the diagonal of the same.
void hexDiagonal(const HexRange& range, const HexTangent* tangents, HexVector* sums);

// Energy, its gradient (slot by slot) and the tangents of a shape.
void hexEvaluate(const HexRange& range, const Vec3d* x, const HexModuli* moduli, HexLinearisation kind,
                 HexEvaluation out);

// The same of what a displacement `u` adds to deformation gradients.
void hexEvaluate(const HexRange& range, const HexVector* u, const HexModuli* moduli,
                 const HexGradient* offset, HexLinearisation kind, HexEvaluation out);

}  // namespace sinew
