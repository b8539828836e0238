// The multilevel preconditioner: Galerkin coarse levels on lattices of doubling width, a Chebyshev smoother
// over 3×3 diagonal blocks, a sparse direct solve at the bottom. Symmetric, so that CG may use it.
#pragma once

#include <memory>

#include "Offline/Progress.h"
#include "Offline/Tets/Linear/Galerkin.h"

namespace sinew::tets {

// Everything that depends on the mesh and on which nodes are free, but not on numbers.
struct MultilevelPlan {
    std::shared_ptr<const Graph> graph;  // of the finest level
    std::vector<std::unique_ptr<Galerkin>> steps;
};

// `spacing`: about the distance between nodes; the first coarse lattice is a few times that.
MultilevelPlan planMultilevel(std::shared_ptr<const Graph> graph, std::span<const Vec3d> positions,
                              double spacing, const ProgressCallback& progress = {});

template <class T>
class Multilevel {
  public:
    // The plan must outlive this.
    explicit Multilevel(const MultilevelPlan& plan);
    ~Multilevel();
    Multilevel(const Multilevel&) = delete;
    Multilevel& operator=(const Multilevel&) = delete;

    // Rebuilds the coarse levels for new numbers. `a` must stay as it is while apply() is called.
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
