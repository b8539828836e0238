// The kernels of four-point quadrature for the instruction set of this machine, or for another.
#pragma once

#include "Offline/Lattice/Multigrid/Kernels.h"
#include "Offline/Lattice/Multigrid/PointLayout.h"

namespace sinew::lattice {

// Computes energy, its gradient per slot, and the tangents of a shape.
void evaluatePoints(const BrickRange& range, const Vec3d* x, const PointStates& cells, const CellLaw& law,
                    PointEvaluation out);

// sums[slot] = the product of the tangent stiffness with x, brick by brick.
void applyPoints(const BrickRange& range, const GroupPoints* points, const GroupPointTangents* tangents,
                 const NodeVector* x, NodeVector* sums);

// The same of shape and pressure: sums = A x + G dp, q = Gᵀ x − C dp.
void applyMixedPoints(const BrickRange& range, const GroupPoints* points, const GroupPointTangents* tangents,
                      const GroupCoupling* couplings, const NodeVector* x, const GroupPressure* dp,
                      NodeVector* sums, GroupPressure* q);

}  // namespace sinew::lattice
