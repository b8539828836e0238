// Data that the kernels of the solver read and write.
#pragma once

#include <cstdint>

#include "Asset/Chunks.h"

namespace sinew {

// The cubature of one domain.
struct CubatureTask {
    const AssetCubature* blocks;
    const float* basis;  // nine rows of `stride` modes per point
    std::uint32_t points;
    std::uint32_t stride;                 // floats between rows: the number of modes of the domain, padded
    std::uint32_t lanes;                  // number of modes in use, padded: the first of each row
    std::uint32_t material;               // a MaterialKind
    const float* q;                       // `lanes` coordinates, zero in the padding
    float* force;                         // `lanes`: ∂W/∂q
    float* stiffness;                     // lanes × lanes, whole and symmetric: ∂²W/∂q²
    bool definite;                        // make the contribution of each point positive semi-definite
    const AssetFibres* fibres = nullptr;  // sorted by block; null if there are none
    std::uint32_t fibreRecords = 0;
    std::uint32_t firstBlock = 0;  // index of `blocks` among those of the asset, as records have it
};

inline constexpr float kMinPivot = 1e-20f;

// Σ weight · array, with at most nine arrays (a sandwich).
struct WeightedArrays {
    const float* array[9];
    float weight[9];
    std::uint32_t count;
};

}  // namespace sinew
