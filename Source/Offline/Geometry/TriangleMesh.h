// A view of triangles and the positions that they index. The indices must be valid.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "Math/Vec3.h"

namespace sinew {

using Triangle = std::array<std::uint32_t, 3>;
using TrianglePoints = std::array<Vec3d, 3>;

struct TriangleMesh {
    std::span<const Vec3d> positions;
    std::span<const Triangle> triangles;

    TrianglePoints points(std::uint32_t triangle) const {
        const Triangle& t = triangles[triangle];
        return {positions[t[0]], positions[t[1]], positions[t[2]]};
    }
};

// Returns whether a triangle has the same vertex twice, as can happen in welding. It has no area and no side.
constexpr bool isCollapsed(const Triangle& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

// The number of vertices that two triangles share, by index.
constexpr int sharedVertices(const Triangle& a, const Triangle& b) {
    int shared = 0;
    for (const std::uint32_t v : a) shared += (v == b[0] || v == b[1] || v == b[2]) ? 1 : 0;
    return shared;
}

}  // namespace sinew
