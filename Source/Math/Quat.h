#pragma once

#include <initializer_list>
#include <limits>

#include "Math/Mat3.h"

namespace sinew {

// A rotation as a unit quaternion w + xi + yj + zk.
template <class T>
struct Quat {
    T x{}, y{}, z{}, w = 1;

    friend constexpr bool operator==(const Quat&, const Quat&) = default;
    // The composition: b is applied first.
    friend constexpr Quat operator*(Quat a, Quat b) {
        return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    }
    friend constexpr Quat operator-(Quat a) { return {-a.x, -a.y, -a.z, -a.w}; }
};

using Quatf = Quat<float>;
using Quatd = Quat<double>;

template <class To, class From>
constexpr Quat<To> convert(Quat<From> a) {
    return {static_cast<To>(a.x), static_cast<To>(a.y), static_cast<To>(a.z), static_cast<To>(a.w)};
}

template <class T>
constexpr T dot(Quat<T> a, Quat<T> b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

template <class T>
constexpr Quat<T> conjugate(Quat<T> a) {
    return {-a.x, -a.y, -a.z, a.w};
}

// The identity if the quaternion is zero; NaN stays NaN.
template <class T>
Quat<T> normalized(Quat<T> a) {
    const T size = std::sqrt(dot(a, a));
    return size == T(0) ? Quat<T>{} : Quat<T>{a.x / size, a.y / size, a.z / size, a.w / size};
}

template <class T>
constexpr Vec3<T> rotate(Quat<T> q, Vec3<T> v) {
    const Vec3<T> axis{q.x, q.y, q.z};
    const Vec3<T> t = cross(axis, v) * T(2);
    return v + t * q.w + cross(axis, t);
}

template <class T>
constexpr Mat3<T> toMatrix(Quat<T> q) {
    return {{rotate(q, Vec3<T>{1, 0, 0}), rotate(q, Vec3<T>{0, 1, 0}), rotate(q, Vec3<T>{0, 0, 1})}};
}

// `axis` must have unit length; `angle` in radians.
template <class T>
Quat<T> fromAxisAngle(Vec3<T> axis, T angle) {
    const T s = std::sin(angle / T(2));
    return {axis.x * s, axis.y * s, axis.z * s, std::cos(angle / T(2))};
}

// The quaternion of a rotation matrix. Uses the largest component first, to avoid division by small numbers.
template <class T>
Quat<T> toQuat(const Mat3<T>& r) {
    const T xx = r(0, 0), yy = r(1, 1), zz = r(2, 2);
    const T w2 = 1 + xx + yy + zz, x2 = 1 + xx - yy - zz, y2 = 1 - xx + yy - zz, z2 = 1 - xx - yy + zz;
    Quat<T> q;
    if (w2 >= x2 && w2 >= y2 && w2 >= z2) {
        q = {r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1), w2};
    } else if (x2 >= y2 && x2 >= z2) {
        q = {x2, r(0, 1) + r(1, 0), r(0, 2) + r(2, 0), r(2, 1) - r(1, 2)};
    } else if (y2 >= z2) {
        q = {r(0, 1) + r(1, 0), y2, r(1, 2) + r(2, 1), r(0, 2) - r(2, 0)};
    } else {
        q = {r(0, 2) + r(2, 0), r(1, 2) + r(2, 1), z2, r(1, 0) - r(0, 1)};
    }
    return normalized(q);
}

// Rotation vector (axis times angle, angle in [0, π]) of a unit quaternion.
template <class T>
Vec3<T> logMap(Quat<T> q) {
    if (q.w < 0) q = -q;
    const Vec3<T> v{q.x, q.y, q.z};
    const T s = length(v);
    return v * (s > T(0) ? T(2) * std::atan2(s, q.w) / s : T(2));
}

template <class T>
Quat<T> expMap(Vec3<T> rotationVector) {
    const T angle = length(rotationVector);
    return angle > T(0) ? fromAxisAngle(rotationVector / angle, angle) : Quat<T>{};
}

// The shortest way from a to b.
template <class T>
Quat<T> slerp(Quat<T> a, Quat<T> b, T t) {
    return normalized(a * expMap(logMap(conjugate(a) * b) * t));
}

// The smallest rotation from unit vector `from` to unit vector `to`; one of the half turns if they are
// opposite. The sum of nearly opposite vectors is exact, unlike 1 + cos and their cross product.
template <class T>
Quat<T> rotationBetween(Vec3<T> from, Vec3<T> to) {
    const Vec3<T> sum = from + to;
    const T w = dot(sum, sum) / 2;
    constexpr T kNone = 8 * std::numeric_limits<T>::epsilon();  // below, a sum is the vectors' own rounding
    const Vec3<T> axis = w > kNone * kNone ? cross(from, sum) : anyPerpendicular(from);
    return normalized(Quat<T>{axis.x, axis.y, axis.z, w});
}

// The sign, +1 or −1, for which `q` is in the same hemisphere as `other`, so that blending follows the
// shorter arc. For a difference of half a turn both arcs have the same length; then the components decide in
// order, so that rounding does not.
template <class T>
T sideOf(Quat<T> q, Quat<T> other) {
    constexpr T kHalfTurn = T(1e-5);
    const Quat<T> between = conjugate(other) * q;
    for (const T part : {between.w, between.x, between.y}) {
        if (std::abs(part) > kHalfTurn) return part < 0 ? T(-1) : T(1);
    }
    return between.z < 0 ? T(-1) : T(1);
}

}  // namespace sinew
