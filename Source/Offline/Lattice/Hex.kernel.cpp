// Corotated elasticity on the cells of a cubic lattice (lattice-skinning-2011, sections 4 and 5), eight cells
// at once.
//
// The corners of a cell are taken apart by a Hadamard transform: coefficient b, a bit per axis, is the sum of
// corners with the signs of b. Those of one bit are the deformation gradient at the middle, times 4 widths;
// those of two and three are what one-point quadrature does not see, the hourglasses. The stabilised Laplace
// term Σ|Δ_edge|² is diagonal there (a cube's graph has the eigenvalues 2·bits), so that all of the method
// costs two transforms and one small product per cell.
#include "Math/Kernel.h"

#include <hwy/cache_control.h>

#include "Math/Blocks.h"
#include "Offline/Lattice/HexLayout.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

void svd3(const Mat3Block* a, Mat3Block* u, Vec3Block* sigma, Mat3Block* v, std::size_t blocks);

namespace {

using Tag = hn::CappedTag<float, kGroupLanes>;
using Half = hn::CappedTag<float, kBrickSide>;
using Lanes = hn::Vec<Tag>;
using Quad = hn::Vec<Half>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());
static_assert(kLanes == 8 || kLanes == 4);

constexpr std::uint32_t kPlaneFloats = (kBrickSide + 1) * kBrickRowFloats;
constexpr std::uint32_t kBlocks = kGroupsPerBrick * kGroupLanes / kBlockLanes;
// Where two singular values nearly cancel, flesh is flat or turned inside out, and the curvature of the
// energy without bound.
constexpr float kLeastPairSum = 0.1f;
// Deviation from the paper: the tension λ tr(RᵀF − I) against growing volume ends at this part of 2μ. Without
// an end, flesh stretched three and a half times wants the sum of its other two singular values below 0,
// where the energy has the tip of a cone: Newton's method cannot come to rest on it, and the flesh there is
// inside out.
constexpr float kMostTension = 0.8f;

HWY_INLINE Lanes set(float value) {
    return hn::Set(Tag(), value);
}

HWY_INLINE Lanes load(const float* from) {
    return hn::Load(Tag(), from);
}

// A brick's nodes, one component after the other.
struct Local {
    alignas(64) float at[3][kBrickFloats];
};

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// One component of the same corner of all cells of a group.
HWY_INLINE Lanes loadCorner(const float* corner) {
    return hn::Combine(Tag(), hn::LoadU(Half(), corner + kBrickRowFloats), hn::LoadU(Half(), corner));
}

// Adds to a row of nodes what the four cells beside it do at their lower and at their upper end.
HWY_INLINE void addRow(float* row, Quad lower, Quad upper) {
    alignas(32) static constexpr std::int32_t kUp[8] = {4, 0, 1, 2, 3, 5, 6, 7};
    const auto up = hn::SetTableIndices(Tag(), kUp);
    const Lanes sum =
        hn::ZeroExtendVector(Tag(), lower) + hn::TableLookupLanes(hn::ZeroExtendVector(Tag(), upper), up);
    hn::Store(hn::Load(Tag(), row) + sum, Tag(), row);
}

HWY_INLINE void addCorners(float* corner, const Lanes lower[2], const Lanes upper[2]) {
    addRow(corner, hn::LowerHalf(Half(), lower[0]), hn::LowerHalf(Half(), upper[0]));
    addRow(corner + kBrickRowFloats, hn::UpperHalf(Half(), lower[0]) + hn::LowerHalf(Half(), lower[1]),
           hn::UpperHalf(Half(), upper[0]) + hn::LowerHalf(Half(), upper[1]));
    addRow(corner + 2 * kBrickRowFloats, hn::UpperHalf(Half(), lower[1]), hn::UpperHalf(Half(), upper[1]));
}
#else
// Half a group in a register.
HWY_INLINE Lanes loadCorner(const float* corner) {
    return hn::LoadU(Tag(), corner);
}

HWY_INLINE void addTo(float* row, Quad value) {
    hn::StoreU(hn::LoadU(Half(), row) + value, Half(), row);
}

