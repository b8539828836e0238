// What the surface kernel reads and writes of one run of blocks.
#pragma once

#include <cstdint>

#include "Asset/Records.h"

namespace sinew {

// x y z and a fourth number, so that one load fetches a vertex.
struct alignas(16) Place4 {
    float x, y, z, w;
};

// Where a domain is and which of its modes are worth adding.
struct SurfaceDomain {
    float rotation[9];          // columns first
    float translation[3];       // t − R centre: what is added to R (X + U q)
    std::uint32_t modes;        // entries of the two lists
    const std::uint16_t* mode;  // rising
    const float* scaledQ;       // of each: q times the mode's step
    std::uint32_t rank;
};

struct SurfaceTask {
    const AssetRun* run;
    const AssetBlock* blocks;  // all of the asset's
    const AssetWeights* weights;
    const AssetRow* rows;
    const SurfaceDomain* domains;  // all
    std::uint32_t begin, end;      // blocks, from the run's first
    Place4* places;                // all places
};

// How a vertex's normal follows four places about it: with t₁ = x₀ − x₂, t₂ = x₁ − x₃ and m = t₁ × t₂, it is
// along · m × t₁ − across · m × t₂ + out · m, which is what it was in the bind pose and turns and leans with
// the surface as normals do.
struct NormalStencil {
    std::uint32_t near[4];
    float along, across, out;
};

struct NormalTask {
    const NormalStencil* stencils;  // of all places
    const Place4* places;
    std::uint32_t begin, end;
    Place4* normals;
};

}  // namespace sinew
