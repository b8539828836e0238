// Ψ = a/2 (|F|² − 3) + b/2 (|cof F|² − 3) − (a + 2b)(J − 1) + (λ + a)/2 (J − 1)²
//
// Neo-Hookean with a part that grows with the change of areas; as log-free as StableNeoHookean, which it is
// for b = 0. Agrees with linear elasticity at rest for μ = a + b.
#pragma once

#include "Material/Growth.h"

namespace sinew {

template <class T>
struct MooneyRivlin {
    static constexpr double kAreaShare = 0.25;  // b as a share of μ

    static T energy(const Mat3<T>& f, Lame<T> m) {
        const Coefficients c = coefficients(m);
        const T excess = determinant(f) - T(1);
        return T(0.5) * (c.a * (squaredNorm(f) - T(3)) + c.b * (squaredNorm(cofactor(f)) - T(3)) +
                         c.bulk * excess * excess) -
               (c.a + T(2) * c.b) * excess;
    }

    static Mat3<T> stress(const Mat3<T>& f, Lame<T> m) {
        const Coefficients c = coefficients(m);
        // ∂/∂F of ½|cof F|² = ½(|F|⁴ − |FᵀF|²)/2 is |F|² F − F FᵀF.
        return f * (c.a + c.b * squaredNorm(f)) - f * (transpose(f) * f) * c.b +
               cofactor(f) * pressure(determinant(f), c);
    }

    static Principal<T> shape(Vec3<T> s, Lame<T> m) {
        const Coefficients c = coefficients(m);
        const Vec3<T> e = detail::strainOf(s), g = detail::areasOf(s), growth = detail::areaGrowthOf(e);
        const T squares = dot(s, s);
        Principal<T> r;
        // Σ(gₖ² − 1) − 4Σeₖ, without the parts that cancel.
        const T areas = T(2) * (e.x * e.y + e.y * e.z + e.z * e.x) + dot(growth, growth);
        r.energy = T(0.5) * (c.a * dot(e, e) + c.b * areas);
        for (int k = 0; k < 3; ++k) {
            const int i = (k + 1) % 3, l = (k + 2) % 3;
            const T others = squares - s[k] * s[k];
            const T othersGrowth = T(2) * (e[i] + e[l]) + e[i] * e[i] + e[l] * e[l];  // less 2
            r.stress[k] = c.a * e[k] + c.b * (T(2) * e[k] + s[k] * othersGrowth);
            r.stretch(k, k) = c.a + c.b * others;
            r.stretch(i, l) = r.stretch(l, i) = T(2) * c.b * g[k];
            r.shear[k] = c.a + c.b * (s[k] * s[k] - g[k]);
            r.torque[k] = c.a + c.b * (s[k] * s[k] + g[k]);
        }
        return r;
    }
    static Growth<T> growth(Vec3<T> s) { return growthOfRatio(s); }
    static Bulk<T> bulk(Lame<T> m) {
        const Coefficients c = coefficients(m);
        return {c.bulk, c.a + T(2) * c.b};
    }
    static Principal<T> principal(Vec3<T> s, Lame<T> m) { return wholePrincipal<MooneyRivlin>(s, m); }

  private:
    struct Coefficients {
        T a, b, bulk;
    };
    static Coefficients coefficients(Lame<T> m) {
        const T b = T(kAreaShare) * m.mu, a = m.mu - b;
        return {a, b, m.lambda + a};
    }
    static T pressure(T j, const Coefficients& c) {
        return c.bulk * (j - T(1)) - (c.a + T(2) * c.b);
    }  // ∂Ψ/∂J
};

}  // namespace sinew
