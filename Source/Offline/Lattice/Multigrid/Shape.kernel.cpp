// Energy, forces and tangents of a shape of cells, eight cells at once: one quadrature point in the middle of
// a cell, and an energy of hourglasses (Lanes.h). McAdams et al. 2011, sections 4 and 5; Patterson, Mitchell,
// Sifakis 2012, section 5.
#include "Offline/Lattice/Multigrid/ShapeLanes.h"

#include "Material/Material.h"

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {

namespace {

using Gradients = BrickGradients<kGroupsPerBrick>;

HWY_INLINE void storeTangent(const Decomposed& d, const Principal<Lane>& p, Lane mu, float width,
                             const CellLaw& law, GroupTangent& to, std::size_t lane) {
    storeMatrix(d.u, to.u, lane);
    storeMatrix(d.v, to.v, lane);
    storePrincipals(principalsOf(p, law.linearisation), Lane(width / 16), to, lane);
    (mu * Lane(width * law.hourglass)).store(to.mu + lane);
}

// F in the middle of every cell: of the nodes, and of `offset` where it is not null.
HWY_INLINE void gradientsOf(const Bricks& level, const Brick& brick, const Local& nodes,
                            const CellStates& cells, Gradients& g) {
    const Lane scale(0.25f / level.width), none(0);
    for (std::uint32_t i = 0; i < brick.groupCount; ++i) {
        const std::uint32_t group = brick.firstGroup + i;
        forEachRegister([&](std::size_t lane) {
            Corners corners;
            corners.load(nodes, firstNode(level, group, lane));
            Matrix f = corners.gradient() * scale;
            if (cells.offset != nullptr) f = f + loadMatrix(cells.offset[group].f, lane);
            g.store(f, load(cells.moduli[group].mu + lane) > none, i, lane);
        });
    }
}

// Energy of the cells, J, and their forces on the nodes, with the sign of a gradient.
HWY_INLINE Lane addForces(const Decomposed& d, const Principal<Lane>& p, Lane muWidth, float width,
                          const Local& nodes, std::uint32_t at, Local& out) {
    Corners corners;
    corners.load(nodes, at);
    const Lane area(width * width / 4);
    const Lane hourglass = corners.hourglassEnergy(muWidth);
    corners.toForces(stressOf(d, p.stress * area), muWidth);
    corners.addTo(out, at);
    return multiplyAdd(p.energy, Lane(width * width * width), hourglass);
}

// The energy of eight cells in the frame of their singular values.
template <class Energy>
HWY_INLINE Principal<Lane> principalOf(const CellStates& cells, const Vector& sigma, Lame<Lane> m,
                                       const CellLaw& law, float width, std::uint32_t group, std::size_t lane,
                                       GroupCoupling* couplings) {
    if constexpr (SplitsVolume<Energy, Lane>) {
        if (cells.pressures != nullptr) {
            const Growth<Lane> g = Energy::growth(sigma);
            const Bulk<Lane> bulk = Energy::bulk(m);
            const Pressed p =
                pressed(g.value, bulk.kappa, load(cells.pressures[group].p + lane), m.mu, law.cappedBulk);
            if (couplings != nullptr) {
                storeCoupling(p, m.mu, Lane(width * width * width), couplings[group], lane);
                const Lane area = select(m.mu > Lane(0), Lane(width * width / 4), Lane(0));
                storeThree(g.slope * area, couplings[group].slope, lane);
            }
            Principal<Lane> principal =
                combined(Energy::shape(sigma, m), g, bulk.restPressure, p.pressure, p.capped);
            principal.energy += p.energy;
            return principal;
        }
    }
    return Energy::principal(sigma, m);
}

template <class Energy, class Point>
void evaluate(const Bricks& level, std::uint32_t begin, std::uint32_t end, const Point* x,
              const CellStates& cells, const CellLaw& law, const Evaluation& out) {
    Local nodes, forces;
    clear(nodes);
    Gradients g;
    for (std::uint32_t b = begin; b < end; ++b) {
        const Brick& brick = level.bricks[b];
        gather(level, brick, x, nodes);
        gradientsOf(level, brick, nodes, cells, g);
        g.decompose(brick.groupCount);
        clear(forces);
        double energy = 0;
        for (std::uint32_t i = 0; i < brick.groupCount; ++i) {
            const std::uint32_t group = brick.firstGroup + i;
            const GroupModuli& moduli = cells.moduli[group];
            forEachRegister([&](std::size_t lane) {
                if (out.gradients != nullptr) storeMatrix(g.gradient(i, lane), out.gradients[group].f, lane);
                const Decomposed d = g.at(i, lane);
                const Lame<Lane> m{load(moduli.mu + lane), load(moduli.lambda + lane)};
                const Principal<Lane> p =
                    principalOf<Energy>(cells, d.sigma, m, law, level.width, group, lane, out.couplings);
                if (out.tangents != nullptr)
                    storeTangent(d, p, m.mu, level.width, law, out.tangents[group], lane);
                if (out.sums != nullptr) {
                    const Lane hourglass = m.mu * Lane(level.width * law.hourglass);
                    energy += sumOf(addForces(d, p, hourglass, level.width, nodes,
                                              firstNode(level, group, lane), forces));
                }
            });
        }
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
