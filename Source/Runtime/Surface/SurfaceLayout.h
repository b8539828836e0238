// What the surface kernels read and write.
#pragma once

#include <cstdint>

#include "Asset/Chunks.h"

namespace sinew {

// x y z and a fourth number, so that one load fetches a vertex.
struct alignas(16) Place4 {
    float x, y, z, w;
};

// Where a domain is, and its coordinates in whole quanta.
struct SurfaceDomain {
    float rotation[9];      // columns first
    float translation[3];   // t − R centre: what is added to R (X + U q)
    float unit;             // metres of one quantum of q · one quantum of a row
    std::uint32_t rows;     // of a block
    std::uint32_t pairs;    // of modes, up to the last that can be seen
    const std::int32_t* q;  // two coordinates each, the first in the lower half
};

// Sums of products are kept within 32 bits: of the coordinates' sizes at most this.
inline constexpr float kMaxQuanta = 65000;
inline constexpr float kMaxQuantaOfOne = 32767;

struct SurfaceTask {
    const AssetRun* run;
    const AssetBlock* blocks;  // all of the asset's
    const AssetWeights* weights;
    const AssetRow* rows;
    const SurfaceDomain* domains;  // all
    std::uint32_t begin, end;      // blocks, from the run's first
    Place4* places;                // all places
};

// How normals follow four places about a vertex: with t₁ = x₀ − x₂, t₂ = x₁ − x₃ and m = t₁ × t₂, the normal
// is along · m × t₁ − across · m × t₂ + out · m, which is what it was in the bind pose and turns and leans
// with the surface as normals do.
struct alignas(64) NormalBlock {
    std::uint32_t near[kAssetLanes][4];  // floats from the first place on
    float along[kAssetLanes], across[kAssetLanes], out[kAssetLanes];
};

// A tangent is along · t₁ + across · t₂, and is put upright on the normal.
struct alignas(64) TangentBlock {
    float along[kAssetLanes], across[kAssetLanes], side[kAssetLanes];
};

// A caller's array with something for every vertex, or null.
struct VertexStream {
    float* first = nullptr;
    std::uint32_t stride = 0;  // bytes
};

struct ShadeTask {
    const NormalBlock* normalBlocks;
    const TangentBlock* tangentBlocks;  // null where no tangents are wanted
    const Place4* places;
    std::uint32_t begin, end;        // vertices; begin is the first of a block
    VertexStream normals, tangents;  // three floats, four floats
};

}  // namespace sinew
