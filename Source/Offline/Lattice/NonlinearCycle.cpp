#include "Offline/Lattice/NonlinearCycle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kNodesPerRange = 4096;
// Of the terms of a coarser level's energy, which nearly cancel. What such levels do is judged by the finest:
// noise must not end them.
constexpr double kCoarseNoise = 1e-5;

template <class Visit>
void forEachNode(std::size_t nodes, const Jobs& jobs, Visit&& visit) {
    parallelForRanges(jobs, static_cast<std::uint32_t>(nodes), kNodesPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t n = begin; n < end; ++n) visit(n);
                      });
}

// What holds fixed nodes is nothing that coarser levels could mend.
void releaseFixed(const Level& level, NodeVectors& gradient, const Jobs& jobs) {
    forEachNode(gradient.size(), jobs, [&](std::uint32_t n) {
        if (level.isFixed(n)) gradient[n] = {};
    });
}

}  // namespace

double NonlinearCycle::evaluate(std::size_t level, const NodeVectors& u, const Call& call) {
    Level& at = levels_.level(level);
    Scratch& s = scratch_[level];
    if (level == 0) {
        forEachNode(u.size(), call.jobs, [&](std::uint32_t n) { moved_[n] = base_[n] + asVec3(u[n]); });
        balance_ = {};
        balance_.energy = at.linearise(moved_, s.gradient, call.jobs);
        addLoads(call.loads, ties_, at.cells(), moved_, s.gradient, balance_);
        addForces(at, s.gradient, balance_);
        releaseFixed(at, s.gradient, call.jobs);
        s.noise = at.energyNoise(balance_.energy - balance_.ofForces);
        return balance_.energy;
    }
    double energy = at.evaluate(u, s.gradient, true, call.jobs);
    energy += at.addHolds(u, s.gradient, call.jobs);
    forEachNode(u.size(), call.jobs, [&](std::uint32_t n) {
        NodeVector& g = s.gradient[n];
        const NodeVector& b = s.right[n];
        g = at.isFixed(n) ? NodeVector{} : g - b;
    });
    const double pulled = dotProduct(s.right, u, call.jobs);
    s.noise = at.energyNoise(energy) + kCoarseNoise * (energy + std::abs(pulled));
    return energy - pulled;
}

double NonlinearCycle::probe(std::size_t level, double fraction, double& energy, const Call& call) {
    Scratch& s = scratch_[level];
    const auto f = static_cast<float>(fraction);
    s.trial.resize(s.u.size());
    forEachNode(s.u.size(), call.jobs, [&](std::uint32_t n) {
        const NodeVector &u = s.u[n], &d = s.step[n];
        s.trial[n] = {u.x + f * d.x, u.y + f * d.y, u.z + f * d.z, 0};
    });
    energy = evaluate(level, s.trial, call);
    return dotProduct(s.gradient, s.step, call.jobs);
}

void NonlinearCycle::extend(std::size_t level, double fraction, const Call& call) {
    if (fraction <= 1) return;
    Scratch& s = scratch_[level];
    std::swap(s.u, s.trial);  // back to the start of the step
    double energy = 0;
    probe(level, fraction, energy, call);
    if (!(energy < s.energy)) {
        probe(level, 1, energy, call);
        ++call.report.halvings;
    }
    std::swap(s.u, s.trial);
    s.energy = energy;
}

void NonlinearCycle::descend(std::size_t level, const Call& call) {
    constexpr int kMaxHalvings = 6;
    Scratch& s = scratch_[level];
    const Descent descent{s.energy, dotProduct(s.gradient, s.step, call.jobs), s.noise};
    double fraction = 1, energy = 0;
    for (int i = 0; i < kMaxHalvings && descent.slope < 0; ++i, fraction *= 0.5) {
        const double slope = probe(level, fraction, energy, call);
        if (descent.accepts(fraction, energy, slope)) {
            std::swap(s.u, s.trial);
            s.energy = energy;
            if (i == 0) extend(level, descent.stretch(slope), call);
            return;
        }
        ++call.report.halvings;
    }
    s.energy = evaluate(level, s.u, call);  // back where it was
}