HWY_INLINE void addCorners(float* corner, const Lanes lower[2], const Lanes upper[2]) {
    for (int j = 0; j < 2; ++j) {
        addTo(corner + j * kBrickRowFloats, lower[j]);
        addTo(corner + j * kBrickRowFloats + 1, upper[j]);
    }
}
#endif

HWY_INLINE void butterfly(Lanes& a, Lanes& b) {
    const Lanes sum = a + b;
    b = b - a;
    a = sum;
}

// h[b] = Σ of corners, minus where a bit of b is not a bit of the corner.
HWY_INLINE void transform(Lanes h[8]) {
    for (int step = 1; step < 8; step *= 2) {
        for (int c = 0; c < 8; ++c) {
            if ((c & step) == 0) butterfly(h[c], h[c + step]);
        }
    }
}

// The transpose.
HWY_INLINE void transposedTransform(Lanes h[8]) {
    for (int step = 1; step < 8; step *= 2) {
        for (int c = 0; c < 8; ++c) {
            if ((c & step) != 0) continue;
            const Lanes sum = h[c] + h[c + step];
            h[c] = h[c] - h[c + step];
            h[c + step] = sum;
        }
    }
}

HWY_INLINE void loadCoefficients(const float* corner, Lanes h[8]) {
    for (int c = 0; c < 8; ++c) {
        h[c] = loadCorner(corner + (c & 1) + (c >> 1 & 1) * kBrickRowFloats + (c >> 2) * kPlaneFloats);
    }
    transform(h);
}

HWY_INLINE void addCoefficients(Lanes h[8], float* corner) {
    transposedTransform(h);
    for (int k = 0; k < 2; ++k) {
        const Lanes lower[2] = {h[4 * k], h[4 * k + 2]}, upper[2] = {h[4 * k + 1], h[4 * k + 3]};
        addCorners(corner + k * kPlaneFloats, lower, upper);
    }
}

struct Vector {
    Lanes x, y, z;
};

HWY_INLINE Lanes dot(const Vector& a, const Vector& b) {
    return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, a.x * b.x));
}

HWY_INLINE Vector cross(const Vector& a, const Vector& b) {
    return {hn::MulSub(a.y, b.z, a.z * b.y), hn::MulSub(a.z, b.x, a.x * b.z),
            hn::MulSub(a.x, b.y, a.y * b.x)};
}

struct Matrix {
    Vector c[3];  // columns
};

HWY_INLINE Matrix loadMatrix(const float (*m)[kGroupLanes], std::size_t lane) {
    Matrix result;
    for (int c = 0; c < 3; ++c) {
        result.c[c] = {load(m[3 * c] + lane), load(m[3 * c + 1] + lane), load(m[3 * c + 2] + lane)};
    }
    return result;
}

struct Symmetric {
    Lanes xx, yy, zz, yz, xz, xy;
};

HWY_INLINE Vector operator*(const Symmetric& s, const Vector& v) {
    return {hn::MulAdd(s.xz, v.z, hn::MulAdd(s.xy, v.y, s.xx * v.x)),
            hn::MulAdd(s.yz, v.z, hn::MulAdd(s.yy, v.y, s.xy * v.x)),
            hn::MulAdd(s.zz, v.z, hn::MulAdd(s.yz, v.y, s.xz * v.x))};
}

HWY_INLINE Symmetric loadSymmetric(const float (*l)[kGroupLanes], std::size_t lane) {
    return {load(l[0] + lane), load(l[1] + lane), load(l[2] + lane),
            load(l[3] + lane), load(l[4] + lane), load(l[5] + lane)};
}

