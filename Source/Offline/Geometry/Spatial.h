// Queries of a surface: nearest point, ray hit, inside.
#pragma once

#include <optional>

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

// The parameter of the point nearest to p on the line through a and b: 0 at a, 1 at b; 0 if a and b coincide.
double lineParameter(Vec3d a, Vec3d b, Vec3d p);
// The same on the segment: 0 to 1.
double segmentParameter(Vec3d a, Vec3d b, Vec3d p);

Vec3d closestPoint(const TrianglePoints& t, Vec3d p);

struct SurfacePoint {
    std::uint32_t triangle = 0;
    Vec3d position;
    double distance = 0;
};

// Returns nothing for an empty mesh, or if nothing lies within `limit`.
std::optional<SurfacePoint> closestPoint(const TriangleMesh& mesh, const BoxTree& tree, Vec3d p,
                                         double limit = Box::kInfinity);

struct Ray {
    Vec3d origin, direction;  // the direction has any length; distances are in units of it
};

// The parameter of a hit from either side, at least 0.
std::optional<double> rayHit(const TrianglePoints& t, const Ray& ray);

// The solid angle of all triangles divided by 4π: 1 inside a closed surface, 0 outside, between them near
// open sheets, 2 where shells overlap. This is the slow direct sum.
double windingNumber(const TriangleMesh& mesh, Vec3d p);

}  // namespace sinew
