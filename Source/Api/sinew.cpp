#include "Api/sinew.h"

#include <atomic>
#include <cstring>
#include <type_traits>

#include "Asset/ModelHash.h"
#include "Runtime/Texture.h"

#ifndef SINEW_VERSION_NUMBER
#error "the build says which version this is"
#endif

// What handles point to: the first bytes of the memory that the host gave.
struct SinewAsset {
    sinew::Body body;
    sinew::SkinMesh skin;
    sinew::BoundMesh mesh;  // the one that it was built from
};

struct SinewMesh {
    sinew::BoundMesh mesh;
};

struct SinewInstance {
    sinew::Instance instance;
};

struct SinewSurface {
    sinew::ShownSurface surface;
};

struct SinewTexture {
    sinew::SkinTexture texture;
};

namespace {

using namespace sinew;

static_assert(SINEW_OK == static_cast<int>(Status::Ok) &&
              SINEW_INVALID_ARGUMENT == static_cast<int>(Status::InvalidArgument) &&
              SINEW_BAD_ASSET == static_cast<int>(Status::BadAsset) &&
              SINEW_WRONG_VERSION == static_cast<int>(Status::WrongVersion) &&
              SINEW_OUT_OF_MEMORY == static_cast<int>(Status::OutOfMemory) &&
              SINEW_NOT_CONVERGED == static_cast<int>(Status::NotConverged) &&
              SINEW_BAD_INPUT == static_cast<int>(Status::BadInput));

SinewStatus codeOf(Status status) {
    return static_cast<SinewStatus>(status);
}

// False where it is newer than this library.
template <class Struct>
bool isKnown(const Struct* given) {
    return given != nullptr && given->structSize >= sizeof(std::uint32_t) &&
           given->structSize <= sizeof(Struct);
}

// A struct as the caller's header had it, over the defaults of this one.
template <class Struct>
bool readStruct(const Struct* from, Struct& to) {
    if (!isKnown(from)) return false;
    std::memcpy(&to, from, from->structSize);
    return true;
}

template <class Struct>
bool writeStruct(const Struct& from, Struct* to) {
    if (!isKnown(to)) return false;
    const std::uint32_t size = to->structSize;
    std::memcpy(to, &from, size);
    to->structSize = size;
    return true;
}

// As much of the defaults as the caller's header knows. A struct that is newer than this library gets its
// size alone, with which every call refuses it.
template <class Struct>
void writeDefaults(const Struct& defaults, Struct* to, std::uint32_t structSize) {
    if (to == nullptr || structSize < sizeof(std::uint32_t)) return;
    to->structSize = structSize;
    writeStruct(defaults, to);
}

// Of a caller's array, whose structs are as long as its first says.
template <class Struct>
Struct* entryOf(Struct* first, std::uint32_t index) {
    using Byte = std::conditional_t<std::is_const_v<Struct>, const std::byte, std::byte>;
    return reinterpret_cast<Struct*>(reinterpret_cast<Byte*>(first) + std::size_t{first->structSize} * index);
}

SinewStatus viewBytes(const void* bytes, std::uint64_t count, AssetView& view) {
    if (bytes == nullptr || count > SIZE_MAX) return SINEW_INVALID_ARGUMENT;
    const std::span<const std::byte> all(static_cast<const std::byte*>(bytes),
                                         static_cast<std::size_t>(count));
    return codeOf(statusOf(viewAsset(all, view).fault));
}

bool isAligned(const void* memory) {
    return memory != nullptr && reinterpret_cast<std::uintptr_t>(memory) % Arena::kAlignment == 0;
}

// The same layout code measures and hands out. Returns the handle, or null where nothing was handed out.
template <class Handle, class Lay>
Handle* layHandle(Arena& arena, Handle& here, Lay&& lay) {
    const std::span<Handle> placed = arena.take<Handle>(1);
    lay(placed.empty() ? here : placed[0]);
    return placed.empty() || !arena.ok() ? nullptr : placed.data();
}

SinewAsset* layAsset(const AssetView& view, Arena& arena) {
    SinewAsset measured{};
    return layHandle(arena, measured, [&](SinewAsset& asset) {
        layBody(view, arena, asset.body);
        laySkinMesh(asset.body, arena, asset.skin);
        layMesh(asset.skin, ownMesh(view), arena, asset.mesh);
    });
}

SinewInstance* layOne(const SinewAsset& asset, Arena& arena) {
    SinewInstance measured{};
    return layHandle(arena, measured,
                     [&](SinewInstance& instance) { layInstance(asset.body, arena, instance.instance); });
}

SinewMesh* layOneMesh(const SinewAsset& asset, const MeshSource& source, Arena& arena) {
    SinewMesh measured{};
    return layHandle(arena, measured,
                     [&](SinewMesh& mesh) { layMesh(asset.skin, source, arena, mesh.mesh); });
}

// Null where the mesh is another asset's.
const BoundMesh* meshOf(const SinewAsset* asset, const SinewMesh* mesh) {
    if (asset == nullptr || (mesh != nullptr && mesh->mesh.skin != &asset->skin)) return nullptr;
    return mesh == nullptr ? &asset->mesh : &mesh->mesh;
}

SinewSurface* laySkin(const BoundMesh& mesh, Arena& arena) {
    SinewSurface measured{};
    return layHandle(arena, measured,
                     [&](SinewSurface& surface) { laySurface(mesh, arena, surface.surface); });
}

bool allFinite(const float* numbers, std::size_t count) {
    for (std::size_t i = 0; numbers != nullptr && i < count; ++i) {
        if (!std::isfinite(numbers[i])) return false;
    }
    return true;
}

// That a mesh can be bound to.
bool hasSkin(const SinewAsset* asset) {
    return asset != nullptr && !asset->body.view.blocks.empty();
}

bool readSource(const SinewMeshSource* given, MeshSource& source) {
    SinewMeshSource known{};
    if (!readStruct(given, known) || known.positions == nullptr || known.vertexCount == 0) return false;
    const std::size_t count = known.vertexCount;
    source = {known.vertexCount, known.positions, known.normals, known.tangents};
    return allFinite(known.positions, 3 * count) && allFinite(known.normals, 3 * count) &&
           allFinite(known.tangents, 4 * count);
}

constexpr std::uint32_t kMostTexels = 8192;  // a side

bool hasTexture(const SinewAsset& asset, std::uint32_t width, std::uint32_t height) {
    const AssetView& view = asset.body.view;
    return !view.uvs.empty() && !view.influences.empty() && width > 0 && height > 0 && width <= kMostTexels &&
           height <= kMostTexels;
}

SinewTexture* layOneTexture(const SinewAsset& asset, std::uint32_t width, std::uint32_t height,
                            Arena& arena) {
    SinewTexture measured{};
    return layHandle(arena, measured, [&](SinewTexture& texture) {
        layTexture(asset.body, width, height, arena, texture.texture);
    });
}

Arena arenaOf(void* memory, std::uint64_t size) {
    return Arena(std::span(static_cast<std::byte*>(memory), static_cast<std::size_t>(size)));
}

Jobs jobsOf(const SinewWorkers& workers) {
    return {workers.host, workers.parallelFor};
}

Frame frameOf(const float* rotation, const double* translation) {
    const Quatd given{static_cast<double>(rotation[0]), static_cast<double>(rotation[1]),
                      static_cast<double>(rotation[2]), static_cast<double>(rotation[3])};
    // What is far from a rotation is refused later.
    const double squared = dot(given, given);
    return {squared > 0.5 && squared < 2 ? normalized(given) : given,
            {translation[0], translation[1], translation[2]}};
}

Collider colliderOf(const SinewCollider& from) {
    Collider to;
    to.kind = static_cast<ColliderKind>(from.kind);
    to.frame = frameOf(from.rotation, from.translation);
    to.halfSize = {from.halfSize[0], from.halfSize[1], from.halfSize[2]};
    if (to.kind != ColliderKind::Grid) return to;
    for (int i = 0; i < 3; ++i) to.grid.size[i] = from.gridSize[i];
    to.grid.cell = from.gridCell;
    const std::uint64_t count = std::uint64_t{from.gridSize[0]} * from.gridSize[1] * from.gridSize[2];
    if (from.gridValues != nullptr) to.grid.values = {from.gridValues, static_cast<std::size_t>(count)};
    return to;
}

PointImpulse blowOf(const SinewBlow& from) {
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
    static_assert(sizeof(SinewBone) == sizeof(JointPose) && sizeof(SinewImpulse) == sizeof(BoneImpulse));
    TickInput to;
    to.bones = {reinterpret_cast<const JointPose*>(from.bones), from.boneCount};
    to.world = frameOf(from.worldRotation, from.worldTranslation);
    to.seconds = from.seconds;
    to.gravity = {from.gravity[0], from.gravity[1], from.gravity[2]};
    to.wind = {from.wind[0], from.wind[1], from.wind[2]};
    to.damping = from.damping;
    to.weight = from.weight;
    to.quality = {from.quality.mostSteps, from.quality.modes, from.quality.rate};
    to.watch = {from.stopwatch.host, from.stopwatch.nanoseconds};
    to.dynamic = from.dynamic != 0;
    to.teleport = from.teleport != 0;
    to.reset = from.reset != 0;
    return to;
}

// An input in the library's own words, and what it points to.
struct ReadInput {
    TickInput input;
    Collider colliders[SINEW_MOST_COLLIDERS];
    PointImpulse blows[SINEW_MOST_BLOWS];
    TouchedPlace touched[kMostContacts];
};

bool areThere(const void* array, std::uint32_t count, std::size_t most) {
    return count <= most && (count == 0 || array != nullptr);
}

// False where a count, a pointer or a kind is wrong.
bool readInput(const SinewTickInput& known, const Body& body, ReadInput& to) {
    if (known.boneCount != body.view.joints.size() || !areThere(known.bones, known.boneCount, SIZE_MAX) ||
        !areThere(known.colliders, known.colliderCount, SINEW_MOST_COLLIDERS) ||
        !areThere(known.blows, known.blowCount, SINEW_MOST_BLOWS)) {
        return false;
    }
    TickInput& in = to.input;
    in = inputOf(known);
    for (std::uint32_t i = 0; i < known.colliderCount; ++i) {
        if (known.colliders[i].kind > SINEW_GRID) return false;
        to.colliders[i] = colliderOf(known.colliders[i]);
    }
    for (std::uint32_t i = 0; i < known.blowCount; ++i) to.blows[i] = blowOf(known.blows[i]);
    const std::size_t domains = body.domains.size();
    in.colliders = {to.colliders, known.colliderCount};
    in.blows = {to.blows, known.blowCount};
    in.contact.self = known.selfContact != 0;
    if (known.stiffness != nullptr) in.stiffness = {known.stiffness, domains};
    if (known.fields != nullptr) in.fields = {reinterpret_cast<const Vec3f*>(known.fields), domains};
    if (known.contacts != nullptr) in.touched = to.touched;
    if (known.impulses != nullptr)
        in.impulses = {reinterpret_cast<BoneImpulse*>(known.impulses), known.boneCount};
    return true;
}

SinewTickOutput outputOf(const TickOutput& from) {
    SinewTickOutput to{};
    to.structSize = sizeof to;
    to.residual = from.residual;
    to.subSteps = from.subSteps;
    to.steps = from.steps;
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

const Body* bodyOf(const ShownSurface& surface) {
    return surface.mesh->skin->body;
}

std::span<const char> spanOf(const char* text) {
    return {text, std::strlen(text)};
}

}  // namespace

const char* sinewStatusText(SinewStatus status) {
    return statusText(static_cast<Status>(status));
}

uint32_t sinewVersion(void) {
    return SINEW_VERSION_NUMBER;
}

SinewStatus sinewAssetMeasure(const void* bytes, uint64_t byteCount, uint64_t* memorySize) {
    if (memorySize == nullptr) return SINEW_INVALID_ARGUMENT;
    AssetView view;
    const SinewStatus status = viewBytes(bytes, byteCount, view);
    if (status != SINEW_OK) return status;
    Arena measure;
    layAsset(view, measure);
    *memorySize = measure.size();
    return SINEW_OK;
}

SinewStatus sinewAssetCreate(const void* bytes, uint64_t byteCount, void* memory, uint64_t memorySize,
                             SinewAsset** asset) {
    if (asset == nullptr) return SINEW_INVALID_ARGUMENT;
    AssetView view;
    const SinewStatus status = viewBytes(bytes, byteCount, view);
    if (status != SINEW_OK) return status;
    if (!isAligned(memory)) return SINEW_OUT_OF_MEMORY;
    Arena arena = arenaOf(memory, memorySize);
    SinewAsset* const created = layAsset(view, arena);
    if (created == nullptr) return SINEW_OUT_OF_MEMORY;
    fillBody(created->body);
    fillSkinMesh(created->skin);
    fillMesh(ownMesh(view), nullptr, created->mesh);
    *asset = created;
    return SINEW_OK;
}

SinewStatus sinewAssetInfo(const SinewAsset* asset, SinewAssetInfo* info) {
    if (asset == nullptr) return SINEW_INVALID_ARGUMENT;
    const AssetView& view = asset->body.view;
    const AssetMeta& meta = *view.meta;
    SinewAssetInfo all{};
    all.joints = meta.joints;
    all.domains = meta.domains;
    all.modes = meta.modes;
    all.vertices = meta.fileVertices;
    all.triangles = meta.triangles;
    all.rigidParts = meta.rigidParts;
    all.hasUvs = view.uvs.empty() ? 0 : 1;
    all.hasTangents = view.tangents.empty() ? 0 : 1;
    all.meshHash = view.header->meshHash;
    all.skeletonHash = view.header->skeletonHash;
    all.recipeHash = view.header->recipeHash;
    for (int i = 0; i < 3; ++i) all.boundsMin[i] = meta.boundsMin[i], all.boundsMax[i] = meta.boundsMax[i];
    all.name = view.name(meta.characterName);
    return writeStruct(all, info) ? SINEW_OK : SINEW_INVALID_ARGUMENT;
}

SinewStatus sinewDomainInfo(const SinewAsset* asset, uint32_t domain, SinewDomainInfo* info) {
    if (asset == nullptr || domain >= asset->body.view.domains.size()) return SINEW_INVALID_ARGUMENT;
    const AssetDomain& d = asset->body.view.domains[domain];
    const SinewDomainInfo all{sizeof all,  d.joint, d.rank,
                              d.firstMode, d.mass,  {d.centre.x, d.centre.y, d.centre.z}};
    return writeStruct(all, info) ? SINEW_OK : SINEW_INVALID_ARGUMENT;
}

const char* sinewJointName(const SinewAsset* asset, uint32_t joint) {
    if (asset == nullptr || joint >= asset->body.view.joints.size()) return nullptr;
    return asset->body.view.name(asset->body.view.joints[joint].name);
}

const char* sinewRigidPartName(const SinewAsset* asset, uint32_t part) {
    if (asset == nullptr || part >= asset->body.view.rigidParts.size()) return nullptr;
    return asset->body.view.name(asset->body.view.rigidParts[part].name);
}

const uint32_t* sinewTriangles(const SinewAsset* asset) {
    if (asset == nullptr || asset->body.view.fileTriangles.empty()) return nullptr;
    return asset->body.view.fileTriangles[0].corner;
}

uint64_t sinewHashMesh(const float* positions, const uint32_t* triangles, uint32_t triangleCount) {
    std::uint64_t hash = 0;
    if (positions == nullptr || triangles == nullptr) return hash;
    const auto corner = [&](std::uint32_t i) {
        const float* const p = positions + 3 * std::size_t{triangles[i]};
        return convert<double>(Vec3f{p[0], p[1], p[2]});
    };
    for (std::uint32_t t = 0; t < triangleCount; ++t) {
        hash += hashTriangle(corner(3 * t), corner(3 * t + 1), corner(3 * t + 2));
    }
    return hash;
}

uint64_t sinewHashSkeleton(const char* const* names, const int32_t* parents, const float* positions,
                           uint32_t jointCount) {
    std::uint64_t hash = 0;
    if (names == nullptr || parents == nullptr || positions == nullptr) return hash;
    for (std::uint32_t j = 0; j < jointCount; ++j) {
        const bool hasParent = parents[j] >= 0 && static_cast<std::uint32_t>(parents[j]) < jointCount;
        const char* const parent = hasParent ? names[parents[j]] : "";
        const float* const p = positions + 3 * std::size_t{j};
        hash += hashJoint(spanOf(names[j]), spanOf(parent), convert<double>(Vec3f{p[0], p[1], p[2]}));
    }
    return hash;
}

SinewStatus sinewInstanceMeasure(const SinewAsset* asset, uint64_t* memorySize) {
    if (asset == nullptr || memorySize == nullptr) return SINEW_INVALID_ARGUMENT;
    Arena measure;
    layOne(*asset, measure);
    *memorySize = measure.size();
    return SINEW_OK;
}

SinewStatus sinewInstanceCreate(const SinewAsset* asset, void* memory, uint64_t memorySize,
                                SinewInstance** instance) {
    if (asset == nullptr || instance == nullptr) return SINEW_INVALID_ARGUMENT;
    if (!isAligned(memory)) return SINEW_OUT_OF_MEMORY;
    Arena arena = arenaOf(memory, memorySize);
    SinewInstance* const created = layOne(*asset, arena);
    if (created == nullptr) return SINEW_OUT_OF_MEMORY;
    resetInstance(created->instance);
    *instance = created;
    return SINEW_OK;
}

void sinewTickDefaults(SinewTickInput* input, uint32_t structSize) {
    const TickInput usual;
    SinewTickInput all{};
    all.worldRotation[3] = 1;
    for (int i = 0; i < 3; ++i) all.gravity[i] = usual.gravity[i];
    all.damping = usual.damping;
    all.weight = usual.weight;
    all.quality = {usual.quality.mostSteps, usual.quality.modes, usual.quality.rate};
    all.dynamic = 1;
    writeDefaults(all, input, structSize);
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
    // Whoever finds the first fault among equals must not depend on who is faster: the least index counts.
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

SinewStatus sinewMeshMeasure(const SinewAsset* asset, const SinewMeshSource* source, uint64_t* memorySize,
                             uint64_t* scratchSize) {
    MeshSource known;
    if (memorySize == nullptr || scratchSize == nullptr || !hasSkin(asset) || !readSource(source, known))
        return SINEW_INVALID_ARGUMENT;
    Arena measure, scratch;
    SkinSearch search;
    layOneMesh(*asset, known, measure);
    laySkinSearch(asset->body.view, scratch, search);
    *memorySize = measure.size();
    *scratchSize = scratch.size();
    return SINEW_OK;
}

SinewStatus sinewMeshCreate(const SinewAsset* asset, const SinewMeshSource* source, void* memory,
                            uint64_t memorySize, void* scratch, uint64_t scratchSize, SinewMesh** mesh) {
    MeshSource known;
    if (mesh == nullptr || !hasSkin(asset) || !readSource(source, known)) return SINEW_INVALID_ARGUMENT;
    if (!isAligned(memory) || !isAligned(scratch)) return SINEW_OUT_OF_MEMORY;
    Arena arena = arenaOf(memory, memorySize), once = arenaOf(scratch, scratchSize);
    SkinSearch search;
    SinewMesh* const created = layOneMesh(*asset, known, arena);
    if (created == nullptr || !laySkinSearch(asset->body.view, once, search)) return SINEW_OUT_OF_MEMORY;
    fillSkinSearch(search);
    fillMesh(known, &search, created->mesh);
    *mesh = created;
    return SINEW_OK;
}

float sinewMeshDistance(const SinewMesh* mesh) {
    return mesh == nullptr ? 0 : mesh->mesh.farthest;
}

SinewStatus sinewSurfaceMeasure(const SinewAsset* asset, const SinewMesh* mesh, uint64_t* memorySize) {
    const BoundMesh* const bound = meshOf(asset, mesh);
    if (bound == nullptr || memorySize == nullptr) return SINEW_INVALID_ARGUMENT;
    Arena measure;
    laySkin(*bound, measure);
    *memorySize = measure.size();
    return SINEW_OK;
}

SinewStatus sinewSurfaceCreate(const SinewAsset* asset, const SinewMesh* mesh, void* memory,
                               uint64_t memorySize, SinewSurface** surface) {
    const BoundMesh* const bound = meshOf(asset, mesh);
    if (bound == nullptr || surface == nullptr) return SINEW_INVALID_ARGUMENT;
    if (!isAligned(memory)) return SINEW_OUT_OF_MEMORY;
    Arena arena = arenaOf(memory, memorySize);
    SinewSurface* const created = laySkin(*bound, arena);
    if (created == nullptr) return SINEW_OUT_OF_MEMORY;
    resetSurface(created->surface);
    *surface = created;
    return SINEW_OK;
}

uint32_t sinewSurfaceVertices(const SinewSurface* surface) {
    return surface == nullptr ? 0 : surface->surface.mesh->vertices;
}

void sinewSurfaceDefaults(SinewSurfaceOutput* output, uint32_t structSize) {
    SinewSurfaceOutput all{};
    all.positionStride = all.normalStride = all.previousStride = 3 * sizeof(float);
    all.tangentStride = 4 * sizeof(float);
    writeDefaults(all, output, structSize);
}

SinewStatus sinewSurfaceWrite(SinewSurface* surface, const SinewInstance* instance,
                              const SinewSurfaceOutput* output) {
    SinewSurfaceOutput known;
    sinewSurfaceDefaults(&known, sizeof known);
    if (surface == nullptr || instance == nullptr || !readStruct(output, known))
        return SINEW_INVALID_ARGUMENT;
    if (bodyOf(surface->surface) != instance->instance.body) return SINEW_INVALID_ARGUMENT;
    const auto fits = [](const float* array, std::uint32_t stride, std::size_t floats = 3) {
        return array == nullptr || (stride >= floats * sizeof(float) && stride % alignof(float) == 0);
    };
    if (!fits(known.positions, known.positionStride) || !fits(known.normals, known.normalStride) ||
        !fits(known.previous, known.previousStride) || !fits(known.tangents, known.tangentStride, 4)) {
        return SINEW_INVALID_ARGUMENT;
    }
    writeSurface(surface->surface, instance->instance,
                 {{known.positions, known.positionStride},
                  {known.normals, known.normalStride},
                  {known.tangents, known.tangentStride},
                  {known.previous, known.previousStride}},
                 jobsOf(known.workers));
    return SINEW_OK;
}

SinewStatus sinewTextureMeasure(const SinewAsset* asset, uint32_t width, uint32_t height,
                                uint64_t* memorySize) {
    if (asset == nullptr || memorySize == nullptr || !hasTexture(*asset, width, height))
        return SINEW_INVALID_ARGUMENT;
    Arena measure;
    layOneTexture(*asset, width, height, measure);
    *memorySize = measure.size();
    return SINEW_OK;
}

SinewStatus sinewTextureCreate(const SinewAsset* asset, uint32_t width, uint32_t height, void* memory,
                               uint64_t memorySize, SinewTexture** texture) {
    if (asset == nullptr || texture == nullptr || !hasTexture(*asset, width, height))
        return SINEW_INVALID_ARGUMENT;
    if (!isAligned(memory)) return SINEW_OUT_OF_MEMORY;
    Arena arena = arenaOf(memory, memorySize);
    SinewTexture* const created = layOneTexture(*asset, width, height, arena);
    if (created == nullptr) return SINEW_OUT_OF_MEMORY;
    fillTexture(created->texture);
    *texture = created;
    return SINEW_OK;
}

void sinewTextureDefaults(SinewTextureOutput* output, uint32_t structSize) {
    writeDefaults(SinewTextureOutput{}, output, structSize);
}

SinewStatus sinewTextureWrite(SinewTexture* texture, const SinewSurface* surface,
                              const SinewInstance* instance, const SinewTextureOutput* output) {
    SinewTextureOutput known;
    sinewTextureDefaults(&known, sizeof known);
    if (texture == nullptr || surface == nullptr || instance == nullptr || !readStruct(output, known) ||
        known.pixels == nullptr || known.format > SINEW_FLOAT4 || !surface->surface.written ||
        texture->texture.body != bodyOf(surface->surface) ||
        bodyOf(surface->surface) != instance->instance.body) {
        return SINEW_INVALID_ARGUMENT;
    }
    const std::uint32_t row = texture->texture.width * (known.format == SINEW_FLOAT4 ? 16u : 8u);
    if (known.rowBytes < row || (known.previous != nullptr && known.previousRowBytes < row)) {
        return SINEW_INVALID_ARGUMENT;
    }
    writeTexture(texture->texture, surface->surface, instance->instance,
                 {static_cast<TexelFormat>(known.format), known.pixels, known.rowBytes, known.previous,
                  known.previousRowBytes},
                 jobsOf(known.workers));
    return SINEW_OK;
}
