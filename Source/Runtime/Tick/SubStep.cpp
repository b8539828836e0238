#include "Runtime/Tick/SubStep.h"

#include <cmath>

#include "Runtime/Tick/Inertia.h"

namespace sinew {

namespace {

// Newmark's formulas with inertia taken a little past the step's end (Wood, Bossak, Zienkiewicz 1980): of
// second order, and what is too fast for the step dies out instead of ringing for ever, as with Newmark's ¼
// and ½ it does.
constexpr float kFastest = 0.2f;  // how much of the fastest vibration is left after a step
constexpr float kPast = (1 - kFastest) / (1 + kFastest);
constexpr float kGamma = 0.5f + kPast, kBeta = 0.25f * (1 + kPast) * (1 + kPast);
constexpr double kEarth = 9.81;  // m/s²
constexpr float kRunaway = 8;    // of their limits, where coordinates are cut off

Integration integrationOf(const Instance& instance, const TickInput& input, float seconds) {
    const AssetMeta& meta = *instance.body->view.meta;
    const float damping = input.damping > 0 ? (input.damping < 100 ? input.damping : 100) : 0;
    return {(1 + kPast) / (kBeta * seconds * seconds), kGamma / (kBeta * seconds),
            damping * meta.rayleighMass, damping * meta.rayleighStiffness,
            meta.coupling > 0 ? damping * meta.couplingDamping / meta.coupling : 0};
}

// Forces from outside at the pose of this sub-step, with the coordinates of the one before.
void findLoads(Instance& instance, const TickInput& input) {
    Solver& s = instance.solver;
    const double scale = static_cast<double>(instance.pose.scale);
    const Vec3d pull = convert<double>(input.gravity + input.wind) / scale;
    // A mesh is modelled as it stands under gravity: what training did not know of it is in its shape
    // already.
    const Vec3d modelled{0, (static_cast<double>(instance.body->view.meta->gravity) - kEarth) / scale, 0};
    for (float& value : s.load) value = 0;
    for (std::uint32_t d = 0; d < s.domains.size(); ++d) {
        const std::uint32_t lane = s.domains[d].firstLane;
        const Vec3d own = input.fields.empty() ? Vec3d{} : convert<double>(input.fields[d]) / scale;
        FrameMotion scaled = instance.motions[d];
        scaled.acceleration = scaled.acceleration / scale;
        addInertia(*instance.body, s.domains[d], d, scaled, pull + own - rotate(scaled.at.rotation, modelled),
                   s.q.data() + lane, instance.v.data() + lane, s.load.data() + lane);
    }
}

// Samples near colliders at the pose of this sub-step.
void touchWorld(Instance& instance, const TickInput& input, const Frame& world) {
    instance.solver.contacts = &instance.contacts;
    instance.contacts.count = instance.contacts.left = 0;
    if (!input.colliders.empty()) {
        findContacts(*instance.body, input.colliders, instance.posed, world, instance.pose.scale,
                     instance.solver.q, input.contact, instance.contacts);
    }
    if (input.contact.self) {
        findSelfContacts(*instance.body, instance.posed, instance.solver.q, input.contact, instance.contacts);
    }
}

// Of a contact after the solve: newtons, above 0 where it pushes.
float pushOf(const Instance& instance, const SkinContact& contact) {
    const Solver& s = instance.solver;
    const float distance = distanceOf(instance.contacts, contact, s.domains[contact.domain], s.q);
    return distance < 0 ? -distance * contact.stiffness : 0;
}

// What the world does to bones through their flesh, and where.
void reportContacts(const Instance& instance, const TickInput& input, const Frame& world, float seconds,
                    TickOutput& output) {
    output.contacts = 0;
    output.contactsLeft = instance.contacts.left;
    const auto scale = static_cast<double>(instance.pose.scale);
    for (std::uint32_t i = 0; i < instance.contacts.count; ++i) {
        const SkinContact& contact = instance.contacts.all[i];
        const float push = pushOf(instance, contact);
        if (!(push > 0)) continue;
        const Vec3d normal = rotate(world.rotation, convert<double>(contact.normal));
        const Vec3d point =
            rotate(world.rotation, convert<double>(contact.point) * scale) + world.translation;
        if (output.contacts < input.touched.size()) {
            input.touched[output.contacts] = {point, convert<float>(normal),
                                              push / contact.stiffness * instance.pose.scale, contact.domain,
                                              contact.collider};
        }
        ++output.contacts;
        const std::uint32_t joint = instance.body->view.domains[contact.domain].joint;
        if (joint >= input.jointImpulses.size()) continue;
        const Vec3d impulse = normal * static_cast<double>(push * seconds);
        const Vec3d arm = point - worldOf(instance, world, contact.domain).translation;
        input.jointImpulses[joint].linear += convert<float>(impulse);
        input.jointImpulses[joint].angular += convert<float>(cross(arm, impulse));
    }
}

bool isSound(const Instance& instance, const SolveReport& report) {
    if (!std::isfinite(report.residual)) return false;
    for (const float value : instance.solver.q) {
        if (!std::isfinite(value)) return false;
    }
    return report.residual < 1;
}

// What no training, no press and no vibration explains is cut off.
void cutOff(Instance& instance) {
    const Body& body = *instance.body;
    for (std::size_t i = 0; i < instance.solver.q.size(); ++i) {
        float& q = instance.solver.q[i];
        const float low = kRunaway * body.low[i], high = kRunaway * body.high[i];
        if (q >= low && q <= high) continue;
        q = q < low ? low : high;
        instance.v[i] = instance.a[i] = 0;
    }
}

void count(const SolveReport& report, TickOutput& output) {
    output.residual = report.residual;
    output.iterations += report.iterations;
    output.remade += report.remade;
    ++output.subSteps;
    output.notConverged += report.converged ? 0 : 1;
}

// Newmark's acceleration at the end of a step is q/(β h²) less this.
float accelerationBefore(float q, float v, float a, float seconds) {
    return (q / seconds + v) / (kBeta * seconds) + (0.5f / kBeta - 1) * a;
}

// Starts where the last state points to.
void predict(Instance& instance, float seconds) {
    Solver& s = instance.solver;
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        const float q = s.q[i], v = instance.v[i], a = instance.a[i];
        const float before = accelerationBefore(q, v, a, seconds);
        s.aBefore[i] = (1 + kPast) * before + kPast * a;
        s.vBefore[i] = v + seconds * ((1 - kGamma) * a - kGamma * before);
        s.q[i] = q + seconds * v;
    }
}

bool hasMoved(const Instance& instance) {
    for (std::size_t d = 0; d < instance.frames.size(); ++d) {
        const Frame &a = instance.frames[d], &b = instance.framesBefore[d];
        if (!(a.rotation == b.rotation) || !(a.translation == b.translation)) return true;
    }
    return false;
}

}  // namespace

