// Energy, forces and tangents of a shape of cells, eight cells at once: one quadrature point in the middle of
// a cell, and an energy of hourglasses (Lanes.h). McAdams et al. 2011, sections 4 and 5; Patterson, Mitchell,
// Sifakis 2012, section 5.
#include "Offline/Lattice/Multigrid/CellTangent.h"
#include "Offline/Lattice/Multigrid/FibreLanes.h"

#include "Material/Material.h"
#include "Math/Blocks.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {
void svd3(const Mat3Block* a, Mat3Block* u, Vec3Block* sigma, Mat3Block* v,
          std::size_t blocks);  // Svd3.kernel.cpp
}  // namespace sinew::SINEW_KERNEL_NAMESPACE

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {

namespace {

constexpr std::uint32_t kBlocks = kGroupsPerBrick * kGroupLanes / kBlockLanes;

// F of all cells of a brick, sixteen to a block; lanes without a cell have the identity.
struct BrickGradients {
    Mat3Block f[kBlocks];
};

HWY_INLINE void storeVector(const Vector& v, float (*to)[kBlockLanes], std::size_t lane) {
    for (int i = 0; i < 3; ++i) v[i].store(to[i] + lane);
}

HWY_INLINE Vector loadVector(const float (*from)[kBlockLanes], std::size_t lane) {
    return {load(from[0] + lane), load(from[1] + lane), load(from[2] + lane)};
}

HWY_INLINE Matrix loadBlock(const Mat3Block& block, std::size_t lane) {
    return {{loadVector(block.at[0], lane), loadVector(block.at[1], lane), loadVector(block.at[2], lane)}};
}

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

struct Factors {
    Mat3Block u[kBlocks], v[kBlocks];
    Vec3Block sigma[kBlocks];

    HWY_INLINE Decomposed at(std::uint32_t group, std::size_t lane) const {
        return {loadBlock(u[group / 2], lane), loadBlock(v[group / 2], lane),
                loadVector(sigma[group / 2].at, lane)};
    }
};

// The energy of a cell that has a pressure p of its own, with κ* for κ:
// Ψ₀ − c M + p M − p²/2κ + κ*/2 (M − p/κ)². It is the augmented Lagrangian of the constraint M = p/κ, whose
// minimum for the right p is that of the energy itself.
struct Pressed {
    Principal<Lane> principal;
    Vector slope;
    Lane residual, kappa, capped;  // M − p/κ, κ, κ*
};

template <class Energy>
HWY_INLINE Pressed pressed(const Vector& sigma, Lame<Lane> m, Lane p, float cappedBulk) {
    const Lane mostOfIt(0.9), none(0);
    const Growth<Lane> g = Energy::growth(sigma);
    const Bulk<Lane> bulk = Energy::bulk(m);
    const Lane cap = m.mu * Lane(cappedBulk), most = bulk.kappa * mostOfIt;
    const Lane capped = select(cap < most, cap, most);
    const Lane inverse = select(bulk.kappa > none, Lane(1) / bulk.kappa, none);
    const Lane residual = g.value - p * inverse, pressure = multiplyAdd(capped, residual, p);
    Pressed r{combined(Energy::shape(sigma, m), g, bulk.restPressure, pressure, capped), g.slope, residual,
              bulk.kappa, capped};
    r.principal.energy += multiplyAdd(p - Lane(0.5) * pressure, g.value,
                                      Lane(0.5) * (capped * residual * residual - p * p * inverse));
    return r;
}

// Lanes without a cell get zeros. On gradients of a potential A has the stiffness κ* + μ about, so that
// GᵀA⁻¹G is the volume over that.
HWY_INLINE void storeCoupling(const Pressed& pressed, Lane mu, float width, GroupCoupling& to,
                              std::size_t lane) {
    const Lane volume(width * width * width), none(0);
    const auto used = mu > none;
    const Lane area = select(used, Lane(width * width / 4), none);
    const Lane compliance = select(used, volume / (pressed.kappa - pressed.capped), none);
    storeThree(pressed.slope * area, to.slope, lane);
    select(used, pressed.residual * volume, none).store(to.residual + lane);
    compliance.store(to.compliance + lane);
    select(used, compliance + volume / (pressed.capped + mu), none).store(to.schur + lane);
    select(used, pressed.kappa / (pressed.kappa - pressed.capped), none).store(to.gain + lane);
}

HWY_INLINE Principals principalsOf(Principal<Lane> p, Linearisation kind) {
    constexpr int kSweeps = 4;  // enough for single precision
    if (kind == Linearisation::Definite) return projectedStiffness(p, clampedPositive(p.stretch, kSweeps));
    if (kind == Linearisation::Zhu) p.torque = p.shear;
    if (kind == Linearisation::Warped) p.torque = {};
    return trueStiffness(p);
}

HWY_INLINE void storeTangent(const Decomposed& d, const Principal<Lane>& p, Lane mu, float width,
                             Linearisation kind, GroupTangent& to, std::size_t lane) {
    storeMatrix(d.u, to.u, lane);
    storeMatrix(d.v, to.v, lane);
    storePrincipals(principalsOf(p, kind), Lane(width / 16), to, lane);
    (mu * Lane(width)).store(to.mu + lane);
}

// F in the middle of every cell: of the nodes, and of `offset` where it is not null.
HWY_INLINE void gradientsOf(const Bricks& level, const Brick& brick, const Local& nodes,
                            const CellStates& cells, BrickGradients& g) {
    const Lane scale(0.25f / level.width), none(0);
    for (std::uint32_t i = 0; i < brick.groupCount; ++i) {
        const std::uint32_t group = brick.firstGroup + i;
        forEachRegister([&](std::size_t lane) {
            Corners corners;
            corners.load(nodes, firstNode(level, group, lane));
            Matrix f = corners.gradient() * scale;
            if (cells.offset != nullptr) f = f + loadMatrix(cells.offset[group].f, lane);
            const auto used = load(cells.moduli[group].mu + lane) > none;
            for (int j = 0; j < 3; ++j)
                storeVector(withIdentity(f.column[j], used, j), g.f[i / 2].at[j], laneInBlock(i, lane));
        });
    }
    if (brick.groupCount % 2 == 0) return;
    const std::uint32_t last = brick.groupCount;  // the rest of the last block must be numbers
    forEachRegister([&](std::size_t lane) {
        const Matrix identity = Matrix::identity();
        for (int j = 0; j < 3; ++j)
            storeVector(identity.column[j], g.f[last / 2].at[j], laneInBlock(last, lane));
    });
}

// Energy of the cells, J, and their forces on the nodes, with the sign of a gradient.
HWY_INLINE Lane addForces(const Decomposed& d, const Principal<Lane>& p, Lane mu, float width,
                          const Local& nodes, std::uint32_t at, Local& out) {
    Corners corners;
    corners.load(nodes, at);
    const Lane muWidth = mu * Lane(width), area(width * width / 4);
    Matrix us;  // U diag(stress)
    for (int j = 0; j < 3; ++j) us.column[j] = d.u.column[j] * (p.stress[j] * area);
    const Lane hourglass = corners.hourglassEnergy(muWidth);
    corners.toForces(product(us, transpose(d.v)), muWidth);
    corners.addTo(out, at);
    return multiplyAdd(p.energy, Lane(width * width * width), hourglass);
}

HWY_INLINE double sumOf(Lane v) {
    alignas(32) float values[kLanes];
    v.store(values);
    double sum = 0;
    for (std::size_t i = 0; i < kLanes; ++i) sum += static_cast<double>(values[i]);
    return sum;
}

// The energy of eight cells in the frame of their singular values.
template <class Energy>
HWY_INLINE Principal<Lane> principalOf(const CellStates& cells, const Vector& sigma, Lame<Lane> m,
                                       const CellLaw& law, float width, std::uint32_t group, std::size_t lane,
                                       GroupCoupling* couplings) {
    if constexpr (SplitsVolume<Energy, Lane>) {
        if (cells.pressures != nullptr) {
            const Pressed p =
                pressed<Energy>(sigma, m, load(cells.pressures[group].p + lane), law.cappedBulk);
            if (couplings != nullptr) storeCoupling(p, m.mu, width, couplings[group], lane);
            return p.principal;
        }
    }
    return Energy::principal(sigma, m);
}

template <class Energy, class Point>
void evaluate(const Bricks& level, std::uint32_t begin, std::uint32_t end, const Point* x,
              const CellStates& cells, const CellLaw& law, const Evaluation& out) {
    Local nodes, forces;
    clear(nodes);
    BrickGradients g;
    Factors factors;
    for (std::uint32_t b = begin; b < end; ++b) {
        const Brick& brick = level.bricks[b];
        gather(level, brick, x, nodes);
        gradientsOf(level, brick, nodes, cells, g);
        sinew::SINEW_KERNEL_NAMESPACE::svd3(g.f, factors.u, factors.sigma, factors.v,
                                            (brick.groupCount + 1) / 2);
        clear(forces);
        double energy = 0;
        for (std::uint32_t i = 0; i < brick.groupCount; ++i) {
            const std::uint32_t group = brick.firstGroup + i;
            const GroupModuli& moduli = cells.moduli[group];
            forEachRegister([&](std::size_t lane) {
                const std::size_t from = laneInBlock(i, lane);
                if (out.gradients != nullptr)
                    storeMatrix(loadBlock(g.f[i / 2], from), out.gradients[group].f, lane);
                const Decomposed d = factors.at(i, from);
                const Lame<Lane> m{load(moduli.mu + lane), load(moduli.lambda + lane)};
                const Principal<Lane> p =
                    principalOf<Energy>(cells, d.sigma, m, law, level.width, group, lane, out.couplings);
                if (out.tangents != nullptr)
                    storeTangent(d, p, m.mu, level.width, law.linearisation, out.tangents[group], lane);
                if (out.sums != nullptr) {
                    energy += sumOf(
                        addForces(d, p, m.mu, level.width, nodes, firstNode(level, group, lane), forces));
                }
            });
        }
        forEachGroupWithFibres(level, brick, [&](std::uint32_t group) {
            forEachRegister([&](std::size_t lane) {
                energy += sumOf(evaluateFibres(level, group, lane, nodes, cells.offset, law.linearisation,
                                               out.tangents != nullptr, forces));
            });
        });
        if (out.sums != nullptr) writeSums(level, brick, forces, out.sums, out.firstSlot);
        if (out.energies != nullptr) out.energies[b] = energy;
    }
}

}  // namespace

void evaluateShape(const Bricks& level, std::uint32_t begin, std::uint32_t end, const NodePosition* x,
                   const CellStates& cells, const CellLaw& law, const Evaluation& out) {
    withMaterial<Lane>(law.material, [&](auto energy) {
        evaluate<decltype(energy)>(level, begin, end, x, cells, law, out);
    });
}

void evaluateOffset(const Bricks& level, std::uint32_t begin, std::uint32_t end, const NodeVector* u,
                    const CellStates& cells, const CellLaw& law, const Evaluation& out) {
    withMaterial<Lane>(law.material, [&](auto energy) {
        evaluate<decltype(energy)>(level, begin, end, u, cells, law, out);
    });
}

}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
