// Basis rows of the surface in 16 bits. The displacements of a mode are similar in size at all vertices, and
// their errors are absolute lengths. So a fixed step per mode and domain has a smaller error than 16-bit
// floats, and the step is multiplied into q once instead of into every row.
#pragma once

#include <cmath>
#include <cstdint>

#include "Asset/Chunks.h"

namespace sinew {

inline constexpr float kRowSteps = 32767;  // number of steps of the largest value

// The step of rows with the largest value `largest`. Decoded values have an error of at most half a step.
inline float rowScale(float largest) {
    return largest / kRowSteps;
}

inline std::int16_t encodeRow(float value, float scale) {
    if (!(scale > 0)) return 0;
    const float steps = value / scale;
    const float nearest = std::floor(std::abs(steps) + 0.5f);
    const float clamped = nearest < kRowSteps ? nearest : kRowSteps;
    return static_cast<std::int16_t>(steps < 0 ? -clamped : clamped);
}

inline float decodeRow(std::int16_t value, float scale) {
    return static_cast<float>(value) * scale;
}

// Adds U q of one domain for the vertices of a block. `rows` are the rows of the domain in that block;
// `scaledQ` are its coordinates times the scales of the modes.
inline void addRows(const AssetRow* rows, std::uint32_t rank, const float* scaledQ,
                    float (&displacement)[3][kAssetLanes]) {
    for (std::uint32_t j = 0; j < rank; ++j) {
        for (std::uint32_t c = 0; c < 3; ++c) {
            const AssetRow& row = rows[j / 2 * 3 + c];
            for (std::uint32_t i = 0; i < kAssetLanes; ++i)
                displacement[c][i] += static_cast<float>(row.lane[i][j % 2]) * scaledQ[j];
        }
    }
}

}  // namespace sinew
