#include "Offline/Lattice/Multigrid/PointKernels.h"

#include "Math/KernelTable.h"

namespace sinew::lattice {

namespace {

using EvaluatePointsKernel = void(const Bricks&, std::uint32_t, std::uint32_t, const NodePosition*,
                                  const PointStates&, const CellLaw&, const PointEvaluation&);
using ApplyPointsKernel = void(const Bricks&, const GroupPoints*, const GroupPointTangents*, std::uint32_t,
                               std::uint32_t, const NodeVector*, NodeVector*, std::uint32_t);
using MixedPointsKernel = void(const Bricks&, const GroupPoints*, const GroupPointTangents*,
                               const GroupCoupling*, std::uint32_t, std::uint32_t, const NodeVector*,
                               const GroupPressure*, NodeVector*, GroupPressure*, std::uint32_t);

}  // namespace

SINEW_KERNEL_TABLE(EvaluatePointsKernel, evaluatePoints)
SINEW_KERNEL_TABLE(ApplyPointsKernel, applyPoints)
SINEW_KERNEL_TABLE(MixedPointsKernel, applyMixedPoints)

void evaluatePoints(const BrickRange& range, const Vec3d* x, const PointStates& cells, const CellLaw& law,
                    PointEvaluation out) {
    out.firstSlot = range.firstSlot();
    evaluatePointsTable[range.set](range.level, range.begin, range.end,
                                   reinterpret_cast<const NodePosition*>(x), cells, law, out);
}

void applyPoints(const BrickRange& range, const GroupPoints* points, const GroupPointTangents* tangents,
                 const NodeVector* x, NodeVector* sums) {
    applyPointsTable[range.set](range.level, points, tangents, range.begin, range.end, x, sums,
                                range.firstSlot());
}

void applyMixedPoints(const BrickRange& range, const GroupPoints* points, const GroupPointTangents* tangents,
                      const GroupCoupling* couplings, const NodeVector* x, const GroupPressure* dp,
                      NodeVector* sums, GroupPressure* q) {
    applyMixedPointsTable[range.set](range.level, points, tangents, couplings, range.begin, range.end, x, dp,
                                     sums, q, range.firstSlot());
}

}  // namespace sinew::lattice
