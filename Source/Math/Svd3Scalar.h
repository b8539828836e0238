// The scalar reference for Svd3.h: one matrix at a time, in float or double, by one-sided Jacobi rotations
// (Hestenes). The columns of A V are rotated against each other until all are orthogonal.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>

#include "Math/Mat3.h"

namespace sinew {

template <class T>
struct Svd3 {
    Mat3<T> u;
    Vec3<T> sigma;
    Mat3<T> v;
};

template <class T>
struct Polar3 {
    Mat3<T> rotation, stretch;
};

// Rotates columns p and q of `b` so that they become orthogonal, and the same columns of `v`. Returns false
// if they already were, up to rounding.
template <class T>
bool orthogonalize(Mat3<T>& b, Mat3<T>& v, int p, int q) {
    const T pp = dot(b.column[p], b.column[p]), qq = dot(b.column[q], b.column[q]);
    const T pq = dot(b.column[p], b.column[q]);
    if (!(std::abs(pq) > std::numeric_limits<T>::epsilon() * std::sqrt(pp) * std::sqrt(qq))) return false;
    const T zeta = (qq - pp) / (2 * pq);
    const T tangent = std::copysign(1 / (std::abs(zeta) + std::sqrt(1 + zeta * zeta)), zeta);
    const T c = 1 / std::sqrt(1 + tangent * tangent), s = c * tangent;
    for (Mat3<T>* const m : {&b, &v}) {
        const Vec3<T> x = m->column[p], y = m->column[q];
        m->column[p] = x * c - y * s;
        m->column[q] = x * s + y * c;
    }
    return true;
}

// Swaps two columns if the second is longer; one changes its sign, which preserves the determinant.
template <class T>
void orderColumns(Mat3<T>& b, Mat3<T>& v, int p, int q) {
    if (!(dot(b.column[p], b.column[p]) < dot(b.column[q], b.column[q]))) return;
    for (Mat3<T>* const m : {&b, &v}) {
        std::swap(m->column[p], m->column[q]);
        m->column[q] = -m->column[q];
    }
}

// The unit vector of `a` without its component along the unit vector `n`; any vector orthogonal to n if that
// is zero.
template <class T>
Vec3<T> orthogonalUnit(Vec3<T> a, Vec3<T> n) {
    const T size = length(a);
    Vec3<T> rest = a - n * dot(n, a);
    if (!(length(rest) > size * T(0.5))) {  // what cancelled left rounding errors along n
        rest = normalized(rest);
        rest = rest - n * dot(n, rest);
    }
    const Vec3<T> axis = std::abs(n.x) < T(0.6) ? Vec3<T>{1, 0, 0} : Vec3<T>{0, 1, 0};
    return normalized(rest, normalized(axis - n * dot(n, axis)));
}

// The largest absolute entry of a; NaN if an entry is not finite.
template <class T>
T largestEntry(const Mat3<T>& a) {
    T largest = 0;
    for (const Vec3<T>& c : a.column) {
        if (!isFinite(c)) return std::numeric_limits<T>::quiet_NaN();
        largest = std::max({largest, std::abs(c.x), std::abs(c.y), std::abs(c.z)});
    }
    return largest;
}

template <class T>
Svd3<T> svd3Scalar(const Mat3<T>& a) {
    const T largest = largestEntry(a);
    if (std::isnan(largest)) {
        const Vec3<T> nan{largest, largest, largest};
        return {{{nan, nan, nan}}, nan, {{nan, nan, nan}}};
    }
    // Scaled by a power of two, which is exact, so that squares neither vanish nor overflow.
    int exponent = 0;
    std::frexp(largest, &exponent);
    Mat3<T> b, v = Mat3<T>::identity();
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) b(i, j) = std::ldexp(a(i, j), -exponent);
    }
    constexpr int kMaxSweeps = 30;  // six are enough for double
    for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
        const bool turned01 = orthogonalize(b, v, 0, 1), turned02 = orthogonalize(b, v, 0, 2);
        if (!orthogonalize(b, v, 1, 2) && !turned01 && !turned02) break;
    }
    orderColumns(b, v, 0, 1);
    orderColumns(b, v, 0, 2);
    orderColumns(b, v, 1, 2);
    const Vec3<T> u0 = normalized(b.column[0], {1, 0, 0}), u1 = orthogonalUnit(b.column[1], u0),
                  u2 = cross(u0, u1);
    T s0 = dot(u0, b.column[0]), s1 = std::abs(dot(u1, b.column[1])), s2 = dot(u2, b.column[2]);
    s1 = std::min(s0, s1);  // out of order only by rounding
    s2 = std::copysign(std::min(s1, std::abs(s2)), s2);
    return {
        {{u0, u1, u2}}, {std::ldexp(s0, exponent), std::ldexp(s1, exponent), std::ldexp(s2, exponent)}, v};
}

template <class T>
Polar3<T> polar3Scalar(const Mat3<T>& a) {
    const Svd3<T> svd = svd3Scalar(a);
    const Mat3<T> vt = transpose(svd.v);
    return {svd.u * vt, svd.v * Mat3<T>::diagonal(svd.sigma) * vt};
}

}  // namespace sinew
