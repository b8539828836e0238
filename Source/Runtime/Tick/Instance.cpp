#include "Runtime/Tick/Instance.h"

#include <cmath>

#include "Base/Hash.h"
#include "Runtime/Tick/SubStep.h"

namespace sinew {

namespace {

constexpr std::int64_t kMaxSubSteps = 8;    // of one tick; what a slow frame owes beyond is forgotten
constexpr std::uint32_t kSettleSteps = 12;  // of Newton, where flesh starts anew
constexpr double kTeleportSpeed = 100;      // m/s of the character as a whole, above which nothing moves
constexpr double kFarthestWorld = 1e12;     // metres, beyond which no place can be told from another
constexpr double kBlendSeconds = 0.1;       // in which a change of quality fades to less than a half
constexpr std::uint32_t kLostSubSteps = 15, kLostAfterRestart = 25;  // after which lost flesh starts anew
constexpr float kFarOut = 2;  // of their limits, beyond which flesh is lost

bool areUsable(std::span<const Collider> colliders) {
    for (const Collider& collider : colliders) {
        if (!isUsable(collider)) return false;
    }
    return true;
}

bool areUsable(std::span<const PointImpulse> impulses) {
    for (const PointImpulse& impulse : impulses) {
        if (!isFinite(impulse.point) || !isFinite(impulse.impulse) ||
            !(impulse.radius > 0 && impulse.radius < 1e3f))
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
           areUsable(input.colliders) && areUsable(input.impulses) && areUsable(input.fields);
}

Quality usable(const Quality& wanted) {
    const auto within = [](float value, float low, float high) {
        return value >= low ? (value <= high ? value : high) : low;
    };
    const std::uint32_t iterations = wanted.maxIterations < 1    ? 1
                                     : wanted.maxIterations > 10 ? 10
                                                                 : wanted.maxIterations;
    return {iterations, within(wanted.modes, 0.05f, 1), within(wanted.rate, 10, 480)};
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
void leaveOutSubSteps(Instance& instance, const TickInput& input, std::int64_t subStep) {
    double share = 0;
    if (!instance.clock.leaveOut(kMaxSubSteps, subStep, share)) return;
    poseAt(instance, share);
    const Frame world = between(instance.worldBefore, input.world, share);
    for (std::size_t d = 0; d < instance.motions.size(); ++d) {
        instance.motions[d].at = worldOf(instance, world, d);
    }
}

bool stepThrough(Instance& instance, const TickInput& input, const Jobs& jobs, TickOutput& output) {
    const std::int64_t subStep = timeUnits(1 / static_cast<double>(instance.quality.rate));
    const double seconds = static_cast<double>(subStep) / static_cast<double>(kTimeUnits);
    instance.clock.advance(timeUnits(input.seconds));
    bool sound = true;
    double share = 0;
    leaveOutSubSteps(instance, input, subStep);
    applyImpulses(instance, input);
    while (instance.clock.due(subStep, share)) {
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

// Those that are left out are at rest from now on.
void useModes(Instance& instance, float share) {
    setModes(instance.solver, share);
    for (std::size_t d = 0; d < instance.solver.domains.size(); ++d) {
        const BodyDomain& whole = instance.body->domains[d];
        for (std::uint32_t k = instance.solver.domains[d].rank; k < whole.rank; ++k) {
            for (auto* const array : {&instance.v, &instance.a, &instance.before, &instance.pendingImpulse}) {
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
void scheduleRestart(Instance& instance, bool sound, bool restarted, const TickOutput& output) {
    const std::uint32_t passed = output.subSteps;
    instance.restart = instance.lostSubSteps > 0 && instance.lostSubSteps <= passed;
    instance.lostSubSteps = instance.lostSubSteps > passed ? instance.lostSubSteps - passed : 0;
    if (instance.lostSubSteps == 0 && !instance.restart && (!sound || isFarOut(instance))) {
        instance.lostSubSteps = restarted ? kLostAfterRestart : kLostSubSteps;
    }
}

bool isBreak(const Instance& instance, const TickInput& input) {
    const double moved = length(input.world.translation - instance.worldBefore.translation);
    return !instance.begun || instance.weight <= 0 || input.teleport || input.reset ||
           input.seconds > kMaxSeconds || moved > kTeleportSpeed * (input.seconds + 1.0 / 60);
}

}  // namespace

bool allocateInstance(const Body& body, Arena& arena, Instance& instance) noexcept {
    instance.body = &body;
    const bool solver = allocateSolver(body, arena, instance.solver);
    for (auto* const frames : {&instance.frames, &instance.framesBefore, &instance.posed}) {
        *frames = arena.take<Frame>(body.domains.size());
    }
    instance.motions = arena.take<FrameMotion>(body.domains.size());
    allocateContacts(body, arena, instance.contacts);
    instance.joints = arena.take<Affinef>(body.view.joints.size());
    for (auto* const array : {&instance.v, &instance.a, &instance.pendingImpulse, &instance.before,
                              &instance.good, &instance.seen, &instance.shown, &instance.blended}) {
        *array = arena.take<float>(body.view.lanes);
    }
    return solver && arena.ok();
}

void resetInstance(Instance& instance) noexcept {
    resetSolver(instance.solver);
    for (auto* const array : {&instance.v, &instance.a, &instance.pendingImpulse, &instance.before,
                              &instance.good, &instance.seen, &instance.shown, &instance.blended}) {
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
    instance.lostSubSteps = 0;
    instance.restart = false;
    instance.breaks = 0;
}

Status tick(Instance& instance, const TickInput& input, const Jobs& jobs, TickOutput& output) noexcept {
    output = {};
    for (JointImpulse& impulse : input.jointImpulses) impulse = {};
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
        sound = settle(instance, input, quality.maxIterations, jobs, output);
    }
    scheduleRestart(instance, sound, restart, output);
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
          instance.pendingImpulse, instance.before, instance.shown, instance.blended}) {
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
    add(instance.world, instance.pose.scale, instance.weight, quality.maxIterations, quality.modes,
        quality.rate);
    add(instance.clock.sinceLast(), instance.solver.definite, instance.lostSubSteps);
    add(instance.begun, instance.hadDynamics, instance.restart);
    return hash;
}

}  // namespace sinew
