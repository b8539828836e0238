#include "Runtime/Instance.h"

#include <cmath>

#include "Base/Hash.h"
#include "Runtime/Inertia.h"

namespace sinew {

namespace {

// Newmark's formulas with inertia taken a little past the step's end (Wood, Bossak, Zienkiewicz 1980): of
// second order, and what is too fast for the step dies out instead of ringing for ever, as with Newmark's ¼
// and ½ it does.
constexpr float kFastest = 0.2f;  // how much of the fastest vibration is left after a step
constexpr float kPast = (1 - kFastest) / (1 + kFastest);
constexpr float kGamma = 0.5f + kPast, kBeta = 0.25f * (1 + kPast) * (1 + kPast);
constexpr double kEarth = 9.81;             // m/s²
constexpr double kMostSeconds = 0.25;       // a longer frame is a break: nobody saw what happened in it
constexpr std::int64_t kMostSubSteps = 8;   // of one tick; what a slow frame owes beyond is forgotten
constexpr std::uint32_t kSettleSteps = 12;  // of Newton, where flesh starts anew
constexpr double kTeleportSpeed = 100;      // m/s of the character as a whole, above which nothing moves
constexpr double kFarthestWorld = 1e12;     // metres, beyond which no place can be told from another
constexpr double kBlendSeconds = 0.1;       // in which a change of quality fades to less than a half
constexpr std::uint32_t kDoubtSteps = 15, kDoubtAfterRestart = 25;  // after which flesh in doubt starts anew
constexpr float kFarOut = 2;   // of their limits, where coordinates are in doubt
constexpr float kRunaway = 8;  // of their limits, where they are cut off

bool areUsable(std::span<const Collider> colliders) {
    for (const Collider& collider : colliders) {
        if (!isUsable(collider)) return false;
    }
    return true;
}

bool areUsable(std::span<const PointImpulse> blows) {
    for (const PointImpulse& blow : blows) {
        if (!isFinite(blow.point) || !isFinite(blow.impulse) || !(blow.radius > 0 && blow.radius < 1e3f))
            return false;
    }
    return true;
}

bool areUsable(std::span<const Vec3f> fields) {
    for (const Vec3f& field : fields) {
        if (!isFinite(field)) return false;
    }
    return true;
}

bool isUsable(const Instance& instance, const TickInput& input) {
    const Frame& world = input.world;
    const double turned = dot(world.rotation, world.rotation);
    return input.bones.size() == instance.body->view.joints.size() &&
           length(world.translation) < kFarthestWorld && turned > 0.5 && turned < 2 &&
           std::isfinite(input.seconds) && input.seconds >= 0 && isFinite(input.gravity) &&
           isFinite(input.wind) && std::isfinite(input.weight) && std::isfinite(input.damping) &&
           (input.stiffness.empty() || input.stiffness.size() == instance.body->domains.size()) &&
           (input.fields.empty() || input.fields.size() == instance.body->domains.size()) &&
           areUsable(input.colliders) && areUsable(input.blows) && areUsable(input.fields);
}

Quality usable(const Quality& wanted) {
    const auto within = [](float value, float low, float high) {
        return value >= low ? (value <= high ? value : high) : low;
    };
    const std::uint32_t steps = wanted.mostSteps < 1 ? 1 : wanted.mostSteps > 10 ? 10 : wanted.mostSteps;
    return {steps, within(wanted.modes, 0.05f, 1), within(wanted.rate, 10, 480)};
}

bool same(const Quality& a, const Quality& b) {
    return a.modes == b.modes && a.rate == b.rate;
}

void setStiffening(Instance& instance, const TickInput& input) {
    for (std::size_t d = 0; d < instance.body->domains.size(); ++d) {
        const float wanted = input.stiffness.empty() ? 1 : input.stiffness[d];
        instance.solver.stiffening[d] = wanted > 0.01f ? (wanted < 100 ? wanted : 100) : 0.01f;
    }
}

Integration integrationOf(const Instance& instance, const TickInput& input, float seconds) {
    const AssetMeta& meta = *instance.body->view.meta;
    const float damping = input.damping > 0 ? (input.damping < 100 ? input.damping : 100) : 0;
    return {(1 + kPast) / (kBeta * seconds * seconds), kGamma / (kBeta * seconds),
            damping * meta.rayleighMass, damping * meta.rayleighStiffness,
            meta.coupling > 0 ? damping * meta.couplingDamping / meta.coupling : 0};
}

void poseAt(Instance& instance, double share) {
    for (std::size_t d = 0; d < instance.posed.size(); ++d) {
        instance.posed[d] = between(instance.framesBefore[d], instance.frames[d], share);
    }
}

Frame worldOf(const Instance& instance, const Frame& world, std::size_t domain) {
    const Frame& posed = instance.posed[domain];
    return world * Frame{posed.rotation, posed.translation * static_cast<double>(instance.pose.scale)};
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
    const BodyDomain& d = instance.solver.domains[contact.domain];
    float distance = contact.offset;
    for (std::uint32_t i = 0; i < d.rank; ++i) {
        distance += instance.contacts.rows[contact.row + i] * instance.solver.q[d.firstLane + i];
    }
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
        if (joint >= input.impulses.size()) continue;
        const Vec3d impulse = normal * static_cast<double>(push * seconds);
        const Vec3d arm = point - worldOf(instance, world, contact.domain).translation;
        input.impulses[joint].linear += convert<float>(impulse);
        input.impulses[joint].angular += convert<float>(cross(arm, impulse));
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
    output.steps += report.steps;
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

// What the blows of this tick do to coordinates at its end's pose: the next sub-step has it, in whichever
// tick that is.
void strike(Instance& instance, const TickInput& input) {
    poseAt(instance, 1);
    addImpulses(*instance.body, input.blows, instance.posed, input.world, instance.pose.scale,
                instance.solver.q, 1, instance.struck);
}

// One sub-step of dynamics. False where its result is of no use: then nothing has changed.
bool moveOn(Instance& instance, const TickInput& input, const Frame& world, float seconds, const Jobs& jobs,
            TickOutput& output) {
    Solver& s = instance.solver;
    findLoads(instance, input);
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        s.load[i] += instance.struck[i] / seconds;
        instance.struck[i] = 0;
        instance.good[i] = s.q[i];
    }
    const Integration by = integrationOf(instance, input, seconds);
    predict(instance, seconds);
    touchWorld(instance, input, world);
    const SolveReport report = solve(s, instance.posed, by, {1e-3f, instance.quality.mostSteps}, jobs);
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

// Flesh at rest in the pose of `posed`; velocities zero.
bool settle(Instance& instance, const TickInput& input, std::uint32_t mostSteps, const Jobs& jobs,
            TickOutput& output) {
    Solver& s = instance.solver;
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        const float q = s.q[i], linear = instance.hadDynamics ? 0 : q - instance.before[i];
        instance.good[i] = q;
        instance.v[i] = instance.a[i] = instance.struck[i] = 0;
        s.q[i] = q + linear;
    }
    findLoads(instance, input);
    touchWorld(instance, input, input.world);
    const SolveReport report = solve(s, instance.posed, {}, {1e-3f, mostSteps}, jobs);
    count(report, output);
    const double pressed = input.seconds < kMostSeconds ? input.seconds : kMostSeconds;
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

void stopMotions(Instance& instance, const Frame& world) {
    for (std::size_t d = 0; d < instance.motions.size(); ++d) {
        instance.motions[d] = FrameMotion{};
        instance.motions[d].at = worldOf(instance, world, d);
    }
}

// Whatever happened between the tick before and this one, it was no motion.
bool breakOff(Instance& instance, const TickInput& input, bool anew, const Jobs& jobs, TickOutput& output) {
    for (std::size_t d = 0; d < instance.frames.size(); ++d) instance.framesBefore[d] = instance.frames[d];
    instance.worldBefore = input.world;
    ++instance.breaks;
    instance.clock.reset();
    poseAt(instance, 1);
    stopMotions(instance, input.world);
    if (anew) {
        for (float& q : instance.solver.q) q = 0;
    }
    for (std::size_t i = 0; i < instance.before.size(); ++i) instance.before[i] = instance.solver.q[i];
    const bool sound = settle(instance, input, kSettleSteps, jobs, output);
    for (std::size_t i = 0; i < instance.before.size(); ++i) instance.before[i] = instance.solver.q[i];
    return sound;
}

// Sub-steps that there is no time for are left out; what moved meanwhile goes on as it did.
void leaveOutSteps(Instance& instance, const TickInput& input, std::int64_t step) {
    double share = 0;
    if (!instance.clock.leaveOut(kMostSubSteps, step, share)) return;
    poseAt(instance, share);
    const Frame world = between(instance.worldBefore, input.world, share);
    for (std::size_t d = 0; d < instance.motions.size(); ++d) {
        instance.motions[d].at = worldOf(instance, world, d);
    }
}

bool stepThrough(Instance& instance, const TickInput& input, const Jobs& jobs, TickOutput& output) {
    const std::int64_t step = timeUnits(1 / static_cast<double>(instance.quality.rate));
    const double seconds = static_cast<double>(step) / static_cast<double>(kTimeUnits);
    instance.clock.advance(timeUnits(input.seconds));
    bool sound = true;
    double share = 0;
    leaveOutSteps(instance, input, step);
    strike(instance, input);
    while (instance.clock.due(step, share)) {
        poseAt(instance, share);
        const Frame world = between(instance.worldBefore, input.world, share);
        for (std::size_t d = 0; d < instance.motions.size(); ++d) {
            advance(instance.motions[d], worldOf(instance, world, d), seconds);
        }
        sound = moveOn(instance, input, world, static_cast<float>(seconds), jobs, output) && sound;
    }
    instance.clock.rebase();
    return sound;
}

bool hasMoved(const Instance& instance) {
    for (std::size_t d = 0; d < instance.frames.size(); ++d) {
        const Frame &a = instance.frames[d], &b = instance.framesBefore[d];
        if (!(a.rotation == b.rotation) || !(a.translation == b.translation)) return true;
    }
    return false;
}

// Bones are shown where they are now, and flesh of a moment ago would not fit them: where the frame did not
// end with a sub-step, a part of the next one is taken for show and forgotten.
void lookAhead(Instance& instance, const TickInput& input, const Jobs& jobs, TickOutput& output) {
    Solver& s = instance.solver;
    const std::int64_t step = timeUnits(1 / static_cast<double>(instance.quality.rate));
    const auto seconds =
        static_cast<float>(instance.clock.past(step) / static_cast<double>(instance.quality.rate));
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
    const SolveReport report = solve(s, instance.posed, by, {1e-3f, instance.quality.mostSteps, false}, jobs);
    output.steps += report.steps;
    const bool sound = isSound(instance, report);
    if (sound) reportContacts(instance, input, input.world, 0, output);
    for (std::size_t i = 0; i < s.q.size(); ++i) {
        if (sound) instance.seen[i] = s.q[i];
        s.q[i] = instance.good[i];
    }
}

// Those that are left out are at rest from now on.
void useModes(Instance& instance, float share) {
    setModes(instance.solver, share);
    for (std::size_t d = 0; d < instance.solver.domains.size(); ++d) {
        const BodyDomain& whole = instance.body->domains[d];
        for (std::uint32_t k = instance.solver.domains[d].rank; k < whole.rank; ++k) {
            for (auto* const array : {&instance.v, &instance.a, &instance.before, &instance.struck}) {
                (*array)[whole.firstLane + k] = 0;
            }
        }
    }
}

void show(Instance& instance, const TickInput& input, bool qualityChanged) {
    const double later = input.seconds / kBlendSeconds;
    const auto keep = static_cast<float>(1 / (1 + later + 0.5 * later * later));
    for (std::size_t i = 0; i < instance.shown.size(); ++i) {
        const float q = instance.seen[i];
        instance.blended[i] = qualityChanged ? instance.shown[i] - q : keep * instance.blended[i];
        instance.shown[i] = q + instance.blended[i];
    }
}

// Whether a coordinate is far beyond where it would be pushed back from: no steady press does that.
bool isFarOut(const Instance& instance) {
    const Body& body = *instance.body;
    bool beyond = false;
    for (std::size_t i = 0; i < instance.solver.q.size(); ++i) {
        const float q = instance.solver.q[i];
        beyond |= q < kFarOut * body.low[i] || q > kFarOut * body.high[i];
    }
    return beyond;
}

// Flesh that was torn out of all reason may come to rest in a shape that no way from the bind pose leads to:
// a little later it starts anew; seldom, where that did not help.
void updateDoubt(Instance& instance, bool sound, bool restarted, const TickOutput& output) {
    const std::uint32_t passed = output.subSteps;
    instance.restart = instance.doubt > 0 && instance.doubt <= passed;
    instance.doubt = instance.doubt > passed ? instance.doubt - passed : 0;
    if (instance.doubt == 0 && !instance.restart && (!sound || isFarOut(instance))) {
        instance.doubt = restarted ? kDoubtAfterRestart : kDoubtSteps;
    }
}

bool isBreak(const Instance& instance, const TickInput& input) {
    const double moved = length(input.world.translation - instance.worldBefore.translation);
    return !instance.begun || instance.weight <= 0 || input.teleport || input.reset ||
           input.seconds > kMostSeconds || moved > kTeleportSpeed * (input.seconds + 1.0 / 60);
}

}  // namespace

bool layInstance(const Body& body, Arena& arena, Instance& instance) noexcept {
    instance.body = &body;
    const bool solver = laySolver(body, arena, instance.solver);
    for (auto* const frames : {&instance.frames, &instance.framesBefore, &instance.posed}) {
        *frames = arena.take<Frame>(body.domains.size());
    }
    instance.motions = arena.take<FrameMotion>(body.domains.size());
    layContacts(body, arena, instance.contacts);
    instance.joints = arena.take<Affinef>(body.view.joints.size());
    for (auto* const array : {&instance.v, &instance.a, &instance.struck, &instance.before, &instance.good,
                              &instance.seen, &instance.shown, &instance.blended}) {
        *array = arena.take<float>(body.view.lanes);
    }
    return solver && arena.ok();
}

void resetInstance(Instance& instance) noexcept {
    resetSolver(instance.solver);
    for (auto* const array : {&instance.v, &instance.a, &instance.struck, &instance.before, &instance.good,
                              &instance.seen, &instance.shown, &instance.blended}) {
        for (float& value : *array) value = 0;
    }
    for (auto* const frames : {&instance.frames, &instance.framesBefore, &instance.posed}) {
        for (std::size_t d = 0; d < frames->size(); ++d)
            (*frames)[d] = {{}, convert<double>(instance.body->view.domains[d].centre)};
    }
    for (FrameMotion& motion : instance.motions) motion = FrameMotion{};
    for (std::size_t j = 0; j < instance.joints.size(); ++j) {
        instance.joints[j] = inverse(instance.body->view.joints[j].inverseBind);
    }
    instance.clock.reset();
    instance.pose = {};
    instance.quality = {};
    instance.world = instance.worldBefore = {};
    instance.weight = 0;
    instance.begun = instance.hadDynamics = false;
    instance.doubt = 0;
    instance.restart = false;
    instance.breaks = 0;
}

Status tick(Instance& instance, const TickInput& input, const Jobs& jobs, TickOutput& output) noexcept {
    output = {};
    for (BoneImpulse& impulse : input.impulses) impulse = {};
    if (!isUsable(instance, input)) return Status::BadInput;
    PosedFrames posed;
    if (!framesOf(instance.body->view, input.bones, instance.posed, posed)) return Status::BadInput;
    for (std::size_t d = 0; d < instance.frames.size(); ++d) {
        instance.framesBefore[d] = instance.frames[d];
        instance.frames[d] = instance.posed[d];
    }
    for (std::size_t j = 0; j < instance.joints.size(); ++j) {
        instance.joints[j] = convert<float>(toAffine(input.bones[j]));
    }
    instance.worldBefore = instance.world;
    instance.pose = posed;
    output.scaledJoint = posed.scaledJoint;
    if (input.weight <= 0) {
        instance.weight = 0;
        return Status::Ok;
    }
    setStiffening(instance, input);
    instance.solver.watch = input.watch;
    instance.solver.times = {};
    const Quality quality = usable(input.quality);
    const bool changed = instance.begun && !same(quality, instance.quality);
    if (quality.modes != instance.quality.modes) useModes(instance, quality.modes);
    instance.quality = quality;

    bool sound = true;
    const bool restart = instance.restart;
    output.restarted = restart;
    if (isBreak(instance, input) || restart) {
        sound = breakOff(instance, input, input.reset || !instance.begun || restart, jobs, output);
    } else if (input.dynamic) {
        sound = stepThrough(instance, input, jobs, output);
        lookAhead(instance, input, jobs, output);
    } else {
        poseAt(instance, 1);
        stopMotions(instance, input.world);
        sound = settle(instance, input, quality.mostSteps, jobs, output);
    }
    updateDoubt(instance, sound, restart, output);
    show(instance, input, changed || restart);
    output.times = instance.solver.times;
    instance.world = input.world;
    instance.weight = input.weight;
    instance.hadDynamics = input.dynamic;
    instance.begun = true;
    return sound ? Status::Ok : Status::NotConverged;
}

std::uint64_t stateHash(const Instance& instance) noexcept {
    static_assert(sizeof(Frame) == 7 * sizeof(double) && sizeof(Vec3d) == 3 * sizeof(double));
    std::uint64_t hash = 0;
    for (const auto& array :
         {instance.solver.q, instance.solver.builtAt, instance.solver.stiffness, instance.v, instance.a,
          instance.struck, instance.before, instance.shown, instance.blended}) {
        hash = hashOf(std::span<const float>(array), hash);
    }
    const auto add = [&](const auto&... numbers) {
        ((hash = hashBytes(&numbers, sizeof numbers, hash)), ...);
    };
    for (const Frame& frame : instance.frames) add(frame);
    for (const FrameMotion& m : instance.motions) {
        add(m.at, m.velocity, m.acceleration, m.spin, m.spinRate, m.known);
    }
    const Quality& quality = instance.quality;
    add(instance.world, instance.pose.scale, instance.weight, quality.mostSteps, quality.modes, quality.rate);
    add(instance.clock.sinceLast(), instance.solver.definite, instance.doubt);
    add(instance.begun, instance.hadDynamics, instance.restart);
    return hash;
}

}  // namespace sinew
