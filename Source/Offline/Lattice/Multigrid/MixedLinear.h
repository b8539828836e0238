// Solves linear systems of displacements and pressures,
//
//     | A   G | |x|   |b|
//     | Gᵀ −C | |p| = |c|
//
// which are symmetric and indefinite, by MINRES (Paige and Saunders 1975; with a preconditioner as in Elman,
// Silvester, Wathen 2014, algorithm 4.1). The preconditioner is a V-cycle of A, which contains only a part of
// the resistance to growing volume, and the diagonal that estimates C + GᵀA⁻¹G.
//
// Deviation from Patterson, Mitchell, Sifakis 2012, who use symmetric QMR without multigrid.
#pragma once

#include "Offline/Full/Reports.h"
#include "Offline/Lattice/Multigrid/Multigrid.h"

namespace sinew::lattice {

struct MixedVector {
    NodeVectors x;      // m, or N
    PressureVectors p;  // Pa, or m³
};

class MixedSolver {
  public:
    // `levels` must outlive this object; its finest level must have been linearised with pressures.
    explicit MixedSolver(Multigrid& levels) : levels_(levels) {}

    // Solves from 0. b.x must be 0 at fixed nodes, b.p where there is no cell. The residual that is reported
    // is in the norm of the preconditioner.
    LinearStats solve(const MixedVector& b, MixedVector& x, const LinearSettings& settings, const Jobs& jobs,
                      const Cycle& cycle = {});

  private:
    // Returns false if the preconditioner turns out not to be positive definite.
    bool iterate(const MixedVector& b, MixedVector& x, const LinearSettings& settings, const Jobs& jobs,
                 const Cycle& cycle, LinearStats& stats);
    // z = P⁻¹ v. Returns √(vᵀz); NaN if P is not definite.
    double precondition(const MixedVector& v, MixedVector& z, const Cycle& cycle, const Jobs& jobs);

    Multigrid& levels_;
    MixedVector v_, lastV_, z_, az_, w_, lastW_;
};

}  // namespace sinew::lattice
