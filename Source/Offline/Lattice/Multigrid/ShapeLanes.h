// Deformation gradients of the cells of a brick and their singular values, for kernels only.
#pragma once

#include "Offline/Lattice/Multigrid/CellTangent.h"

#include "Math/Blocks.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {
void svd3(const Mat3Block* a, Mat3Block* u, Vec3Block* sigma, Mat3Block* v,
          std::size_t blocks);  // Svd3.kernel.cpp
}  // namespace sinew::SINEW_KERNEL_NAMESPACE

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {
namespace {

HWY_INLINE void storeVector(const Vector& v, float (*to)[kBlockLanes], std::size_t lane) {
    for (int i = 0; i < 3; ++i) v[i].store(to[i] + lane);
}

HWY_INLINE Vector loadVector(const float (*from)[kBlockLanes], std::size_t lane) {
    return {load(from[0] + lane), load(from[1] + lane), load(from[2] + lane)};
}

HWY_INLINE Matrix loadBlock(const Mat3Block& block, std::size_t lane) {
    return {{loadVector(block.at[0], lane), loadVector(block.at[1], lane), loadVector(block.at[2], lane)}};
}

// Two groups of cells fill a block.
HWY_INLINE std::size_t laneInBlock(std::uint32_t group, std::size_t lane) {
    return group % 2 * kGroupLanes + lane;
}

// Column j of the identity where `used` does not hold.
HWY_INLINE Vector withIdentity(const Vector& v, Lane::Which used, int j) {
    Vector w;
    for (int i = 0; i < 3; ++i) w[i] = select(used, v[i], Lane(i == j ? 1 : 0));
    return w;
}

struct Decomposed {
    Matrix u, v;
    Vector sigma;
};

// Gradients of so many groups of lanes, and their singular values once decompose() is called.
template <std::uint32_t kGroups>
struct BrickGradients {
    static constexpr std::uint32_t kBlocks = kGroups * kGroupLanes / kBlockLanes;
    Mat3Block f[kBlocks], u[kBlocks], v[kBlocks];
    Vec3Block sigma[kBlocks];

    // The identity in lanes without a cell.
    HWY_INLINE void store(const Matrix& m, Lane::Which used, std::uint32_t group, std::size_t lane) {
        for (int j = 0; j < 3; ++j)
            storeVector(withIdentity(m.column[j], used, j), f[group / 2].at[j], laneInBlock(group, lane));
    }
    HWY_INLINE void decompose(std::uint32_t groups) {
        if (groups % 2 != 0) {  // the rest of the last block must be numbers
            forEachRegister(
                [&](std::size_t lane) { store(Matrix::identity(), Lane(0) > Lane(1), groups, lane); });
        }
        sinew::SINEW_KERNEL_NAMESPACE::svd3(f, u, sigma, v, (groups + 1) / 2);
    }
    HWY_INLINE Matrix gradient(std::uint32_t group, std::size_t lane) const {
        return loadBlock(f[group / 2], laneInBlock(group, lane));
    }
    HWY_INLINE Decomposed at(std::uint32_t group, std::size_t lane) const {
        const std::size_t from = laneInBlock(group, lane);
        return {loadBlock(u[group / 2], from), loadBlock(v[group / 2], from),
                loadVector(sigma[group / 2].at, from)};
    }
};

HWY_INLINE Principals principalsOf(Principal<Lane> p, Linearisation kind) {
    constexpr int kSweeps = 4;  // enough for single precision
    if (kind == Linearisation::Definite) return projectedStiffness(p, clampedPositive(p.stretch, kSweeps));
    if (kind == Linearisation::Zhu) p.torque = p.shear;
    if (kind == Linearisation::Warped) p.torque = {};
    return trueStiffness(p);
}

// The stress U diag(ψ) Vᵀ.
HWY_INLINE Matrix stressOf(const Decomposed& d, const Vector& psi) {
    Matrix scaledColumns;
    for (int j = 0; j < 3; ++j) scaledColumns.column[j] = d.u.column[j] * psi[j];
    return product(scaledColumns, transpose(d.v));
}

HWY_INLINE double sumOf(Lane v) {
    alignas(32) float values[kLanes];
    v.store(values);
    double sum = 0;
    for (std::size_t i = 0; i < kLanes; ++i) sum += static_cast<double>(values[i]);
    return sum;
}

// The pressure of a cell that has one of its own: with κ* for κ its energy is Ψ₀ − c M + p M − p²/2κ +
// κ*/2 (M − p/κ)², the augmented Lagrangian of the constraint M = p/κ, whose minimum for the right p is that
// of the energy itself.
struct Pressed {
    Lane residual, kappa, capped, pressure;  // M − p/κ, κ, κ*, and p + κ*(M − p/κ)
    Lane energy;                             // what combined() leaves out
};

HWY_INLINE Pressed pressed(Lane growth, Lane kappa, Lane p, Lane mu, float cappedBulk) {
    const Lane mostOfIt(0.9), none(0);
    const Lane cap = mu * Lane(cappedBulk), most = kappa * mostOfIt;
    const Lane capped = select(cap < most, cap, most);
    const Lane inverse = select(kappa > none, Lane(1) / kappa, none);
    const Lane residual = growth - p * inverse, pressure = multiplyAdd(capped, residual, p);
    const Lane energy = multiplyAdd(p - Lane(0.5) * pressure, growth,
                                    Lane(0.5) * (capped * residual * residual - p * p * inverse));
    return {residual, kappa, capped, pressure, energy};
}

// All but the slope. Lanes without a cell get zeros. On gradients of a potential A has the stiffness κ* + μ
// about, so that GᵀA⁻¹G is the volume over that.
HWY_INLINE void storeCoupling(const Pressed& p, Lane mu, Lane volume, GroupCoupling& to, std::size_t lane) {
    const Lane none(0);
    const auto used = mu > none;
    const Lane compliance = select(used, volume / (p.kappa - p.capped), none);
    select(used, p.residual * volume, none).store(to.residual + lane);
    compliance.store(to.compliance + lane);
    select(used, compliance + volume / (p.capped + mu), none).store(to.schur + lane);
    select(used, p.kappa / (p.kappa - p.capped), none).store(to.gain + lane);
}

}  // namespace
}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
