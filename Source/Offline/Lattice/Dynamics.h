// Dynamics of a body of cells by backward Euler steps (McAdams et al. 2011, section 6). Each step minimises
// the sum of elastic energy, loads and an inertial potential. Tets/Dynamics.h is the counterpart for
// tetrahedra.
#pragma once

#include "Offline/Lattice/Newton.h"

namespace sinew::lattice {

struct DynamicsSettings {
    double timeStep = 1.0 / 120;  // s
    double massDamping = 0;       // 1/s, Rayleigh's α: damps the velocity
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

    // Computes one time step. `heldAt` has the positions of fixed nodes at its end; the other entries are not
    // read. The inertia of `loads` is ignored. If the step does not converge, `state` is unchanged.
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
