// Inside or outside by counting crossings: the twin of winding numbers, slow and exact.
#pragma once

#include <array>
#include <optional>

#include "Offline/Geometry/Box.h"
#include "Offline/Geometry/Predicates.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew::test {

enum class Crossing { No, Yes, Unclear };

inline Crossing crossing(Vec3d p, Vec3d q, const TrianglePoints& t) {
    const int sideP = orientation(t[0], t[1], t[2], p), sideQ = orientation(t[0], t[1], t[2], q);
    if (sideP == sideQ && sideP != 0) return Crossing::No;
    const int s0 = orientation(p, q, t[0], t[1]), s1 = orientation(p, q, t[1], t[2]),
              s2 = orientation(p, q, t[2], t[0]);
    const bool positive = s0 > 0 || s1 > 0 || s2 > 0, negative = s0 < 0 || s1 < 0 || s2 < 0;
    if (positive && negative) return Crossing::No;
    const bool clear = sideP != 0 && sideQ != 0 && s0 != 0 && s1 != 0 && s2 != 0;
    return clear ? Crossing::Yes : Crossing::Unclear;
}

// For closed surfaces. Nothing when no direction tried avoids all edges or when p lies on the surface.
inline std::optional<bool> insideByParity(const TriangleMesh& mesh, Vec3d p) {
    // Directions without simple ratios: a mesh that lines up with one of them does not with the next.
    constexpr std::array<Vec3d, 4> kDirections{{{0.5411, 0.7321, 0.4139},
                                                {-0.6173, 0.3511, 0.7039},
                                                {0.2887, -0.8513, 0.4387},
                                                {-0.3701, -0.5227, -0.7681}}};
    const Box all = boxOf(mesh.positions);
    const double reach = 4 * (length(extent(all)) + length(p - center(all)));
    for (const Vec3d& direction : kDirections) {
        bool inside = false, clear = true;
        for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
            const Crossing here = crossing(p, p + direction * reach, mesh.points(t));
            inside ^= here == Crossing::Yes;
            clear &= here != Crossing::Unclear;
        }
        if (clear) return inside;
    }
    return std::nullopt;
}

}  // namespace sinew::test
