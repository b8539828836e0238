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
        const Vec3d other = tie.partner.isThere() ? positionOf(tie.partner, cells, x) : tie.target;
        const Vec3d d = positionOf(tie.point, cells, x) - other;
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
    levels_.setTies(ties_);
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

// Backtracking on the energy. Where rounding drowns it, on the slope: a step that still leads downhill where
// it ends, or nearly so, is good.
bool HexNewton::search(const HexLoads& loads, std::span<const Vec3d> x, const State& from,
                       NewtonReport& report, const Jobs& jobs) {
    constexpr double kSufficient = 1e-4, kNearlyFlat = 0.5;
    constexpr int kMostHalvings = 10;
    double slope = 0;
    for (std::uint32_t n = 0; n < x.size(); ++n) slope -= dot(asVec3(right_[n]), asVec3(step_[n]));
    if (!(slope < 0)) return false;
    double fraction = 1;
    for (int i = 0; i < kMostHalvings; ++i, fraction *= 0.5) {
        for (std::size_t n = 0; n < x.size(); ++n) trial_[n] = x[n] + asVec3(step_[n]) * fraction;
        const State there = evaluate(loads, trial_, jobs);
        double slopeThere = 0;
        for (std::uint32_t n = 0; n < x.size(); ++n)
            slopeThere += dot(asVec3(gradient_[n]), asVec3(step_[n]));
        const double noise = 1e-6 * std::abs(from.energy);
        const bool lower = there.energy <= from.energy + kSufficient * fraction * slope;
        const bool flat = there.energy <= from.energy + noise && slopeThere <= -kNearlyFlat * slope;
        if (lower || flat) return true;
        ++report.halvings;
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
        const State state = linearise(loads, x, jobs);
        if (!std::isfinite(state.energy) || !std::isfinite(state.free)) return report;
        report.energy = state.energy;
        report.force = std::sqrt(state.free);
        report.allowed = settings.newton.relative * std::sqrt(state.reaction) + settings.absoluteForce;
        report.converged = report.force <= report.allowed;
        if (report.converged || report.steps >= settings.newton.mostSteps) return report;
        if (settings.isEnough && settings.isEnough()) return report;
        const double done = std::min(1.0, report.allowed / report.force);
        sinew::report(settings.newton.progress, done);
        for (std::uint32_t n = 0; n < x.size(); ++n) {
            const HexVector& g = gradient_[n];
            right_[n] = finest.isFixed(n) ? HexVector{} : HexVector{-g.x, -g.y, -g.z, 0};
        }
        levels_.update(jobs);
        // Not farther than the last digits that count.
        const double tolerance = std::max(settings.linearTolerance, 0.3 * report.allowed / report.force);
        const LinearSettings exactness{tolerance, 200, part(settings.newton.progress, done, done)};
        const LinearStats linear =
            linear_.solve(right_, step_, exactness, jobs, HexPreconditioner::Multigrid, settings.cycle);
        ++report.steps;
        report.linearIterations += linear.iterations;
        if (!search(loads, x, state, report, jobs)) return report;
        std::copy(trial_.begin(), trial_.end(), x.begin());
    }
}

}  // namespace sinew
