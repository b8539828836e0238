// The rotation nearest to a matrix, for the few matrices of a pose. Kernels handle large numbers of matrices.
#pragma once

#include <limits>

#include "Math/Quat.h"

namespace sinew {

namespace detail {

// One step of the cyclic Jacobi method on a symmetric matrix: zeroes entry (p, q) and rotates the vectors.
template <class T>
void jacobiRotate(T (&k)[4][4], T (&vectors)[4][4], int p, int q) {
    if (k[p][q] == T(0)) return;
    const T theta = (k[q][q] - k[p][p]) / (T(2) * k[p][q]);
    const T t = (theta < T(0) ? T(-1) : T(1)) / (std::abs(theta) + std::sqrt(theta * theta + T(1)));
    const T c = T(1) / std::sqrt(t * t + T(1)), s = t * c;
    for (int i = 0; i < 4; ++i) {
        const T a = k[i][p], b = k[i][q];
        k[i][p] = c * a - s * b, k[i][q] = s * a + c * b;
    }
    for (int i = 0; i < 4; ++i) {
        const T a = k[p][i], b = k[q][i];
        k[p][i] = c * a - s * b, k[q][i] = s * a + c * b;
    }
    for (int i = 0; i < 4; ++i) {
        const T a = vectors[i][p], b = vectors[i][q];
        vectors[i][p] = c * a - s * b, vectors[i][q] = s * a + c * b;
    }
}

template <class T>
bool isDiagonal(const T (&k)[4][4]) {
    T off = 0, all = 0;
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            all += k[i][j] * k[i][j];
            off += i == j ? T(0) : k[i][j] * k[i][j];
        }
    }
    constexpr T kRounding = 4 * std::numeric_limits<T>::epsilon();
    return !(off > all * kRounding * kRounding);  // also where there are NaNs
}

// Scales the entries to at most 1, so that their squares neither vanish nor overflow.
template <class T>
void scaleToOne(T (&k)[4][4]) {
    T largest = 0;
    for (const auto& row : k) {
        for (const T entry : row) largest = std::abs(entry) > largest ? std::abs(entry) : largest;
    }
    if (largest == T(0)) return;
    for (auto& row : k) {
        for (T& entry : row) entry /= largest;
    }
}

}  // namespace detail

// The unit quaternion whose rotation R makes Rᵀa closest to the identity. It is a proper rotation even if `a`
// mirrors, and one of the nearest if there are several. As an eigenvector it needs no division by a singular
// value (Horn 1987, "Closed-form solution of absolute orientation using unit quaternions", section 4).
template <class T>
Quat<T> nearestRotation(const Mat3<T>& a) {
    const T wx = a(2, 1) - a(1, 2), wy = a(0, 2) - a(2, 0), wz = a(1, 0) - a(0, 1);
    const T xy = a(0, 1) + a(1, 0), xz = a(0, 2) + a(2, 0), yz = a(1, 2) + a(2, 1);
    const T xx = a(0, 0), yy = a(1, 1), zz = a(2, 2);
    T k[4][4] = {{xx + yy + zz, wx, wy, wz},
                 {wx, xx - yy - zz, xy, xz},
                 {wy, xy, yy - xx - zz, yz},
                 {wz, xz, yz, zz - xx - yy}};
    detail::scaleToOne(k);
    T vectors[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    constexpr int kSweeps = 12;  // quadratic convergence: five do for any matrix
    for (int sweep = 0; sweep < kSweeps && !detail::isDiagonal(k); ++sweep) {
        for (int p = 0; p < 3; ++p) {
            for (int q = p + 1; q < 4; ++q) detail::jacobiRotate(k, vectors, p, q);
        }
    }
    int best = 0;
    for (int i = 1; i < 4; ++i) best = k[i][i] > k[best][best] ? i : best;
    return normalized(Quat<T>{vectors[1][best], vectors[2][best], vectors[3][best], vectors[0][best]});
}

// A = R S. If A mirrors, R is the rotation of the matrix that was first mirrored in x, and S includes that
// mirror. Then R depends continuously on A, which the nearest rotation does not (diag(−1, 1, 1) has many),
// and a joint that only mirrors left and right does not rotate.
inline constexpr Vec3d kMirror{-1, 1, 1};

inline Quatd motionRotation(const Mat3d& a) {
    return nearestRotation(determinant(a) < 0 ? a * Mat3d::diagonal(kMirror) : a);
}

}  // namespace sinew
