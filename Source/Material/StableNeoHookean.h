// Ψ = μ/2 (|F|² − 3) − μ(J − 1) + (λ + μ)/2 (J − 1)²
//
// Neo-Hookean without logarithms (Smith, de Goes, Kim 2018, "Stable Neo-Hookean Flesh Simulation", section
// 3.3): a polynomial in F, so finite and smooth at J = 0 and below; λ + μ in place of λ makes it agree with
// linear elasticity at rest. Deviation: their further term is left out, so that energy and stress need no
// logarithm; a tet that nothing holds could then rest at zero size, but bones hold a body at its own.
#pragma once

#include "Material/Parameters.h"
#include "Material/Principal.h"

namespace sinew {

template <class T>
struct StableNeoHookean {
    static T energy(const Mat3<T>& f, Lame<T> m) {
        const T excess = determinant(f) - T(1);
        return T(0.5) * (m.mu * (squaredNorm(f) - T(3)) + (m.lambda + m.mu) * excess * excess) -
               m.mu * excess;
    }

    static Mat3<T> stress(const Mat3<T>& f, Lame<T> m) {
        return f * m.mu + cofactor(f) * pressure(determinant(f), m);
    }

    static Curvature<T> curvature(T j, Lame<T> m) { return {m.mu, m.lambda + m.mu, pressure(j, m)}; }

    static Principal<T> principal(Vec3<T> s, Lame<T> m) {
        const T j = s.x * s.y * s.z, bulk = m.lambda + m.mu, p = pressure(j, m);
        const Vec3<T> g{s.y * s.z, s.z * s.x, s.x * s.y};  // ∂J/∂σ
        Principal<T> r;
        r.energy = T(0.5) * (m.mu * (dot(s, s) - T(3)) + bulk * (j - T(1)) * (j - T(1))) - m.mu * (j - T(1));
        r.stress = s * m.mu + g * p;
        for (int i = 0; i < 3; ++i) {
            r.stretch(i, i) = m.mu + bulk * g[i] * g[i];
            const int a = (i + 1) % 3, b = (i + 2) % 3;
            r.stretch(a, b) = r.stretch(b, a) = bulk * g[a] * g[b] + p * s[i];
        }
        r.shear = Vec3<T>{m.mu, m.mu, m.mu} - s * p;
        r.torque = Vec3<T>{m.mu, m.mu, m.mu} + s * p;
        return r;
    }

  private:
    static T pressure(T j, Lame<T> m) { return (m.lambda + m.mu) * (j - T(1)) - m.mu; }  // ∂Ψ/∂J
};

}  // namespace sinew
