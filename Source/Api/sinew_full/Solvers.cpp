#include <algorithm>
#include <cmath>

#include "Api/Inputs.h"
#include "Api/Structs.h"
#include "Api/sinew_full/Characters.h"
#include "Api/sinew_full/Handles.h"
#include "Api/sinew_full/LentWorkers.h"
#include "Api/sinew_full/Words.h"
#include "Offline/Character/Pose.h"
#include "Offline/Geometry/Box.h"
#include "Offline/Lattice/VolumeReport.h"

using namespace sinew;

namespace {

using Clock = lattice::LiveInput::Clock;

static_assert(SINEW_FULL_COROTATED == static_cast<int>(MaterialKind::Corotated) &&
              SINEW_FULL_STVK == static_cast<int>(MaterialKind::StVenantKirchhoff) &&
              SINEW_FULL_MOONEY_RIVLIN == static_cast<int>(MaterialKind::MooneyRivlin) &&
              SINEW_FULL_NEO_HOOKEAN_LOG == static_cast<int>(MaterialKind::LogNeoHookean));

constexpr double kEarth = static_cast<double>(9.81f);  // m/s²
constexpr double kNoPull = 1e-4;                       // m/s²; less is not visible

SinewFullSettings defaultSettings() {
    const lattice::LiveSettings usual;
    SinewFullSettings all{};
    all.hold = SINEW_FULL_HARD;
    all.cells = 10000;
    all.young = usual.flesh.young;
    all.poisson = usual.flesh.poisson;
    all.density = usual.flesh.density;
    all.holdStiffness = usual.pose.springStiffness;
    all.tolerance = usual.pose.newton.relative;
    all.maxTurn = usual.pose.stride.maxTurn;
    all.paintChannel = -1;
    all.selfContact = 1;
    all.paintAtZero = all.paintAtOne = 1;
    all.grip = usual.pose.grip;
    return all;
}

void requireWithin(double value, double low, double high, const char* what) {
    if (value >= low && value <= high) return;
    throw badInput(std::string(what) + " is " + std::to_string(value) + ", but must be from " +
                       std::to_string(low) + " to " + std::to_string(high),
                   "Call sinewFullSettingsDefaults() first.");
}

lattice::LiveSettings settingsOf(const SinewFullSettings& given) {
    requireWithin(given.hold, SINEW_FULL_HARD, SINEW_FULL_SLIDING, "hold");
    requireWithin(given.material, SINEW_FULL_NEO_HOOKEAN, SINEW_FULL_NEO_HOOKEAN_LOG, "material");
    if (given.cellWidth == 0) requireWithin(given.cells, 10, 1e7, "cells");
    requireWithin(given.cellWidth, 0, 1e3, "cellWidth");
    requireWithin(given.young, 1, 1e12, "young");
    requireWithin(given.poisson, 0, 0.4999, "poisson");
    requireWithin(given.density, 1e-3, 1e6, "density");
    requireWithin(given.holdStiffness, 1e-3, 1e6, "holdStiffness");
    requireWithin(given.grip, 1e-6, 1e3, "grip");
    requireWithin(given.tolerance, 1e-6, 0.5, "tolerance");
    requireWithin(given.maxTurn, 0.01, 3.2, "maxTurn");
    requireWithin(given.paintChannel, -1, 3, "paintChannel");
    requireWithin(given.paintAtZero, 1e-3, 1e3, "paintAtZero");
    requireWithin(given.paintAtOne, 1e-3, 1e3, "paintAtOne");
    lattice::LiveSettings settings;
    settings.volume.cells = {given.cellWidth, given.cells};
    settings.selfContact = given.selfContact != 0;
    settings.flesh.kind = static_cast<MaterialKind>(given.material);
    settings.flesh.young = given.young;
    settings.flesh.poisson = given.poisson;
    settings.flesh.density = given.density;
    settings.pose.hold = static_cast<Hold>(given.hold);
    settings.pose.grip = given.grip;
    settings.pose.springStiffness = given.holdStiffness;
    settings.pose.newton.relative = given.tolerance;
    settings.pose.stride.maxTurn = given.maxTurn;
    if (given.paintChannel >= 0)
        settings.regions.painted.push_back({given.paintChannel, given.paintAtZero, given.paintAtOne});
    return settings;
}

ProgressCallback progressOf(const SinewFullProgress* given) {
    if (given == nullptr || given->report == nullptr) return {};
    return [heard = *given](double done) { return heard.report(heard.host, static_cast<float>(done)) != 0; };
}

bool hasArrays(const SinewFullCharacter& given) {
    return given.positions != nullptr && given.triangles != nullptr && given.firstWeight != nullptr &&
           given.weightJoints != nullptr && given.weights != nullptr && given.names != nullptr &&
           given.parents != nullptr && given.bind != nullptr;
}

std::shared_ptr<HandedOver> shapeIn(SinewFull& full, std::span<const Affined> frames, const Jobs& jobs) {
    auto shape = std::make_shared<HandedOver>();
    shape->shape.nodes = full.live.nodesIn(frames, jobs);
    shape->shape.skinMatrices = skinMatrices(full.live.character().skeleton, frames);
    return shape;
}

std::uint64_t nextNumber() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

// An input in the library's own types.
struct ReadTick {
    std::vector<Affined> frames;
    Frame world;
    std::vector<Collider> colliders;  // in the character's space
    Vec3d pull;
    float weight = 1;
};

Vec3d pullOf(const SinewTickInput& known, const Frame& world) {
    const Vec3f wanted{known.gravity[0] + known.wind[0], known.gravity[1] + known.wind[1],
                       known.gravity[2] + known.wind[2]};
    const Vec3d pull = rotate(conjugate(world.rotation), convert<double>(wanted)) + Vec3d{0, kEarth, 0};
    return length(pull) < kNoPull ? Vec3d{} : pull;
}

// Throws Error if a number is out of range.
ReadTick readTick(const SinewTickInput& known, const Skeleton& skeleton) {
    ReadTick read;
    read.frames = framesOf({known.bones, known.boneCount}, skeleton);
    read.world = frameOf(known.worldRotation, known.worldTranslation);
    const double turned = dot(read.world.rotation, read.world.rotation);
    read.pull = pullOf(known, read.world);
    read.weight = known.weight;
    if (!isFinite(read.world.translation) || !(turned > 0.5 && turned < 2))
        throw badInput("the world transform is not finite, or its rotation is not a quaternion of length 1");
    if (!isFinite(read.pull) || !std::isfinite(read.weight))
        throw badInput("gravity, wind or weight is not finite");
    const Quatd back = conjugate(read.world.rotation);
    const Frame toCharacter{back, rotate(back, -read.world.translation)};
    for (std::uint32_t i = 0; i < known.colliderCount; ++i) {
        Collider collider = colliderOf(known.colliders[i]);
        if (!isUsable(collider))
            throw badInput("collider " + std::to_string(i) +
                           " has a number that is not finite, a negative size, or a grid without "
                           "values");
        collider.frame = toCharacter * collider.frame;
        read.colliders.push_back(collider);
    }
    return read;
}

// Returns what is wrong with an input's counts and pointers, or null.
const char* faultOf(const SinewTickInput& known, std::size_t joints) {
    if (known.boneCount != joints || known.bones == nullptr)
        return "the number of bones is not the number of joints of the character";
    if (!areThere(known.colliders, known.colliderCount, SINEW_MAX_COLLIDERS))
        return "the colliders are null, or there are more than SINEW_MAX_COLLIDERS";
    for (std::uint32_t i = 0; i < known.colliderCount; ++i) {
        if (!isKnown(known.colliders[i])) return "a collider has an unknown kind";
    }
    return nullptr;
}

std::uint32_t writeContacts(const SinewTickInput& known, const ReadTick& read,
                            std::span<const lattice::TouchedSkin> touched, const SkinWeights& weights) {
    for (std::size_t i = 0; known.contacts != nullptr && i < touched.size() && i < known.contactCapacity;
         ++i) {
        const lattice::TouchedSkin& from = touched[i];
        const Vec3d point = rotate(read.world.rotation, from.point) + read.world.translation;
        const Vec3f normal = convert<float>(rotate(read.world.rotation, from.normal));
        known.contacts[i] = {{point.x, point.y, point.z},
                             {normal.x, normal.y, normal.z},
                             static_cast<float>(from.depth),
                             weights.influences[weights.firstOfVertex[from.vertex]].joint,
                             from.collider};
    }
    return static_cast<std::uint32_t>(touched.size());
}

Clock::time_point deadlineOf(Clock::time_point start, double budget) {
    constexpr double kLongest = 1e6;  // seconds; more would overflow the clock
    if (!(budget > 0) || budget > kLongest) return Clock::time_point::max();
    return start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(budget));
}

