// Questions to a surface: what is nearest, what does a ray hit, what is inside.
#pragma once

#include <optional>

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

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

struct RayHit {
    std::uint32_t triangle = 0;
    double parameter = 0;
};

std::optional<RayHit> firstHit(const TriangleMesh& mesh, const BoxTree& tree, const Ray& ray);

// Solid angle of all triangles over 4π: 1 inside a closed surface, 0 outside, between them near open sheets,
// 2 where shells overlap. The slow, obvious sum.
double windingNumber(const TriangleMesh& mesh, Vec3d p);

// By exact counting of crossings; for closed surfaces. Nothing when no direction tried avoids all edges or
// when p lies on the surface.
std::optional<bool> insideByParity(const TriangleMesh& mesh, const BoxTree& tree, Vec3d p);

}  // namespace sinew
