// Ψ = μ/2 (|F|² − 3) − μ(J − 1) + (λ + μ)/2 (J − 1)²
//
// Neo-Hookean without logarithms (Smith, de Goes, Kim 2018, "Stable Neo-Hookean Flesh Simulation", section
// 3.3): a polynomial in F, so finite and smooth at J = 0 and below; λ + μ in place of λ makes it agree with
// linear elasticity at rest. Deviation: their further term is left out, so that energy and stress need no
// logarithm; a tet that nothing holds could then rest at zero size, but bones hold a body at its own.
#pragma once

#include "Material/Growth.h"

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

    static Principal<T> shape(Vec3<T> s, Lame<T> m) { return quadraticShape(s, m.mu); }
    static Growth<T> growth(Vec3<T> s) { return growthOfRatio(s); }
    static Bulk<T> bulk(Lame<T> m) { return {m.lambda + m.mu, m.mu}; }
    static Principal<T> principal(Vec3<T> s, Lame<T> m) { return wholePrincipal<StableNeoHookean>(s, m); }

  private:
    static T pressure(T j, Lame<T> m) { return (m.lambda + m.mu) * (j - T(1)) - m.mu; }  // ∂Ψ/∂J
};

}  // namespace sinew
