// Ψ = μ/4 Σ gᵢ² + λ/8 (Σ gᵢ)², gᵢ = σᵢ² − 1: St. Venant–Kirchhoff, μ|E|² + λ/2 tr²E in singular values.
//
// The true energy weakens under compression below 1/√3 and pulls towards inversion below 0. Here g is
// continued along its tangent below kLinearBelow, so the force under compression keeps growing, and an
// inverted tet that is not stretched far recovers (the idea of Irving, Teran, Fedkiw 2004, "Invertible Finite
// Elements", section 5, but as an energy, so that a line search can use it).
#pragma once

#include "Material/Parameters.h"
#include "Material/Principal.h"

namespace sinew {

template <class T>
struct StVenantKirchhoff {
    static constexpr double kLinearBelow = 0.6;  // above 1/√3 ≈ 0.577

    static Principal<T> principal(Vec3<T> s, Lame<T> m) {
        Vec3<T> g, slope, curve;
        for (int i = 0; i < 3; ++i) {
            const auto linear = s[i] < T(kLinearBelow);
            const T at = select(linear, T(kLinearBelow), s[i]);
            g[i] = at * at - T(1) + T(2) * at * (s[i] - at);
            slope[i] = T(2) * at;
            curve[i] = select(linear, T(0), T(2));
        }
        const T sum = g.x + g.y + g.z, p = T(0.25) * m.lambda * sum;
        Principal<T> r;
        r.energy = T(0.25) * m.mu * dot(g, g) + T(0.5) * p * sum;
        for (int i = 0; i < 3; ++i) r.stress[i] = (T(0.5) * m.mu * g[i] + p) * slope[i];
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) r.stretch(i, j) = T(0.25) * m.lambda * slope[i] * slope[j];
            r.stretch(i, i) += T(0.5) * m.mu * slope[i] * slope[i] + (T(0.5) * m.mu * g[i] + p) * curve[i];
            const int a = (i + 1) % 3, b = (i + 2) % 3;
            const T difference = s[a] - s[b];
            const T equal = T(1e-4);  // below this, the limit replaces the divided difference
            const auto apart = difference * difference > equal * equal;
            r.shear[i] = select(apart, (r.stress[a] - r.stress[b]) / select(apart, difference, T(1)),
                                T(0.5) * (diagonalLimit(m, g[a], p, slope[a], curve[a]) +
                                          diagonalLimit(m, g[b], p, slope[b], curve[b])));
            r.torque[i] = (r.stress[a] + r.stress[b]) * inverseSum(s[a], s[b]);
        }
        return r;
    }

  private:
    // ψᵢᵢ − ψᵢⱼ at σᵢ = σⱼ.
    static T diagonalLimit(Lame<T> m, T g, T p, T slope, T curve) {
        return T(0.5) * m.mu * slope * slope + (T(0.5) * m.mu * g + p) * curve;
    }
};

}  // namespace sinew
