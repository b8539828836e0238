// Newton's method on the lattice: from any shape to one at rest, or one time step on.
#pragma once

#include <functional>

#include "Offline/Lattice/HexLinear.h"
#include "Offline/Solve/Newton.h"

namespace sinew {

// What acts on a body besides its elasticity.
struct HexLoads {
    // Ties of a shape: springs, and what touches there. Asked once per step of Newton's method.
    std::function<void(std::span<const Vec3d> x, std::vector<HexTie>& ties)> ties;
    std::span<const Vec3d> forces = {};  // N per node; empty: none
    // Inertia: ½ stiffness |x − target|² per node; empty: none.
    std::span<const float> inertia = {};
    std::span<const Vec3d> inertiaTargets = {};
};

struct HexNewtonSettings {
    NewtonSettings newton;
    double absoluteForce = 0;  // N; NewtonSettings' absolute · E · A
    double linearTolerance = 0.05;
    HexCycle cycle;
    std::function<bool()> isEnough =
        {};  // asked before each step: ends the solve, not converged, as it stands
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
    struct State {
        double energy = 0;
        double free = 0, reaction = 0;  // |force|² on free nodes, and of what holds
    };
    // Adds everything but elasticity to gradient_ and the energy.
    void addLoads(const HexLoads& loads, std::span<const Vec3d> x, State& state) const;
    void addTies(std::span<const Vec3d> x, State& state) const;
    State linearise(const HexLoads& loads, std::span<const Vec3d> x, const Jobs& jobs);
    State evaluate(const HexLoads& loads, std::span<const Vec3d> x, const Jobs& jobs);
    void measure(State& state) const;
    bool search(const HexLoads& loads, std::span<const Vec3d> x, const State& from, NewtonReport& report,
                const Jobs& jobs);

    HexMultigrid& levels_;
    HexLinear linear_;
    std::vector<HexTie> ties_;
    mutable HexVectors gradient_;
    HexVectors right_, step_;
    std::vector<Vec3d> trial_;
};

}  // namespace sinew
