// Samples of the skin that can press against things: what all instances of an asset share of them.
#pragma once

#include <cstdint>
#include <span>

#include "Math/Vec3.h"

namespace sinew {

inline constexpr std::uint32_t kClusterSamples = 16;

struct Cluster {
    std::uint32_t domain;
    std::uint32_t first, count;  // samples
    std::uint32_t growth;  // first float: how far each of the domain's modes can move one of them, per unit
    Vec3f centre;          // as bound, from the domain's own
    float radius;
};

struct ContactBody {
    std::span<Cluster> clusters;
    std::span<float> growth;
    std::span<std::uint32_t> firstRow;  // per sample: three rows of the domain's padded modes
    std::span<float> rows;
    std::span<Vec3f> rest;  // per sample, from the domain's centre
};

}  // namespace sinew
