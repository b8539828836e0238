// Newton's method with a line search on the energy: finds an equilibrium from any shape.
#pragma once

#include <memory>

#include "Offline/Full/Reports.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/Linear/ConjugateGradient.h"
#include "Offline/Tets/Linear/Preconditioner.h"

namespace sinew::tets {

// Holds the data that depends on the body and on the held nodes, computed once for all poses.
class NewtonSolver {
  public:
    using Loads = std::span<const Potential* const>;

    // `body` must outlive this.
    NewtonSolver(const ElasticBody& body, const std::vector<bool>& held, const Jobs& jobs,
                 const ProgressCallback& progress = {});
    NewtonSolver(const NewtonSolver&) = delete;  // parts point at each other
    NewtonSolver& operator=(const NewtonSolver&) = delete;

    const ElasticBody& body() const { return body_; }
    const FreeNodes& free() const { return free_; }

    // Minimises the elastic energy of the body plus `loads` over the free nodes. Held nodes keep their
    // positions in `x`. If it does not converge, `x` is the last shape that was reached.
    NewtonReport solve(Loads loads, std::span<Vec3d> x, const NewtonSettings& settings = {});

  private:
    using Terms = std::span<const Potential* const>;
    struct Balance {
        double force, allowed;  // N
    };
    NewtonReport minimise(Terms terms, std::span<Vec3d> x, const NewtonSettings& settings);
    double energy(Terms terms, std::span<const Vec3d> x) const;
    // Assembles the sum of the stiffness of all terms.
    void assemble(Terms terms, std::span<const Vec3d> x, bool definite, BlockMatrix<double>& into);
    // Sets force_.
    Balance balance(Terms terms, std::span<const Vec3d> x, const NewtonSettings& settings);
    // Sets matrix_ to K, made definite tet by tet, and computes its preconditioner.
    void precondition(Terms terms, std::span<const Vec3d> x, const ProgressCallback& progress);
    // Sets step_ to an approximate solution of k step = force.
    LinearStats solveFor(const BlockMatrix<double>& k, const LinearSettings& settings);
    // The same with the true K, preconditioned by the last definite one. If K is not definite, the step is
    // the last CG iterate before that was detected, which leads downhill (Steihaug 1983), or none if it was
    // the first.
    LinearStats trueDirection(Terms terms, std::span<const Vec3d> x, const LinearSettings& settings);
    // Sets trial_ to a shape of lower energy along step_ from x. Returns false if there is none.
    bool search(Terms terms, std::span<const Vec3d> x, const ProgressCallback& progress,
                NewtonReport& report);

    const ElasticBody& body_;
    Jobs jobs_;
    FreeNodes free_;
    std::shared_ptr<const Graph> graph_;
    ElementPlaces places_;
    std::vector<std::uint32_t> diagonal_;
    MultilevelPlan plan_;
    BlockMatrix<double> matrix_, trueMatrix_;  // the second is allocated when it is first needed
    std::unique_ptr<Preconditioner> levels_;
    std::vector<Vec3d> force_, trial_, right_, step_;
};

}  // namespace sinew::tets
