// Boxes of tetrahedra for solver tests.
#pragma once

#include <array>

#include "Offline/Volume/TetMesh.h"

namespace sinew {

// nx × ny × nz cubes of width h from the origin, each of six tets about its diagonal: conforming.
inline TetMesh boxOfTets(std::uint32_t nx, std::uint32_t ny, std::uint32_t nz, double h) {
    TetMesh mesh;
    const auto node = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        return (z * (ny + 1) + y) * (nx + 1) + x;
    };
    for (std::uint32_t z = 0; z <= nz; ++z) {
        for (std::uint32_t y = 0; y <= ny; ++y) {
            for (std::uint32_t x = 0; x <= nx; ++x) mesh.nodes.push_back({x * h, y * h, z * h});
        }
    }
    // From corner 000 to 111 along the axes in each order; odd orders are mirrored.
    constexpr std::array<std::array<unsigned, 3>, 6> kOrders{
        {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}}};
    for (std::uint32_t z = 0; z < nz; ++z) {
        for (std::uint32_t y = 0; y < ny; ++y) {
            for (std::uint32_t x = 0; x < nx; ++x) {
                for (std::size_t order = 0; order < 6; ++order) {
                    std::array<std::uint32_t, 3> at{x, y, z};
                    Tet tet{node(x, y, z), 0, 0, 0};
                    for (std::size_t step = 0; step < 3; ++step) {
                        ++at[kOrders[order][step]];
                        tet[step + 1] = node(at[0], at[1], at[2]);
                    }
                    if (order >= 3) std::swap(tet[2], tet[3]);
                    mesh.tets.push_back(tet);
                }
            }
        }
    }
    return mesh;
}

}  // namespace sinew
