// Newton's method on the lattice: from any shape to one at rest, or one time step on.
#pragma once

#include "Offline/Lattice/HexLinear.h"
#include "Offline/Lattice/HexLoads.h"
#include "Offline/Solve/Newton.h"

namespace sinew {

struct HexNewtonSettings {
    NewtonSettings newton;
    double absoluteForce = 0;  // N; NewtonSettings' absolute · E · A
    double linearTolerance = 0.05;
    HexCycle cycle;
    // Asked before each step: true ends the solve, not converged, as it stands.
    std::function<bool()> isEnough = {};
};

class HexNewton {
  public:
    // `levels` must outlive this.
    explicit HexNewton(HexMultigrid& levels) : levels_(levels), linear_(levels) {}

    // Minimises over the nodes that are not fixed; the others stay where `x` has them. Not converged: `x` is
    // the shape it came to, and so it is where Stopped is thrown.
    NewtonReport solve(const HexLoads& loads, std::span<Vec3d> x, const HexNewtonSettings& settings,
                       const Jobs& jobs);

    // Of the last shape.
    std::span<const HexTie> ties() const { return ties_; }

  private:
    HexBalance linearise(const HexLoads& loads, std::span<const Vec3d> x, const Jobs& jobs);
    // Where a part of the step leads; sets trial_.
    struct Trial {
        double fraction, energy, slope;
    };
    Trial tryStep(const HexLoads& loads, std::span<const Vec3d> x, double fraction, const Jobs& jobs);
    bool search(const HexLoads& loads, std::span<const Vec3d> x, const HexBalance& here, NewtonReport& report,
                const Jobs& jobs);

    HexMultigrid& levels_;
    HexLinear linear_;
    std::vector<HexTie> ties_;
    HexVectors gradient_, right_, step_;
    std::vector<Vec3d> trial_;
};

}  // namespace sinew
