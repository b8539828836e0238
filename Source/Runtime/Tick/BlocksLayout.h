#pragma once

#include <cstdint>

namespace sinew {

inline constexpr float kMinPivot = 1e-20f;

// Σ weight · array, with at most nine arrays (a sandwich).
struct WeightedArrays {
    const float* array[9];
    float weight[9];
    std::uint32_t count;
};

}  // namespace sinew