void poseAt(Instance& instance, double share) noexcept {
    for (std::size_t d = 0; d < instance.posed.size(); ++d) {
        instance.posed[d] = between(instance.framesBefore[d], instance.frames[d], share);
    }
}

Frame worldOf(const Instance& instance, const Frame& world, std::size_t domain) noexcept {
    const Frame& posed = instance.posed[domain];
    return world * Frame{posed.rotation, posed.translation * static_cast<double>(instance.pose.scale)};
}

void applyImpulses(Instance& instance, const TickInput& input) noexcept {
    poseAt(instance, 1);
    addImpulses(*instance.body, input.impulses, instance.posed, input.world, instance.pose.scale,
                instance.solver.q, 1, instance.pendingImpulse);
}

bool moveOn(Instance& instance, const TickInput& input, const Frame& world, float seconds, const Jobs& jobs,
            TickOutput& output) noexcept {
    Solver& s = instance.solver;
    findLoads(instance, input);
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        s.load[i] += instance.pendingImpulse[i] / seconds;
        instance.pendingImpulse[i] = 0;
        instance.good[i] = s.q[i];
    }
    const Integration by = integrationOf(instance, input, seconds);
    predict(instance, seconds);
    touchWorld(instance, input, world);
    const SolveReport report = solve(s, instance.posed, by, {1e-3f, instance.quality.maxIterations}, jobs);
    count(report, output);
    const bool sound = isSound(instance, report);
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        if (!sound) {
            s.q[i] = instance.good[i];
            instance.v[i] = instance.a[i] = 0;
            continue;
        }
        instance.before[i] = instance.good[i];
        instance.a[i] = s.q[i] / (kBeta * seconds * seconds) -
                        accelerationBefore(instance.good[i], instance.v[i], instance.a[i], seconds);
        instance.v[i] = by.move * s.q[i] + s.vBefore[i];
    }
    cutOff(instance);
    reportContacts(instance, input, world, seconds, output);
    return sound;
}

bool settle(Instance& instance, const TickInput& input, std::uint32_t maxIterations, const Jobs& jobs,
            TickOutput& output) noexcept {
    Solver& s = instance.solver;
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        const float q = s.q[i], linear = instance.hadDynamics ? 0 : q - instance.before[i];
        instance.good[i] = q;
        instance.v[i] = instance.a[i] = instance.pendingImpulse[i] = 0;
        s.q[i] = q + linear;
    }
    findLoads(instance, input);
    touchWorld(instance, input, input.world);
    const SolveReport report = solve(s, instance.posed, {}, {1e-3f, maxIterations}, jobs);
    count(report, output);
    const double pressed = input.seconds < kMaxSeconds ? input.seconds : kMaxSeconds;
    reportContacts(instance, input, input.world, static_cast<float>(pressed), output);
    const bool sound = isSound(instance, report);
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        if (!sound) s.q[i] = instance.good[i];
        instance.before[i] = instance.good[i];
    }
    cutOff(instance);
    for (std::size_t i = 0; i < s.q.size(); ++i) instance.seen[i] = s.q[i];
    return sound;
}

void lookAhead(Instance& instance, const TickInput& input, const Jobs& jobs, TickOutput& output) noexcept {
    Solver& s = instance.solver;
    const std::int64_t subStep = timeUnits(1 / static_cast<double>(instance.quality.rate));
    const auto seconds =
        static_cast<float>(instance.clock.past(subStep) / static_cast<double>(instance.quality.rate));
    for (std::size_t i = 0; i < s.q.size(); ++i) instance.seen[i] = instance.good[i] = s.q[i];
    const bool still = seconds <= 0 && (input.seconds > 0 || !hasMoved(instance));
    if (still && output.subSteps > 0) return;
    poseAt(instance, 1);
    touchWorld(instance, input, input.world);
    if (still) return reportContacts(instance, input, input.world, 0, output);
    findLoads(instance, input);
    Integration by;  // time that stands still has flesh at rest
    if (seconds > 0) {
        by = integrationOf(instance, input, seconds);
        predict(instance, seconds);
    }
    const SolveReport report =
        solve(s, instance.posed, by, {1e-3f, instance.quality.maxIterations, false}, jobs);
    output.iterations += report.iterations;
    const bool sound = isSound(instance, report);
    if (sound) reportContacts(instance, input, input.world, 0, output);
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        if (sound) instance.seen[i] = s.q[i];
        s.q[i] = instance.good[i];
    }
}

}  // namespace sinew
