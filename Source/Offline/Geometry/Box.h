// Axis-aligned boxes.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

// The default box is empty and the neutral element of merging.
struct Box {
    Vec3d low{kInfinity, kInfinity, kInfinity};
    Vec3d high{-kInfinity, -kInfinity, -kInfinity};

    friend constexpr bool operator==(const Box&, const Box&) = default;

    static constexpr double kInfinity = std::numeric_limits<double>::infinity();
};

constexpr Box merged(const Box& a, const Box& b) {
    return {min(a.low, b.low), max(a.high, b.high)};
}

constexpr Box merged(const Box& a, Vec3d p) {
    return {min(a.low, p), max(a.high, p)};
}

constexpr Box inflated(const Box& a, double by) {
    return {a.low - Vec3d{by, by, by}, a.high + Vec3d{by, by, by}};
}

constexpr Vec3d center(const Box& a) {
    return (a.low + a.high) * 0.5;
}

constexpr Vec3d extent(const Box& a) {
    return a.high - a.low;
}

// Boxes are closed: touching boxes overlap.
constexpr bool overlap(const Box& a, const Box& b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
           a.low.z <= b.high.z && b.low.z <= a.high.z;
}

// The squared distance of a point from a box, zero inside.
constexpr double squaredDistance(const Box& a, Vec3d p) {
    const Vec3d outside = max(max(a.low - p, p - a.high), Vec3d{});
    return dot(outside, outside);
}

constexpr Box boxOf(const TrianglePoints& t) {
    return {min(min(t[0], t[1]), t[2]), max(max(t[0], t[1]), t[2])};
}

inline Box boxOf(std::span<const Vec3d> points) {
    Box box;
    for (const Vec3d& p : points) box = merged(box, p);
    return box;
}

}  // namespace sinew
