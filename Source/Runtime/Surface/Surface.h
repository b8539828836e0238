// Stage 10: the skin as the domains carry it, in memory of its own.
#pragma once

#include "Runtime/Surface/Mesh.h"
#include "Runtime/Tick/Instance.h"

namespace sinew {

struct ShownSurface {
    const BoundMesh* mesh = nullptr;
    std::span<Place4> now, before;  // per place of the skin
    std::span<SurfaceDomain> domains;
    std::span<std::int32_t> q;  // lanes
    std::span<Affinef> skin;    // per joint, only while the weight is below 1
    bool written = false;
    std::uint64_t breaks = 0;  // of the instance's motion, when it was last written
};

bool allocateSurface(const BoundMesh& mesh, Arena& arena, ShownSurface& surface) noexcept;
void resetSurface(ShownSurface& surface) noexcept;

// Where linear blend skinning puts a place; the asset must have influences. `skin`: bind pose → posed, per
// joint.
Place4 skinnedPlace(const AssetView& view, std::span<const Affinef> skin, std::uint32_t place) noexcept;

// One entry per vertex of the mesh, in the character's space; null where not wanted.
struct SurfaceOutput {
    VertexStream positions, normals, tangents;  // three floats, three, four
    VertexStream before;                        // positions as the last call wrote them
};

struct Bounds {
    Vec3f low, high;
};

// Holds all that an instance shows, in the character's space.
Bounds boundsOf(const Instance& instance) noexcept;

// Moves the surface to what the instance shows, and writes it.
void writeSurface(ShownSurface& surface, const Instance& instance, const SurfaceOutput& output,
                  const Jobs& jobs) noexcept;

}  // namespace sinew
