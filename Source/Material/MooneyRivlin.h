// Ψ = a/2 (|F|² − 3) + b/2 (|cof F|² − 3) − (a + 2b)(J − 1) + (λ + a)/2 (J − 1)²
//
// Neo-Hookean with a part that grows with the change of areas; as log-free as StableNeoHookean, which it is
// for b = 0. Agrees with linear elasticity at rest for μ = a + b.
#pragma once

#include "Material/Parameters.h"
#include "Material/Principal.h"

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

    static Principal<T> principal(Vec3<T> s, Lame<T> m) {
        const Coefficients c = coefficients(m);
        const T j = s.x * s.y * s.z, p = pressure(j, c);
        const Vec3<T> g{s.y * s.z, s.z * s.x, s.x * s.y};  // ∂J/∂σ, and the singular values of cof F
        const T squares = dot(s, s);
        Principal<T> r;
        r.energy =
            T(0.5) * (c.a * (squares - T(3)) + c.b * (dot(g, g) - T(3)) + c.bulk * (j - T(1)) * (j - T(1))) -
            (c.a + T(2) * c.b) * (j - T(1));
        for (int k = 0; k < 3; ++k) {
            const int i = (k + 1) % 3, l = (k + 2) % 3;
            const T others = squares - s[k] * s[k];
            r.stress[k] = s[k] * (c.a + c.b * others) + g[k] * p;
            r.stretch(k, k) = c.a + c.b * others + c.bulk * g[k] * g[k];
            r.stretch(i, l) = r.stretch(l, i) = T(2) * c.b * g[k] + c.bulk * g[i] * g[l] + p * s[k];
            r.shear[k] = c.a + c.b * (s[k] * s[k] - g[k]) - p * s[k];
            r.torque[k] = c.a + c.b * (s[k] * s[k] + g[k]) + p * s[k];
        }
        return r;
    }

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
