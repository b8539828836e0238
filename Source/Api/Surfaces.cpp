#include <cmath>

#include "Api/Handles.h"
#include "Api/Inputs.h"

using namespace sinew;

namespace {

SinewMesh* allocateOneMesh(const SinewAsset& asset, const MeshSource& source, Arena& arena) {
    SinewMesh measured{};
    return allocateHandle(arena, measured,
                          [&](SinewMesh& mesh) { allocateMesh(asset.skin, source, arena, mesh.mesh); });
}

// Returns null if the mesh belongs to another asset.
const BoundMesh* meshOf(const SinewAsset* asset, const SinewMesh* mesh) {
    if (asset == nullptr || (mesh != nullptr && mesh->mesh.skin != &asset->skin)) return nullptr;
    return mesh == nullptr ? &asset->mesh : &mesh->mesh;
}

SinewSurface* allocateSkin(const BoundMesh& mesh, Arena& arena) {
    SinewSurface measured{};
    return allocateHandle(arena, measured,
                          [&](SinewSurface& surface) { allocateSurface(mesh, arena, surface.surface); });
}

bool allFinite(const float* numbers, std::size_t count) {
    for (std::size_t i = 0; numbers != nullptr && i < count; ++i) {
        if (!std::isfinite(numbers[i])) return false;
    }
    return true;
}

// Whether a mesh can be bound to the asset.
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

}  // namespace

SinewStatus sinewMeshMeasure(const SinewAsset* asset, const SinewMeshSource* source, uint64_t* memorySize,
                             uint64_t* scratchSize) {
    MeshSource known;
    if (memorySize == nullptr || scratchSize == nullptr || !hasSkin(asset) || !readSource(source, known))
        return SINEW_INVALID_ARGUMENT;
    Arena measure, scratch;
    SkinSearch search;
    allocateOneMesh(*asset, known, measure);
    allocateSkinSearch(asset->body.view, scratch, search);
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
    SinewMesh* const created = allocateOneMesh(*asset, known, arena);
    if (created == nullptr || !allocateSkinSearch(asset->body.view, once, search)) return SINEW_OUT_OF_MEMORY;
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
    allocateSkin(*bound, measure);
    *memorySize = measure.size();
    return SINEW_OK;
}

SinewStatus sinewSurfaceCreate(const SinewAsset* asset, const SinewMesh* mesh, void* memory,
                               uint64_t memorySize, SinewSurface** surface) {
    const BoundMesh* const bound = meshOf(asset, mesh);
    if (bound == nullptr || surface == nullptr) return SINEW_INVALID_ARGUMENT;
    if (!isAligned(memory)) return SINEW_OUT_OF_MEMORY;
    Arena arena = arenaOf(memory, memorySize);
    SinewSurface* const created = allocateSkin(*bound, arena);
    if (created == nullptr) return SINEW_OUT_OF_MEMORY;
    resetSurface(created->surface);
    *surface = created;
    return SINEW_OK;
}

uint32_t sinewSurfaceVertices(const SinewSurface* surface) {
    return surface == nullptr ? 0 : surface->surface.mesh->vertices;
}

void sinewSurfaceDefaults(SinewSurfaceOutput* output, uint32_t structSize) {
    writeDefaults(defaultSurface(), output, structSize);
}

SinewStatus sinewSurfaceWrite(SinewSurface* surface, const SinewInstance* instance,
                              const SinewSurfaceOutput* output) {
    SinewSurfaceOutput known;
    sinewSurfaceDefaults(&known, sizeof known);
    if (surface == nullptr || instance == nullptr || !readStruct(output, known))
        return SINEW_INVALID_ARGUMENT;
    if (bodyOf(surface->surface) != instance->instance.body) return SINEW_INVALID_ARGUMENT;
    if (!fits(known)) return SINEW_INVALID_ARGUMENT;
    writeSurface(surface->surface, instance->instance,
                 {{known.positions, known.positionStride},
                  {known.normals, known.normalStride},
                  {known.tangents, known.tangentStride},
                  {known.previous, known.previousStride}},
                 jobsOf(known.workers));
    return SINEW_OK;
}
