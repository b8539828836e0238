// Which triangle is seen at each pixel. The same for any number of workers: ties go to the earlier triangle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Character/Character.h"
#include "Render/Camera.h"

namespace sinew {

constexpr std::uint32_t kNoTriangle = UINT32_MAX;

struct VisibilityBuffer {
    VisibilityBuffer(int w, int h)
        : width(w),
          height(h),
          depth(static_cast<std::size_t>(w) * h, 1e30f),
          triangle(depth.size(), kNoTriangle),
          weights(depth.size()) {}

    int width, height;
    std::vector<float> depth;             // along the viewing direction, metres
    std::vector<std::uint32_t> triangle;  // index given to rasterise, or kNoTriangle
    std::vector<std::array<float, 2>>
        weights;  // barycentric weights of the triangle's second and third corner
};

// A projection to pixels: pixel (x, y) and depth. Depth must be positive to be drawn.
struct Projected {
    double x, y, depth;
};

// `perspective`: barycentric weights are corrected for it. `firstIndex` is added to the triangle numbers.
void rasterise(VisibilityBuffer& buffer, std::span<const Projected> vertices,
               std::span<const Triangle> triangles, std::uint32_t firstIndex, bool perspective,
               const Jobs& jobs = {});

Projected project(const Camera& camera, Vec3d point, int width, int height);

}  // namespace sinew