// Algorithm 1: δP_aux = λ (R : δF) R + R [L w]×, w the axis of RᵀδF's skew part, twice.
HWY_INLINE Matrix stressDifferential(const HexTangent& t, std::size_t lane, const Matrix& df) {
    const Matrix r = loadMatrix(t.r, lane);
    const Lanes trace = dot(r.c[0], df.c[0]) + dot(r.c[1], df.c[1]) + dot(r.c[2], df.c[2]);
    const Vector axis{dot(r.c[1], df.c[2]) - dot(r.c[2], df.c[1]),
                      dot(r.c[2], df.c[0]) - dot(r.c[0], df.c[2]),
                      dot(r.c[0], df.c[1]) - dot(r.c[1], df.c[0])};
    const Vector w = loadSymmetric(t.l, lane) * axis;
    const Lanes s = load(t.lambda + lane) * trace;
    const auto column = [&](const Vector& a, const Vector& b, const Vector& c, Lanes wb, Lanes wc) {
        return Vector{hn::NegMulAdd(wc, c.x, hn::MulAdd(wb, b.x, s * a.x)),
                      hn::NegMulAdd(wc, c.y, hn::MulAdd(wb, b.y, s * a.y)),
                      hn::NegMulAdd(wc, c.z, hn::MulAdd(wb, b.z, s * a.z))};
    };
    // Column j of R [w]×, with [w]×_ij = ε_kij w_k.
    return {{column(r.c[0], r.c[2], r.c[1], w.y, w.z), column(r.c[1], r.c[0], r.c[2], w.z, w.x),
             column(r.c[2], r.c[1], r.c[0], w.x, w.y)}};
}

