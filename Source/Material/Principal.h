// An isotropic energy density in the frame of its singular values, which is all that stress and stiffness
// need.
//
// F = U Σ Vᵀ with det U = det V = +1. In the frame of U and V the 9×9 Hessian splits into a 3×3 block over
// the stretches and, for each pair of axes, one symmetric and one skew shear (Smith, de Goes, Kim 2019,
// "Analytic Eigensystems for Isotropic Distortion Energies", sections 4 and 5) with eigenvalues (ψᵢ − ψⱼ)/(σᵢ
// − σⱼ) and (ψᵢ + ψⱼ)/(σᵢ + σⱼ). The energies provide both without the division where possible.
#pragma once

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
