#pragma once

#include "Math/Quat.h"

namespace sinew {

// x ↦ linear·x + translation.
template <class T>
struct Affine {
    Mat3<T> linear = Mat3<T>::identity();
    Vec3<T> translation{};

    friend constexpr bool operator==(const Affine&, const Affine&) = default;
    // The composition: b is applied first.
    friend constexpr Affine operator*(const Affine& a, const Affine& b) {
        return {a.linear * b.linear, a.linear * b.translation + a.translation};
    }
};

using Affinef = Affine<float>;
using Affined = Affine<double>;

template <class T>
constexpr Vec3<T> transformPoint(const Affine<T>& a, Vec3<T> p) {
    return a.linear * p + a.translation;
}

// Not finite if the linear part is singular.
template <class T>
constexpr Affine<T> inverse(const Affine<T>& a) {
    const Mat3<T> linear = inverse(a.linear);
    return {linear, -(linear * a.translation)};
}

template <class To, class From>
constexpr Affine<To> convert(const Affine<From>& a) {
    return {convert<To>(a.linear), convert<To>(a.translation)};
}

// Scale first, then rotation, then translation: a joint's local frame as files store it.
template <class T>
struct Transform {
    Vec3<T> translation{};
    Quat<T> rotation{};
    Vec3<T> scale{1, 1, 1};

    friend constexpr bool operator==(const Transform&, const Transform&) = default;
};

using Transformd = Transform<double>;

template <class T>
constexpr Affine<T> toAffine(const Transform<T>& t) {
    const Mat3<T> r = toMatrix(t.rotation);
    return {{{r.column[0] * t.scale.x, r.column[1] * t.scale.y, r.column[2] * t.scale.z}}, t.translation};
}

// Exact if `a` has no shear, also with zero scales. Otherwise x keeps its direction and y its plane with x,
// and the shear is lost. A mirrored frame gets a negative x scale.
template <class T>
Transform<T> toTransform(const Affine<T>& a) {
    const auto& [cx, cy, cz] = a.linear.column;
    // A direction that a zero scale has wiped out follows from the two others.
    const Vec3<T> besides = anyPerpendicular(dot(cy, cy) > T(0) ? cy : cz);
    const Vec3<T> x = normalized(cx, normalized(cross(cy, cz), besides));
    const Vec3<T> y = normalized(cy - x * dot(x, cy), normalized(cross(cz, x), anyPerpendicular(x)));
    const Vec3<T> z = cross(x, y);
    const bool mirrored = determinant(a.linear) < T(0);
    const Mat3<T> rotation{{mirrored ? -x : x, y, mirrored ? -z : z}};
    return {a.translation,
            toQuat(rotation),
            {dot(rotation.column[0], cx), dot(y, cy), dot(rotation.column[2], cz)}};
}

}  // namespace sinew