HWY_INLINE Lanes& component(Vector& v, int i) {
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

// One cell per lane, taken apart.
struct Corners {
    Lanes h[3][8];

    HWY_INLINE Matrix gradient() const {
        return {{{h[0][1], h[1][1], h[2][1]}, {h[0][2], h[1][2], h[2][2]}, {h[0][4], h[1][4], h[2][4]}}};
    }

    // Of a stress `p` in the middle and of the Laplace term: μ width/2 on each edge.
    HWY_INLINE void toForces(Matrix& p, Lanes mu) {
        const Lanes one = mu * set(0.25f), two = mu * set(0.5f), three = mu * set(0.75f);
        for (int i = 0; i < 3; ++i) {
            h[i][0] = hn::Zero(Tag());
            h[i][1] = hn::MulAdd(one, h[i][1], component(p.c[0], i));
            h[i][2] = hn::MulAdd(one, h[i][2], component(p.c[1], i));
            h[i][4] = hn::MulAdd(one, h[i][4], component(p.c[2], i));
            h[i][3] = two * h[i][3];
            h[i][5] = two * h[i][5];
            h[i][6] = two * h[i][6];
            h[i][7] = three * h[i][7];
        }
    }

    HWY_INLINE void load(const Local& nodes, std::uint32_t at) {
        for (int i = 0; i < 3; ++i) loadCoefficients(nodes.at[i] + at, h[i]);
    }
    HWY_INLINE void addTo(Local& nodes, std::uint32_t at) {
        for (int i = 0; i < 3; ++i) addCoefficients(h[i], nodes.at[i] + at);
    }
};

// The first node of the cells in the lanes from `lane` on.
HWY_INLINE std::uint32_t firstNode(const HexBricks& level, std::uint32_t group, std::size_t lane) {
    return (level.rowOfGroup[group] + static_cast<std::uint32_t>(lane / kBrickSide)) * kBrickRowFloats;
}

// body(lane) for every register of a group.
template <class Body>
HWY_INLINE void forEachRegister(Body&& body) {
    for (std::size_t lane = 0; lane < kGroupLanes; lane += kLanes) body(lane);
}

HWY_INLINE void clear(Local& nodes) {
    for (int i = 0; i < 3; ++i) {
        for (std::uint32_t j = 0; j < kBrickFloats; j += kLanes)
            hn::Store(hn::Zero(Tag()), Tag(), nodes.at[i] + j);
    }
}

HWY_INLINE void gather(const HexBricks& level, const HexBrick& brick, const HexVector* x, Local& nodes) {
    for (std::uint32_t s = brick.firstSlot; s < brick.firstSlot + brick.slotCount; ++s) {
        const HexVector& v = x[level.nodeOfSlot[s]];
        const std::uint32_t place = level.placeOfSlot[s];
        nodes.at[0][place] = v.x;
        nodes.at[1][place] = v.y;
        nodes.at[2][place] = v.z;
    }
}

// From the brick's first node, so that single precision does for the differences.
HWY_INLINE void gather(const HexBricks& level, const HexBrick& brick, const HexPosition* x, Local& nodes) {
    const HexPosition first = x[level.nodeOfSlot[brick.firstSlot]];
    for (std::uint32_t s = brick.firstSlot; s < brick.firstSlot + brick.slotCount; ++s) {
        const HexPosition& v = x[level.nodeOfSlot[s]];
        const std::uint32_t place = level.placeOfSlot[s];
        nodes.at[0][place] = static_cast<float>(v.x - first.x);
        nodes.at[1][place] = static_cast<float>(v.y - first.y);
        nodes.at[2][place] = static_cast<float>(v.z - first.z);
    }
}

HWY_INLINE void writeSums(const HexBricks& level, const HexBrick& brick, const Local& nodes, HexVector* sums,
                          std::uint32_t firstSlot) {
    HexVector* to = sums + (brick.firstSlot - firstSlot);
    const std::uint8_t* places = level.placeOfSlot + brick.firstSlot;
    for (std::uint32_t s = 0; s < brick.slotCount; ++s) {
        const std::uint32_t place = places[s];
        to[s] = {nodes.at[0][place], nodes.at[1][place], nodes.at[2][place], 0};
    }
}

// F of all cells of a brick, sixteen to a block; lanes without a cell have the identity.
struct BrickGradients {
    Mat3Block f[kBlocks];
};

HWY_INLINE void storeVector(const Vector& v, float (*to)[kBlockLanes], std::size_t lane) {
    hn::Store(v.x, Tag(), to[0] + lane);
    hn::Store(v.y, Tag(), to[1] + lane);
    hn::Store(v.z, Tag(), to[2] + lane);
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

HWY_INLINE Vector scaled(const Vector& v, Lanes s) {
    return {v.x * s, v.y * s, v.z * s};
}

HWY_INLINE Vector withIdentity(const Vector& v, hn::Mask<Tag> empty, int column) {
    const Lanes one = set(1.0f), zero = hn::Zero(Tag());
    return {hn::IfThenElse(empty, column == 0 ? one : zero, v.x),
            hn::IfThenElse(empty, column == 1 ? one : zero, v.y),
            hn::IfThenElse(empty, column == 2 ? one : zero, v.z)};
}

// a·x + b·y + c·z
HWY_INLINE Vector blend(const Vector& a, Lanes x, const Vector& b, Lanes y, const Vector& c, Lanes z) {
    return {hn::MulAdd(c.x, z, hn::MulAdd(b.x, y, a.x * x)), hn::MulAdd(c.y, z, hn::MulAdd(b.y, y, a.y * x)),
            hn::MulAdd(c.z, z, hn::MulAdd(b.z, y, a.z * x))};
}

struct Decomposed {
    Matrix r;
    Matrix v;
    Vector sigma;
};

HWY_INLINE Decomposed decomposed(const Mat3Block& ub, const Vec3Block& sb, const Mat3Block& vb,
                                 std::size_t lane) {
    const Matrix u = loadBlock(ub, lane), v = loadBlock(vb, lane);
    Matrix r;  // column j of U Vᵀ is U times row j of V
    for (int j = 0; j < 3; ++j) {
        Matrix w = v;
        r.c[j] =
            blend(u.c[0], component(w.c[0], j), u.c[1], component(w.c[1], j), u.c[2], component(w.c[2], j));
    }
    return {r, v, loadVector(sb.at, lane)};
}

// The eigenvalue of L that belongs to the pair of singular values with this sum.
HWY_INLINE Lanes skewStiffness(Lanes pairSum, Lanes pressure, Lanes mu, HexLinearisation kind) {
    switch (kind) {
        case HexLinearisation::Zhu:
            return hn::Zero(Tag());
        case HexLinearisation::Warped:
            return hn::Neg(mu);
        case HexLinearisation::Exact: {
            // Only near a flat cell, and with its sign: the truth is without bound there.
            const Lanes far = hn::IfThenElse(hn::Abs(pairSum) < set(1e-6f), set(1e-6f), pairSum);
            return pressure / far;
        }
        case HexLinearisation::Definite:
            break;
    }
    return hn::Max(pressure / hn::Max(pairSum, set(kLeastPairSum)), hn::Neg(mu));
}

// What growing volume is resisted with: tension, and how fast it still grows.
struct Dilation {
    Lanes tension, slope, energy;
};

HWY_INLINE Dilation dilationOf(const Vector& sigma, Lanes mu, Lanes lambda) {
    const Lanes growth = sigma.x + sigma.y + sigma.z - set(3.0f);  // tr(RᵀF − I)
    const Lanes whole = lambda * growth, most = mu * set(2 * kMostTension);
    const Lanes tension = hn::Min(whole, most);
    const Lanes elastic = tension / hn::Max(lambda, set(1e-20f));  // the growth that the tension came with
    return {tension, hn::IfThenElseZero(whole <= most, lambda),
            tension * hn::NegMulAdd(set(0.5f), elastic, growth)};
}

HWY_INLINE void storeTangent(const Decomposed& d, Lanes mu, Lanes lambda, float width, HexLinearisation kind,
                             HexTangent& to, std::size_t lane) {
    const Dilation dilation = dilationOf(d.sigma, mu, lambda);
    const Lanes pressure = dilation.tension - mu - mu;
    const Lanes scale = set(width / 16);
    const Lanes lx = skewStiffness(d.sigma.y + d.sigma.z, pressure, mu, kind) * scale;
    const Lanes ly = skewStiffness(d.sigma.z + d.sigma.x, pressure, mu, kind) * scale;
    const Lanes lz = skewStiffness(d.sigma.x + d.sigma.y, pressure, mu, kind) * scale;
    const Vector &a = d.v.c[0], &b = d.v.c[1], &c = d.v.c[2];
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
    svd3(g.f, factors.u, factors.sigma, factors.v, (groups + 1) / 2);
}

// F in the middle of every cell: of the nodes, and of `offset` where it is not null.
HWY_INLINE void gradientsOf(const HexBricks& level, const HexBrick& brick, const Local& nodes,
                            const HexModuli* moduli, const HexGradient* offset, BrickGradients& g) {
    const Lanes scale = set(0.25f / level.width);
    for (std::uint32_t i = 0; i < brick.groupCount; ++i) {
        const std::uint32_t group = brick.firstGroup + i;
        forEachRegister([&](std::size_t lane) {
            Corners corners;
            corners.load(nodes, firstNode(level, group, lane));
            Matrix f = corners.gradient();
            const auto empty = hn::Eq(load(moduli[group].mu + lane), hn::Zero(Tag()));
            const std::size_t to = laneInBlock(i, lane);
            for (int j = 0; j < 3; ++j) {
                Vector column = scaled(f.c[j], scale);
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

HWY_INLINE void storeGradient(const BrickGradients& g, std::uint32_t i, HexGradient& to) {
    forEachRegister([&](std::size_t lane) {
        const Matrix f = loadBlock(g.f[i / 2], laneInBlock(i, lane));
        for (int j = 0; j < 3; ++j) {
            hn::Store(f.c[j].x, Tag(), to.f[3 * j] + lane);
            hn::Store(f.c[j].y, Tag(), to.f[3 * j + 1] + lane);
            hn::Store(f.c[j].z, Tag(), to.f[3 * j + 2] + lane);
        }
    });
}

// Energy of the cells, J, and their forces on the nodes, with the sign of a gradient.
HWY_INLINE Lanes addForces(const Matrix& f, const Decomposed& d, Lanes mu, Lanes lambda, float width,
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
    Matrix p;
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
                      muWidth * hn::MulAdd(hourglass2, set(0.25f), hourglass3 * set(0.375f)));
}

HWY_INLINE double sumOf(Lanes v) {
    alignas(32) float values[kLanes];
    hn::Store(v, Tag(), values);
    double sum = 0;
    for (std::size_t i = 0; i < kLanes; ++i) sum += static_cast<double>(values[i]);
    return sum;
}

template <class Point>
HWY_INLINE void evaluate(const HexBricks& level, std::uint32_t begin, std::uint32_t end, const Point* x,
                         const HexModuli* moduli, const HexGradient* offset, HexLinearisation kind,
                         const HexEvaluation& out) {
    Local nodes, forces;
    clear(nodes);
    BrickGradients g;
    Factors factors;
    for (std::uint32_t b = begin; b < end; ++b) {
        const HexBrick& brick = level.bricks[b];
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

HWY_INLINE void prefetch(const HexTangent* tangent) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(tangent);
    for (std::size_t line = 0; line < sizeof(HexTangent); line += 64) hwy::Prefetch(bytes + line);
}

// The diagonal of the cells' stiffness at corner `c` and at the one opposite, which is the same.
HWY_INLINE Vector cornerDiagonal(const Matrix& r, const Symmetric& l, Lanes lambda, Lanes mu, int c) {
    const Lanes one = set(1.0f), minus = set(-1.0f);
    const Vector g{(c & 1) != 0 ? one : minus, (c & 2) != 0 ? one : minus, (c & 4) != 0 ? one : minus};
    const auto entry = [&](Lanes rx, Lanes ry, Lanes rz) {
        const Vector row{rx, ry, rz};
        const Lanes along = dot(row, g);
        const Vector across = cross(row, g);
        return hn::MulAdd(lambda * along, along, dot(across, l * across)) + set(3.0f) * mu;
    };
    return {entry(r.c[0].x, r.c[1].x, r.c[2].x), entry(r.c[0].y, r.c[1].y, r.c[2].y),
            entry(r.c[0].z, r.c[1].z, r.c[2].z)};
}

}  // namespace

// sums = what the tangent stiffness makes of x, brick by brick, from `firstSlot` on.
void hexApply(const HexBricks& level, const HexTangent* tangents, std::uint32_t begin, std::uint32_t end,
              const HexVector* x, HexVector* sums, std::uint32_t firstSlot) {
    Local nodes, forces;
    clear(nodes);
    for (std::uint32_t b = begin; b < end; ++b) {
        const HexBrick& brick = level.bricks[b];
        gather(level, brick, x, nodes);
        clear(forces);
        for (std::uint32_t group = brick.firstGroup; group < brick.firstGroup + brick.groupCount; ++group) {
            const HexTangent& t = tangents[group];
            prefetch(tangents + group + kGroupsAhead);
            forEachRegister([&](std::size_t lane) {
                const std::uint32_t at = firstNode(level, group, lane);
                Corners corners;
                corners.load(nodes, at);
                Matrix p = stressDifferential(t, lane, corners.gradient());
                corners.toForces(p, load(t.mu + lane));
                corners.addTo(forces, at);
            });
        }
        writeSums(level, brick, forces, sums, firstSlot);
    }
}

void hexDiagonal(const HexBricks& level, const HexTangent* tangents, std::uint32_t begin, std::uint32_t end,
                 HexVector* sums, std::uint32_t firstSlot) {
    Local nodes;
    for (std::uint32_t b = begin; b < end; ++b) {
        const HexBrick& brick = level.bricks[b];
        clear(nodes);
        for (std::uint32_t group = brick.firstGroup; group < brick.firstGroup + brick.groupCount; ++group) {
            const HexTangent& t = tangents[group];
            forEachRegister([&](std::size_t lane) {
                const Matrix r = loadMatrix(t.r, lane);
                const Symmetric l = loadSymmetric(t.l, lane);
                const Lanes lambda = load(t.lambda + lane), mu = load(t.mu + lane);
                Vector corner[4];
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

void hexEvaluateShape(const HexBricks& level, std::uint32_t begin, std::uint32_t end, const HexPosition* x,
                      const HexModuli* moduli, HexLinearisation kind, const HexEvaluation& out) {
    evaluate(level, begin, end, x, moduli, nullptr, kind, out);
}

void hexEvaluateOffset(const HexBricks& level, std::uint32_t begin, std::uint32_t end, const HexVector* u,
                       const HexModuli* moduli, const HexGradient* offset, HexLinearisation kind,
                       const HexEvaluation& out) {
    evaluate(level, begin, end, u, moduli, offset, kind, out);
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
