#include "Offline/Geometry/Spatial.h"

#include <cmath>
#include <numbers>

#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/Predicates.h"
#include "Offline/Geometry/Winding.h"

namespace sinew {

namespace {

Vec3d closestOnSegment(Vec3d a, Vec3d b, Vec3d p) {
    const Vec3d along = b - a;
    const double squared = dot(along, along);
    if (!(squared > 0)) return a;
    return a + along * std::clamp(dot(p - a, along) / squared, 0.0, 1.0);
}

double squaredDistance(Vec3d a, Vec3d b) {
    return dot(a - b, a - b);
}

// Smallest parameter at which the ray is in the box, infinity when it misses. Widened by a few units in the
// last place, so that no rounding hides a triangle from its own box.
double entry(const Box& box, const Ray& ray) {
    constexpr double kSlack = 1e-14;
    double enter = 0, leave = Box::kInfinity;
    for (int k = 0; k < 3; ++k) {
        const double o = ray.origin[k], d = ray.direction[k];
        if (d == 0) {
            if (o < box.low[k] || o > box.high[k]) return Box::kInfinity;
            continue;
        }
        const double t0 = (box.low[k] - o) / d, t1 = (box.high[k] - o) / d;
        const double nearer = std::min(t0, t1), farther = std::max(t0, t1);
        enter = std::max(enter, nearer - kSlack * std::abs(nearer));
        leave = std::min(leave, farther + kSlack * std::abs(farther));
    }
    return enter <= leave ? enter : Box::kInfinity;
}

enum class Crossing { No, Yes, Unclear };

Crossing crossing(Vec3d p, Vec3d q, const TrianglePoints& t) {
    const int sideP = orientation(t[0], t[1], t[2], p), sideQ = orientation(t[0], t[1], t[2], q);
    if (sideP == sideQ && sideP != 0) return Crossing::No;
    const int s0 = orientation(p, q, t[0], t[1]), s1 = orientation(p, q, t[1], t[2]),
              s2 = orientation(p, q, t[2], t[0]);
    const bool positive = s0 > 0 || s1 > 0 || s2 > 0, negative = s0 < 0 || s1 < 0 || s2 < 0;
    if (positive && negative) return Crossing::No;
    const bool clear = sideP != 0 && sideQ != 0 && s0 != 0 && s1 != 0 && s2 != 0;
    return clear ? Crossing::Yes : Crossing::Unclear;
}

}  // namespace

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

std::optional<RayHit> firstHit(const TriangleMesh& mesh, const BoxTree& tree, const Ray& ray) {
    const BoxTree::Nearest nearest =
        tree.nearest([&](const Box& box) { return entry(box, ray); },
                     [&](std::uint32_t t) { return rayHit(mesh.points(t), ray).value_or(Box::kInfinity); },
                     std::numeric_limits<double>::max());
    if (!nearest) return std::nullopt;
    return RayHit{nearest.item, nearest.measure};
}

double windingNumber(const TriangleMesh& mesh, Vec3d p) {
    double sum = 0;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        sum += halfSolidAngle(mesh.points(t), p);
    }
    return sum / (2 * std::numbers::pi);
}

std::optional<bool> insideByParity(const TriangleMesh& mesh, const BoxTree& tree, Vec3d p) {
    // Directions without simple ratios: a mesh that lines up with one of them does not with the next.
    static constexpr std::array<Vec3d, 4> kDirections{{{0.5411, 0.7321, 0.4139},
                                                       {-0.6173, 0.3511, 0.7039},
                                                       {0.2887, -0.8513, 0.4387},
                                                       {-0.3701, -0.5227, -0.7681}}};
    const Box all = tree.box();
    const double reach = 4 * (length(extent(all)) + std::sqrt(squaredDistance(all, p)));
    for (const Vec3d& direction : kDirections) {
        const Vec3d far = p + direction * reach;
        const Ray ray{p, far - p};
        bool inside = false, clear = true;
        tree.traverse([&](std::uint32_t node) { return clear && entry(tree.nodes()[node].box, ray) <= 1; },
                      [&](std::uint32_t t) {
                          const Crossing here = crossing(p, far, mesh.points(t));
                          inside ^= here == Crossing::Yes;
                          clear &= here != Crossing::Unclear;
                      });
        if (clear) return inside;
    }
    return std::nullopt;
}

}  // namespace sinew
