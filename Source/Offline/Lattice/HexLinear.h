// Linear systems on the lattice: conjugate gradients, each step preconditioned by a V-cycle.
#pragma once

#include "Offline/Lattice/HexMultigrid.h"
#include "Offline/Solve/ConjugateGradient.h"

namespace sinew {

enum class HexPreconditioner { Multigrid, Diagonal, None };

class HexLinear {
  public:
    // `levels` must outlive this.
    explicit HexLinear(HexMultigrid& levels) : levels_(levels) {}

    // A x = b from x = 0, by the operator that `levels` have. b must be 0 at fixed nodes.
    LinearStats solve(const HexVectors& b, HexVectors& x, const LinearSettings& settings, const Jobs& jobs,
                      HexPreconditioner preconditioner = HexPreconditioner::Multigrid,
                      const HexCycle& cycle = {});

  private:
    // Goes on until all is solved, or until the preconditioner turns out not to be positive: false.
    bool iterate(const HexVectors& b, HexVectors& x, const LinearSettings& settings, const Jobs& jobs,
                 HexPreconditioner preconditioner, const HexCycle& cycle, LinearStats& stats);
    void precondition(HexPreconditioner preconditioner, const HexCycle& cycle, const Jobs& jobs);

    HexMultigrid& levels_;
    HexVectors r_, z_, p_, q_;
};

}  // namespace sinew
