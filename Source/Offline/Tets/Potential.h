// One term of the energy that a solve minimises: elasticity, loads, inertia.
#pragma once

#include <span>
#include <vector>

#include "Offline/Tets/Linear/BlockMatrix.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew::tets {

// The positions of the blocks of each element in the matrix.
class ElementPlaces {
  public:
    ElementPlaces() = default;
    // All elements must have the same number of nodes.
    ElementPlaces(const ElementNodes& elements, const Graph& graph, const FreeNodes& free);

    // For nodes a and b of an element with n nodes, at n · a + b; FreeNodes::kHeld if either is held.
    std::span<const std::uint32_t> operator[](std::uint32_t element) const {
        return {places_.data() + element * each_, each_};
    }

  private:
    std::vector<std::uint32_t> places_;
    std::size_t each_ = 0;
};

// The matrix that all terms add to, over the free nodes.
struct StiffnessSum {
    const FreeNodes& free;
    const ElementPlaces& places;
    std::span<const std::uint32_t> diagonal;  // position of the diagonal block of each free node
    BlockMatrix<double>& matrix;
    // If true, added terms must be positive semi-definite; otherwise they must be the true Hessian.
    bool definite = true;

    void add(std::uint32_t place, const Mat3d& block) { matrix.value[place] = matrix.value[place] + block; }
    // Does nothing for a held node.
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
    // Adds ∂²energy/∂x² or, if sum.definite is set, a positive semi-definite approximation.
    virtual void addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs& jobs) const = 0;
    // Σ |force|² of the forces with which this term holds nodes. The solve has converged if the remaining
    // forces are small relative to it.
    virtual double squaredReaction(std::span<const Vec3d>) const { return 0; }
};

}  // namespace sinew::tets
