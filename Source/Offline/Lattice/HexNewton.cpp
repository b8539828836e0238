#include "Offline/Lattice/HexNewton.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

void add(HexVector& to, Vec3d v) {
    to = {to.x + static_cast<float>(v.x), to.y + static_cast<float>(v.y), to.z + static_cast<float>(v.z), 0};
}

double squared(const HexVector& v) {
    return static_cast<double>(v.x * v.x + v.y * v.y + v.z * v.z);
}

Vec3d asVec3(const HexVector& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

}  // namespace

void HexNewton::addTies(std::span<const Vec3d> x, State& state) const {
    const HexCells& cells = levels_.finest().cells();
    const auto pull = [&](const HexPoint& point, Vec3d force) {
        for (std::uint32_t c = 0; c < 8; ++c) {
            add(gradient_[cells.nodesOfCell[point.cell][c]], force * static_cast<double>(point.weights[c]));
        }
    };
    for (const HexTie& tie : ties_) {
        const Vec3d d = stretchOf(tie, cells, x);
        if (!tie.isActive(d)) continue;
        const Vec3d force = convert<double>(tie.stiffness * convert<float>(d));
        state.energy += dot(d, force) / 2;
        state.reaction += dot(force, force);
        pull(tie.point, force);
        if (tie.partner.isThere()) pull(tie.partner, -force);
    }
}

void HexNewton::addLoads(const HexLoads& loads, std::span<const Vec3d> x, State& state) const {
    addTies(x, state);
    for (std::size_t n = 0; n < loads.forces.size(); ++n) {
        add(gradient_[n], -loads.forces[n]);
        state.energy -= dot(loads.forces[n], x[n]);
    }
    for (std::size_t n = 0; n < loads.inertia.size(); ++n) {
        const Vec3d away = x[n] - loads.inertiaTargets[n];
        const auto stiffness = static_cast<double>(loads.inertia[n]);
        add(gradient_[n], away * stiffness);
        state.energy += stiffness * dot(away, away) / 2;
    }
}

void HexNewton::measure(State& state) const {
    for (std::uint32_t n = 0; n < levels_.finest().nodes(); ++n) {
        (levels_.finest().isFixed(n) ? state.reaction : state.free) += squared(gradient_[n]);
    }
}

HexNewton::State HexNewton::linearise(const HexLoads& loads, std::span<const Vec3d> x, const Jobs& jobs) {
    State state;
    ties_.clear();
    if (loads.ties) loads.ties(x, ties_);
    std::vector<HexTie> active;
    for (const HexTie& tie : ties_) {
        if (tie.isActive(stretchOf(tie, levels_.finest().cells(), x))) active.push_back(tie);
    }
    levels_.setTies(active);
    state.energy = levels_.linearise(x, gradient_, jobs);
    addLoads(loads, x, state);
    measure(state);
    return state;
}

HexNewton::State HexNewton::evaluate(const HexLoads& loads, std::span<const Vec3d> x, const Jobs& jobs) {
    State state;
    state.energy = levels_.finest().evaluate(x, gradient_, jobs);
    addLoads(loads, x, state);
    return state;
}

HexNewton::Trial HexNewton::tryStep(const HexLoads& loads, std::span<const Vec3d> x, double fraction,
                                    const Jobs& jobs) {
    for (std::size_t n = 0; n < x.size(); ++n) trial_[n] = x[n] + asVec3(step_[n]) * fraction;
    Trial trial{fraction, evaluate(loads, trial_, jobs).energy, dotProduct(gradient_, step_, jobs)};
    return trial;
}

// Backtracking on the energy. Where rounding drowns it, on the slope: a step that still leads downhill where
// it ends, or nearly so, is good. The definite stiffness is too stiff where flesh buckles: as long as the way
// still leads down steeply at its end, it is gone twice as far.
bool HexNewton::search(const HexLoads& loads, std::span<const Vec3d> x, const State& from,
                       NewtonReport& report, const Jobs& jobs) {
    constexpr double kSufficient = 1e-4, kNearlyFlat = 0.5, kStillSteep = 0.3, kFarthest = 8;
    constexpr int kMostHalvings = 10;
    const double slope = -dotProduct(right_, step_, jobs);
    if (!(slope < 0)) return false;
    const double noise = 1e-6 * std::abs(from.energy);
    const auto isGood = [&](const Trial& t) {
        const bool lower = t.energy <= from.energy + kSufficient * t.fraction * slope;
        return lower || (t.energy <= from.energy + noise && t.slope <= -kNearlyFlat * slope);
    };
    Trial best = tryStep(loads, x, 1, jobs);
    for (int i = 1; !isGood(best); ++i) {
        ++report.halvings;
        if (i == kMostHalvings) return false;
        best = tryStep(loads, x, best.fraction / 2, jobs);
    }
    while (best.fraction >= 1 && best.fraction < kFarthest && best.slope < kStillSteep * slope) {
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

NewtonReport HexNewton::solve(const HexLoads& loads, std::span<Vec3d> x, const HexNewtonSettings& settings,
                              const Jobs& jobs) {
    const HexLevel& finest = levels_.finest();
    NewtonReport report;
    report.force = report.allowed = std::numeric_limits<double>::quiet_NaN();
    levels_.setShift({loads.inertia.begin(), loads.inertia.end()});
    trial_.assign(x.begin(), x.end());
    right_.resize(x.size());
    for (;;) {
        const State state = linearise(loads, x, jobs);
        if (!std::isfinite(state.energy) || !std::isfinite(state.free)) return report;
        report.energy = state.energy;
        report.force = std::sqrt(state.free);
        report.allowed = settings.newton.relative * std::sqrt(state.reaction) + settings.absoluteForce;
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
        if (!search(loads, x, state, report, jobs)) return report;
        std::copy(trial_.begin(), trial_.end(), x.begin());
    }
}

}  // namespace sinew
