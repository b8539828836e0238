// The nonlinear multigrid cycle (McAdams et al. 2011, algorithm 3). Coarser levels do not solve a linearised
// system but the elasticity of F = F_off + G[u], where u is the correction and F_off are the averaged
// gradients of the finer level. It is meant for very sudden motion, for which a sequence of linear systems is
// a poor approximation.
#pragma once

#include "Offline/Full/Reports.h"
#include "Offline/Lattice/Loads.h"
#include "Offline/Lattice/Multigrid/Multigrid.h"

namespace sinew::lattice {

struct NonlinearCycleSettings {
    NewtonSettings newton;         // maxIterations is the number of cycles
    double absoluteForce = 0;      // N: NewtonSettings::absolute · Young's modulus · skin area
    Sweeps sweeps = {.count = 3};  // per linearisation
    int linearisations = 2;        // number before, and after, each correction
    Sweeps bottomSweeps = {.count = 24, .smoothed = 300};
    int bottomLinearisations = 4;
    // Called before each cycle. Returning true ends the solve with the current shape, not converged.
    std::function<bool()> shouldStop = {};
};

class NonlinearCycle {
  public:
    // `levels` must outlive this.
    explicit NonlinearCycle(Multigrid& levels) : levels_(levels), scratch_(levels.levels()) {}

    // Like NewtonSolver::solve(), but a step is a cycle. The energy never increases except by rounding.
    NewtonReport solve(const Loads& loads, std::span<Vec3d> x, const NonlinearCycleSettings& settings,
                       const Jobs& jobs);

    // The ties of the last shape.
    std::span<const Tie> ties() const { return ties_; }

  private:
    // The functional of a level: its energy at u, minus right · u on all levels but the finest.
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
    // Sets gradient, tangents and energy for the correction u.
    double evaluate(std::size_t level, const NodeVectors& u, const Call& call);
    // Moves u along the step as far as the energy decreases.
    void descend(std::size_t level, const Call& call);
    // Sets trial to u + fraction · step and returns the slope there.
    double probe(std::size_t level, double fraction, double& energy, const Call& call);
    // Extends the step beyond its end if that decreases the energy enough.
    void extend(std::size_t level, double fraction, const Call& call);
    void smooth(std::size_t level, const Sweeps& sweeps, int linearisations, bool spectrum, const Call& call);
    void correct(std::size_t level, const Call& call);
    void cycle(std::size_t level, const Call& call);
    Balance start(std::span<const Vec3d> x, const Call& call);
    std::span<const GroupGradient> gradientsOf(std::size_t level) const;

    Multigrid& levels_;
    std::vector<Scratch> scratch_;
    std::vector<Tie> ties_;
    std::vector<Vec3d> base_, moved_;  // the shape that the finest level corrects, and the corrected shape
    Balance balance_;
};

}  // namespace sinew::lattice
