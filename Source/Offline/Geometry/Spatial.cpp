#include "Offline/Geometry/Spatial.h"

#include <cmath>
#include <numbers>

#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/Winding.h"

namespace sinew {

namespace {

Vec3d closestOnSegment(Vec3d a, Vec3d b, Vec3d p) {
    return a + (b - a) * segmentParameter(a, b, p);
}

double squaredDistance(Vec3d a, Vec3d b) {
    return dot(a - b, a - b);
}

}  // namespace

double lineParameter(Vec3d a, Vec3d b, Vec3d p) {
    const double squared = dot(b - a, b - a);
    return squared > 0 ? dot(p - a, b - a) / squared : 0;
}

double segmentParameter(Vec3d a, Vec3d b, Vec3d p) {
    return std::clamp(lineParameter(a, b, p), 0.0, 1.0);
}

Vec3d closestPoint(const TrianglePoints& t, Vec3d p) {
    const Vec3d normal = areaVector(t);
    const double squared = dot(normal, normal);
    if (squared > 0) {
        const double b0 = dot(cross(t[1] - p, t[2] - p), normal), b1 = dot(cross(t[2] - p, t[0] - p), normal),
                     b2 = dot(cross(t[0] - p, t[1] - p), normal);
        if (b0 >= 0 && b1 >= 0 && b2 >= 0) return p - normal * (dot(p - t[0], normal) / squared);
    }
    Vec3d best = closestOnSegment(t[0], t[1], p);
    for (const Vec3d& other : {closestOnSegment(t[1], t[2], p), closestOnSegment(t[2], t[0], p)}) {
        if (squaredDistance(other, p) < squaredDistance(best, p)) best = other;
    }
    return best;
}

std::optional<SurfacePoint> closestPoint(const TriangleMesh& mesh, const BoxTree& tree, Vec3d p,
                                         double limit) {
    // A bound must stay below what is measured, also after rounding.
    constexpr double kBelow = 1 - 1e-12;
    const BoxTree::Nearest nearest = tree.nearest(
        [&](const Box& box) { return squaredDistance(box, p) * kBelow; },
        [&](std::uint32_t t) { return squaredDistance(closestPoint(mesh.points(t), p), p); }, limit * limit);
    if (!nearest) return std::nullopt;
    return SurfacePoint{nearest.item, closestPoint(mesh.points(nearest.item), p), std::sqrt(nearest.measure)};
}

std::optional<double> rayHit(const TrianglePoints& t, const Ray& ray) {
    const Vec3d u = t[1] - t[0], v = t[2] - t[0];
    const Vec3d across = cross(ray.direction, v);
    const double det = dot(u, across);
    if (det == 0) return std::nullopt;
    const Vec3d from = ray.origin - t[0];
    const Vec3d normal = cross(from, u);
    const double b1 = dot(from, across) / det, b2 = dot(ray.direction, normal) / det;
    if (!(b1 >= 0 && b2 >= 0 && b1 + b2 <= 1)) return std::nullopt;
    const double parameter = dot(v, normal) / det;
    return parameter >= 0 ? std::optional(parameter) : std::nullopt;
}

double windingNumber(const TriangleMesh& mesh, Vec3d p) {
    double sum = 0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        sum += halfSolidAngle(mesh.points(t), p);
    }
    return sum / (2 * std::numbers::pi);
}

}  // namespace sinew
