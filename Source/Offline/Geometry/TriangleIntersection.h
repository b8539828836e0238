// Whether triangles and segments meet, decided by exact signs without a tolerance: right for all coordinates
// in the range of Predicates.h, which are zero or between about 1e-90 and 1e90. All shapes are closed
// (touching counts) and may be degenerate.
#pragma once

#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

bool segmentsIntersect(Vec3d p, Vec3d q, Vec3d r, Vec3d s);
bool segmentMeetsTriangle(Vec3d p, Vec3d q, const TrianglePoints& t);
bool trianglesIntersect(const TrianglePoints& a, const TrianglePoints& b);

// Stricter: an edge of one passes from side to side through the inside of the other.
bool trianglesPierce(const TrianglePoints& a, const TrianglePoints& b);

// Of two triangles of one mesh: whether they meet anywhere but in the vertices and edges that they share by
// index. Triangles that share a vertex intersect when the edge opposite to it meets the other triangle;
// triangles that share an edge when they lie folded onto each other in one plane; three shared vertices are
// the same triangle twice, which always intersects.
bool meshTrianglesIntersect(const TriangleMesh& mesh, std::uint32_t a, std::uint32_t b);

}  // namespace sinew
