#include "Api/Handles.h"
#include "Asset/ModelHash.h"

#ifndef SINEW_VERSION_NUMBER
#error "the build says which version this is"
#endif

using namespace sinew;

namespace {

static_assert(SINEW_OK == static_cast<int>(Status::Ok) &&
              SINEW_INVALID_ARGUMENT == static_cast<int>(Status::InvalidArgument) &&
              SINEW_BAD_ASSET == static_cast<int>(Status::BadAsset) &&
              SINEW_WRONG_VERSION == static_cast<int>(Status::WrongVersion) &&
              SINEW_OUT_OF_MEMORY == static_cast<int>(Status::OutOfMemory) &&
              SINEW_NOT_CONVERGED == static_cast<int>(Status::NotConverged) &&
              SINEW_BAD_INPUT == static_cast<int>(Status::BadInput));
static_assert(sizeof(SinewAssetProblem::text) == kMaxDescription &&
              sizeof(SinewAssetProblem::chunk) >= sizeof(ChunkName));

std::span<const std::byte> bytesOf(const void* bytes, std::uint64_t count) {
    return {static_cast<const std::byte*>(bytes), static_cast<std::size_t>(count)};
}

// Of what viewAsset or viewSizes answers.
SinewStatus viewBytes(decltype(viewAsset)& viewer, const void* bytes, std::uint64_t count, AssetView& view) {
    if (bytes == nullptr || count > SIZE_MAX) return SINEW_INVALID_ARGUMENT;
    return codeOf(statusOf(viewer(bytesOf(bytes, count), view).fault));
}

SinewAsset* allocateAsset(const AssetView& view, Arena& arena) {
    SinewAsset measured{};
    return allocateHandle(arena, measured, [&](SinewAsset& asset) {
        allocateBody(view, arena, asset.body);
        allocateSkinMesh(asset.body, arena, asset.skin);
        allocateMesh(asset.skin, ownMesh(view), arena, asset.mesh);
    });
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

// Sizes alone, so that the bytes are hashed once, by sinewAssetCreate.
SinewStatus sinewAssetMeasure(const void* bytes, uint64_t byteCount, uint64_t* memorySize) {
    if (memorySize == nullptr) return SINEW_INVALID_ARGUMENT;
    AssetView view;
    const SinewStatus status = viewBytes(viewSizes, bytes, byteCount, view);
    if (status != SINEW_OK) return status;
    Arena measure;
    allocateAsset(view, measure);
    if (!measure.ok()) return SINEW_BAD_ASSET;
    *memorySize = measure.size();
    return SINEW_OK;
}

SinewStatus sinewAssetCreate(const void* bytes, uint64_t byteCount, void* memory, uint64_t memorySize,
                             SinewAsset** asset) {
    if (asset == nullptr) return SINEW_INVALID_ARGUMENT;
    AssetView view;
    const SinewStatus status = viewBytes(viewAsset, bytes, byteCount, view);
    if (status != SINEW_OK) return status;
    if (!isAligned(memory)) return SINEW_OUT_OF_MEMORY;
    Arena arena = arenaOf(memory, memorySize);
    SinewAsset* const created = allocateAsset(view, arena);
    if (created == nullptr) return SINEW_OUT_OF_MEMORY;
    fillBody(created->body);
    fillSkinMesh(created->skin);
    fillMesh(ownMesh(view), nullptr, created->mesh);
    *asset = created;
    return SINEW_OK;
}

SinewStatus sinewAssetProblem(const void* bytes, uint64_t byteCount, SinewAssetProblem* problem) {
    if (bytes == nullptr || byteCount > SIZE_MAX) return SINEW_INVALID_ARGUMENT;
    AssetView view;
    const AssetProblem found = viewAsset(bytesOf(bytes, byteCount), view);
    SinewAssetProblem all{};
    all.status = codeOf(statusOf(found.fault));
    all.index = found.index;
    all.found = found.found;
    all.expected = found.expected;
    all.field = found.field;
    all.remedy = remedyText(found.fault);
    std::memcpy(all.chunk, chunkName(found.chunk).text, sizeof(ChunkName));
    describeProblem(found, all.text);
    return writeStruct(all, problem) ? SINEW_OK : SINEW_INVALID_ARGUMENT;
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

uint32_t sinewDomainCubature(const SinewAsset* asset, uint32_t domain, float* places, float* volumes,
                             uint32_t capacity) {
    if (asset == nullptr || domain >= asset->body.view.domains.size()) return 0;
    const AssetView& view = asset->body.view;
    const AssetDomain& d = view.domains[domain];
    for (std::uint32_t point = 0; point < d.cubaturePoints && point < capacity; ++point) {
        const std::uint32_t block = d.firstCubatureBlock + point / kAssetLanes, lane = point % kAssetLanes;
        const Vec3f place = view.cubaturePlaces[std::size_t{block} * kAssetLanes + lane];
        for (int i = 0; places != nullptr && i < 3; ++i) places[3 * std::size_t{point} + i] = place[i];
        if (volumes != nullptr) volumes[point] = view.cubature[block].weight[lane];
    }
    return d.cubaturePoints;
}

SinewStatus sinewJointBind(const SinewAsset* asset, uint32_t joint, SinewBone* bind) {
    if (asset == nullptr || bind == nullptr || joint >= asset->body.view.joints.size())
        return SINEW_INVALID_ARGUMENT;
    const Affined toJoint = convert<double>(asset->body.view.joints[joint].inverseBind);
    if (determinant(toJoint.linear) == 0) return SINEW_BAD_ASSET;
    const Transformd parts = toTransform(inverse(toJoint));
    const Quatf rotation = convert<float>(parts.rotation);
    const Vec3f translation = convert<float>(parts.translation), scale = convert<float>(parts.scale);
    *bind = {{rotation.x, rotation.y, rotation.z, rotation.w},
             {translation.x, translation.y, translation.z},
             {scale.x, scale.y, scale.z}};
    return SINEW_OK;
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
