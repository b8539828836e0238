// The nonlinear multigrid cycle (lattice-skinning-2011, algorithm 3): coarser levels do not solve a
// linearised system but the elasticity of F = F_off + G[u], with u the correction and F_off the averaged
// gradients of the finer level. For very sudden motion, where one linear system after the other is far from
// the truth.
#pragma once

#include "Offline/Full/Reports.h"
#include "Offline/Lattice/Loads.h"
#include "Offline/Lattice/Multigrid/Multigrid.h"

namespace sinew::lattice {

struct NonlinearCycleSettings {
    NewtonSettings newton;         // maxIterations: cycles
    double absoluteForce = 0;      // N; NewtonSettings' absolute · E · A
    Sweeps sweeps = {.count = 3};  // between one linearisation and the next
    int linearisations = 2;        // before, and after, each correction
    Sweeps bottomSweeps = {.count = 24, .smoothed = 300};
    int bottomLinearisations = 4;
    // Asked before each cycle: true ends the solve, not converged, as it stands.
    std::function<bool()> shouldStop = {};
};

class NonlinearCycle {
  public:
    // `levels` must outlive this.
    explicit NonlinearCycle(Multigrid& levels) : levels_(levels), scratch_(levels.levels()) {}

    // As NewtonSolver::solve(); its steps are cycles here. The energy never rises but by rounding.
    NewtonReport solve(const Loads& loads, std::span<Vec3d> x, const NonlinearCycleSettings& settings,
                       const Jobs& jobs);

    // Of the last shape.
    std::span<const Tie> ties() const { return ties_; }

  private:
    // A level's functional: its energy of u, less right·u on all but the finest.
    struct Scratch {
        NodeVectors u, trial, gradient, right, downhill, step, direction;
        double energy = 0, noise = 0;  // J
    };
    struct Call {
        const Loads& loads;
        const NonlinearCycleSettings& settings;
        const Jobs& jobs;
        NewtonReport& report;
    };
    // Sets gradient, tangents and energy to those of a correction.
    double evaluate(std::size_t level, const NodeVectors& u, const Call& call);
    // Moves u along step, as far as that leads down.
    void descend(std::size_t level, const Call& call);
    // Sets trial and goes to u + fraction · step; the slope there.
    double probe(std::size_t level, double fraction, double& energy, const Call& call);
    // The same from its end on, where it is worth it.
    void extend(std::size_t level, double fraction, const Call& call);
    void smooth(std::size_t level, const Sweeps& sweeps, int linearisations, bool spectrum, const Call& call);
    void correct(std::size_t level, const Call& call);
    void cycle(std::size_t level, const Call& call);
    Balance start(std::span<const Vec3d> x, const Call& call);
    std::span<const GroupGradient> gradientsOf(std::size_t level) const;

    Multigrid& levels_;
    std::vector<Scratch> scratch_;
    std::vector<Tie> ties_;
    std::vector<Vec3d> base_, moved_;  // the shape that the finest level corrects, and the corrected one
    Balance balance_;
};

}  // namespace sinew::lattice
