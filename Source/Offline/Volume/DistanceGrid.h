// Signed distance to the boundary of a solid, sampled on a grid and interpolated between its nodes: fine in a
// band around the surface, coarse elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "Offline/Progress.h"
#include "Offline/Volume/Solid.h"

namespace sinew {

class DistanceGrid {
  public:
    DistanceGrid() = default;
    // Uses fine nodes, `spacing` metres apart, wherever the surface is nearer than `band`. Throws
    // Error(Budget) if there would be too many.
    DistanceGrid(const Solid& solid, double spacing, double band, const Jobs& jobs = {},
                 const ProgressCallback& progress = {});

    // The signed distance in metres, negative inside. For a smooth surface the error is of the order spacing²
    // × curvature; beyond the band it is that of a grid of 8 spacings. Outside the grid it is the value at
    // the nearest point of the grid plus the distance to that point.
    double at(Vec3d p) const;

    // The gradient of at() by central differences of half a spacing. It is approximately a unit vector except
    // at folds.
    Vec3d gradient(Vec3d p) const;

    double spacing() const { return spacing_; }
    std::size_t bytes() const {
        return sizeof(float) * (coarse_.size() + fine_.size()) + sizeof(std::uint32_t) * fineOfBlock_.size();
    }
    std::size_t fineNodes() const { return fine_.size(); }

  private:
    static constexpr int kBlock = 8;  // cells along a block's side
    static constexpr int kRow = kBlock + 1, kNodes = kRow * kRow * kRow;
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    using Index = std::array<int, 3>;

    std::size_t coarseAt(Index i) const {
        return (static_cast<std::size_t>(i[2]) * (blocks_[1] + 1) + i[1]) * (blocks_[0] + 1) + i[0];
    }
    std::size_t blockAt(Index i) const {
        return (static_cast<std::size_t>(i[2]) * blocks_[1] + i[1]) * blocks_[0] + i[0];
    }
    Index blockIndex(std::size_t block) const;
    Vec3d coarsePosition(Index i) const {
        return origin_ + Vec3d{double(i[0]), double(i[1]), double(i[2])} * (kBlock * spacing_);
    }
    bool isNear(const Solid& solid, Index block, double band) const;
    void fillCoarse(const Solid& solid, const Jobs& jobs, const ProgressCallback& progress);
    void fillBlock(const Solid& solid, Index block, float* nodes) const;

    Vec3d origin_;
    double spacing_ = 0;
    Index blocks_{};
    std::vector<float> coarse_;               // at the corners of blocks
    std::vector<std::uint32_t> fineOfBlock_;  // index into fine_ in units of kNodes, or kNone
    std::vector<float> fine_;
};

}  // namespace sinew
