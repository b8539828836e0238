// Sums over lanes in double precision, because decisions of the solver depend on small differences.
#pragma once

#include <cmath>
#include <span>

namespace sinew {

inline float dotProduct(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return static_cast<float>(sum);
}

inline float norm(std::span<const float> a) {
    return std::sqrt(dotProduct(a, a));
}

}  // namespace sinew
