// Stage 10: the skin as the domains carry it, in memory of its own.
#pragma once

#include "Runtime/Instance.h"

namespace sinew {

// What all surfaces of an asset share.
struct SurfaceBody {
    const Body* body = nullptr;
    std::span<NormalStencil> stencils;  // per place
    std::span<float> score;             // per place, twice: only for filling
};

bool laySurfaceBody(const Body& body, Arena& arena, SurfaceBody& surface) noexcept;
void fillSurfaceBody(SurfaceBody& surface) noexcept;

inline constexpr std::uint32_t kWholeMesh = ~0u;

struct ShownSurface {
    const SurfaceBody* shared = nullptr;
    std::uint32_t lod = kWholeMesh;  // which mesh: the character's own, or one of the asset's LODs
    std::span<Place4> now, before;   // per place
    std::span<Place4> normals;       // per place
    std::span<SurfaceDomain> domains;
    std::span<std::uint16_t> modes;  // lanes
    std::span<Affinef> skin;         // per joint, only while the weight is below 1
    std::span<float> scaledQ;        // lanes
    bool written = false;
    std::uint64_t breaks = 0;  // of the instance's motion, when it was last written
};

bool laySurface(const SurfaceBody& shared, std::uint32_t lod, Arena& arena, ShownSurface& surface) noexcept;
void resetSurface(ShownSurface& surface) noexcept;

// Where linear blend skinning puts a place; the asset must have influences. `skin`: bind pose → posed, per
// joint.
Place4 skinnedPlace(const AssetView& view, std::span<const Affinef> skin, std::uint32_t place) noexcept;

std::uint32_t verticesOf(const ShownSurface& surface) noexcept;

// One entry per vertex of the mesh's file, `stride` bytes apart; null where not wanted. In the character's
// space.
struct SurfaceOutput {
    float* positions = nullptr;
    float* normals = nullptr;
    float* before = nullptr;  // positions as the last call wrote them
    std::uint32_t stride = 3 * sizeof(float), normalStride = 3 * sizeof(float),
                  beforeStride = 3 * sizeof(float);
};

// Moves the surface to what the instance shows, and writes it.
void writeSurface(ShownSurface& surface, const Instance& instance, const SurfaceOutput& output,
                  const Jobs& jobs) noexcept;

}  // namespace sinew
