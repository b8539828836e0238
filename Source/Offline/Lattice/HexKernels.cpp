#include "Offline/Lattice/HexKernels.h"

#include "Math/KernelTable.h"

namespace sinew {

namespace {

using HexApplyKernel = void(const HexBricks&, const HexTangent*, std::uint32_t, std::uint32_t,
                            const HexVector*, HexVector*);
using HexDiagonalKernel = void(const HexBricks&, const HexTangent*, std::uint32_t, std::uint32_t, HexVector*);
using HexShapeKernel = void(const HexBricks&, std::uint32_t, std::uint32_t, const HexPosition*,
                            const HexModuli*, HexLinearisation, const HexEvaluation&);
using HexOffsetKernel = void(const HexBricks&, std::uint32_t, std::uint32_t, const HexVector*,
                             const HexModuli*, const HexGradient*, HexLinearisation, const HexEvaluation&);

constexpr std::uint32_t kGrain = 16;  // bricks: some ten microseconds of work

static_assert(sizeof(HexPosition) == sizeof(Vec3d));

}  // namespace

SINEW_KERNEL_TABLE(HexApplyKernel, hexApply)
SINEW_KERNEL_TABLE(HexDiagonalKernel, hexDiagonal)
SINEW_KERNEL_TABLE(HexShapeKernel, hexEvaluateShape)
SINEW_KERNEL_TABLE(HexOffsetKernel, hexEvaluateOffset)

void hexApply(const HexRange& range, const HexTangent* tangents, const HexVector* x, HexVector* sums) {
    parallelForRanges(range.jobs, range.bricks, kGrain, [&](std::uint32_t begin, std::uint32_t end) {
        hexApplyTable[range.set](range.level, tangents, begin, end, x, sums);
    });
}

void hexDiagonal(const HexRange& range, const HexTangent* tangents, HexVector* sums) {
    parallelForRanges(range.jobs, range.bricks, kGrain, [&](std::uint32_t begin, std::uint32_t end) {
        hexDiagonalTable[range.set](range.level, tangents, begin, end, sums);
    });
}

void hexEvaluate(const HexRange& range, const Vec3d* x, const HexModuli* moduli, HexLinearisation kind,
                 const HexEvaluation& out) {
    const auto* positions = reinterpret_cast<const HexPosition*>(x);
    parallelForRanges(range.jobs, range.bricks, kGrain, [&](std::uint32_t begin, std::uint32_t end) {
        hexEvaluateShapeTable[range.set](range.level, begin, end, positions, moduli, kind, out);
    });
}

void hexEvaluate(const HexRange& range, const HexVector* u, const HexModuli* moduli,
                 const HexGradient* offset, HexLinearisation kind, const HexEvaluation& out) {
    parallelForRanges(range.jobs, range.bricks, kGrain, [&](std::uint32_t begin, std::uint32_t end) {
        hexEvaluateOffsetTable[range.set](range.level, begin, end, u, moduli, offset, kind, out);
    });
}

}  // namespace sinew
