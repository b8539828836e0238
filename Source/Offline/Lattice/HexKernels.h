// The lattice's kernels, spread over workers.
#pragma once

#include <vector>

#include "Base/Jobs.h"
#include "Math/InstructionSet.h"
#include "Math/Vec3.h"
#include "Offline/Lattice/HexLayout.h"

namespace sinew {

struct HexRange {
    const HexBricks& level;
    std::uint32_t bricks;
    const Jobs& jobs;
    InstructionSet set = bestInstructionSet();
};

// sums[slot] = what the tangent stiffness makes of x there, brick by brick.
void hexApply(const HexRange& range, const HexTangent* tangents, const HexVector* x, HexVector* sums);

// sums[slot] = the diagonal of the same.
void hexDiagonal(const HexRange& range, const HexTangent* tangents, HexVector* sums);

// Energy, its gradient (slot by slot) and the tangents of a shape.
void hexEvaluate(const HexRange& range, const Vec3d* x, const HexModuli* moduli, HexLinearisation kind,
                 const HexEvaluation& out);

// The same of what a displacement `u` adds to deformation gradients.
void hexEvaluate(const HexRange& range, const HexVector* u, const HexModuli* moduli,
                 const HexGradient* offset, HexLinearisation kind, const HexEvaluation& out);

}  // namespace sinew
