// The Hessian of an energy density, made positive semi-definite, in the frame of the singular values.
#pragma once

#include <cmath>

#include "Material/Principal.h"

namespace sinew {

// In that frame δP̂ᵢᵢ = Σⱼ stretchᵢⱼ δF̂ⱼⱼ, and off the diagonal δP̂ᵢⱼ = sameₖ δF̂ᵢⱼ + crossₖ δF̂ⱼᵢ, where k is
// the axis that is neither i nor j.
template <class T>
struct PrincipalStiffness {
    Mat3<T> stretch;
    Vec3<T> same, cross;
};

namespace detail {

// One cyclic Jacobi step on the symmetric `a`, its eigenvectors gathered in `v`.
template <class T>
void jacobiStep(Mat3<T>& a, Mat3<T>& v, int p, int q) {
    const int r = 3 - p - q;
    const T off = a(p, q), rp = a(r, p), rq = a(r, q);
    const auto turns = off * off > T(0);
    const T theta = (a(q, q) - a(p, p)) / select(turns, T(2) * off, T(1));
    const T size = select(theta < T(0), -theta, theta), side = select(theta < T(0), T(-1), T(1));
    using std::sqrt;
    const T t = select(turns, side / (size + sqrt(theta * theta + T(1))), T(0));
    const T c = T(1) / sqrt(t * t + T(1)), s = t * c;
    a(p, p) = a(p, p) - t * off;
    a(q, q) = a(q, q) + t * off;
    a(p, q) = a(q, p) = T(0);
    a(r, p) = a(p, r) = c * rp - s * rq;
    a(r, q) = a(q, r) = s * rp + c * rq;
    const Vec3<T> x = v.column[p], y = v.column[q];
    v.column[p] = x * c - y * s;
    v.column[q] = x * s + y * c;
}

template <class T>
constexpr T notNegative(T a) {
    return select(a > T(0), a, T(0));
}

}  // namespace detail

// a = vectors · diag(values) · vectorsᵀ.
template <class T>
struct Eigen3 {
    Vec3<T> values;
    Mat3<T> vectors;
};

// The eigenvectors of a symmetric matrix by Jacobi sweeps. Converges quadratically: five sweeps reach double
// precision, four float.
template <class T>
Eigen3<T> eigenOf(Mat3<T> a, int sweeps) {
    Mat3<T> v = Mat3<T>::identity();
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        detail::jacobiStep(a, v, 0, 1);
        detail::jacobiStep(a, v, 0, 2);
        detail::jacobiStep(a, v, 1, 2);
    }
    return {{a(0, 0), a(1, 1), a(2, 2)}, v};
}

// The symmetric `a` with its negative eigenvalues set to 0.
template <class T>
Mat3<T> clampedPositive(const Mat3<T>& a, int sweeps) {
    const Eigen3<T> e = eigenOf(a, sweeps);
    Mat3<T> scaledVectors = e.vectors;
    for (int i = 0; i < 3; ++i) scaledVectors.column[i] *= detail::notNegative(e.values[i]);
    return scaledVectors * transpose(e.vectors);
}

// The same for one matrix at a time, which mostly has none.
template <class T>
Mat3<T> projectedPositive(const Mat3<T>& a) {
    const T minor = a(0, 0) * a(1, 1) - a(0, 1) * a(0, 1);
    if (a(0, 0) > T(0) && minor > T(0) && determinant(a) > T(0)) return a;
    return clampedPositive(a, 6);
}

// The true Hessian, without projection.
template <class T>
PrincipalStiffness<T> trueStiffness(const Principal<T>& p) {
    return {p.stretch, (p.shear + p.torque) * T(0.5), (p.shear - p.torque) * T(0.5)};
}

// The projected Hessian, of whose stretches `stretch` is the projection.
template <class T>
PrincipalStiffness<T> projectedStiffness(Principal<T> p, const Mat3<T>& stretch) {
    p.stretch = stretch;
    for (int k = 0; k < 3; ++k) {
        p.shear[k] = detail::notNegative(p.shear[k]);
        p.torque[k] = detail::notNegative(p.torque[k]);
    }
    return trueStiffness(p);
}

template <class T>
PrincipalStiffness<T> projectedStiffness(const Principal<T>& p) {
    return projectedStiffness(p, projectedPositive(p.stretch));
}

template <class To, class From>
constexpr PrincipalStiffness<To> convert(const PrincipalStiffness<From>& h) {
    return {convert<To>(h.stretch), convert<To>(h.same), convert<To>(h.cross)};
}

// δP̂ for δF̂ = UᵀδF V.
template <class T>
Mat3<T> stressDifferential(const PrincipalStiffness<T>& h, const Mat3<T>& df) {
    Mat3<T> dp;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            dp(i, j) =
                i == j ? h.stretch(i, 0) * df(0, 0) + h.stretch(i, 1) * df(1, 1) + h.stretch(i, 2) * df(2, 2)
                       : h.same[3 - i - j] * df(i, j) + h.cross[3 - i - j] * df(j, i);
        }
    }
    return dp;
}

// The 3×3 block of stiffness per volume between two points of a linear element: δf = block δx, where a and b
// are the gradients of their shape functions, rotated by Vᵀ. The caller rotates the result by U from both
// sides.
template <class T>
Mat3<T> stiffnessBlock(const PrincipalStiffness<T>& h, Vec3<T> a, Vec3<T> b) {
    Mat3<T> m;
    const Vec3<T> ab = scaled(a, b);
    m(0, 0) = h.stretch(0, 0) * ab.x + h.same.z * ab.y + h.same.y * ab.z;
    m(1, 1) = h.stretch(1, 1) * ab.y + h.same.z * ab.x + h.same.x * ab.z;
    m(2, 2) = h.stretch(2, 2) * ab.z + h.same.y * ab.x + h.same.x * ab.y;
    m(0, 1) = h.stretch(0, 1) * a.x * b.y + h.cross.z * a.y * b.x;
    m(1, 0) = h.stretch(0, 1) * a.y * b.x + h.cross.z * a.x * b.y;
    m(0, 2) = h.stretch(0, 2) * a.x * b.z + h.cross.y * a.z * b.x;
    m(2, 0) = h.stretch(0, 2) * a.z * b.x + h.cross.y * a.x * b.z;
    m(1, 2) = h.stretch(1, 2) * a.y * b.z + h.cross.x * a.z * b.y;
    m(2, 1) = h.stretch(1, 2) * a.z * b.y + h.cross.x * a.y * b.z;
    return m;
}

}  // namespace sinew
