// Solves linear systems on the lattice by conjugate gradients, preconditioned with a V-cycle.
#pragma once

#include "Offline/Full/Reports.h"
#include "Offline/Lattice/Multigrid/Multigrid.h"

namespace sinew::lattice {

enum class Preconditioner { Multigrid, Diagonal, None };

class LinearSolver {
  public:
    // `levels` must outlive this.
    explicit LinearSolver(Multigrid& levels) : levels_(levels) {}

    // Solves A x = b from x = 0 with the operator of `levels`. b must be 0 at fixed nodes.
    LinearStats solve(const NodeVectors& b, NodeVectors& x, const LinearSettings& settings, const Jobs& jobs,
                      Preconditioner preconditioner = Preconditioner::Multigrid, const Cycle& cycle = {});

  private:
    // Iterates until convergence. Returns false if the preconditioner turns out not to be positive definite.
    bool iterate(const NodeVectors& b, NodeVectors& x, const LinearSettings& settings, const Jobs& jobs,
                 Preconditioner preconditioner, const Cycle& cycle, LinearStats& stats);
    void precondition(Preconditioner preconditioner, const Cycle& cycle, const Jobs& jobs);

    Multigrid& levels_;
    NodeVectors r_, z_, p_, q_;
};

}  // namespace sinew::lattice
