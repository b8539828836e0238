// Data that the surface kernels read and write.
#pragma once

#include <cstdint>

#include "Asset/Chunks.h"

namespace sinew {

// x y z and a fourth number, so that one load fetches a vertex.
struct alignas(16) Place4 {
    float x, y, z, w;
};

// The pose of a domain and its coordinates, quantised to integers.
struct SurfaceDomain {
    float rotation[9];      // columns first
    float translation[3];   // t − R centre, the offset in R (X + U q) + translation
    float unit;             // metres per quantum of q times quantum of a row
    std::uint32_t rows;     // number of basis rows per block
    std::uint32_t pairs;    // number of pairs of modes, up to the last that moves the skin visibly
    const std::int32_t* q;  // two 16-bit coordinates each, the first in the lower half
};

// The sum of the absolute quantised coordinates is at most this, so that sums of products fit into 32 bits.
inline constexpr float kMaxQuanta = 65000;
inline constexpr float kMaxQuantaOfOne = 32767;

struct SurfaceTask {
    const AssetRun* run;
    const AssetBlock* blocks;  // all blocks of the asset
    const AssetWeights* weights;
    const AssetRow* rows;
    const SurfaceDomain* domains;  // all
    std::uint32_t begin, end;      // range of blocks, relative to the first of the run
    Place4* places;                // all places
};

// A normal follows four places around its vertex. With t₁ = x₀ − x₂, t₂ = x₁ − x₃ and m = t₁ × t₂ it is
//     along · m × t₁ − across · m × t₂ + out · m.
// The factors reproduce the normal of the bind pose, so the normal rotates and shears with the surface.
struct alignas(64) NormalBlock {
    std::uint32_t near[kAssetLanes][4];  // offset in floats from the first place
    float along[kAssetLanes], across[kAssetLanes], out[kAssetLanes];
};

// A tangent is along · t₁ + across · t₂, made perpendicular to the normal.
struct alignas(64) TangentBlock {
    float along[kAssetLanes], across[kAssetLanes], side[kAssetLanes];
};

// An array of the caller with one entry per vertex, or null.
struct VertexStream {
    float* first = nullptr;
    std::uint32_t stride = 0;  // bytes
};

struct ShadeTask {
    const NormalBlock* normalBlocks;
    const TangentBlock* tangentBlocks;  // null if no tangents are written
    const Place4* places;
    std::uint32_t begin, end;        // range of vertices; begin is the first of a block
    VertexStream normals, tangents;  // three and four floats per vertex
};

}  // namespace sinew
