// The kernels of the lattice for the instruction set of this machine, or for another.
#pragma once

#include "Math/InstructionSet.h"
#include "Math/Vec3.h"
#include "Offline/Lattice/Multigrid/Layout.h"

namespace sinew::lattice {

// A range of bricks of a level. Sums are written per slot, beginning with the first slot of the first brick.
struct BrickRange {
    const Bricks& level;
    std::uint32_t begin, end;
    InstructionSet set = bestInstructionSet();

    std::uint32_t firstSlot() const { return level.bricks[begin].firstSlot; }
};

// sums[slot] = the product of the tangent stiffness with x, brick by brick.
void applyBricks(const BrickRange& range, const GroupTangent* tangents, const NodeVector* x,
                 NodeVector* sums);

// sums[slot] = the diagonal of the tangent stiffness.
void diagonalOfBricks(const BrickRange& range, const GroupTangent* tangents, NodeVector* sums);

// The same of shape and pressure, symmetric and indefinite: sums = A x + G dp, q = Gᵀ x − C dp, with A the
// tangents and G and C from the couplings.
void applyMixedBricks(const BrickRange& range, const GroupTangent* tangents, const GroupCoupling* couplings,
                      const NodeVector* x, const GroupPressure* dp, NodeVector* sums, GroupPressure* q);

// Computes energy, its gradient per slot, and the tangents of a shape.
void evaluateBricks(const BrickRange& range, const Vec3d* x, const CellStates& cells, const CellLaw& law,
                    Evaluation out);

// The same for deformation gradients to which the displacement `u` is added.
void evaluateBricks(const BrickRange& range, const NodeVector* u, const CellStates& cells, const CellLaw& law,
                    Evaluation out);

// sums[slot] += the damping of x, brick by brick.
void addViscosity(const BrickRange& range, const CellViscosity& of, const NodeVector* x, NodeVector* sums);

// sums[slot] += the diagonal of the damping.
void addViscousDiagonal(const BrickRange& range, const CellViscosity& of, NodeVector* sums);

}  // namespace sinew::lattice
