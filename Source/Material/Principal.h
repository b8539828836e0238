// What an isotropic energy density is in the frame of its singular values, which is all that stress and
// stiffness need.
//
// F = U Σ Vᵀ with det U = det V = +1. In the frame of U and V the 9×9 Hessian falls apart into a 3×3 block
// over the stretches and, for each pair of axes, one symmetric and one skew shear (Smith, de Goes, Kim 2019,
// "Analytic Eigensystems for Isotropic Distortion Energies", sections 4 and 5): eigenvalues
// (ψᵢ − ψⱼ)/(σᵢ − σⱼ) and (ψᵢ + ψⱼ)/(σᵢ + σⱼ). The energies give these two in forms without the division
// wherever one exists.
#pragma once

#include "Math/Mat3.h"

namespace sinew {

// ∂P/∂F : δF = plain · δF + bulk · (cof F : δF) cof F + pressure · δ(cof F), for energies of |F|² and J whose
// second derivatives mix neither: the true Hessian without singular values.
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

// `yes` where the condition holds: one number here, many side by side in kernels, which bring their own.
template <class T>
constexpr T select(bool condition, T yes, T no) {
    return condition ? yes : no;
}

// 1/(σᵢ + σⱼ), bounded: an energy made of |F − R| has a fold where the sum vanishes (flattened to a line or
// turned inside out), and its curvature there is no use to anyone.
template <class T>
constexpr T inverseSum(T si, T sj) {
    const T floor = T(1e-3);
    const T sum = si + sj;
    return T(1) / select(sum > floor, sum, floor);
}

}  // namespace sinew
