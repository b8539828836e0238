#include "Offline/Lattice/Newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew::lattice {

Balance NewtonSolver::linearise(const Loads& loads, std::span<const Vec3d> x, const Jobs& jobs) {
    const Cells& cells = levels_.finest().cells();
    Balance balance;
    ties_.clear();
    if (loads.ties) loads.ties(x, ties_);
    levels_.setTies(activeTies(ties_, cells, x));
    balance.energy = levels_.linearise(x, gradient_, jobs);
    addLoads(loads, ties_, cells, x, gradient_, balance);
    addForces(levels_.finest(), gradient_, balance);
    return balance;
}

NewtonSolver::Trial NewtonSolver::tryStep(const Loads& loads, std::span<const Vec3d> x, double fraction,
                                          const Jobs& jobs) {
    Level& finest = levels_.finest();
    for (std::size_t n = 0; n < x.size(); ++n) trial_[n] = x[n] + asVec3(step_[n]) * fraction;
    Balance there;
    there.energy = finest.evaluate(trial_, gradient_, jobs);
    addLoads(loads, ties_, finest.cells(), trial_, gradient_, there);
    return {fraction, there.energy, dotProduct(gradient_, step_, jobs)};
}

// Backtracking line search. The definite stiffness is too stiff where flesh buckles, so a full step is
// doubled as long as the energy still falls steeply at its end.
bool NewtonSolver::search(const Loads& loads, std::span<const Vec3d> x, const Balance& here,
                          NewtonReport& report, const Jobs& jobs) {
    constexpr double kStillSteep = 0.3, kFarthest = 8;
    constexpr int kMaxHalvings = 10;
    const Descent descent{here.energy, -dotProduct(right_, step_, jobs),
                          levels_.finest().energyNoise(here.energy - here.ofForces)};
    if (!(descent.slope < 0)) return false;
    Trial best = tryStep(loads, x, 1, jobs);
    for (int i = 1; !descent.accepts(best.fraction, best.energy, best.slope); ++i) {
        ++report.halvings;
        if (i == kMaxHalvings) return false;
        best = tryStep(loads, x, best.fraction / 2, jobs);
    }
    while (best.fraction >= 1 && best.fraction < kFarthest && best.slope < kStillSteep * descent.slope) {
        const std::vector<Vec3d> kept = trial_;
        const Trial farther = tryStep(loads, x, 2 * best.fraction, jobs);
        if (!(farther.energy < best.energy)) {
            trial_ = kept;
            break;
        }
        best = farther;
    }
    return true;
}

NewtonReport NewtonSolver::solve(const Loads& loads, std::span<Vec3d> x,
                                 const LatticeNewtonSettings& settings, const Jobs& jobs) {
    const Level& finest = levels_.finest();
    NewtonReport report;
    report.force = report.allowed = std::numeric_limits<double>::quiet_NaN();
    levels_.setShift({loads.inertia.begin(), loads.inertia.end()});
    trial_.assign(x.begin(), x.end());
    right_.resize(x.size());
    for (;;) {
        const Balance balance = linearise(loads, x, jobs);
        if (!std::isfinite(balance.energy) || !std::isfinite(balance.free)) return report;
        report.energy = balance.energy;
        report.force = std::sqrt(balance.free);
        report.allowed = settings.newton.relative * std::sqrt(balance.reaction) + settings.absoluteForce;
        report.converged = report.force <= report.allowed;
        if (report.converged || report.iterations >= settings.newton.maxIterations) return report;
        if (settings.shouldStop && settings.shouldStop()) return report;
        const double done = std::min(1.0, report.allowed / report.force);
        sinew::report(settings.newton.progress, done);
        for (std::uint32_t n = 0; n < x.size(); ++n) {
            const NodeVector& g = gradient_[n];
            right_[n] = finest.isFixed(n) ? NodeVector{} : NodeVector{-g.x, -g.y, -g.z, 0};
        }
        levels_.update(jobs);
        // Not more exact than convergence of the Newton iteration needs.
        const double tolerance = std::max(settings.linearTolerance, 0.3 * report.allowed / report.force);
        const LinearSettings exactness{tolerance, 200, part(settings.newton.progress, done, done)};
        const LinearStats linear =
            linear_.solve(right_, step_, exactness, jobs, Preconditioner::Multigrid, settings.cycle);
        ++report.iterations;
        report.linearIterations += linear.iterations;
        if (!search(loads, x, balance, report, jobs)) return report;
        std::copy(trial_.begin(), trial_.end(), x.begin());
    }
}

}  // namespace sinew::lattice
