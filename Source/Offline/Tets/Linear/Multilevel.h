// The multilevel preconditioner: Galerkin coarse levels on lattices of doubling width, a Chebyshev smoother
// with 3×3 diagonal blocks, and a sparse direct solver on the coarsest level. It is symmetric, so CG can use
// it.
#pragma once

#include <memory>

#include "Offline/Progress.h"
#include "Offline/Tets/Linear/Galerkin.h"

namespace sinew::tets {

// An upper bound of the eigenvalues of D⁻¹A, with D the diagonal blocks of A, for sums A of semi-definite
// matrices over elements with so many nodes; 0 if none is known that is of use. The matrix of a linear tet is
// at most four times its diagonal blocks; those of larger elements are usually far below the number of nodes.
constexpr double largestEigenvalueFor(std::size_t nodesPerElement) {
    return nodesPerElement == 4 ? 4 : 0;
}

// The data that depends on the mesh and on the set of free nodes, but not on matrix values.
struct MultilevelPlan {
    std::shared_ptr<const Graph> graph;  // of the finest level
    std::vector<std::unique_ptr<Galerkin>> steps;
    double largest;  // of the finest level
};

// `spacing` is the approximate distance between nodes; the first coarse lattice is a few times as wide.
// `largest` is an upper bound of the eigenvalues of D⁻¹A; if it is 0, they are estimated for every A.
MultilevelPlan planMultilevel(std::shared_ptr<const Graph> graph, std::span<const Vec3d> positions,
                              double spacing, const ProgressCallback& progress = {},
                              double largest = largestEigenvalueFor(4));

template <class T>
class Multilevel {
  public:
    // The plan must outlive this.
    explicit Multilevel(const MultilevelPlan& plan);
    ~Multilevel();
    Multilevel(const Multilevel&) = delete;
    Multilevel& operator=(const Multilevel&) = delete;

    // Rebuilds the coarse levels for new matrix values. `a` must not change until the last call of apply().
    void update(const BlockMatrix<T>& a, const Jobs& jobs, const ProgressCallback& progress = {});

    // z ≈ A⁻¹ r, by one V-cycle.
    void apply(std::span<const Vec3<T>> r, std::span<Vec3<T>> z, const Jobs& jobs);

  private:
    struct Level;
    struct Bottom;

    void cycle(std::size_t level, const Jobs& jobs);

    const MultilevelPlan* plan_;
    std::vector<Level> levels_;
    std::unique_ptr<Bottom> bottom_;
};

}  // namespace sinew::tets
