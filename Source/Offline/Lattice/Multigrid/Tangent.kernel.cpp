// The tangent stiffness of a level as an operator, eight cells at once.
#include "Offline/Lattice/Multigrid/CellTangent.h"
#include "Offline/Lattice/Multigrid/FibreLanes.h"

#include <hwy/cache_control.h>

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {

namespace {

// Tangents of a body do not fit into caches, and one after the other they come too late.
constexpr std::uint32_t kGroupsAhead = 4;

HWY_INLINE void prefetch(const GroupTangent* tangent) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(tangent);
    for (std::size_t line = 0; line < sizeof(GroupTangent); line += 64) hwy::Prefetch(bytes + line);
}

// a ⊗ b : H : a ⊗ b.
HWY_INLINE Lane curvatureAlong(const Principals& h, const Vector& a, const Vector& b) {
    const Vector ab{a.x * b.x, a.y * b.y, a.z * b.z};
    Lane sum =
        dotOf(ab, blend(h.stretch.column[0], ab.x, h.stretch.column[1], ab.y, h.stretch.column[2], ab.z));
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const Lane ij = a[i] * b[j], ji = a[j] * b[i];
        sum = multiplyAdd(h.same[k], multiplyAdd(ij, ij, ji * ji), sum);
        sum = multiplyAdd(h.cross[k] + h.cross[k], ij * ji, sum);
    }
    return sum;
}

// The diagonal at corner `c` and at the one opposite, which is the same.
HWY_INLINE Vector cornerDiagonal(const Matrix& ut, const Matrix& v, const Principals& h, Lane mu, int c) {
    const Lane one(1), minus(-1);
    const Vector g{(c & 1) != 0 ? one : minus, (c & 2) != 0 ? one : minus, (c & 4) != 0 ? one : minus};
    const Vector across{dotOf(v.column[0], g), dotOf(v.column[1], g), dotOf(v.column[2], g)};
    const Lane hourglass = mu * Lane(kHourglassDiagonal);
    return {curvatureAlong(h, ut.column[0], across) + hourglass,
            curvatureAlong(h, ut.column[1], across) + hourglass,
            curvatureAlong(h, ut.column[2], across) + hourglass};
}

// The work of both operators: differential(group, lane, δF) gives the differential of the stress.
template <bool kFibres, class Differential>
HWY_INLINE void applyWith(const Bricks& level, const GroupTangent* tangents, std::uint32_t begin,
                          std::uint32_t end, const NodeVector* x, NodeVector* sums, std::uint32_t firstSlot,
                          Differential&& differential) {
    Local nodes, forces;
    clear(nodes);
    for (std::uint32_t b = begin; b < end; ++b) {
        const Brick& brick = level.bricks[b];
        gather(level, brick, x, nodes);
        clear(forces);
        for (std::uint32_t group = brick.firstGroup; group < brick.firstGroup + brick.groupCount; ++group) {
            prefetch(tangents + group + kGroupsAhead);
            forEachRegister([&](std::size_t lane) {
                const std::uint32_t at = firstNode(level, group, lane);
                Corners corners;
                corners.load(nodes, at);
                [[maybe_unused]] const Corners moved = corners;
                corners.toForces(differential(group, lane, corners.gradient()),
                                 load(tangents[group].mu + lane));
                if constexpr (kFibres) applyFibres(level, group, lane, moved, corners);
                corners.addTo(forces, at);
            });
        }
        writeSums(level, brick, forces, sums, firstSlot);
    }
}

}  // namespace

// sums = what the tangent stiffness makes of x, brick by brick, from `firstSlot` on.
void applyBricks(const Bricks& level, const GroupTangent* tangents, std::uint32_t begin, std::uint32_t end,
                 const NodeVector* x, NodeVector* sums, std::uint32_t firstSlot) {
    withFibres(level, [&]<bool kFibres>() {
        applyWith<kFibres>(level, tangents, begin, end, x, sums, firstSlot,
                           [&](std::uint32_t group, std::size_t lane, const Matrix& df) {
                               return cellDifferential(tangents[group], lane, df);
                           });
    });
}

// The same of shape and pressure: sums = A x + G dp, q = Gᵀ x − C dp.
void applyMixedBricks(const Bricks& level, const GroupTangent* tangents, const GroupCoupling* couplings,
                      std::uint32_t begin, std::uint32_t end, const NodeVector* x, const GroupPressure* dp,
                      NodeVector* sums, GroupPressure* q, std::uint32_t firstSlot) {
    const auto differential = [&](std::uint32_t group, std::size_t lane, const Matrix& df) {
        const GroupTangent& t = tangents[group];
        const GroupCoupling& coupling = couplings[group];
        const Matrix u = loadMatrix(t.u, lane), v = loadMatrix(t.v, lane);
        const Matrix inFrame = product(transposedProduct(u, df), v);
        const Vector slope = loadThree(coupling.slope, lane);
        const Lane pressure = load(dp[group].p + lane);
        const Vector along{inFrame(0, 0), inFrame(1, 1), inFrame(2, 2)};
        (dotOf(slope, along) - load(coupling.compliance + lane) * pressure).store(q[group].p + lane);
        Matrix stress = principalDifferential(loadPrincipals(t, lane), inFrame);
        for (int i = 0; i < 3; ++i) stress(i, i) = multiplyAdd(slope[i], pressure, stress(i, i));
        return product(product(u, stress), transpose(v));
    };
    withFibres(level, [&]<bool kFibres>() {
        applyWith<kFibres>(level, tangents, begin, end, x, sums, firstSlot, differential);
    });
}

void diagonalOfBricks(const Bricks& level, const GroupTangent* tangents, std::uint32_t begin,
                      std::uint32_t end, NodeVector* sums, std::uint32_t firstSlot) {
    Local nodes;
    for (std::uint32_t b = begin; b < end; ++b) {
        const Brick& brick = level.bricks[b];
        clear(nodes);
        for (std::uint32_t group = brick.firstGroup; group < brick.firstGroup + brick.groupCount; ++group) {
            const GroupTangent& t = tangents[group];
            forEachRegister([&](std::size_t lane) {
                const Matrix ut = transpose(loadMatrix(t.u, lane)), v = loadMatrix(t.v, lane);
                const Principals h = loadPrincipals(t, lane);
                const Lane mu = load(t.mu + lane);
                Vector corner[4];
                for (int c = 0; c < 4; ++c) corner[c] = cornerDiagonal(ut, v, h, mu, c);
                const std::uint32_t at = firstNode(level, group, lane);
                for (int i = 0; i < 3; ++i) {
                    Lane d[4];
                    for (int c = 0; c < 4; ++c) d[c] = corner[c][i];
                    const Lane lower0[2] = {d[0], d[2]}, upper0[2] = {d[1], d[3]};
                    const Lane lower1[2] = {d[3], d[1]}, upper1[2] = {d[2], d[0]};
                    addCorners(nodes.at[i] + at, lower0, upper0);
                    addCorners(nodes.at[i] + at + kPlaneFloats, lower1, upper1);
                }
            });
        }
        forEachGroupWithFibres(level, brick,
                               [&](std::uint32_t group) { addFibreDiagonal(level, group, nodes); });
        writeSums(level, brick, nodes, sums, firstSlot);
    }
}

}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
