// Newton's method with a line search on the energy: from any shape to one at rest.
#pragma once

#include <memory>

#include "Offline/Full/Reports.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/Linear/ConjugateGradient.h"
#include "Offline/Tets/Linear/Multilevel.h"

namespace sinew::tets {

// What depends on the body and on which nodes are held, made once for all poses.
class NewtonSolver {
  public:
    using Loads = std::span<const Potential* const>;

    // `body` must outlive this.
    NewtonSolver(const ElasticBody& body, const std::vector<bool>& held, const Jobs& jobs,
                 const ProgressCallback& progress = {});
    NewtonSolver(const NewtonSolver&) = delete;  // parts of it point at others
    NewtonSolver& operator=(const NewtonSolver&) = delete;

    const ElasticBody& body() const { return body_; }
    const FreeNodes& free() const { return free_; }

    // Minimises the body's elasticity plus `loads` over the free nodes. Held nodes stay where `x` has them.
    // Not converged: `x` is the shape it came to.
    NewtonReport solve(Loads loads, std::span<Vec3d> x, const NewtonSettings& settings = {});

  private:
    using Terms = std::span<const Potential* const>;
    struct Balance {
        double force, allowed;  // N
    };
    NewtonReport minimise(Terms terms, std::span<Vec3d> x, const NewtonSettings& settings);
    double energy(Terms terms, std::span<const Vec3d> x) const;
    // Σ of the terms' stiffness.
    void assemble(Terms terms, std::span<const Vec3d> x, bool definite, BlockMatrix<double>& into);
    // Sets force_.
    Balance balance(Terms terms, std::span<const Vec3d> x, const NewtonSettings& settings);
    // Sets matrix_ to K, made definite tet by tet, and the preconditioner to it.
    void precondition(Terms terms, std::span<const Vec3d> x, const ProgressCallback& progress);
    // Sets step_ to an approximate solution of k step = force.
    LinearStats solveFor(const BlockMatrix<double>& k, const LinearSettings& settings);
    // The same with the true K, preconditioned by the last definite one. Where K turns out not to be
    // definite, the step is CG's last before that, which leads downhill (Steihaug 1983); none where it was
    // the first.
    LinearStats trueDirection(Terms terms, std::span<const Vec3d> x, const LinearSettings& settings);
    // Sets trial_ to a shape of less energy on the way from x along step_; false where there is none.
    bool search(Terms terms, std::span<const Vec3d> x, const ProgressCallback& progress,
                NewtonReport& report);

    const ElasticBody& body_;
    Jobs jobs_;
    FreeNodes free_;
    std::shared_ptr<const Graph> graph_;
    std::vector<TetPlaces> places_;
    std::vector<std::uint32_t> diagonal_;
    MultilevelPlan plan_;
    BlockMatrix<double> matrix_, trueMatrix_;  // the second only once it is needed
    Multilevel<double> levels_;
    std::vector<Vec3d> force_, trial_, right_, step_;
};

}  // namespace sinew::tets
