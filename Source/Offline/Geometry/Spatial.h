// Questions to a surface: what is nearest, does a ray hit, what is inside.
#pragma once

#include <optional>

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

// Where on the line through a and b p is nearest to it: 0 at a, 1 at b; 0 where they are one point.
double lineParameter(Vec3d a, Vec3d b, Vec3d p);
// The same on the segment between them: 0 to 1.
double segmentParameter(Vec3d a, Vec3d b, Vec3d p);

Vec3d closestPoint(const TrianglePoints& t, Vec3d p);

struct SurfacePoint {
    std::uint32_t triangle = 0;
    Vec3d position;
    double distance = 0;
};

// Nothing for an empty mesh, or where nothing lies within `limit`.
std::optional<SurfacePoint> closestPoint(const TriangleMesh& mesh, const BoxTree& tree, Vec3d p,
                                         double limit = Box::kInfinity);

struct Ray {
    Vec3d origin, direction;  // any length: distances are in units of it
};

// Parameter of the hit from either side, not below 0.
std::optional<double> rayHit(const TrianglePoints& t, const Ray& ray);

// Solid angle of all triangles over 4π: 1 inside a closed surface, 0 outside, between them near open sheets,
// 2 where shells overlap. The slow, obvious sum.
double windingNumber(const TriangleMesh& mesh, Vec3d p);

}  // namespace sinew
