// Dynamics of a body by implicit steps. Each step minimises the sum of elastic energy, loads and an inertial
// potential.
#pragma once

#include "Offline/Tets/Newton.h"

namespace sinew::tets {

enum class Integrator {
    BackwardEuler,  // first order, with numerical damping
    Newmark,        // β = ¼, γ = ½: second order, keeps the energy of a linear body
};

struct DynamicsSettings {
    Integrator integrator = Integrator::BackwardEuler;
    double timeStep = 1.0 / 120;  // s
    double massDamping = 0;       // 1/s, Rayleigh's α: damps the velocity
    double stiffnessDamping = 0;  // s, Rayleigh's β for the stiffness at rest: damps strain, not rotation
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

    // The initial state at `x` with velocities `v`. Accelerations of free nodes follow from the forces.
    DynamicState start(std::vector<Vec3d> x, std::vector<Vec3d> v, Loads loads = {}) const;

    // Computes one time step. `heldAt` has the positions of held nodes at its end; the other entries are not
    // read. If it does not converge, `state` is unchanged.
    NewtonReport step(DynamicState& state, std::span<const Vec3d> heldAt, Loads loads = {});

  private:
    const ElasticBody& body_;
    DynamicsSettings settings_;
    Jobs jobs_;
    NewtonSolver newton_;
};

}  // namespace sinew::tets
