#include "Offline/Full/Dynamics.h"

#include <chrono>
#include <cmath>

#include "Base/Check.h"

namespace sinew {

namespace {

constexpr double kOnTime = 1e-9;  // of a step: nearer than this is there
// The accelerations at the start are those over a backward Euler step of this part of a step. It follows the
// forces, but not the vibrations of single elements that an inexact equilibrium has left.
constexpr double kFirstMoment = 0.125;

}  // namespace

Dynamics::Dynamics(DynamicBody& body, const DynamicsSettings& settings, BoneMotion motion)
    : body_(body), settings_(settings), motion_(std::move(motion)) {
    SINEW_CHECK(settings.timeStep > 0);
}

void Dynamics::start(double seconds, std::vector<Vec3d> x) {
    const double ahead = settings_.timeStep / 2;
    const PosedShape shape{motion_(seconds), std::move(x)};
    std::vector<Vec3d> v = body_.carried(shape, motion_(seconds + ahead));
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = (v[i] - shape.x[i]) / ahead;
    start(seconds, shape.x, std::move(v));
}

void Dynamics::start(double seconds, std::vector<Vec3d> x, std::vector<Vec3d> v) {
    time_ = seconds;
    state_.a.assign(x.size(), Vec3d{});
    state_.x = std::move(x);
    state_.v = std::move(v);
    body_.restart(shape());
    if (settings_.integrator != Integrator::Newmark) return;
    // Without them, where this does not converge, the first step is of first order.
    DynamicState soon;
    const double moment = kFirstMoment * settings_.timeStep;
    if (tryStep(Integrator::BackwardEuler, seconds + moment, settings_.newton, soon).converged)
        state_.a = std::move(soon.a);
}

std::vector<Vec3d> Dynamics::heldAt(double seconds) const {
    PosedShape shape{motion_(seconds), state_.x};
    body_.hold(shape);
    return shape.x;
}

void Dynamics::setHeld(double end, double step, DynamicState& state) const {
    const std::vector<Vec3d> behind = heldAt(end - step / 2), ahead = heldAt(end + step / 2);
    const std::vector<bool>& held = body_.held();
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (!held[i]) continue;
        state.v[i] = (ahead[i] - behind[i]) / step;
        state.a[i] = {};
    }
}

void Dynamics::removeContacts(DynamicState& state) const {
    std::vector<Vec3d> forces(state.x.size());
    body_.addContactForces(state.x, forces);
    for (std::size_t i = 0; i < forces.size(); ++i) {
        if (forces[i] != Vec3d{}) state.a[i] -= forces[i] / body_.masses()[i];
    }
}

NewtonReport Dynamics::tryStep(Integrator integrator, double seconds, const NewtonSettings& settings,
                               DynamicState& end) {
    const double step = seconds - time_;
    const StepRule rule(integrator, step, state_);
    PosedShape next{motion_(seconds), rule.expected()};
    body_.hold(next);
    const StepTerms terms = rule.terms(settings_, body_.masses(), body_.held(), next.x);
    const NewtonReport report = body_.minimise(terms, next, settings);
    if (!report.converged) return report;
    end = rule.end(std::move(next.x));
    removeContacts(end);
    setHeld(seconds, step, end);
    return report;
}

NewtonReport Dynamics::stepTo(double seconds, const NewtonSettings& settings) {
    DynamicState end;
    const NewtonReport report = tryStep(settings_.integrator, seconds, settings, end);
    if (report.converged) {
        state_ = std::move(end);
        time_ = seconds;
    }
    return report;
}

PoseReport Dynamics::advanceTo(double seconds) {
    const auto clock = std::chrono::steady_clock::now();
    const double from = time_, whole = seconds - from;
    SINEW_CHECK(whole >= 0);
    PoseReport report;
    const double count = std::max<double>(std::ceil(whole / settings_.timeStep - kOnTime),
                                          body_.stepsBetween(motion_(from), motion_(seconds)));
    const double longest = whole / count, shortest = longest / std::exp2(settings_.maxHalvings);
    double length = longest;
    while (time_ < seconds && length > (1 - kOnTime) * shortest) {
        const double to = time_ + length > seconds - kOnTime * longest ? seconds : time_ + length;
        NewtonSettings newton = settings_.newton;
        newton.progress = part(newton.progress, (time_ - from) / whole, (to - from) / whole);
        report.newton = withCounts(stepTo(to, newton), report.newton);
        const bool converged = report.newton.converged;
        ++(converged ? report.substeps : report.failedSubsteps);
        length = converged ? std::min(longest, 2 * length) : length / 2;
    }
    report.converged = time_ == seconds;
    report.reached = report.converged ? 1 : (time_ - from) / whole;
    body_.measure(shape(), report);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - clock).count();
    return report;
}

Energies Dynamics::energies() const {
    Energies energies{0, body_.elasticEnergy(state_.x)};
    const std::span<const double> masses = body_.masses();
    for (std::size_t i = 0; i < masses.size(); ++i)
        energies.kinetic += masses[i] * dot(state_.v[i], state_.v[i]) / 2;
    return energies;
}

}  // namespace sinew
