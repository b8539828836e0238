// Newton's method on the lattice: finds an equilibrium from any shape, or computes one time step.
#pragma once

#include "Offline/Full/Reports.h"
#include "Offline/Lattice/Loads.h"
#include "Offline/Lattice/Multigrid/Linear.h"

namespace sinew::lattice {

struct LatticeNewtonSettings {
    NewtonSettings newton;
    double absoluteForce = 0;  // N: NewtonSettings::absolute · Young's modulus · skin area
    double linearTolerance = 0.05;
    Cycle cycle;
    // Called before each step. Returning true ends the solve with the current shape, not converged.
    std::function<bool()> shouldStop = {};
};

class NewtonSolver {
  public:
    // `levels` must outlive this.
    explicit NewtonSolver(Multigrid& levels) : levels_(levels), linear_(levels) {}

    // Minimises over the nodes that are not fixed; the others keep their positions in `x`. If it does not
    // converge, or throws Stopped, `x` is the last shape that was reached.
    NewtonReport solve(const Loads& loads, std::span<Vec3d> x, const LatticeNewtonSettings& settings,
                       const Jobs& jobs);

    // The ties of the last shape.
    std::span<const Tie> ties() const { return ties_; }

  private:
    Balance linearise(const Loads& loads, std::span<const Vec3d> x, const Jobs& jobs);
    // The result of a part of the step; sets trial_.
    struct Trial {
        double fraction, energy, slope;
    };
    Trial tryStep(const Loads& loads, std::span<const Vec3d> x, double fraction, const Jobs& jobs);
    bool search(const Loads& loads, std::span<const Vec3d> x, const Balance& here, NewtonReport& report,
                const Jobs& jobs);

    Multigrid& levels_;
    LinearSolver linear_;
    std::vector<Tie> ties_;
    NodeVectors gradient_, right_, step_;
    std::vector<Vec3d> trial_;
};

}  // namespace sinew::lattice
