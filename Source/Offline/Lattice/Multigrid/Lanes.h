// Cells in SIMD lanes, for Cells.kernel.cpp only: the Hadamard transform of the corners of eight cells of a
// brick and its transpose, and the transfer between the rows of a brick and the nodes of the level.
#pragma once

#include "Math/Kernel.h"

#include "Offline/Lattice/Multigrid/Layout.h"

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {
namespace {

using Tag = hn::CappedTag<float, kGroupLanes>;
using Half = hn::CappedTag<float, kBrickSide>;
using Lanes = hn::Vec<Tag>;
using Quad = hn::Vec<Half>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());
static_assert(kLanes == 8 || kLanes == 4);

constexpr std::uint32_t kPlaneFloats = (kBrickSide + 1) * kBrickRowFloats;
HWY_INLINE Lanes set(float value) {
    return hn::Set(Tag(), value);
}

HWY_INLINE Lanes load(const float* from) {
    return hn::Load(Tag(), from);
}

// The nodes of a brick, one component after the other.
struct Local {
    alignas(64) float at[3][kBrickFloats];
};

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// One component of the same corner of all cells of a group.
HWY_INLINE Lanes loadCorner(const float* corner) {
    return hn::Combine(Tag(), hn::LoadU(Half(), corner + kBrickRowFloats), hn::LoadU(Half(), corner));
}

// Adds the contributions of the four cells beside a row of nodes, at their lower and upper ends.
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
static_assert(kLanes == 4);
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

// h[b] = Σ of corners, with a minus sign for every bit of b that is not set in the corner.
HWY_INLINE void transform(Lanes h[8]) {
    for (int step = 1; step < 8; step *= 2) {
        for (int c = 0; c < 8; ++c) {
            if ((c & step) == 0) butterfly(h[c], h[c + step]);
        }
    }
}

// The transpose of transform().
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

struct CellVector {
    Lanes x, y, z;
};

HWY_INLINE Lanes dot(const CellVector& a, const CellVector& b) {
    return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, a.x * b.x));
}

HWY_INLINE CellVector cross(const CellVector& a, const CellVector& b) {
    return {hn::MulSub(a.y, b.z, a.z * b.y), hn::MulSub(a.z, b.x, a.x * b.z),
            hn::MulSub(a.x, b.y, a.y * b.x)};
}

struct CellMatrix {
    CellVector c[3];  // columns
};

HWY_INLINE CellMatrix loadMatrix(const float (*m)[kGroupLanes], std::size_t lane) {
    CellMatrix result;
    for (int c = 0; c < 3; ++c) {
        result.c[c] = {load(m[3 * c] + lane), load(m[3 * c + 1] + lane), load(m[3 * c + 2] + lane)};
    }
    return result;
}

struct Symmetric {
    Lanes xx, yy, zz, yz, xz, xy;
};

HWY_INLINE CellVector operator*(const Symmetric& s, const CellVector& v) {
    return {hn::MulAdd(s.xz, v.z, hn::MulAdd(s.xy, v.y, s.xx * v.x)),
            hn::MulAdd(s.yz, v.z, hn::MulAdd(s.yy, v.y, s.xy * v.x)),
            hn::MulAdd(s.zz, v.z, hn::MulAdd(s.yz, v.y, s.xz * v.x))};
}

HWY_INLINE Symmetric loadSymmetric(const float (*l)[kGroupLanes], std::size_t lane) {
    return {load(l[0] + lane), load(l[1] + lane), load(l[2] + lane),
            load(l[3] + lane), load(l[4] + lane), load(l[5] + lane)};
}

HWY_INLINE Lanes& component(CellVector& v, int i) {
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

// The transformed corners of one cell per lane.
struct Corners {
    Lanes h[3][8];

    HWY_INLINE CellMatrix gradient() const {
        return {{{h[0][1], h[1][1], h[2][1]}, {h[0][2], h[1][2], h[2][2]}, {h[0][4], h[1][4], h[2][4]}}};
    }

    // The nodal forces of a stress `p` at the centre and of the Laplace term, μ width/2 on each edge.
    HWY_INLINE void toForces(CellMatrix& p, Lanes mu) {
        const Lanes one = mu * set(0.25f), two = mu * set(static_cast<float>(4 * kHourglassOfTwo)),
                    three = mu * set(static_cast<float>(4 * kHourglassOfThree));
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
HWY_INLINE std::uint32_t firstNode(const Bricks& level, std::uint32_t group, std::size_t lane) {
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

HWY_INLINE void gather(const Bricks& level, const Brick& brick, const NodeVector* x, Local& nodes) {
    for (std::uint32_t s = brick.firstSlot; s < brick.firstSlot + brick.slotCount; ++s) {
        const NodeVector& v = x[level.nodeOfSlot[s]];
        const std::uint32_t place = level.placeOfSlot[s];
        nodes.at[0][place] = v.x;
        nodes.at[1][place] = v.y;
        nodes.at[2][place] = v.z;
    }
}

// Relative to the first node of the brick, so that single precision is enough for the differences.
HWY_INLINE void gather(const Bricks& level, const Brick& brick, const NodePosition* x, Local& nodes) {
    const NodePosition first = x[level.nodeOfSlot[brick.firstSlot]];
    for (std::uint32_t s = brick.firstSlot; s < brick.firstSlot + brick.slotCount; ++s) {
        const NodePosition& v = x[level.nodeOfSlot[s]];
        const std::uint32_t place = level.placeOfSlot[s];
        nodes.at[0][place] = static_cast<float>(v.x - first.x);
        nodes.at[1][place] = static_cast<float>(v.y - first.y);
        nodes.at[2][place] = static_cast<float>(v.z - first.z);
    }
}

HWY_INLINE void writeSums(const Bricks& level, const Brick& brick, const Local& nodes, NodeVector* sums,
                          std::uint32_t firstSlot) {
    NodeVector* to = sums + (brick.firstSlot - firstSlot);
    const std::uint8_t* places = level.placeOfSlot + brick.firstSlot;
    for (std::uint32_t s = 0; s < brick.slotCount; ++s) {
        const std::uint32_t place = places[s];
        to[s] = {nodes.at[0][place], nodes.at[1][place], nodes.at[2][place], 0};
    }
}

}  // namespace
}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
