#include "Offline/Lattice/HexKernels.h"

#include "Math/KernelTable.h"

namespace sinew {

namespace {

using HexApplyKernel = void(const HexBricks&, const HexTangent*, std::uint32_t, std::uint32_t,
                            const HexVector*, HexVector*, std::uint32_t);
using HexDiagonalKernel = void(const HexBricks&, const HexTangent*, std::uint32_t, std::uint32_t, HexVector*,
                               std::uint32_t);
using HexShapeKernel = void(const HexBricks&, std::uint32_t, std::uint32_t, const HexPosition*,
                            const HexModuli*, HexLinearisation, const HexEvaluation&);
using HexOffsetKernel = void(const HexBricks&, std::uint32_t, std::uint32_t, const HexVector*,
                             const HexModuli*, const HexGradient*, HexLinearisation, const HexEvaluation&);

static_assert(sizeof(HexPosition) == sizeof(Vec3d));

}  // namespace

SINEW_KERNEL_TABLE(HexApplyKernel, hexApply)
SINEW_KERNEL_TABLE(HexDiagonalKernel, hexDiagonal)
SINEW_KERNEL_TABLE(HexShapeKernel, hexEvaluateShape)
SINEW_KERNEL_TABLE(HexOffsetKernel, hexEvaluateOffset)

void hexApply(const HexRange& range, const HexTangent* tangents, const HexVector* x, HexVector* sums) {
    hexApplyTable[range.set](range.level, tangents, range.begin, range.end, x, sums, range.firstSlot());
}

void hexDiagonal(const HexRange& range, const HexTangent* tangents, HexVector* sums) {
    hexDiagonalTable[range.set](range.level, tangents, range.begin, range.end, sums, range.firstSlot());
}

void hexEvaluate(const HexRange& range, const Vec3d* x, const HexModuli* moduli, HexLinearisation kind,
                 HexEvaluation out) {
    out.firstSlot = range.firstSlot();
    hexEvaluateShapeTable[range.set](range.level, range.begin, range.end,
                                     reinterpret_cast<const HexPosition*>(x), moduli, kind, out);
}

void hexEvaluate(const HexRange& range, const HexVector* u, const HexModuli* moduli,
                 const HexGradient* offset, HexLinearisation kind, HexEvaluation out) {
    out.firstSlot = range.firstSlot();
    hexEvaluateOffsetTable[range.set](range.level, range.begin, range.end, u, moduli, offset, kind, out);
}

}  // namespace sinew
