// Ψ = μ |F − R|² + λ/2 tr²(RᵀF − I), R the rotation of F's polar decomposition (numerics:
// McAdams et al. 2011, section 3).
#pragma once

#include "Material/Growth.h"

namespace sinew {

template <class T>
struct Corotated {
    static Principal<T> shape(Vec3<T> s, Lame<T> m) {
        const Vec3<T> strain = detail::strainOf(s);
        Principal<T> r;
        r.energy = m.mu * dot(strain, strain);
        r.stress = strain * (T(2) * m.mu);
        for (int i = 0; i < 3; ++i) {
            r.stretch(i, i) = T(2) * m.mu;
            r.shear[i] = T(2) * m.mu;
            r.torque[i] = T(2) * m.mu - T(4) * m.mu * inverseSum(s[(i + 1) % 3], s[(i + 2) % 3]);
        }
        return r;
    }
    static Growth<T> growth(Vec3<T> s) { return growthOfTrace(s); }
    static Bulk<T> bulk(Lame<T> m) { return {m.lambda, T(0)}; }
    static Principal<T> principal(Vec3<T> s, Lame<T> m) { return wholePrincipal<Corotated>(s, m); }
};

}  // namespace sinew
