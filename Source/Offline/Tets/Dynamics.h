// A body in time: implicit steps, each the minimum of elasticity, loads and an inertial potential.
#pragma once

#include "Offline/Tets/Newton.h"

namespace sinew::tets {

enum class Integrator {
    BackwardEuler,  // first order, damps by itself
    Newmark,        // β = ¼, γ = ½: second order, keeps the energy of a linear body
};

struct DynamicsSettings {
    Integrator integrator = Integrator::BackwardEuler;
    double timeStep = 1.0 / 120;  // s
    double massDamping = 0;       // 1/s, Rayleigh's α: drags on the velocity
    double stiffnessDamping = 0;  // s, Rayleigh's β on the stiffness at rest: drags on strain, not on turning
    NewtonSettings newton = {.relative = 1e-4, .absolute = 1e-7};
};

struct DynamicState {
    std::vector<Vec3d> x, v, a;  // m, m/s, m/s²
};

class DynamicSolver {
  public:
    using Loads = NewtonSolver::Loads;

    // `body` must outlive this.
    DynamicSolver(const ElasticBody& body, const std::vector<bool>& held, const DynamicsSettings& settings,
                  const Jobs& jobs);

    // At `x` with velocities `v`; accelerations of free nodes are those of the forces there.
    DynamicState start(std::vector<Vec3d> x, std::vector<Vec3d> v, Loads loads = {}) const;

    // One time step. `heldAt`: where held nodes are at its end, read for those only. Not converged: `state`
    // stays as it was.
    NewtonReport step(DynamicState& state, std::span<const Vec3d> heldAt, Loads loads = {});

  private:
    const ElasticBody& body_;
    DynamicsSettings settings_;
    Jobs jobs_;
    NewtonSolver newton_;
};

}  // namespace sinew::tets
