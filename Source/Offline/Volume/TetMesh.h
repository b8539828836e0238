// A volume of tetrahedra with straight edges, in its rest shape.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "Math/Vec3.h"

namespace sinew {

// Positively oriented: (b − a) · ((c − a) × (d − a)) > 0.
using Tet = std::array<std::uint32_t, 4>;

// The pairs of corners at the ends of a tet's edges.
inline constexpr std::array<std::array<std::uint8_t, 2>, 6> kTetEdges{
    {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

struct TetMesh {
    std::vector<Vec3d> nodes;  // metres
    std::vector<Tet> tets;
    // Per tet, the nodes in the middle of its edges, in the order of kTetEdges. Displacement is quadratic
    // within a tet that has them; it is linear if this is empty.
    std::vector<std::array<std::uint32_t, 6>> middles{};

    bool isQuadratic() const { return !middles.empty(); }
};

// All nodes of a quadratic tet: corners first, then middles in the order of kTetEdges.
using QuadraticTet = std::array<std::uint32_t, 10>;

// Those of a quadratic mesh; none of a linear one.
inline std::vector<QuadraticTet> quadraticTets(const TetMesh& mesh) {
    std::vector<QuadraticTet> tets(mesh.middles.size());
    for (std::size_t t = 0; t < tets.size(); ++t) {
        std::copy(mesh.tets[t].begin(), mesh.tets[t].end(), tets[t].begin());
        std::copy(mesh.middles[t].begin(), mesh.middles[t].end(), tets[t].begin() + 4);
    }
    return tets;
}

}  // namespace sinew
