// Intersection tests of triangles and segments by exact signs, without a tolerance. They are correct for all
// coordinates in the range of Predicates.h: zero, or between about 1e-90 and 1e90. All shapes are closed
// (touching counts) and may be degenerate.
#pragma once

#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

bool segmentsIntersect(Vec3d p, Vec3d q, Vec3d r, Vec3d s);
bool segmentMeetsTriangle(Vec3d p, Vec3d q, const TrianglePoints& t);
bool trianglesIntersect(const TrianglePoints& a, const TrianglePoints& b);

// Stricter: an edge of one triangle passes from side to side through the interior of the other.
bool trianglesPierce(const TrianglePoints& a, const TrianglePoints& b);

// Returns whether two triangles of a mesh intersect anywhere except in the vertices and edges that they share
// by index. Triangles that share a vertex intersect if the edge opposite to it meets the other triangle;
// triangles that share an edge, if they are folded onto each other in one plane. Triangles with three shared
// vertices always intersect.
bool meshTrianglesIntersect(const TriangleMesh& mesh, std::uint32_t a, std::uint32_t b);

}  // namespace sinew
