// Bodies that are hard for a lattice: fingers nearly touching, a fork.
#pragma once

#include <cmath>
#include <set>

#include "Offline/Lattice/Cells/FleshCells.h"
#include "Offline/Volume/Solid.h"
#include "Support/Characters/Meshes.h"

namespace sinew::test {

inline Solid solidOf(const MeshArrays& mesh) {
    return Solid(mesh.positions, mesh.triangles);
}

inline MeshArrays turned(MeshArrays mesh, double angle) {
    for (Vec3d& p : mesh.positions) {
        const double x = p.x * std::cos(angle) - p.y * std::sin(angle);
        p = {x, p.x * std::sin(angle) + p.y * std::cos(angle), p.z};
    }
    return mesh;
}

// Two boxes of 1 by 2 by 1, left and right of the plane x = 0, with a gap between.
inline MeshArrays twoFingers(double gap) {
    MeshArrays mesh = cube({-1 - gap / 2, 0, 0}, {-gap / 2, 2, 1});
    append(mesh, cube({gap / 2, 0, 0}, {1 + gap / 2, 2, 1}));
    return mesh;
}

// The same on a common base below y = 0; its shells overlap.
inline MeshArrays fork(double gap) {
    MeshArrays mesh = cube({-1 - gap / 2, -0.3, 0}, {-gap / 2, 2, 1});
    append(mesh, cube({gap / 2, -0.3, 0}, {1 + gap / 2, 2, 1}));
    append(mesh, cube({-1.1, -1, -0.1}, {1.1, 0, 1.1}));
    return mesh;
}

inline std::vector<Vec3d> restNodes(const lattice::Cells& cells) {
    std::vector<Vec3d> nodes;
    for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) nodes.push_back(cells.nodePosition(n));
    return nodes;
}

inline std::size_t pieceCount(const lattice::FleshCells& flesh) {
    const std::vector<std::uint32_t> pieces = flesh.pieces();
    return std::set<std::uint32_t>(pieces.begin(), pieces.end()).size();
}

inline std::uint32_t sharedNodes(const lattice::Cells& cells, std::uint32_t a, std::uint32_t b) {
    std::uint32_t shared = 0;
    for (const std::uint32_t n : cells.nodesOfCell[a]) {
        for (const std::uint32_t m : cells.nodesOfCell[b]) shared += n == m ? 1 : 0;
    }
    return shared;
}

}  // namespace sinew::test
