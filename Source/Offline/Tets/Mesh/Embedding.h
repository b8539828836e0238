// Binds the skin to tetrahedra: every vertex is a weighted sum of the nodes of a tet.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Geometry/TriangleMesh.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew::tets {

// The weights are values of the shape functions: they sum to 1 and reproduce linear fields exactly. Those of
// linear tets are barycentric coordinates. If the vertex lies outside its tetrahedron, displacement is
// continued linearly from the nearest point.
struct Embedding {
    std::vector<std::uint32_t> tetOfVertex;
    std::vector<std::array<double, 4>> weights;        // of the corners
    std::vector<std::array<double, 6>> middleWeights;  // of the middles of edges; empty for linear tets
    // Distance of the vertex from its tet, metres; 0 inside.
    std::vector<double> outside;
};

// `normals` has an outward normal per point, which may be zero. A point inside a tetrahedron is bound to it.
// Any other point is bound to the nearest one, measured so that tetrahedra on the inner side of the skin are
// preferred: a point on the skin of a finger is bound to that finger, not to the next one. The mesh must have
// at least one tet.
Embedding embed(const TetMesh& mesh, std::span<const Vec3d> points, std::span<const Vec3d> normals,
                const Jobs& jobs = {});

// The vertex positions for the node positions `nodes`.
std::vector<Vec3d> embeddedPositions(const Embedding& embedding, const TetMesh& mesh,
                                     std::span<const Vec3d> nodes);

// Barycentric coordinates of p.
std::array<double, 4> barycentric(const TetMesh& mesh, const Tet& tet, Vec3d p);

// The nearest point of a tetrahedron.
Vec3d closestPoint(const TetMesh& mesh, const Tet& tet, Vec3d p);

}  // namespace sinew::tets
