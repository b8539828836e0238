// The damping of cells (CellViscosity) as an operator, eight cells at once.
#include "Offline/Lattice/Multigrid/CellTangent.h"

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {

namespace {

// μ and λ of eight cells, times the factor of the damping and the width.
HWY_INLINE Lame<Lane> moduliOf(const Bricks& level, const CellViscosity& of, std::uint32_t group,
                               std::size_t lane) {
    const Lane scale(of.factor * level.width), mu = load(of.moduli[group].mu + lane),
                                               lambda = load(of.moduli[group].lambda + lane),
                                               most = mu * Lane(of.cappedLambda);
    return {mu * scale, select(lambda < most, lambda, most) * scale};
}

// M (2μ sym(MᵀδF) + λ tr(MᵀδF)).
HWY_INLINE Matrix viscousStress(const Matrix& metric, Lame<Lane> m, const Matrix& df) {
    const Matrix rate = transposedProduct(metric, df);
    Matrix stress = (rate + transpose(rate)) * m.mu;
    const Lane pressure = m.lambda * (rate(0, 0) + rate(1, 1) + rate(2, 2));
    for (int i = 0; i < 3; ++i) stress(i, i) = stress(i, i) + pressure;
    return product(metric, stress);
}

constexpr int kHourglasses[4] = {3, 5, 6, 7};

// Damps MᵀδH + δFᵀH: replaces the hourglasses in `corners` by what toForces() takes, and adds their part to
// the stress, which is in units of the middle's coefficients.
HWY_INLINE void dampHourglasses(const Matrix& metric, const GroupHourglasses& at, Lame<Lane> m, Lane perWidth,
                                std::size_t lane, Corners& corners, Matrix& stress) {
    const Matrix df = corners.gradient() * perWidth;
    for (int b = 0; b < 4; ++b) {
        const int bits = kHourglasses[b];
        const Vector h{load(at.h[3 * b] + lane), load(at.h[3 * b + 1] + lane), load(at.h[3 * b + 2] + lane)};
        const Vector dh{corners.h[0][bits], corners.h[1][bits], corners.h[2][bits]};
        const Lane twice = m.mu * perWidth * Lane(2 * (bits == 7 ? kHourglassOfThree : kHourglassOfTwo));
        Vector rate;
        for (int i = 0; i < 3; ++i) rate[i] = dotOf(metric.column[i], dh) + dotOf(df.column[i], h);
        for (int i = 0; i < 3; ++i) {
            corners.h[i][bits] = multiplyAdd(metric(i, 2), rate[2],
                                             multiplyAdd(metric(i, 1), rate[1], metric(i, 0) * rate[0]));
            stress.column[i] = stress.column[i] + h * (rate[i] * twice);
        }
    }
}

HWY_INLINE void toViscousForces(const CellViscosity& of, Lame<Lane> m, float width, std::uint32_t group,
                                std::size_t lane, Corners& corners) {
    const Matrix metric = loadMatrix(of.metric[group].f, lane);
    Matrix stress = viscousStress(metric, m, corners.gradient()) * Lane(1.0 / 16);
    if (of.hourglasses != nullptr)
        dampHourglasses(metric, of.hourglasses[group], m, Lane(0.25f / width), lane, corners, stress);
    corners.toForces(stress, m.mu);
}

// The diagonal at corner `c` and at the one opposite, which is the same but for the hourglasses of the
// metric: they are left out.
HWY_INLINE Vector viscousDiagonal(const Matrix& metric, Lame<Lane> m, int c) {
    const Lane one(1), minus(-1), sixteenth(1.0 / 16), own(3.0 / 16 + kHourglassDiagonal);
    const Vector g{(c & 1) != 0 ? one : minus, (c & 2) != 0 ? one : minus, (c & 4) != 0 ? one : minus};
    const Matrix rows = transpose(metric);
    Vector d;
    for (int i = 0; i < 3; ++i) {
        const Lane square = dotOf(rows.column[i], rows.column[i]), along = dotOf(rows.column[i], g);
        d[i] = m.mu * own * square + (m.mu + m.lambda) * sixteenth * along * along;
    }
    return d;
}

// work(group, lane, first node of the lanes) for all cells of a brick.
template <class Work>
HWY_INLINE void forEachCells(const Bricks& level, const Brick& brick, Work&& work) {
    for (std::uint32_t group = brick.firstGroup; group < brick.firstGroup + brick.groupCount; ++group) {
        forEachRegister([&](std::size_t lane) { work(group, lane, firstNode(level, group, lane)); });
    }
}

}  // namespace

// sums += what the damping makes of x, brick by brick, from `firstSlot` on.
void addViscosity(const Bricks& level, const CellViscosity& of, std::uint32_t begin, std::uint32_t end,
                  const NodeVector* x, NodeVector* sums, std::uint32_t firstSlot) {
    Local nodes, forces;
    clear(nodes);
    for (std::uint32_t b = begin; b < end; ++b) {
        const Brick& brick = level.bricks[b];
        gather(level, brick, x, nodes);
        clear(forces);
        forEachCells(level, brick, [&](std::uint32_t group, std::size_t lane, std::uint32_t at) {
            Corners corners;
            corners.load(nodes, at);
            toViscousForces(of, moduliOf(level, of, group, lane), level.width, group, lane, corners);
            corners.addTo(forces, at);
        });
        addSums(level, brick, forces, sums, firstSlot);
    }
}

// sums += its diagonal.
void addViscousDiagonal(const Bricks& level, const CellViscosity& of, std::uint32_t begin, std::uint32_t end,
                        NodeVector* sums, std::uint32_t firstSlot) {
    Local nodes;
    for (std::uint32_t b = begin; b < end; ++b) {
        const Brick& brick = level.bricks[b];
        clear(nodes);
        forEachCells(level, brick, [&](std::uint32_t group, std::size_t lane, std::uint32_t at) {
            const Matrix metric = loadMatrix(of.metric[group].f, lane);
            const Lame<Lane> m = moduliOf(level, of, group, lane);
            Vector corner[4];
            for (int c = 0; c < 4; ++c) corner[c] = viscousDiagonal(metric, m, c);
            addToCorners(nodes, at, corner);
        });
        addSums(level, brick, nodes, sums, firstSlot);
    }
}

}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
