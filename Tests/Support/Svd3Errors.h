// How far a decomposition is from one, measured in double. Shared by tests and benchmarks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "Math/Svd3Scalar.h"

namespace sinew {

// Uniform in [−1, 1): splitmix64, the same everywhere.
class UniformSource {
  public:
    explicit UniformSource(std::uint64_t seed) : state_(seed) {}
    double operator()() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return static_cast<double>(static_cast<std::int64_t>(z ^ (z >> 31))) * 0x1p-63;
    }
    Vec3d vec3() {
        const double x = (*this)(), y = (*this)();
        return {x, y, (*this)()};
    }
    Mat3d mat3() {
        const Vec3d x = vec3(), y = vec3();
        return {{x, y, vec3()}};
    }
    Mat3d rotation() {
        const Vec3d x = normalized(vec3(), {1, 0, 0}), y = vec3();
        const Vec3d z = normalized(cross(x, y), {0, 0, 1});
        return {{x, cross(z, x), z}};
    }

  private:
    std::uint64_t state_;
};

// Every matrix of −1, 0 and 1: all ranks, mirrors and coincidences.
inline std::vector<Mat3f> plainMatrices() {
    std::vector<Mat3f> plain(19683);
    for (int digits = 0; digits < 19683; ++digits) {
        for (int k = 0, rest = digits; k < 9; ++k, rest /= 3) {
            plain[digits](k % 3, k / 3) = static_cast<float>(rest % 3 - 1);
        }
    }
    return plain;
}

inline double norm(const Mat3d& a) {
    return std::sqrt(squaredNorm(a));
}

inline double orthogonalityError(const Mat3f& m) {
    const Mat3d d = convert<double>(m);
    return norm(transpose(d) * d - Mat3d::identity());
}

// The worst of all that were added. A number that is not finite counts as infinite.
struct Svd3Errors {
    double reconstruction = 0;  // |A − U Σ Vᵀ| / |A|, or |U Σ Vᵀ| where A is zero
    double orthogonality = 0;   // |UᵀU − I|, |VᵀV − I|, |det − 1|
    int wrongOrder = 0;         // not |σ₁| ≥ |σ₂| ≥ |σ₃|, or σ₁ or σ₂ negative

    void add(const Mat3f& matrix, const Svd3<float>& svd) {
        const Mat3d a = convert<double>(matrix), u = convert<double>(svd.u), v = convert<double>(svd.v);
        const Vec3d s = convert<double>(svd.sigma);
        const double size = norm(a);
        raise(reconstruction, norm(a - u * Mat3d::diagonal(s) * transpose(v)) / (size > 0 ? size : 1));
        raise(orthogonality, orthogonalityError(svd.u));
        raise(orthogonality, orthogonalityError(svd.v));
        raise(orthogonality, std::abs(determinant(u) - 1));
        raise(orthogonality, std::abs(determinant(v) - 1));
        if (!(s.x >= s.y && s.y >= std::abs(s.z))) ++wrongOrder;
    }

    static void raise(double& worst, double error) {
        worst = std::max(worst, std::isfinite(error) ? error : HUGE_VAL);
    }
};

}  // namespace sinew
