// One term of what a solve minimises: elasticity, loads, inertia.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "Offline/Tets/Linear/BlockMatrix.h"

namespace sinew::tets {

// Where the 16 blocks of a tet go in the matrix; FreeNodes::kHeld where a node is held.
using TetPlaces = std::array<std::uint32_t, 16>;

std::vector<TetPlaces> tetPlaces(std::span<const Tet> tets, const Graph& graph, const FreeNodes& free);

// The matrix that all terms add to, over the free nodes.
struct StiffnessSum {
    const FreeNodes& free;
    std::span<const TetPlaces> places;
    std::span<const std::uint32_t> diagonal;  // where the diagonal block of each free node is
    BlockMatrix<double>& matrix;
    bool definite = true;  // what is added must be positive semi-definite, else it must be the true Hessian

    void add(std::uint32_t place, const Mat3d& block) { matrix.value[place] = matrix.value[place] + block; }
    // Does nothing where the node is held.
    void addDiagonal(std::uint32_t node, const Mat3d& block) {
        if (!free.isHeld(node)) add(diagonal[free.freeOfNode[node]], block);
    }
};

class Potential {
  public:
    virtual ~Potential() = default;

    virtual double energy(std::span<const Vec3d> x, const Jobs& jobs) const = 0;
    // f −= ∂energy/∂x.
    virtual void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const = 0;
    // ∂²energy/∂x²; where `sum` asks for it, something near that is positive semi-definite.
    virtual void addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs& jobs) const = 0;
    // Σ |force|² of what this holds nodes with. Converged means that the rest is small beside it.
    virtual double squaredReaction(std::span<const Vec3d>) const { return 0; }
};

}  // namespace sinew::tets
