#include "Offline/Geometry/Predicates.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "Base/Check.h"

namespace sinew {

namespace {

constexpr double kHalfUlp = 0x1p-53;
constexpr double kOrientationBound = (7.0 + 56.0 * kHalfUlp) * kHalfUlp;
constexpr double kOrientationAlongBound = (3.0 + 16.0 * kHalfUlp) * kHalfUlp;

int signOf(double x) {
    return (x > 0 ? 1 : 0) - (x < 0 ? 1 : 0);
}

// sum + error == a + b exactly.
struct TwoSum {
    double sum, error;
    TwoSum(double a, double b) : sum(a + b) {
        const double bRounded = sum - a, aRounded = sum - bRounded;
        error = (a - aRounded) + (b - bRounded);
    }
};

// A number as an unevaluated sum of non-overlapping doubles, smallest first, no zeros among them.
template <std::size_t Capacity>
struct Expansion {
    std::array<double, Capacity> term;
    std::size_t count = 0;

    // Grow-Expansion (Shewchuk, theorem 10) with zero elimination.
    void add(double b) {
        std::size_t kept = 0;
        double carry = b;
        for (std::size_t i = 0; i < count; ++i) {
            const TwoSum s(carry, term[i]);
            if (s.error != 0) term[kept++] = s.error;
            carry = s.sum;
        }
        SINEW_CHECK(kept < Capacity);
        if (carry != 0) term[kept++] = carry;
        count = kept;
    }

    void addProduct(double a, double b) {
        const double product = a * b;
        add(std::fma(a, b, -product));
        add(product);
    }

    template <std::size_t N, std::size_t M>
    void addProduct(const Expansion<N>& a, const Expansion<M>& b, double factor = 1) {
        for (std::size_t i = 0; i < a.count; ++i) {
            for (std::size_t j = 0; j < b.count; ++j) addProduct(a.term[i], factor * b.term[j]);
        }
    }

    int sign() const { return count == 0 ? 0 : signOf(term[count - 1]); }
};

using Difference = Expansion<2>;
using Minor = Expansion<16>;

Difference difference(double a, double b) {
    Difference d;
    const TwoSum s(a, -b);
    d.add(s.error);
    d.add(s.sum);
    return d;
}

Minor minor(const Difference& ux, const Difference& uy, const Difference& vx, const Difference& vy) {
    Minor m;
    m.addProduct(ux, vy);
    m.addProduct(uy, vx, -1);
    return m;
}

int exactOrientation(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    std::array<Difference, 3> u, v, w;
    for (std::size_t i = 0; i < 3; ++i) {
        const int k = static_cast<int>(i);
        u[i] = difference(b[k], a[k]);
        v[i] = difference(c[k], a[k]);
        w[i] = difference(d[k], a[k]);
    }
    Expansion<192> det;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
        det.addProduct(minor(u[j], u[k], v[j], v[k]), w[i]);
    }
    return det.sign();
}

}  // namespace

int orientation(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
    const Vec3d u = b - a, v = c - a, w = d - a;
    const Vec3d left{u.y * v.z, u.z * v.x, u.x * v.y}, right{u.z * v.y, u.x * v.z, u.y * v.x};
    const double det = dot(w, left - right);
    const Vec3d size{std::abs(left.x) + std::abs(right.x), std::abs(left.y) + std::abs(right.y),
                     std::abs(left.z) + std::abs(right.z)};
    const double permanent = std::abs(w.x) * size.x + std::abs(w.y) * size.y + std::abs(w.z) * size.z;
    if (std::abs(det) > kOrientationBound * permanent) return signOf(det);
    return exactOrientation(a, b, c, d);
}

int orientationAlong(int axis, Vec3d a, Vec3d b, Vec3d c) {
    const int x = (axis + 1) % 3, y = (axis + 2) % 3;
    const double left = (b[x] - a[x]) * (c[y] - a[y]), right = (b[y] - a[y]) * (c[x] - a[x]);
    const double det = left - right;
    if (std::abs(det) > kOrientationAlongBound * (std::abs(left) + std::abs(right))) return signOf(det);
    return minor(difference(b[x], a[x]), difference(b[y], a[y]), difference(c[x], a[x]),
                 difference(c[y], a[y]))
        .sign();
}

int sideAlong(int axis, Vec3d a, Vec3d b, Vec3d p) {
    const int exact = orientationAlong(axis, a, b, p);
    if (exact != 0) return exact;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    if (b[v] != a[v]) return b[v] < a[v] ? 1 : -1;
    return b[u] > a[u] ? 1 : b[u] < a[u] ? -1 : 0;
}

}  // namespace sinew
