#include <atomic>
#include <type_traits>

#include "Api/Handles.h"
#include "Api/Inputs.h"

using namespace sinew;

namespace {

// An entry of a caller's array, whose structs have the size of the first one.
template <class Struct>
Struct* entryOf(Struct* first, std::uint32_t index) {
    using Byte = std::conditional_t<std::is_const_v<Struct>, const std::byte, std::byte>;
    return reinterpret_cast<Struct*>(reinterpret_cast<Byte*>(first) + std::size_t{first->structSize} * index);
}

SinewInstance* allocateOne(const SinewAsset& asset, Arena& arena) {
    SinewInstance measured{};
    return allocateHandle(arena, measured, [&](SinewInstance& instance) {
        allocateInstance(asset.body, arena, instance.instance);
    });
}

PointImpulse impulseOf(const SinewImpulse& from) {
    return {{from.point[0], from.point[1], from.point[2]},
            {from.impulse[0], from.impulse[1], from.impulse[2]},
            from.radius};
}

SinewContact contactOf(const TouchedPlace& from, const AssetView& view) {
    return {{from.point.x, from.point.y, from.point.z},
            {from.normal.x, from.normal.y, from.normal.z},
            from.depth,
            view.domains[from.domain].joint,
            from.collider};
}

TickInput inputOf(const SinewTickInput& from) {
    static_assert(sizeof(SinewBone) == sizeof(JointPose) &&
                  sizeof(SinewJointImpulse) == sizeof(JointImpulse));
    TickInput to;
    to.bones = {reinterpret_cast<const JointPose*>(from.bones), from.boneCount};
    to.world = frameOf(from.worldRotation, from.worldTranslation);
    to.seconds = from.seconds;
    to.gravity = {from.gravity[0], from.gravity[1], from.gravity[2]};
    to.wind = {from.wind[0], from.wind[1], from.wind[2]};
    to.damping = from.damping;
    to.weight = from.weight;
    to.quality = {from.quality.maxIterations, from.quality.modes, from.quality.rate};
    to.watch = {from.stopwatch.host, from.stopwatch.nanoseconds};
    to.dynamic = from.dynamic != 0;
    to.teleport = from.teleport != 0;
    to.reset = from.reset != 0;
    return to;
}

// An input in the library's own types, with the arrays that it points to.
struct ReadInput {
    TickInput input;
    Collider colliders[SINEW_MAX_COLLIDERS];
    PointImpulse impulses[SINEW_MAX_IMPULSES];
    TouchedPlace touched[kMaxContacts];
};

// Returns false if a count, a pointer or a collider's kind is wrong.
bool readInput(const SinewTickInput& known, const Body& body, ReadInput& to) {
    if (known.boneCount != body.view.joints.size() || !areThere(known.bones, known.boneCount, SIZE_MAX) ||
        !areThere(known.colliders, known.colliderCount, SINEW_MAX_COLLIDERS) ||
        !areThere(known.impulses, known.impulseCount, SINEW_MAX_IMPULSES)) {
        return false;
    }
    TickInput& in = to.input;
    in = inputOf(known);
    for (std::uint32_t i = 0; i < known.colliderCount; ++i) {
        if (!isKnown(known.colliders[i])) return false;
        to.colliders[i] = colliderOf(known.colliders[i]);
    }
    for (std::uint32_t i = 0; i < known.impulseCount; ++i) to.impulses[i] = impulseOf(known.impulses[i]);
    const std::size_t domains = body.domains.size();
    in.colliders = {to.colliders, known.colliderCount};
    in.impulses = {to.impulses, known.impulseCount};
    in.contact.self = known.selfContact != 0;
    if (known.stiffness != nullptr) in.stiffness = {known.stiffness, domains};
    if (known.fields != nullptr) in.fields = {reinterpret_cast<const Vec3f*>(known.fields), domains};
    if (known.contacts != nullptr) in.touched = to.touched;
    if (known.jointImpulses != nullptr)
        in.jointImpulses = {reinterpret_cast<JointImpulse*>(known.jointImpulses), known.boneCount};
    return true;
}

SinewTickOutput outputOf(const TickOutput& from) {
    SinewTickOutput to{};
    to.structSize = sizeof to;
    to.residual = from.residual;
    to.subSteps = from.subSteps;
    to.iterations = from.iterations;
    to.notConverged = from.notConverged;
    to.scaledJoint = from.scaledJoint;
    to.contacts = from.contacts;
    to.contactsLeft = from.contactsLeft;
    to.restarted = from.restarted ? 1 : 0;
    to.cubatureTime = from.times.cubature;
    to.couplingTime = from.times.coupling;
    to.systemTime = from.times.system;
    return to;
}

}  // namespace

SinewStatus sinewInstanceMeasure(const SinewAsset* asset, uint64_t* memorySize) {
    if (asset == nullptr || memorySize == nullptr) return SINEW_INVALID_ARGUMENT;
    Arena measure;
    allocateOne(*asset, measure);
    *memorySize = measure.size();
    return SINEW_OK;
}

