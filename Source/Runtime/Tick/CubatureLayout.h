// What the cubature kernels read and write of one domain.
#pragma once

#include <cstdint>

#include "Asset/Chunks.h"

namespace sinew {

struct CubatureTask {
    const AssetCubature* blocks;
    const float* basis;  // nine rows of `stride` modes per tet
    std::uint32_t tets;
    std::uint32_t stride;    // floats between rows: the domain's modes, padded
    std::uint32_t lanes;     // modes that are looked at, padded; the first of each row
    std::uint32_t material;  // a MaterialKind
    const float* q;          // `lanes`, the padding zero
    float* force;            // `lanes`: ∂W/∂q
    float* stiffness;        // lanes × lanes, whole and symmetric: ∂²W/∂q²
    bool definite;           // each tet's part of it made so
};

}  // namespace sinew