// Damped sweeps on the linearised problem, linearised anew from time to time (section 8).
void NonlinearCycle::smooth(std::size_t level, const Sweeps& sweeps, int linearisations, bool spectrum,
                            const Call& call) {
    Level& at = levels_.level(level);
    Scratch& s = scratch_[level];
    for (int i = 0; i < linearisations; ++i) {
        at.updateDiagonal(call.jobs, spectrum && i == 0);
        s.downhill.resize(s.u.size());
        forEachNode(s.u.size(), call.jobs, [&](std::uint32_t n) {
            const NodeVector& g = s.gradient[n];
            s.downhill[n] = {-g.x, -g.y, -g.z, 0};
        });
        lattice::smooth(at, s.downhill, s.step, s.direction, sweeps, true, call.jobs);
        call.report.linearIterations += sweeps.count;
        descend(level, call);
    }
}

std::span<const GroupGradient> NonlinearCycle::gradientsOf(std::size_t level) const {
    const Level& at = levels_.level(level);
    return level == 0 ? at.gradients() : at.moved();
}

// Lines 3 to 6 of algorithm 3.
void NonlinearCycle::correct(std::size_t level, const Call& call) {
    Level &at = levels_.level(level), &coarse = levels_.level(level + 1);
    const Transfer& transfer = levels_.transfer(level);
    Scratch &s = scratch_[level], &c = scratch_[level + 1];
    transfer.gradients(at, gradientsOf(level), coarse, call.jobs);
    transfer.restrictTo(s.gradient, coarse, c.step, call.jobs);
    c.u.assign(coarse.nodes(), NodeVector{});
    c.right.assign(coarse.nodes(), NodeVector{});
    c.energy = evaluate(level + 1, c.u, call);
    // What is left here pulls there, beside what keeps u = 0 at rest.
    for (std::uint32_t n = 0; n < coarse.nodes(); ++n) {
        const NodeVector &rest = c.gradient[n], &pull = c.step[n];
        c.right[n] = {rest.x - pull.x, rest.y - pull.y, rest.z - pull.z, 0};
    }
    c.gradient = c.step;
    cycle(level + 1, call);
    s.step.assign(at.nodes(), NodeVector{});
    transfer.prolongateTo(c.u, at, s.step, call.jobs);
    descend(level, call);
}

void NonlinearCycle::cycle(std::size_t level, const Call& call) {
    const NonlinearCycleSettings& settings = call.settings;
    if (level + 1 == levels_.levels()) {
        return smooth(level, settings.bottomSweeps, settings.bottomLinearisations, true, call);
    }
    smooth(level, settings.sweeps, settings.linearisations, true, call);
    correct(level, call);
    smooth(level, settings.sweeps, settings.linearisations, false, call);
}

Balance NonlinearCycle::start(std::span<const Vec3d> x, const Call& call) {
    base_.assign(x.begin(), x.end());
    moved_.resize(x.size());
    ties_.clear();
    if (call.loads.ties) call.loads.ties(x, ties_);
    levels_.setTies(activeTies(ties_, levels_.finest().cells(), x));
    Scratch& s = scratch_[0];
    s.u.assign(x.size(), NodeVector{});
    s.energy = evaluate(0, s.u, call);
    return balance_;
}

NewtonReport NonlinearCycle::solve(const Loads& loads, std::span<Vec3d> x,
                                   const NonlinearCycleSettings& settings, const Jobs& jobs) {
    NewtonReport report;
    report.force = report.allowed = std::numeric_limits<double>::quiet_NaN();
    const Call call{loads, settings, jobs, report};
    levels_.setShift({loads.inertia.begin(), loads.inertia.end()});
    for (;;) {
        const Balance balance = start(x, call);
        if (!std::isfinite(balance.energy) || !std::isfinite(balance.free)) return report;
        report.energy = balance.energy;
        report.force = std::sqrt(balance.free);
        report.allowed = settings.newton.relative * std::sqrt(balance.reaction) + settings.absoluteForce;
        report.converged = report.force <= report.allowed;
        if (report.converged || report.iterations >= settings.newton.maxIterations) return report;
        if (settings.shouldStop && settings.shouldStop()) return report;
        sinew::report(settings.newton.progress, std::min(1.0, report.allowed / report.force));
        cycle(0, call);
        ++report.iterations;
        for (std::size_t n = 0; n < x.size(); ++n) x[n] = base_[n] + asVec3(scratch_[0].u[n]);
    }
}

}  // namespace sinew::lattice
