// The skin bound to tetrahedra: every vertex is a weighted sum of four nodes.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Geometry/TriangleMesh.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew::tets {

// The weights are barycentric coordinates: they sum to one and reproduce linear fields exactly, also where
// the vertex lies outside its tetrahedron and some of them are negative.
struct Embedding {
    std::vector<std::uint32_t> tetOfVertex;
    std::vector<std::array<double, 4>> weights;
    // Distance of the vertex from its tet, metres; 0 inside.
    std::vector<double> outside;
};

// `normals`: outward, one per point; they may be zero. A point inside a tetrahedron belongs to it. Another
// belongs to the nearest one, where "near" favours what lies inwards of the point: of two fingers side by
// side, the one that the point is the skin of. The mesh must have a tet.
Embedding embed(const TetMesh& mesh, std::span<const Vec3d> points, std::span<const Vec3d> normals,
                const Jobs& jobs = {});

// Where the nodes take the vertices.
std::vector<Vec3d> embeddedPositions(const Embedding& embedding, const TetMesh& mesh,
                                     std::span<const Vec3d> nodes);

// Barycentric coordinates of p.
std::array<double, 4> barycentric(const TetMesh& mesh, const Tet& tet, Vec3d p);

// The nearest point of a tetrahedron.
Vec3d closestPoint(const TetMesh& mesh, const Tet& tet, Vec3d p);

}  // namespace sinew::tets
