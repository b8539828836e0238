// Corotated elasticity on the cells of a cubic lattice (McAdams et al. 2011, sections 4 and 5), eight cells
// at once.
//
// The corners of a cell are taken apart by a Hadamard transform: coefficient b, a bit per axis, is the sum of
// corners with the signs of b. Those of one bit are the deformation gradient at the middle, times 4 widths;
// those of two and three are what one-point quadrature does not see, the hourglasses. The stabilised Laplace
// term Σ|Δ_edge|² is diagonal there (a cube's graph has the eigenvalues 2·bits), so that all of the method
// costs two transforms and one small product per cell.
#include "Offline/Lattice/Multigrid/Lanes.h"

#include <hwy/cache_control.h>

#include "Math/Blocks.h"
#include "Offline/Lattice/Multigrid/Layout.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {
void svd3(const Mat3Block* a, Mat3Block* u, Vec3Block* sigma, Mat3Block* v,
          std::size_t blocks);  // Svd3.kernel.cpp
}  // namespace sinew::SINEW_KERNEL_NAMESPACE

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {

namespace {

constexpr std::uint32_t kBlocks = kGroupsPerBrick * kGroupLanes / kBlockLanes;
// Where two singular values nearly cancel, flesh is flat or turned inside out, and the curvature of the
// energy without bound.
constexpr float kMinPairSum = 0.1f;
// Deviation from McAdams et al. 2011: the tension λ tr(RᵀF − I) against growing volume ends at this part of
// 2μ. Without an end, flesh stretched three and a half times wants the sum of its other two singular values
// below 0, where the energy has the tip of a cone: Newton's method cannot come to rest on it, and the flesh
// there is inside out.
constexpr float kMaxTension = 0.8f;

// Algorithm 1: δP_aux = λ (R : δF) R + R [L w]×, w the axis of RᵀδF's skew part, twice.
HWY_INLINE CellMatrix stressDifferential(const GroupTangent& t, std::size_t lane, const CellMatrix& df) {
    const CellMatrix r = loadMatrix(t.r, lane);
    const Lanes trace = dot(r.c[0], df.c[0]) + dot(r.c[1], df.c[1]) + dot(r.c[2], df.c[2]);
    const CellVector axis{dot(r.c[1], df.c[2]) - dot(r.c[2], df.c[1]),
                          dot(r.c[2], df.c[0]) - dot(r.c[0], df.c[2]),
                          dot(r.c[0], df.c[1]) - dot(r.c[1], df.c[0])};
    const CellVector w = loadSymmetric(t.l, lane) * axis;
    const Lanes s = load(t.lambda + lane) * trace;
    const auto column = [&](const CellVector& a, const CellVector& b, const CellVector& c, Lanes wb,
                            Lanes wc) {
        return CellVector{hn::NegMulAdd(wc, c.x, hn::MulAdd(wb, b.x, s * a.x)),
                          hn::NegMulAdd(wc, c.y, hn::MulAdd(wb, b.y, s * a.y)),
                          hn::NegMulAdd(wc, c.z, hn::MulAdd(wb, b.z, s * a.z))};
    };
    // Column j of R [w]×, with [w]×_ij = ε_kij w_k.
    return {{column(r.c[0], r.c[2], r.c[1], w.y, w.z), column(r.c[1], r.c[0], r.c[2], w.z, w.x),
             column(r.c[2], r.c[1], r.c[0], w.x, w.y)}};
}

// F of all cells of a brick, sixteen to a block; lanes without a cell have the identity.
struct BrickGradients {
    Mat3Block f[kBlocks];
};

HWY_INLINE void storeVector(const CellVector& v, float (*to)[kBlockLanes], std::size_t lane) {
    hn::Store(v.x, Tag(), to[0] + lane);
    hn::Store(v.y, Tag(), to[1] + lane);
    hn::Store(v.z, Tag(), to[2] + lane);
}

HWY_INLINE CellVector loadVector(const float (*from)[kBlockLanes], std::size_t lane) {
    return {load(from[0] + lane), load(from[1] + lane), load(from[2] + lane)};
}

HWY_INLINE CellMatrix loadBlock(const Mat3Block& block, std::size_t lane) {
    return {{loadVector(block.at[0], lane), loadVector(block.at[1], lane), loadVector(block.at[2], lane)}};
}

HWY_INLINE std::size_t laneInBlock(std::uint32_t group, std::size_t lane) {
    return group % 2 * kGroupLanes + lane;
}

HWY_INLINE CellVector scaled(const CellVector& v, Lanes s) {
    return {v.x * s, v.y * s, v.z * s};
}

HWY_INLINE CellVector withIdentity(const CellVector& v, hn::Mask<Tag> empty, int column) {
    const Lanes one = set(1.0f), zero = hn::Zero(Tag());
    return {hn::IfThenElse(empty, column == 0 ? one : zero, v.x),
            hn::IfThenElse(empty, column == 1 ? one : zero, v.y),
            hn::IfThenElse(empty, column == 2 ? one : zero, v.z)};
}

// a·x + b·y + c·z
HWY_INLINE CellVector blend(const CellVector& a, Lanes x, const CellVector& b, Lanes y, const CellVector& c,
                            Lanes z) {
    return {hn::MulAdd(c.x, z, hn::MulAdd(b.x, y, a.x * x)), hn::MulAdd(c.y, z, hn::MulAdd(b.y, y, a.y * x)),
            hn::MulAdd(c.z, z, hn::MulAdd(b.z, y, a.z * x))};
}

struct Decomposed {
    CellMatrix r;
    CellMatrix v;
    CellVector sigma;
};

HWY_INLINE Decomposed decomposed(const Mat3Block& ub, const Vec3Block& sb, const Mat3Block& vb,
                                 std::size_t lane) {
    const CellMatrix u = loadBlock(ub, lane), v = loadBlock(vb, lane);
    CellMatrix r;  // column j of U Vᵀ is U times row j of V
    for (int j = 0; j < 3; ++j) {
        CellMatrix w = v;
        r.c[j] =
            blend(u.c[0], component(w.c[0], j), u.c[1], component(w.c[1], j), u.c[2], component(w.c[2], j));
    }
    return {r, v, loadVector(sb.at, lane)};
}

// The eigenvalue of L that belongs to the pair of singular values with this sum.
HWY_INLINE Lanes skewStiffness(Lanes pairSum, Lanes pressure, Lanes mu, Linearisation kind) {
    switch (kind) {
        case Linearisation::Zhu:
            return hn::Zero(Tag());
        case Linearisation::Warped:
            return hn::Neg(mu);
        case Linearisation::Exact: {
            // Only near a flat cell, and with its sign: the truth is without bound there.
            const Lanes far = hn::IfThenElse(hn::Abs(pairSum) < set(1e-6f), set(1e-6f), pairSum);
            return pressure / far;
        }
        case Linearisation::Definite:
            break;
    }
    return hn::Max(pressure / hn::Max(pairSum, set(kMinPairSum)), hn::Neg(mu));
}

// What growing volume is resisted with: tension, and how fast it still grows.
struct Dilation {
    Lanes tension, slope, energy;
};

HWY_INLINE Dilation dilationOf(const CellVector& sigma, Lanes mu, Lanes lambda) {
    const Lanes growth = sigma.x + sigma.y + sigma.z - set(3.0f);  // tr(RᵀF − I)
    const Lanes whole = lambda * growth, limit = mu * set(2 * kMaxTension);
    const Lanes tension = hn::Min(whole, limit);
    const Lanes elastic = tension / hn::Max(lambda, set(1e-20f));  // the growth that the tension came with
    return {tension, hn::IfThenElseZero(whole <= limit, lambda),
            tension * hn::NegMulAdd(set(0.5f), elastic, growth)};
}

HWY_INLINE void storeTangent(const Decomposed& d, Lanes mu, Lanes lambda, float width, Linearisation kind,
                             GroupTangent& to, std::size_t lane) {
    const Dilation dilation = dilationOf(d.sigma, mu, lambda);
    const Lanes pressure = dilation.tension - mu - mu;
    const Lanes scale = set(width / 16);
    const Lanes lx = skewStiffness(d.sigma.y + d.sigma.z, pressure, mu, kind) * scale;
    const Lanes ly = skewStiffness(d.sigma.z + d.sigma.x, pressure, mu, kind) * scale;
    const Lanes lz = skewStiffness(d.sigma.x + d.sigma.y, pressure, mu, kind) * scale;
    const CellVector &a = d.v.c[0], &b = d.v.c[1], &c = d.v.c[2];
    const auto entry = [&](Lanes a0, Lanes a1, Lanes b0, Lanes b1, Lanes c0, Lanes c1) {
        return hn::MulAdd(lz * c0, c1, hn::MulAdd(ly * b0, b1, lx * a0 * a1));
    };
    const Lanes l[6] = {entry(a.x, a.x, b.x, b.x, c.x, c.x), entry(a.y, a.y, b.y, b.y, c.y, c.y),
                        entry(a.z, a.z, b.z, b.z, c.z, c.z), entry(a.y, a.z, b.y, b.z, c.y, c.z),
                        entry(a.x, a.z, b.x, b.z, c.x, c.z), entry(a.x, a.y, b.x, b.y, c.x, c.y)};
    for (int i = 0; i < 6; ++i) hn::Store(l[i], Tag(), to.l[i] + lane);
    for (int j = 0; j < 3; ++j) {
        hn::Store(d.r.c[j].x, Tag(), to.r[3 * j] + lane);
        hn::Store(d.r.c[j].y, Tag(), to.r[3 * j + 1] + lane);
        hn::Store(d.r.c[j].z, Tag(), to.r[3 * j + 2] + lane);
    }
    hn::Store(dilation.slope * scale, Tag(), to.lambda + lane);
    hn::Store(mu * set(width / 2), Tag(), to.mu + lane);
}

struct Factors {
    Mat3Block u[kBlocks], v[kBlocks];
    Vec3Block sigma[kBlocks];
};

HWY_INLINE void factorise(const BrickGradients& g, std::uint32_t groups, Factors& factors) {
    sinew::SINEW_KERNEL_NAMESPACE::svd3(g.f, factors.u, factors.sigma, factors.v, (groups + 1) / 2);
}

// F in the middle of every cell: of the nodes, and of `offset` where it is not null.
HWY_INLINE void gradientsOf(const Bricks& level, const Brick& brick, const Local& nodes,
                            const GroupModuli* moduli, const GroupGradient* offset, BrickGradients& g) {
    const Lanes scale = set(0.25f / level.width);
    for (std::uint32_t i = 0; i < brick.groupCount; ++i) {
        const std::uint32_t group = brick.firstGroup + i;
        forEachRegister([&](std::size_t lane) {
            Corners corners;
            corners.load(nodes, firstNode(level, group, lane));
            CellMatrix f = corners.gradient();
            const auto empty = hn::Eq(load(moduli[group].mu + lane), hn::Zero(Tag()));
            const std::size_t to = laneInBlock(i, lane);
            for (int j = 0; j < 3; ++j) {
                CellVector column = scaled(f.c[j], scale);
                if (offset != nullptr) {
                    const auto& o = offset[group].f;
                    column = {column.x + load(o[3 * j] + lane), column.y + load(o[3 * j + 1] + lane),
                              column.z + load(o[3 * j + 2] + lane)};
                }
                storeVector(withIdentity(column, empty, j), g.f[i / 2].at[j], to);
            }
        });
    }
    if (brick.groupCount % 2 == 1) {  // the rest of the last block must be numbers
        const std::uint32_t last = brick.groupCount;
        forEachRegister([&](std::size_t lane) {
            const auto all = hn::Eq(hn::Zero(Tag()), hn::Zero(Tag()));
            for (int j = 0; j < 3; ++j) {
                const Lanes zero = hn::Zero(Tag());
                storeVector(withIdentity({zero, zero, zero}, all, j), g.f[last / 2].at[j],
                            laneInBlock(last, lane));
            }
        });
    }
}

HWY_INLINE void storeGradient(const BrickGradients& g, std::uint32_t i, GroupGradient& to) {
    forEachRegister([&](std::size_t lane) {
        const CellMatrix f = loadBlock(g.f[i / 2], laneInBlock(i, lane));
        for (int j = 0; j < 3; ++j) {
            hn::Store(f.c[j].x, Tag(), to.f[3 * j] + lane);
            hn::Store(f.c[j].y, Tag(), to.f[3 * j + 1] + lane);
            hn::Store(f.c[j].z, Tag(), to.f[3 * j + 2] + lane);
        }
    });
}

// Energy of the cells, J, and their forces on the nodes, with the sign of a gradient.
HWY_INLINE Lanes addForces(const CellMatrix& f, const Decomposed& d, Lanes mu, Lanes lambda, float width,
                           const Local& nodes, std::uint32_t at, Local& out) {
    Corners corners;
    corners.load(nodes, at);
    const Lanes hourglass2 = hn::MulAdd(
        corners.h[0][3], corners.h[0][3],
        hn::MulAdd(
            corners.h[0][5], corners.h[0][5],
            hn::MulAdd(
                corners.h[0][6], corners.h[0][6],
                hn::MulAdd(
                    corners.h[1][3], corners.h[1][3],
                    hn::MulAdd(corners.h[1][5], corners.h[1][5],
                               hn::MulAdd(corners.h[1][6], corners.h[1][6],
                                          hn::MulAdd(corners.h[2][3], corners.h[2][3],
                                                     hn::MulAdd(corners.h[2][5], corners.h[2][5],
                                                                corners.h[2][6] * corners.h[2][6]))))))));
    const Lanes hourglass3 =
        hn::MulAdd(corners.h[0][7], corners.h[0][7],
                   hn::MulAdd(corners.h[1][7], corners.h[1][7], corners.h[2][7] * corners.h[2][7]));
    const Dilation dilation = dilationOf(d.sigma, mu, lambda);
    const float area = width * width / 4;
    const Lanes onR = (dilation.tension - mu - mu) * set(area), onF = (mu + mu) * set(area);
    CellMatrix p;
    for (int j = 0; j < 3; ++j) {
        p.c[j] = {hn::MulAdd(onF, f.c[j].x, onR * d.r.c[j].x), hn::MulAdd(onF, f.c[j].y, onR * d.r.c[j].y),
                  hn::MulAdd(onF, f.c[j].z, onR * d.r.c[j].z)};
        // The part of the Laplace term that is seen in the middle is in `p`, with the offset's.
        for (int i = 0; i < 3; ++i) corners.h[i][1 << j] = hn::Zero(Tag());
    }
    const Lanes muWidth = mu * set(width / 2);
    corners.toForces(p, muWidth);
    corners.addTo(out, at);
    // ½ of the Laplace term's quadratic form plus the rest: μ|Σ − 1|² and that of growth, times the volume.
    const Lanes one = set(1.0f);
    const Lanes sx = d.sigma.x - one, sy = d.sigma.y - one, sz = d.sigma.z - one;
    const Lanes middle = hn::MulAdd(mu, hn::MulAdd(sx, sx, hn::MulAdd(sy, sy, sz * sz)), dilation.energy);
    return hn::MulAdd(middle, set(width * width * width),
                      muWidth * hn::MulAdd(hourglass2, set(static_cast<float>(2 * kHourglassOfTwo)),
                                           hourglass3 * set(static_cast<float>(2 * kHourglassOfThree))));
}

HWY_INLINE double sumOf(Lanes v) {
    alignas(32) float values[kLanes];
    hn::Store(v, Tag(), values);
    double sum = 0;
    for (std::size_t i = 0; i < kLanes; ++i) sum += static_cast<double>(values[i]);
    return sum;
}

template <class Point>
HWY_INLINE void evaluate(const Bricks& level, std::uint32_t begin, std::uint32_t end, const Point* x,
                         const GroupModuli* moduli, const GroupGradient* offset, Linearisation kind,
                         const Evaluation& out) {
    Local nodes, forces;
    clear(nodes);
    BrickGradients g;
    Factors factors;
    for (std::uint32_t b = begin; b < end; ++b) {
        const Brick& brick = level.bricks[b];
        gather(level, brick, x, nodes);
        gradientsOf(level, brick, nodes, moduli, offset, g);
        factorise(g, brick.groupCount, factors);
        clear(forces);
        double energy = 0;
        for (std::uint32_t i = 0; i < brick.groupCount; ++i) {
            const std::uint32_t group = brick.firstGroup + i;
            if (out.gradients != nullptr) storeGradient(g, i, out.gradients[group]);
            forEachRegister([&](std::size_t lane) {
                const std::size_t from = laneInBlock(i, lane);
                const Decomposed d =
                    decomposed(factors.u[i / 2], factors.sigma[i / 2], factors.v[i / 2], from);
                const Lanes mu = load(moduli[group].mu + lane), lambda = load(moduli[group].lambda + lane);
                if (out.tangents != nullptr)
                    storeTangent(d, mu, lambda, level.width, kind, out.tangents[group], lane);
                if (out.sums != nullptr) {
                    energy += sumOf(addForces(loadBlock(g.f[i / 2], from), d, mu, lambda, level.width, nodes,
                                              firstNode(level, group, lane), forces));
                }
            });
        }
        if (out.sums != nullptr) writeSums(level, brick, forces, out.sums, out.firstSlot);
        if (out.energies != nullptr) out.energies[b] = energy;
    }
}

// Tangents of a body do not fit into caches, and one after the other they come too late.
constexpr std::uint32_t kGroupsAhead = 6;

HWY_INLINE void prefetch(const GroupTangent* tangent) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(tangent);
    for (std::size_t line = 0; line < sizeof(GroupTangent); line += 64) hwy::Prefetch(bytes + line);
}

// The diagonal of the cells' stiffness at corner `c` and at the one opposite, which is the same.
HWY_INLINE CellVector cornerDiagonal(const CellMatrix& r, const Symmetric& l, Lanes lambda, Lanes mu, int c) {
    constexpr auto kEdges = static_cast<float>(0.75 + 4 * (3 * kHourglassOfTwo + kHourglassOfThree));
    const Lanes one = set(1.0f), minus = set(-1.0f);
    const CellVector g{(c & 1) != 0 ? one : minus, (c & 2) != 0 ? one : minus, (c & 4) != 0 ? one : minus};
    const auto entry = [&](Lanes rx, Lanes ry, Lanes rz) {
        const CellVector row{rx, ry, rz};
        const Lanes along = dot(row, g);
        const CellVector across = cross(row, g);
        return hn::MulAdd(lambda * along, along, dot(across, l * across)) + set(kEdges) * mu;
    };
    return {entry(r.c[0].x, r.c[1].x, r.c[2].x), entry(r.c[0].y, r.c[1].y, r.c[2].y),
            entry(r.c[0].z, r.c[1].z, r.c[2].z)};
}

}  // namespace

