// The stress differential of cells in lanes, for kernels only.
#pragma once

#include "Offline/Lattice/Multigrid/Lanes.h"

#include "Material/Stiffness.h"

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {
namespace {

using Principals = PrincipalStiffness<Lane>;

// The stretches of a symmetric matrix in the order of GroupTangent.
constexpr int kRowOfStretch[6] = {0, 1, 2, 1, 0, 0}, kColumnOfStretch[6] = {0, 1, 2, 2, 2, 1};

HWY_INLINE void storeThree(const Vector& v, float (*to)[kGroupLanes], std::size_t lane) {
    for (int i = 0; i < 3; ++i) v[i].store(to[i] + lane);
}

HWY_INLINE Vector loadThree(const float (*from)[kGroupLanes], std::size_t lane) {
    return {load(from[0] + lane), load(from[1] + lane), load(from[2] + lane)};
}

HWY_INLINE void storePrincipals(const Principals& h, Lane scale, GroupTangent& to, std::size_t lane) {
    for (int i = 0; i < 6; ++i)
        (h.stretch(kRowOfStretch[i], kColumnOfStretch[i]) * scale).store(to.stretch[i] + lane);
    storeThree(h.same * scale, to.same, lane);
    storeThree(h.cross * scale, to.cross, lane);
}

HWY_INLINE Principals loadPrincipals(const GroupTangent& from, std::size_t lane) {
    Principals h;
    for (int i = 0; i < 6; ++i) {
        const int r = kRowOfStretch[i], c = kColumnOfStretch[i];
        h.stretch(r, c) = h.stretch(c, r) = load(from.stretch[i] + lane);
    }
    h.same = loadThree(from.same, lane);
    h.cross = loadThree(from.cross, lane);
    return h;
}

// δP̂ of δF̂, as stressDifferential() with fused additions.
HWY_INLINE Matrix principalDifferential(const Principals& h, const Matrix& df) {
    const Vector along =
        blend(h.stretch.column[0], df(0, 0), h.stretch.column[1], df(1, 1), h.stretch.column[2], df(2, 2));
    Matrix dp;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        dp(k, k) = along[k];
        dp(i, j) = multiplyAdd(h.cross[k], df(j, i), h.same[k] * df(i, j));
        dp(j, i) = multiplyAdd(h.cross[k], df(i, j), h.same[k] * df(j, i));
    }
    return dp;
}

HWY_INLINE Matrix cellDifferential(const GroupTangent& t, std::size_t lane, const Matrix& df) {
    const Matrix u = loadMatrix(t.u, lane), v = loadMatrix(t.v, lane);
    const Matrix inFrame = product(transposedProduct(u, df), v);
    return product(product(u, principalDifferential(loadPrincipals(t, lane), inFrame)), transpose(v));
}

}  // namespace
}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
