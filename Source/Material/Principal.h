// An isotropic energy density in the frame of its singular values, which is all that stress and stiffness
// need.
//
// F = U Σ Vᵀ with det U = det V = +1. In the frame of U and V the 9×9 Hessian splits into a 3×3 block over
// the stretches and, for each pair of axes, one symmetric and one skew shear (Smith, de Goes, Kim 2019,
// "Analytic Eigensystems for Isotropic Distortion Energies", sections 4 and 5) with eigenvalues (ψᵢ − ψⱼ)/(σᵢ
// − σⱼ) and (ψᵢ + ψⱼ)/(σᵢ + σⱼ). The energies provide both without the division where possible.
#pragma once

#include "Material/Parameters.h"
#include "Math/Mat3.h"

namespace sinew {

// ∂P/∂F : δF = plain · δF + bulk · (cof F : δF) cof F + pressure · δ(cof F), the true Hessian without
// singular values. It holds for energies of |F|² and J without mixed second derivatives.
template <class T>
struct Curvature {
    T plain, bulk, pressure;
};

template <class T>
struct Principal {
    T energy{};             // Ψ
    Vec3<T> stress;         // ψᵢ = ∂Ψ/∂σᵢ
    Mat3<T> stretch;        // ∂²Ψ/∂σᵢ∂σⱼ
    Vec3<T> shear, torque;  // symmetric and skew; component k is the pair of axes that are not k
};

// A measure M of growing volume in singular values, 0 at rest and there with slope 1 along each of them.
template <class T>
struct Growth {
    T value{};            // M
    T beyond{};           // M − Σ(σᵢ − 1), computed without cancellation near rest
    Vec3<T> slope;        // ∂M/∂σᵢ
    Vec3<T> slopeBeyond;  // the same less 1
    Vec3<T> curve;        // ∂²M/∂σᵢ²
    Vec3<T> mixed;        // ∂²M/∂σᵢ∂σⱼ
    Vec3<T> shear, torque;
};

// The law of resistance to growing volume, −c M + κ/2 M², next to an energy of shape whose slope at rest is
// c.
template <class T>
struct Bulk {
    T kappa{}, restPressure{};  // κ, c
};

// Energies that consist of an energy of shape and one of a measure of volume, Ψ = Ψ₀(σ) − c M + κ/2 M².
// shape() has Ψ₀ but for its linear part cΣ(σᵢ − 1), which cancels against that of −c M; its second
// derivatives are all of Ψ₀'s. So energy and stress are exact near rest also in single precision.
template <class Energy, class T>
concept SplitsVolume = requires(Vec3<T> s, Lame<T> m) {
    Energy::shape(s, m);
    Energy::growth(s);
    Energy::bulk(m);
};

// The energy whose pressure ∂/∂M of κ/2 M² is `pressure`: κM for the energy itself, or an unknown of its own
// (Patterson, Mitchell, Sifakis 2012, section 4, where `stiffness` replaces κ in the second derivative).
template <class T>
Principal<T> combined(Principal<T> p, const Growth<T>& g, T restPressure, T pressure, T stiffness) {
    const T total = pressure - restPressure;
    p.energy += T(0.5) * pressure * g.value - restPressure * g.beyond;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        p.stress[k] += pressure * g.slope[k] - restPressure * g.slopeBeyond[k];
        p.stretch(k, k) = p.stretch(k, k) + stiffness * g.slope[k] * g.slope[k] + total * g.curve[k];
        p.stretch(i, j) = p.stretch(i, j) + stiffness * g.slope[i] * g.slope[j] + total * g.mixed[k];
        p.stretch(j, i) = p.stretch(i, j);
        p.shear[k] += total * g.shear[k];
        p.torque[k] += total * g.torque[k];
    }
    return p;
}

template <class Energy, class T>
Principal<T> wholePrincipal(Vec3<T> s, Lame<T> m) {
    const Growth<T> g = Energy::growth(s);
    const Bulk<T> bulk = Energy::bulk(m);
    return combined(Energy::shape(s, m), g, bulk.restPressure, bulk.kappa * g.value, bulk.kappa);
}

// Returns `yes` if the condition holds. This is the scalar version; kernels define their own for SIMD lanes.
template <class T>
constexpr T select(bool condition, T yes, T no) {
    return condition ? yes : no;
}

// 1/(σᵢ + σⱼ), bounded. An energy of |F − R| has a fold where the sum vanishes (flattened to a line, or
// inverted), and its curvature there is useless.
template <class T>
constexpr T inverseSum(T si, T sj) {
    const T floor = T(1e-3);
    const T sum = si + sj;
    return T(1) / select(sum > floor, sum, floor);
}

}  // namespace sinew