// sums = what the tangent stiffness makes of x, brick by brick, from `firstSlot` on.
void applyBricks(const Bricks& level, const GroupTangent* tangents, std::uint32_t begin, std::uint32_t end,
                 const NodeVector* x, NodeVector* sums, std::uint32_t firstSlot) {
    Local nodes, forces;
    clear(nodes);
    for (std::uint32_t b = begin; b < end; ++b) {
        const Brick& brick = level.bricks[b];
        gather(level, brick, x, nodes);
        clear(forces);
        for (std::uint32_t group = brick.firstGroup; group < brick.firstGroup + brick.groupCount; ++group) {
            const GroupTangent& t = tangents[group];
            prefetch(tangents + group + kGroupsAhead);
            forEachRegister([&](std::size_t lane) {
                const std::uint32_t at = firstNode(level, group, lane);
                Corners corners;
                corners.load(nodes, at);
                CellMatrix p = stressDifferential(t, lane, corners.gradient());
                corners.toForces(p, load(t.mu + lane));
                corners.addTo(forces, at);
            });
        }
        writeSums(level, brick, forces, sums, firstSlot);
    }
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
                const CellMatrix r = loadMatrix(t.r, lane);
                const Symmetric l = loadSymmetric(t.l, lane);
                const Lanes lambda = load(t.lambda + lane), mu = load(t.mu + lane);
                CellVector corner[4];
                for (int c = 0; c < 4; ++c) corner[c] = cornerDiagonal(r, l, lambda, mu, c);
                const std::uint32_t at = firstNode(level, group, lane);
                for (int i = 0; i < 3; ++i) {
                    Lanes d[4];
                    for (int c = 0; c < 4; ++c) d[c] = component(corner[c], i);
                    const Lanes lower0[2] = {d[0], d[2]}, upper0[2] = {d[1], d[3]};
                    const Lanes lower1[2] = {d[3], d[1]}, upper1[2] = {d[2], d[0]};
                    addCorners(nodes.at[i] + at, lower0, upper0);
                    addCorners(nodes.at[i] + at + kPlaneFloats, lower1, upper1);
                }
            });
        }
        writeSums(level, brick, nodes, sums, firstSlot);
    }
}

void evaluateShape(const Bricks& level, std::uint32_t begin, std::uint32_t end, const NodePosition* x,
                   const GroupModuli* moduli, Linearisation kind, const Evaluation& out) {
    evaluate(level, begin, end, x, moduli, nullptr, kind, out);
}

void evaluateOffset(const Bricks& level, std::uint32_t begin, std::uint32_t end, const NodeVector* u,
                    const GroupModuli* moduli, const GroupGradient* offset, Linearisation kind,
                    const Evaluation& out) {
    evaluate(level, begin, end, u, moduli, offset, kind, out);
}

}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
