// One step of time by an implicit method, in the form that both full solvers minimise: the positions at its
// end are those where the sum of elastic energy, loads, inertia and damping is least.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Math/Vec3.h"
#include "Offline/Full/Reports.h"

namespace sinew {

enum class Integrator : std::uint8_t {
    BackwardEuler,  // first order; damps a vibration by about ½ · angular frequency · time step of critical
    Newmark,        // β = ¼, γ = ½: second order, keeps the energy of a linear body without contacts
};

struct DynamicsSettings {
    Integrator integrator = Integrator::BackwardEuler;
    double timeStep = 0.004;      // s, the longest
    double massDamping = 0;       // 1/s, Rayleigh's α: damps the velocity
    double stiffnessDamping = 0;  // s, Rayleigh's β for the stiffness at rest: damps strain, not rotation
    int maxHalvings = 6;          // of a step that does not converge
    // Errors of steps add up, so they are solved more exactly than poses.
    NewtonSettings newton = {.relative = 1e-4, .maxIterations = 40, .minIterations = 1};

    bool operator==(const DynamicsSettings&) const = default;
};

struct DynamicState {
    std::vector<Vec3d> x, v, a;  // m, m/s, m/s² per node; the acceleration without that of contacts
};

// What a step adds to the energy of the positions x at its end.
struct StepTerms {
    // Inertia and mass damping: Σ ½ stiffness |x − target|² over the nodes. 0 N/m for held ones: what holds
    // them is not their inertia.
    std::vector<double> stiffness;
    std::vector<Vec3d> targets;
    // Damping of strain. The velocity at the end is velocityRate · (x − still).
    double stiffnessDamping = 0;  // s; 0 for none
    double velocityRate = 0;      // 1/s
    std::vector<Vec3d> still;
    const DynamicState* before = nullptr;  // the state at the start
    double carriedRate = 0;  // s: how much of the velocity at the start lies between `still` and x there
    // The shape with which the rate of strain is measured where it is not the unknown one: that at the end
    // or, by backward Euler, in the middle, as far as it can be foreseen. With it a rotation is no strain.
    std::vector<Vec3d> foreseen;

    // Factor on the forces of contacts. In Newmark's method they act in full at the end of a step, and are no
    // part of the acceleration at the start of the next, or flesh would bounce off with more energy than it
    // came with (Kane, Marsden, Ortiz, West 2000).
    double contacts = 1;

    // β · velocityRate: the factor of the damping's potential.
    double viscosity() const { return stiffnessDamping * velocityRate; }
};

// Backward Euler or Newmark for one step: the velocity at its end is rate · (x − still), the acceleration
// curve · (x − coasting).
class StepRule {
  public:
    // `state` must outlive this object.
    StepRule(Integrator integrator, double seconds, const DynamicState& state);

    // The positions at the end, extrapolated.
    const std::vector<Vec3d>& expected() const { return expected_; }

    // `x` has the expected positions, and those of held nodes as they will be.
    StepTerms terms(const DynamicsSettings& settings, std::span<const double> masses,
                    const std::vector<bool>& held, std::span<const Vec3d> x) const;

    // The state at the end. For held nodes the caller must replace velocities and accelerations: by the
    // integrator's recursion, those of a given motion would blow up.
    DynamicState end(std::vector<Vec3d> x) const;

  private:
    const DynamicState& state_;
    bool isFirstOrder_;
    double curve_, rate_, carriedRate_;
    std::vector<Vec3d> coasting_, still_, expected_;
};

}  // namespace sinew
