#pragma once

#include <cstdint>

namespace sinew {

inline constexpr float kLeastPivot = 1e-20f;

// Σ weight · array, at most nine (a sandwich) of them.
struct WeightedArrays {
    const float* array[9];
    float weight[9];
    std::uint32_t count;
};

}  // namespace sinew
