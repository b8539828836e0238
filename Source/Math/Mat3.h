#pragma once

#include "Math/Vec3.h"

namespace sinew {

// Column-major: column[j][i] is row i, column j.
template <class T>
struct Mat3 {
    Vec3<T> column[3]{};

    static constexpr Mat3 identity() { return diagonal({1, 1, 1}); }
    static constexpr Mat3 diagonal(Vec3<T> d) { return {{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}}; }

    constexpr T& operator()(int row, int col) { return column[col][row]; }
    constexpr const T& operator()(int row, int col) const { return column[col][row]; }

    friend constexpr bool operator==(const Mat3& a, const Mat3& b) {
        return a.column[0] == b.column[0] && a.column[1] == b.column[1] && a.column[2] == b.column[2];
    }
    friend constexpr Vec3<T> operator*(const Mat3& a, Vec3<T> v) {
        return a.column[0] * v.x + a.column[1] * v.y + a.column[2] * v.z;
    }
    friend constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
        return {{a * b.column[0], a * b.column[1], a * b.column[2]}};
    }
    friend constexpr Mat3 operator*(const Mat3& a, T s) {
        return {{a.column[0] * s, a.column[1] * s, a.column[2] * s}};
    }
    friend constexpr Mat3 operator+(const Mat3& a, const Mat3& b) {
        return {{a.column[0] + b.column[0], a.column[1] + b.column[1], a.column[2] + b.column[2]}};
    }
    friend constexpr Mat3 operator-(const Mat3& a, const Mat3& b) {
        return {{a.column[0] - b.column[0], a.column[1] - b.column[1], a.column[2] - b.column[2]}};
    }
};

using Mat3f = Mat3<float>;
using Mat3d = Mat3<double>;

// a bᵀ.
template <class T>
constexpr Mat3<T> outer(Vec3<T> a, Vec3<T> b) {
    return {{a * b.x, a * b.y, a * b.z}};
}

template <class T>
constexpr Mat3<T> transpose(const Mat3<T>& a) {
    return {{{a.column[0].x, a.column[1].x, a.column[2].x},
             {a.column[0].y, a.column[1].y, a.column[2].y},
             {a.column[0].z, a.column[1].z, a.column[2].z}}};
}

template <class T>
constexpr T determinant(const Mat3<T>& a) {
    return dot(a.column[0], cross(a.column[1], a.column[2]));
}

template <class T>
constexpr T trace(const Mat3<T>& a) {
    return a.column[0].x + a.column[1].y + a.column[2].z;
}

// det(a) · a⁻ᵀ, also defined if a has no inverse.
template <class T>
constexpr Mat3<T> cofactor(const Mat3<T>& a) {
    return {
        {cross(a.column[1], a.column[2]), cross(a.column[2], a.column[0]), cross(a.column[0], a.column[1])}};
}

// Not finite if a is singular.
template <class T>
constexpr Mat3<T> inverse(const Mat3<T>& a) {
    return transpose(cofactor(a)) * (T(1) / determinant(a));
}

template <class T>
constexpr T squaredNorm(const Mat3<T>& a) {
    return dot(a.column[0], a.column[0]) + dot(a.column[1], a.column[1]) + dot(a.column[2], a.column[2]);
}

template <class To, class From>
constexpr Mat3<To> convert(const Mat3<From>& a) {
    return {{convert<To>(a.column[0]), convert<To>(a.column[1]), convert<To>(a.column[2])}};
}

}  // namespace sinew
