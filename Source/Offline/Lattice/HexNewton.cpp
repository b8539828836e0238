#include "Offline/Lattice/HexNewton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

Vec3d asVec3(const HexVector& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

}  // namespace

HexBalance HexNewton::linearise(const HexLoads& loads, std::span<const Vec3d> x, const Jobs& jobs) {
    HexBalance balance;
    ties_.clear();
    if (loads.ties) loads.ties(x, ties_);
    levels_.setTies(ties_);
    balance.energy = levels_.linearise(x, gradient_, jobs);
    addLoads(loads, ties_, levels_.finest().cells(), x, gradient_, balance);
    addForces(levels_.finest(), gradient_, balance);
    return balance;
}

double HexNewton::probe(const HexLoads& loads, std::span<const Vec3d> x, double fraction, double& slope,
                        const Jobs& jobs) {
    HexLevel& finest = levels_.finest();
    for (std::size_t n = 0; n < x.size(); ++n) trial_[n] = x[n] + asVec3(step_[n]) * fraction;
    HexBalance there;
    there.energy = finest.evaluate(trial_, gradient_, jobs);
    addLoads(loads, ties_, finest.cells(), trial_, gradient_, there);
    slope = dotProduct(gradient_, step_, jobs);
    return there.energy;
}

bool HexNewton::search(const HexLoads& loads, std::span<const Vec3d> x, double energy, NewtonReport& report,
                       const Jobs& jobs) {
    constexpr int kMostHalvings = 10;
    const HexDescent descent{energy, -dotProduct(right_, step_, jobs), levels_.finest().energyNoise(energy)};
    if (!(descent.slope < 0)) return false;
    double fraction = 1, slope = 0;
    for (int i = 0; i < kMostHalvings; ++i, fraction *= 0.5) {
        const double there = probe(loads, x, fraction, slope, jobs);
        if (!descent.accepts(fraction, there, slope)) {
            ++report.halvings;
            continue;
        }
        const double further = i == 0 ? descent.stretch(slope) : 1;
        if (further == 1) return true;
        shorter_ = trial_;
        if (!(probe(loads, x, further, slope, jobs) < there)) std::swap(trial_, shorter_);
        return true;
    }
    return false;
}

NewtonReport HexNewton::solve(const HexLoads& loads, std::span<Vec3d> x, const HexNewtonSettings& settings,
                              const Jobs& jobs) {
    const HexLevel& finest = levels_.finest();
    NewtonReport report;
    report.force = report.allowed = std::numeric_limits<double>::quiet_NaN();
    levels_.setShift({loads.inertia.begin(), loads.inertia.end()});
    trial_.assign(x.begin(), x.end());
    right_.resize(x.size());
    for (;;) {
        const HexBalance balance = linearise(loads, x, jobs);
        if (!std::isfinite(balance.energy) || !std::isfinite(balance.free)) return report;
        report.energy = balance.energy;
        report.force = std::sqrt(balance.free);
        report.allowed = settings.newton.relative * std::sqrt(balance.reaction) + settings.absoluteForce;
        report.converged = report.force <= report.allowed;
        if (report.converged || report.steps >= settings.newton.mostSteps) return report;
        sinew::report(settings.newton.progress, std::min(1.0, report.allowed / report.force));
        for (std::uint32_t n = 0; n < x.size(); ++n) {
            const HexVector& g = gradient_[n];
            right_[n] = finest.isFixed(n) ? HexVector{} : HexVector{-g.x, -g.y, -g.z, 0};
        }
        levels_.update(jobs);
        // Not farther than the last digits that count.
        const double tolerance = std::max(settings.linearTolerance, 0.3 * report.allowed / report.force);
        const LinearStats linear = linear_.solve(right_, step_, {tolerance, 200, {}}, jobs,
                                                 HexPreconditioner::Multigrid, settings.cycle);
        ++report.steps;
        report.linearIterations += linear.iterations;
        if (!search(loads, x, balance.energy, report, jobs)) return report;
        std::copy(trial_.begin(), trial_.end(), x.begin());
    }
}

}  // namespace sinew
