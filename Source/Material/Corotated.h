// Ψ = μ |F − R|² + λ/2 tr²(RᵀF − I), R the rotation of F's polar decomposition (numerics:
// McAdams et al. 2011, section 3).
#pragma once

#include "Material/Parameters.h"
#include "Material/Principal.h"

namespace sinew {

template <class T>
struct Corotated {
    static Principal<T> principal(Vec3<T> s, Lame<T> m) {
        const Vec3<T> strain = s - Vec3<T>{1, 1, 1};
        const T growth = strain.x + strain.y + strain.z, p = m.lambda * growth;
        Principal<T> r;
        r.energy = m.mu * dot(strain, strain) + T(0.5) * p * growth;
        r.stress = strain * (T(2) * m.mu) + Vec3<T>{p, p, p};
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) r.stretch(i, j) = m.lambda + (i == j ? T(2) * m.mu : T(0));
            const T inverse = inverseSum(s[(i + 1) % 3], s[(i + 2) % 3]);
            r.shear[i] = T(2) * m.mu;
            r.torque[i] = T(2) * m.mu + (T(2) * p - T(4) * m.mu) * inverse;
        }
        return r;
    }
};

}  // namespace sinew
