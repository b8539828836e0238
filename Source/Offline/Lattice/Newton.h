// Newton's method on the lattice: from any shape to one at rest, or one time step on.
#pragma once

#include "Offline/Full/Reports.h"
#include "Offline/Lattice/Loads.h"
#include "Offline/Lattice/Multigrid/Linear.h"

namespace sinew::lattice {

struct LatticeNewtonSettings {
    NewtonSettings newton;
    double absoluteForce = 0;  // N; NewtonSettings' absolute · E · A
    double linearTolerance = 0.05;
    Cycle cycle;
    // Asked before each step: true ends the solve, not converged, as it stands.
    std::function<bool()> shouldStop = {};
};

class NewtonSolver {
  public:
    // `levels` must outlive this.
    explicit NewtonSolver(Multigrid& levels) : levels_(levels), linear_(levels) {}

    // Minimises over the nodes that are not fixed; the others stay where `x` has them. Not converged: `x` is
    // the shape it came to, and so it is where Stopped is thrown.
    NewtonReport solve(const Loads& loads, std::span<Vec3d> x, const LatticeNewtonSettings& settings,
                       const Jobs& jobs);

    // Of the last shape.
    std::span<const Tie> ties() const { return ties_; }

  private:
    Balance linearise(const Loads& loads, std::span<const Vec3d> x, const Jobs& jobs);
    // Where a part of the step leads; sets trial_.
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
