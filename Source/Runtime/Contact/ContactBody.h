// Skin samples for contact: the data that all instances of an asset share.
#pragma once

#include <cstdint>
#include <span>

#include "Math/Vec3.h"

namespace sinew {

inline constexpr std::uint32_t kClusterSamples = 16;

struct Cluster {
    std::uint32_t domain;
    std::uint32_t first, count;  // samples
    std::uint32_t
        growth;    // index of the first float of the largest displacement of any sample per unit of each mode
    Vec3f centre;  // in the bind pose, relative to the centre of the domain
    float radius;
};

struct ContactBody {
    std::span<Cluster> clusters;
    std::span<float> growth;
    std::span<std::uint32_t> firstRow;  // per sample: first of three rows of the domain's padded modes
    std::span<float> rows;
    std::span<Vec3f> rest;  // per sample, relative to the centre of the domain
};

}  // namespace sinew