SinewStatus sinewInstanceCreate(const SinewAsset* asset, void* memory, uint64_t memorySize,
                                SinewInstance** instance) {
    if (asset == nullptr || instance == nullptr) return SINEW_INVALID_ARGUMENT;
    if (!isAligned(memory)) return SINEW_OUT_OF_MEMORY;
    Arena arena = arenaOf(memory, memorySize);
    SinewInstance* const created = allocateOne(*asset, arena);
    if (created == nullptr) return SINEW_OUT_OF_MEMORY;
    resetInstance(created->instance);
    *instance = created;
    return SINEW_OK;
}

void sinewTickDefaults(SinewTickInput* input, uint32_t structSize) {
    writeDefaults(defaultTick(), input, structSize);
}

SinewStatus sinewTick(SinewInstance* instance, const SinewTickInput* input, SinewTickOutput* output) {
    if (instance == nullptr || (output != nullptr && !isKnown(output))) return SINEW_INVALID_ARGUMENT;
    SinewTickInput known;
    sinewTickDefaults(&known, sizeof known);
    if (!readStruct(input, known)) return SINEW_INVALID_ARGUMENT;
    const Body& body = *instance->instance.body;
    ReadInput read;
    if (!readInput(known, body, read)) return SINEW_INVALID_ARGUMENT;
    TickOutput out;
    const Status status = tick(instance->instance, read.input, jobsOf(known.workers), out);
    const std::uint32_t told = out.contacts < known.contactCapacity ? out.contacts : known.contactCapacity;
    for (std::uint32_t i = 0; known.contacts != nullptr && i < told; ++i) {
        known.contacts[i] = contactOf(read.touched[i], body.view);
    }
    if (output != nullptr) writeStruct(outputOf(out), output);
    return codeOf(status);
}

SinewStatus sinewTickMany(SinewInstance* const* instances, const SinewTickInput* inputs, uint32_t count,
                          SinewTickOutput* outputs, SinewStatus* statuses, const SinewWorkers* workers) {
    if (count == 0) return SINEW_OK;
    if (instances == nullptr || !isKnown(inputs) || (outputs != nullptr && !isKnown(outputs)))
        return SINEW_INVALID_ARGUMENT;
    // The result must not depend on the order of the threads, so the lowest index wins.
    std::atomic<std::uint64_t> first{~std::uint64_t{0}};
    parallelFor(workers == nullptr ? Jobs{} : jobsOf(*workers), count, [&](std::uint32_t i) {
        SinewTickInput alone;
        sinewTickDefaults(&alone, sizeof alone);
        SinewStatus status = SINEW_INVALID_ARGUMENT;
        if (readStruct(entryOf(inputs, i), alone)) {
            alone.structSize = sizeof alone;
            alone.workers = {};
            status = sinewTick(instances[i], &alone, outputs == nullptr ? nullptr : entryOf(outputs, i));
        }
        if (statuses != nullptr) statuses[i] = status;
        if (status == SINEW_OK) return;
        const std::uint64_t own = std::uint64_t{i} << 32 | static_cast<std::uint32_t>(status);
        std::uint64_t known = first.load();
        while (own < known && !first.compare_exchange_weak(known, own)) {
        }
    });
    const std::uint64_t found = first.load();
    return found == ~std::uint64_t{0} ? SINEW_OK : static_cast<SinewStatus>(found & 0xffffffffu);
}

SinewStatus sinewRigidPart(const SinewInstance* instance, uint32_t part, float matrix[12]) {
    if (instance == nullptr || matrix == nullptr || part >= instance->instance.body->view.rigidParts.size()) {
        return SINEW_INVALID_ARGUMENT;
    }
    const AssetRigidPart& from = instance->instance.body->view.rigidParts[part];
    const Affinef placed = instance->instance.joints[from.joint] * from.toJoint;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) matrix[4 * row + column] = placed.linear(row, column);
        matrix[4 * row + 3] = placed.translation[row];
    }
    return SINEW_OK;
}

SinewStatus sinewBounds(const SinewInstance* instance, float low[3], float high[3]) {
    if (instance == nullptr || low == nullptr || high == nullptr) return SINEW_INVALID_ARGUMENT;
    const Bounds bounds = boundsOf(instance->instance);
    for (int i = 0; i < 3; ++i) {
        low[i] = bounds.low[i];
        high[i] = bounds.high[i];
    }
    return SINEW_OK;
}

uint32_t sinewCoordinates(const SinewInstance* instance, float* coordinates, uint32_t capacity) {
    if (instance == nullptr) return 0;
    std::uint32_t count = 0;
    for (const BodyDomain& d : instance->instance.body->domains) {
        for (std::uint32_t k = 0; k < d.rank; ++k, ++count) {
            if (coordinates != nullptr && count < capacity)
                coordinates[count] = instance->instance.shown[d.firstLane + k];
        }
    }
    return count;
}

uint64_t sinewStateHash(const SinewInstance* instance) {
    return instance == nullptr ? 0 : stateHash(instance->instance);
}