lattice::LiveReport solve(SinewFull& full, const SinewTickInput& known, const ReadTick& read,
                          Clock::time_point deadline, const Jobs& jobs) {
    lattice::LiveReport report;
    report.finished = true;
    report.reached = 1;
    if (!(read.weight > 0)) return report;  // linear blend skinning
    lattice::LiveInput input;
    input.jointFrames = read.frames;
    input.pull = read.pull;
    input.colliders = read.colliders;
    input.selfContact = known.selfContact != 0;
    input.restart = known.reset != 0;
    input.deadline = deadline;
    input.progress = [&](double done) {
        full.reached = static_cast<float>(done);
        return !full.isCancelled;
    };
    return full.live.advance(input, jobs);
}

SinewFullTickOutput outputOf(const lattice::LiveReport& report, double tolerance) {
    SinewFullTickOutput out{};
    out.finished = report.finished || report.gaveUp ? 1 : 0;
    out.gaveUp = report.gaveUp ? 1 : 0;
    out.reached = static_cast<float>(report.reached);
    out.residual = report.allowed > 0 ? static_cast<float>(tolerance * report.force / report.allowed) : 0;
    out.subSteps = static_cast<std::uint32_t>(report.substeps);
    out.iterations = static_cast<std::uint32_t>(report.iterations);
    out.linearIterations = static_cast<std::uint32_t>(report.linearIterations);
    return out;
}

