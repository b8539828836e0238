#include "Offline/Lattice/Newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew::lattice {

void NewtonSolver::setMixed(bool mixed) {
    setPressures(mixed ? PressureVectors(levels_.finest().map().groups()) : PressureVectors());
}

double NewtonSolver::volumeError() const {
    const double cell = std::pow(levels_.finest().cells().width, 3);
    double squares = 0;
    for (const GroupCoupling& coupling : levels_.finest().couplings()) {
        for (const float residual : coupling.residual) {
            const double part = static_cast<double>(residual) / cell;
            squares += part * part;
        }
    }
    return std::sqrt(squares / levels_.finest().cells().cellCount());
}

void NewtonSolver::addPressures(float factor, const Jobs& jobs) {
    PressureVectors p = pressures();
    parallelForRanges(jobs, static_cast<std::uint32_t>(p.size()), kNodeGrain,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t g = begin; g < end; ++g) {
                              for (std::uint32_t i = 0; i < kGroupLanes; ++i)
                                  p[g].p[i] += factor * pressureStep_[g].p[i];
                          }
                      });
    setPressures(std::move(p));
}

LinearStats NewtonSolver::findStep(const LinearSettings& exactness, const Cycle& cycle, const Jobs& jobs) {
    if (!isMixed()) {
        return linear_.solve(right_, step_, exactness, jobs, Preconditioner::Multigrid, cycle);
    }
    const std::span<const GroupCoupling> couplings = levels_.finest().couplings();
    MixedVector right{right_, PressureVectors(couplings.size())}, found;
    for (std::size_t g = 0; g < couplings.size(); ++g) {
        for (std::uint32_t i = 0; i < kGroupLanes; ++i) right.p[g].p[i] = -couplings[g].residual[i];
    }
    const LinearStats stats = mixed_.solve(right, found, exactness, jobs, cycle);
    step_ = std::move(found.x);
    pressureStep_ = std::move(found.p);
    for (std::size_t g = 0; g < couplings.size(); ++g) {
        for (std::uint32_t i = 0; i < kGroupLanes; ++i) pressureStep_[g].p[i] *= couplings[g].gain[i];
    }
    addPressures(1, jobs);
    return stats;
}

// New pressures are another energy: that at the start, too, is not what it was.
Descent NewtonSolver::descentFrom(const Loads& loads, std::span<const Vec3d> x, const Balance& here,
                                  const Jobs& jobs) {
    const double noise = levels_.finest().energyNoise(here.energy - here.ofForces);
    if (!isMixed()) return {here.energy, -dotProduct(right_, step_, jobs), noise};
    const Trial start = tryStep(loads, x, 0, jobs);
    return {start.energy, start.slope, noise};
}

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
    const Descent descent = descentFrom(loads, x, here, jobs);
    Trial best = tryStep(loads, x, 1, jobs);
    // Where the shape is at rest but for rounding, only the pressures change.
    if (isMixed() && std::abs(descent.slope) <= descent.noise) return true;
    if (!(descent.slope < 0)) return false;
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
    if (isMixed() && best.fraction < 1) addPressures(static_cast<float>(best.fraction - 1), jobs);
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
        report.converged =
            report.force <= report.allowed && (!isMixed() || volumeError() <= settings.volumeTolerance);
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
        const double lastDigit = isMixed() ? 0 : 0.3 * report.allowed / report.force;
        const double tolerance = std::max(settings.linearTolerance, lastDigit);
        const LinearSettings exactness{tolerance, 200, part(settings.newton.progress, done, done)};
        const LinearStats linear = findStep(exactness, settings.cycle, jobs);
        ++report.iterations;
        report.linearIterations += linear.iterations;
        if (!search(loads, x, balance, report, jobs)) return report;
        std::copy(trial_.begin(), trial_.end(), x.begin());
    }
}

}  // namespace sinew::lattice
