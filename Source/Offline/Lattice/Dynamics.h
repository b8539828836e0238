// A body of cells in time, by backward Euler steps (lattice-skinning-2011, section 6): each the minimum of
// elasticity, loads and an inertial potential. The lattice's counterpart of Dynamics.h.
#pragma once

#include "Offline/Lattice/Newton.h"

namespace sinew::lattice {

struct DynamicsSettings {
    double timeStep = 1.0 / 120;  // s
    double massDamping = 0;       // 1/s, Rayleigh's α: drags on the velocity
    LatticeNewtonSettings newton;
};

struct DynamicState {
    std::vector<Vec3d> x, v;  // m, m/s
};

class DynamicSolver {
  public:
    // `levels` must outlive this. `masses`: kg per node.
    DynamicSolver(Multigrid& levels, std::vector<double> masses, const DynamicsSettings& settings,
                  const Jobs& jobs);

    // One time step. `heldAt`: where fixed nodes are at its end, read for those only. The loads' inertia is
    // not read. Not converged: `state` stays as it was.
    NewtonReport step(DynamicState& state, std::span<const Vec3d> heldAt, Loads loads = {});

  private:
    Multigrid& levels_;
    std::vector<double> masses_;
    DynamicsSettings settings_;
    Jobs jobs_;
    NewtonSolver newton_;
    std::vector<float> inertia_;  // N/m per node
    std::vector<Vec3d> coasting_;
};

}  // namespace sinew::lattice