SinewStatus tickOnce(SinewFull& full, const SinewTickInput& known, double budget, SinewFullTickOutput& out) {
    const auto start = Clock::now();
    LentWorkers workers(&known.workers);
    const Jobs jobs = workers.jobs();
    ReadTick read;
    try {
        read = readTick(known, full.live.character().skeleton);
    } catch (const Error& error) {
        return refuse(SINEW_BAD_INPUT, error.what(), error.remedy().c_str());
    }
    if (full.isCancelled) throw Stopped();
    const lattice::LiveReport report = solve(full, known, read, deadlineOf(start, budget), jobs);
    full.reached = static_cast<float>(report.reached);
    out = outputOf(report, full.live.poseSettings().newton.relative);
    const std::shared_ptr<HandedOver> shape = shapeIn(full, read.frames, jobs);
    shape->shape.weight = read.weight;
    shape->finished = out.finished != 0;
    shape->tick = full.shown.newest()->tick + 1;
    out.contacts = writeContacts(known, read, full.live.touched(shape->shape.nodes, read.colliders, jobs),
                                 full.live.character().weights);
    full.shown.put(shape);
    out.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return SINEW_OK;
}

}  // namespace

void sinewFullCharacterDefaults(SinewFullCharacter* character, uint32_t structSize) {
    writeDefaults(SinewFullCharacter{}, character, structSize);
}

void sinewFullSettingsDefaults(SinewFullSettings* settings, uint32_t structSize) {
    writeDefaults(defaultSettings(), settings, structSize);
}

