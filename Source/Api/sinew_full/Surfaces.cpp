#include "Api/Inputs.h"
#include "Api/Structs.h"
#include "Api/sinew_full/Characters.h"
#include "Api/sinew_full/Handles.h"
#include "Api/sinew_full/LentWorkers.h"
#include "Api/sinew_full/Words.h"

using namespace sinew;

namespace {

template <std::size_t N>
void writeVertex(float* first, std::uint32_t stride, std::size_t vertex, const float (&numbers)[N]) {
    if (first == nullptr) return;
    std::memcpy(reinterpret_cast<std::byte*>(first) + vertex * stride, numbers, sizeof numbers);
}

void writeVertices(const SinewFullSurface& surface, const SinewSurfaceOutput& to) {
    const lattice::ShownVertices& from = surface.vertices;
    for (std::size_t v = 0; v < from.positions.size(); ++v) {
        const Vec3f p = from.positions[v], n = from.normals[v];
        const Vec3f before = surface.previous.empty() ? p : surface.previous[v];
        writeVertex(to.positions, to.positionStride, v, {p.x, p.y, p.z});
        writeVertex(to.normals, to.normalStride, v, {n.x, n.y, n.z});
        writeVertex(to.previous, to.previousStride, v, {before.x, before.y, before.z});
        if (from.tangents.empty()) continue;
        const Tangent& t = from.tangents[v];
        writeVertex(to.tangents, to.tangentStride, v, {t[0], t[1], t[2], t[3]});
    }
}

lattice::ShownMesh meshOf(const SinewFull& full, const SinewMeshSource* given, const std::uint32_t* triangles,
                          std::uint32_t triangleCount, const Jobs& jobs) {
    const Character& character = full.live.character();
    if (given == nullptr) return {character, full.live.volume()};
    return {character, full.live.volume(), surfaceOf(*given, triangles, triangleCount), jobs};
}

}  // namespace

SinewStatus sinewFullSurfaceCreate(const SinewFull* full, const SinewMeshSource* mesh,
                                   const uint32_t* triangles, uint32_t triangleCount,
                                   const SinewWorkers* workers, SinewFullSurface** surface) {
    return guarded([&] {
        SinewMeshSource known{};
        if (full == nullptr || surface == nullptr || (mesh != nullptr && !readStruct(mesh, known)) ||
            (mesh != nullptr && known.positions == nullptr) || (triangleCount > 0 && triangles == nullptr))
            return refuse(SINEW_INVALID_ARGUMENT, "a handle, a struct or an array is null");
        LentWorkers lent(workers);
        *surface = new SinewFullSurface{
            meshOf(*full, mesh == nullptr ? nullptr : &known, triangles, triangleCount, lent.jobs()),
            full->number,
            {},
            {}};
        return SinewStatus{SINEW_OK};
    });
}

void sinewFullSurfaceDestroy(SinewFullSurface* surface) {
    delete surface;
}

uint32_t sinewFullSurfaceVertices(const SinewFullSurface* surface) {
    return surface == nullptr ? 0 : surface->mesh.vertexCount();
}

float sinewFullSurfaceDistance(const SinewFullSurface* surface) {
    return surface == nullptr ? 0 : static_cast<float>(surface->mesh.farthest());
}

void sinewFullSurfaceDefaults(SinewSurfaceOutput* output, uint32_t structSize) {
    writeDefaults(defaultSurface(), output, structSize);
}

SinewStatus sinewFullSurfaceWrite(SinewFullSurface* surface, const SinewFull* full,
                                  const SinewSurfaceOutput* output, SinewFullShown* shown) {
    return guarded([&] {
        SinewSurfaceOutput known = defaultSurface();
        if (surface == nullptr || full == nullptr || !readStruct(output, known) ||
            (shown != nullptr && !isKnown(shown)))
            return refuse(SINEW_INVALID_ARGUMENT,
                          "a handle or struct is null, or a struct is newer than this library");
        if (surface->solver != full->number)
            return refuse(SINEW_INVALID_ARGUMENT, "the surface belongs to another solver");
        if (!fits(known))
            return refuse(SINEW_INVALID_ARGUMENT, "a stride is too small, or not a multiple of 4");
        const std::shared_ptr<const HandedOver> newest = full->shown.newest();
        LentWorkers lent(&known.workers);
        surface->mesh.show(full->live.character(), full->live.volume(), newest->shape, surface->vertices,
                           lent.jobs());
        writeVertices(*surface, known);
        surface->previous = surface->vertices.positions;
        if (shown != nullptr) writeStruct({sizeof *shown, newest->finished ? 1u : 0u, newest->tick}, shown);
        return SinewStatus{SINEW_OK};
    });
}
