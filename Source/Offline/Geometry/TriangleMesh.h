// A view of triangles and the positions they index. Whoever fills it vouches for the indices.
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

// Welding can leave a triangle with the same vertex twice; it has no surface and no side.
constexpr bool isCollapsed(const Triangle& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

// How many vertices two triangles have in common, by index.
constexpr int sharedVertices(const Triangle& a, const Triangle& b) {
    int shared = 0;
    for (const std::uint32_t v : a) shared += (v == b[0] || v == b[1] || v == b[2]) ? 1 : 0;
    return shared;
}

}  // namespace sinew