SinewStatus sinewFullCreate(const SinewFullCharacter* character, const SinewFullSettings* settings,
                            const SinewWorkers* workers, const SinewFullProgress* progress,
                            SinewFull** full) {
    return guarded([&] {
        SinewFullCharacter given{};
        SinewFullSettings wanted = defaultSettings();
        if (full == nullptr || !readStruct(character, given) ||
            (settings != nullptr && !readStruct(settings, wanted)))
            return refuse(SINEW_INVALID_ARGUMENT, "a struct is null, or newer than this library");
        if (!hasArrays(given))
            return refuse(SINEW_INVALID_ARGUMENT, "an array of the character is null",
                          "Only normals, tangents, colours and name may be null.");
        const lattice::LiveSettings all = settingsOf(wanted);
        LentWorkers lent(workers);
        auto made = std::make_unique<SinewFull>(characterOf(given), all, lent.jobs(), progressOf(progress));
        made->notes = notesOn(made->live.character(), made->live.report());
        made->number = nextNumber();
        const auto bound = shapeIn(*made, bindFrames(made->live.character().skeleton), {});
        bound->finished = true;
        made->shown.put(bound);
        *full = made.release();
        return SinewStatus{SINEW_OK};
    });
}

void sinewFullDestroy(SinewFull* full) {
    delete full;
}

SinewStatus sinewFullInfo(const SinewFull* full, SinewFullInfo* info) {
    if (full == nullptr || !isKnown(info))
        return refuse(SINEW_INVALID_ARGUMENT,
                      "the solver or the info is null, or the info is newer than this library");
    const lattice::VolumeReport& report = full->live.report();
    SinewFullInfo all{};
    all.joints = static_cast<std::uint32_t>(full->live.character().skeleton.joints.size());
    all.vertices = static_cast<std::uint32_t>(full->live.character().surface.weldedOfFile.size());
    all.cells = full->live.cellCount();
    all.nodes = full->live.nodeCount();
    all.cellWidth = static_cast<float>(report.width);
    all.volume = static_cast<float>(report.volume);
    all.farthest = static_cast<float>(report.outsideMax);
    all.notes = full->notes.c_str();
    writeStruct(all, info);
    return SINEW_OK;
}

void sinewFullTickDefaults(SinewTickInput* input, uint32_t structSize) {
    SinewTickInput all = defaultTick();
    all.dynamic = 0;
    all.selfContact = 1;
    writeDefaults(all, input, structSize);
}

SinewStatus sinewFullTick(SinewFull* full, const SinewTickInput* input, double budget,
                          SinewFullTickOutput* output) {
    return guarded([&] {
        SinewTickInput known;
        sinewFullTickDefaults(&known, sizeof known);
        if (full == nullptr || !readStruct(input, known) || (output != nullptr && !isKnown(output)))
            return refuse(SINEW_INVALID_ARGUMENT,
                          "a handle or struct is null, or a struct is newer than this library");
        if (const char* const fault = faultOf(known, full->live.character().skeleton.joints.size()))
            return refuse(SINEW_INVALID_ARGUMENT, fault);
        const std::unique_lock alone(full->ticking, std::try_to_lock);
        if (!alone.owns_lock())
            return refuse(SINEW_INVALID_ARGUMENT, "another thread is ticking this solver");
        SinewFullTickOutput out{};
        const SinewStatus status = tickOnce(*full, known, budget, out);
        if (output != nullptr) writeStruct(out, output);
        return status;
    });
}

void sinewFullCancel(SinewFull* full, uint32_t cancelled) {
    if (full != nullptr) full->isCancelled = cancelled != 0;
}

float sinewFullReached(const SinewFull* full) {
    return full == nullptr ? 0 : full->reached.load();
}

SinewStatus sinewFullBounds(const SinewFull* full, float low[3], float high[3]) {
    if (full == nullptr || low == nullptr || high == nullptr)
        return refuse(SINEW_INVALID_ARGUMENT, "the solver or an output is null");
    const Box box = boxOf(full->shown.newest()->shape.nodes);
    for (int i = 0; i < 3; ++i) {
        low[i] = static_cast<float>(box.low[i]);
        high[i] = static_cast<float>(box.high[i]);
    }
    return SINEW_OK;
}
