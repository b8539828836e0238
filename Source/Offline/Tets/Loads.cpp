#include "Offline/Tets/Loads.h"

#include <algorithm>

#include "Offline/Full/Sums.h"
#include "Offline/Geometry/Spatial.h"

namespace sinew::tets {

namespace {

// A unit vector at right angles to the axis; any where there is none.
Vec3d anyAcross(Vec3d axis) {
    const Vec3d other = std::abs(axis.x) < std::abs(axis.y) ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    return normalized(cross(axis, other), Vec3d{0, 1, 0});
}

}  // namespace

double ConstantForces::energy(std::span<const Vec3d> x, const Jobs& jobs) const {
    return -dotProduct<double>(force_, x, jobs);
}

void ConstantForces::addForces(std::span<const Vec3d>, std::span<Vec3d> f, const Jobs&) const {
    for (std::size_t i = 0; i < f.size(); ++i) f[i] += force_[i];
}

ConstantForces gravityOn(std::span<const double> masses, Vec3d gravity) {
    std::vector<Vec3d> force;
    force.reserve(masses.size());
    for (const double mass : masses) force.push_back(gravity * mass);
    return ConstantForces(std::move(force));
}

double Springs::energy(std::span<const Vec3d> x, const Jobs&) const {
    double sum = 0;
    for (const Spring& s : springs_) {
        const Vec3d stretch = x[s.node] - s.target;
        sum += 0.5 * s.stiffness * dot(stretch, stretch);
    }
    return sum;
}

void Springs::addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs&) const {
    for (const Spring& s : springs_) f[s.node] -= (x[s.node] - s.target) * s.stiffness;
}

void Springs::addStiffness(std::span<const Vec3d>, StiffnessSum& sum, const Jobs&) const {
    for (const Spring& s : springs_) sum.addDiagonal(s.node, Mat3d::identity() * s.stiffness);
}

double Springs::squaredReaction(std::span<const Vec3d> x) const {
    double sum = 0;
    for (const Spring& s : springs_) {
        const Vec3d force = (x[s.node] - s.target) * s.stiffness;
        sum += dot(force, force);
    }
    return sum;
}

template <class Visit>
void Contact::forEachHit(std::span<const Vec3d> x, Visit&& visit) const {
    for (const std::uint32_t node : nodes_) {
        for (const PlaneCollider& plane : planes_) {
            const double depth = dot(plane.point - x[node], plane.normal);
            if (depth > 0) visit(Hit{node, plane.normal, depth, {}});
        }
        for (const CapsuleCollider& capsule : capsules_) {
            const double along = segmentParameter(capsule.a, capsule.b, x[node]);
            const Vec3d away = x[node] - lerp(capsule.a, capsule.b, along);
            const double distance = length(away);
            if (!(distance < capsule.radius)) continue;
            const Vec3d axis = normalized(capsule.b - capsule.a, {});
            const Vec3d normal = normalized(away, anyAcross(axis));
            Mat3d curvature;  // none on the axis, where the normal jumps
            if (distance > 0) {
                const bool atEnd = along == 0 || along == 1;
                const Mat3d across = atEnd ? Mat3d{} : outer(axis, axis);
                curvature = (Mat3d::identity() - outer(normal, normal) - across) * (1 / distance);
            }
            visit(Hit{node, normal, capsule.radius - distance, curvature});
        }
    }
}

double Contact::energy(std::span<const Vec3d> x, const Jobs&) const {
    double sum = 0;
    forEachHit(x, [&](const Hit& hit) { sum += 0.5 * stiffness_ * hit.depth * hit.depth; });
    return sum;
}

void Contact::addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs&) const {
    forEachHit(x, [&](const Hit& hit) { f[hit.node] += hit.normal * (stiffness_ * hit.depth); });
}

void Contact::addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs&) const {
    forEachHit(x, [&](const Hit& hit) {
        Mat3d block = outer(hit.normal, hit.normal);
        if (!sum.definite) block = block - hit.curvature * hit.depth;
        sum.addDiagonal(hit.node, block * stiffness_);
    });
}

double Contact::squaredReaction(std::span<const Vec3d> x) const {
    double sum = 0;
    forEachHit(x, [&](const Hit& hit) { sum += stiffness_ * hit.depth * stiffness_ * hit.depth; });
    return sum;
}

double Contact::deepest(std::span<const Vec3d> x) const {
    double largest = 0;
    forEachHit(x, [&](const Hit& hit) { largest = std::max(largest, hit.depth); });
    return largest;
}

}  // namespace sinew::tets
