// Stage 10: computes the deformed skin from the domains and stores it in its own memory.
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
    std::uint64_t breaks = 0;  // value of Instance::breaks when the surface was last written
};

bool allocateSurface(const BoundMesh& mesh, Arena& arena, ShownSurface& surface) noexcept;
void resetSurface(ShownSurface& surface) noexcept;

// The position of a place under linear blend skinning. The asset must have influences. `skin` has one matrix
// per joint, from the bind pose to the current pose.
Place4 skinnedPlace(const AssetView& view, std::span<const Affinef> skin, std::uint32_t place) noexcept;

// Arrays with one entry per vertex of the mesh, in character space. A null array is not written.
struct SurfaceOutput {
    VertexStream positions, normals, tangents;  // three, three and four floats per vertex
    VertexStream before;                        // the positions of the previous call
};

struct Bounds {
    Vec3f low, high;
};

// A box in character space that contains everything that the instance shows.
Bounds boundsOf(const Instance& instance) noexcept;

// Updates the surface to the current state of the instance and writes it to `output`.
void writeSurface(ShownSurface& surface, const Instance& instance, const SurfaceOutput& output,
                  const Jobs& jobs) noexcept;

}  // namespace sinew
