#include "Offline/Lattice/Multigrid/Kernels.h"

#include "Math/KernelTable.h"

namespace sinew::lattice {

namespace {

using ApplyKernel = void(const Bricks&, const GroupTangent*, std::uint32_t, std::uint32_t, const NodeVector*,
                         NodeVector*, std::uint32_t);
using DiagonalKernel = void(const Bricks&, const GroupTangent*, std::uint32_t, std::uint32_t, NodeVector*,
                            std::uint32_t);
using MixedKernel = void(const Bricks&, const GroupTangent*, const GroupCoupling*, std::uint32_t,
                         std::uint32_t, const NodeVector*, const GroupPressure*, NodeVector*, GroupPressure*,
                         std::uint32_t);
using ShapeKernel = void(const Bricks&, std::uint32_t, std::uint32_t, const NodePosition*, const CellStates&,
                         const CellLaw&, const Evaluation&);
using OffsetKernel = void(const Bricks&, std::uint32_t, std::uint32_t, const NodeVector*, const CellStates&,
                          const CellLaw&, const Evaluation&);
using ViscosityKernel = void(const Bricks&, const CellViscosity&, std::uint32_t, std::uint32_t,
                             const NodeVector*, NodeVector*, std::uint32_t);
using ViscousDiagonalKernel = void(const Bricks&, const CellViscosity&, std::uint32_t, std::uint32_t,
                                   NodeVector*, std::uint32_t);

static_assert(sizeof(NodePosition) == sizeof(Vec3d));

}  // namespace

SINEW_KERNEL_TABLE(ApplyKernel, applyBricks)
SINEW_KERNEL_TABLE(DiagonalKernel, diagonalOfBricks)
SINEW_KERNEL_TABLE(MixedKernel, applyMixedBricks)
SINEW_KERNEL_TABLE(ShapeKernel, evaluateShape)
SINEW_KERNEL_TABLE(OffsetKernel, evaluateOffset)
SINEW_KERNEL_TABLE(ViscosityKernel, addViscosity)
SINEW_KERNEL_TABLE(ViscousDiagonalKernel, addViscousDiagonal)

void applyBricks(const BrickRange& range, const GroupTangent* tangents, const NodeVector* x,
                 NodeVector* sums) {
    applyBricksTable[range.set](range.level, tangents, range.begin, range.end, x, sums, range.firstSlot());
}

void diagonalOfBricks(const BrickRange& range, const GroupTangent* tangents, NodeVector* sums) {
    diagonalOfBricksTable[range.set](range.level, tangents, range.begin, range.end, sums, range.firstSlot());
}

void applyMixedBricks(const BrickRange& range, const GroupTangent* tangents, const GroupCoupling* couplings,
                      const NodeVector* x, const GroupPressure* dp, NodeVector* sums, GroupPressure* q) {
    applyMixedBricksTable[range.set](range.level, tangents, couplings, range.begin, range.end, x, dp, sums, q,
                                     range.firstSlot());
}

void evaluateBricks(const BrickRange& range, const Vec3d* x, const CellStates& cells, const CellLaw& law,
                    Evaluation out) {
    out.firstSlot = range.firstSlot();
    evaluateShapeTable[range.set](range.level, range.begin, range.end,
                                  reinterpret_cast<const NodePosition*>(x), cells, law, out);
}

void evaluateBricks(const BrickRange& range, const NodeVector* u, const CellStates& cells, const CellLaw& law,
                    Evaluation out) {
    out.firstSlot = range.firstSlot();
    evaluateOffsetTable[range.set](range.level, range.begin, range.end, u, cells, law, out);
}

void addViscosity(const BrickRange& range, const CellViscosity& of, const NodeVector* x, NodeVector* sums) {
    addViscosityTable[range.set](range.level, of, range.begin, range.end, x, sums, range.firstSlot());
}

void addViscousDiagonal(const BrickRange& range, const CellViscosity& of, NodeVector* sums) {
    addViscousDiagonalTable[range.set](range.level, of, range.begin, range.end, sums, range.firstSlot());
}

}  // namespace sinew::lattice
