// Cells in SIMD lanes, for the kernels of the lattice only: the Hadamard transform of the corners of eight
// cells of a brick and its transpose, and the transfer between the rows of a brick and the nodes of the
// level.
//
// The corners of a cell are taken apart by a Hadamard transform: coefficient b, a bit per axis, is the sum of
// corners with the signs of b. Those of one bit are the deformation gradient in the middle, times 4 widths;
// those of two and three are what one-point quadrature does not see, the hourglasses.
#pragma once

#include "Math/Lane.h"

#include "Math/Mat3.h"

#include "Offline/Lattice/Multigrid/Layout.h"

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {
namespace {

using Tag = hn::CappedTag<float, kGroupLanes>;
using Half = hn::CappedTag<float, kBrickSide>;
using Lane = sinew::SINEW_KERNEL_NAMESPACE::LaneOf<Tag>;
using Quad = hn::Vec<Half>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());
static_assert(kLanes == 8 || kLanes == 4);

constexpr std::uint32_t kPlaneFloats = (kBrickSide + 1) * kBrickRowFloats;

HWY_INLINE Lane load(const float* from) {
    return Lane::load(from);
}

// The nodes of a brick, one component after the other.
struct Local {
    alignas(64) float at[3][kBrickFloats];
};

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
// One component of the same corner of all cells of a group.
HWY_INLINE Lane loadCorner(const float* corner) {
    return hn::Combine(Tag(), hn::LoadU(Half(), corner + kBrickRowFloats), hn::LoadU(Half(), corner));
}

// Adds the contributions of the four cells beside a row of nodes, at their lower and upper ends.
HWY_INLINE void addRow(float* row, Quad lower, Quad upper) {
    alignas(32) static constexpr std::int32_t kUp[8] = {4, 0, 1, 2, 3, 5, 6, 7};
    const auto up = hn::SetTableIndices(Tag(), kUp);
    const Lane raised = hn::TableLookupLanes(hn::ZeroExtendVector(Tag(), upper), up);
    (load(row) + (Lane(hn::ZeroExtendVector(Tag(), lower)) + raised)).store(row);
}

HWY_INLINE void addCorners(float* corner, const Lane lower[2], const Lane upper[2]) {
    addRow(corner, hn::LowerHalf(Half(), lower[0].value), hn::LowerHalf(Half(), upper[0].value));
    addRow(corner + kBrickRowFloats,
           hn::UpperHalf(Half(), lower[0].value) + hn::LowerHalf(Half(), lower[1].value),
           hn::UpperHalf(Half(), upper[0].value) + hn::LowerHalf(Half(), upper[1].value));
    addRow(corner + 2 * kBrickRowFloats, hn::UpperHalf(Half(), lower[1].value),
           hn::UpperHalf(Half(), upper[1].value));
}
#else
static_assert(kLanes == 4);
// Half a group in a register.
HWY_INLINE Lane loadCorner(const float* corner) {
    return hn::LoadU(Tag(), corner);
}

HWY_INLINE void addTo(float* row, Quad value) {
    hn::StoreU(hn::LoadU(Half(), row) + value, Half(), row);
}

HWY_INLINE void addCorners(float* corner, const Lane lower[2], const Lane upper[2]) {
    for (int j = 0; j < 2; ++j) {
        addTo(corner + j * kBrickRowFloats, lower[j].value);
        addTo(corner + j * kBrickRowFloats + 1, upper[j].value);
    }
}
#endif

HWY_INLINE void butterfly(Lane& a, Lane& b) {
    const Lane sum = a + b;
    b = b - a;
    a = sum;
}

// h[b] = Σ of corners, with a minus sign for every bit of b that is not set in the corner.
HWY_INLINE void transform(Lane h[8]) {
    for (int step = 1; step < 8; step *= 2) {
        for (int c = 0; c < 8; ++c) {
            if ((c & step) == 0) butterfly(h[c], h[c + step]);
        }
    }
}

// The transpose of transform().
HWY_INLINE void transposedTransform(Lane h[8]) {
    for (int step = 1; step < 8; step *= 2) {
        for (int c = 0; c < 8; ++c) {
            if ((c & step) != 0) continue;
            const Lane sum = h[c] + h[c + step];
            h[c] = h[c] - h[c + step];
            h[c + step] = sum;
        }
    }
}

HWY_INLINE void loadCoefficients(const float* corner, Lane h[8]) {
    for (int c = 0; c < 8; ++c) {
        h[c] = loadCorner(corner + (c & 1) + (c >> 1 & 1) * kBrickRowFloats + (c >> 2) * kPlaneFloats);
    }
    transform(h);
}

HWY_INLINE void addCoefficients(Lane h[8], float* corner) {
    transposedTransform(h);
    for (int k = 0; k < 2; ++k) {
        const Lane lower[2] = {h[4 * k], h[4 * k + 2]}, upper[2] = {h[4 * k + 1], h[4 * k + 3]};
        addCorners(corner + k * kPlaneFloats, lower, upper);
    }
}

using Vector = Vec3<Lane>;
using Matrix = Mat3<Lane>;

// The products of Vec3 and Mat3, with fused additions.
HWY_INLINE Lane dotOf(const Vector& a, const Vector& b) {
    return multiplyAdd(a.z, b.z, multiplyAdd(a.y, b.y, a.x * b.x));
}

// a·x + b·y + c·z
HWY_INLINE Vector blend(const Vector& a, Lane x, const Vector& b, Lane y, const Vector& c, Lane z) {
    return {multiplyAdd(c.x, z, multiplyAdd(b.x, y, a.x * x)),
            multiplyAdd(c.y, z, multiplyAdd(b.y, y, a.y * x)),
            multiplyAdd(c.z, z, multiplyAdd(b.z, y, a.z * x))};
}

HWY_INLINE Matrix product(const Matrix& a, const Matrix& b) {
    const Vector* const c = a.column;
    const auto column = [&](const Vector& v) { return blend(c[0], v.x, c[1], v.y, c[2], v.z); };
    return {{column(b.column[0]), column(b.column[1]), column(b.column[2])}};
}

// aᵀ b.
HWY_INLINE Matrix transposedProduct(const Matrix& a, const Matrix& b) {
    const Vector* const c = a.column;
    const auto column = [&](const Vector& v) {
        return Vector{dotOf(c[0], v), dotOf(c[1], v), dotOf(c[2], v)};
    };
    return {{column(b.column[0]), column(b.column[1]), column(b.column[2])}};
}

// Entry 3 · column + row, lanes side by side.
HWY_INLINE Matrix loadMatrix(const float (*m)[kGroupLanes], std::size_t lane) {
    Matrix a;
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) a(r, c) = load(m[3 * c + r] + lane);
    }
    return a;
}

HWY_INLINE void storeMatrix(const Matrix& a, float (*to)[kGroupLanes], std::size_t lane) {
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) a(r, c).store(to[3 * c + r] + lane);
    }
}

// The transformed corners of one cell per lane.
struct Corners {
    Lane h[3][8];

    HWY_INLINE Matrix gradient() const {
        return {{{h[0][1], h[1][1], h[2][1]}, {h[0][2], h[1][2], h[2][2]}, {h[0][4], h[1][4], h[2][4]}}};
    }

    // The nodal forces of a stress `p` in the middle and of the hourglasses; `mu` is μ · width.
    HWY_INLINE void toForces(const Matrix& p, Lane mu) {
        const Lane two = mu * Lane(2 * kHourglassOfTwo), three = mu * Lane(2 * kHourglassOfThree);
        for (int i = 0; i < 3; ++i) {
            h[i][0] = Lane();
            for (int axis = 0; axis < 3; ++axis) {
                h[i][1 << axis] = p(i, axis);
                h[i][7 - (1 << axis)] = two * h[i][7 - (1 << axis)];
            }
            h[i][7] = three * h[i][7];
        }
    }

    // Their energy.
    HWY_INLINE Lane hourglassEnergy(Lane mu) const {
        Lane two, three;
        for (int i = 0; i < 3; ++i) {
            for (const int b : {3, 5, 6}) two = multiplyAdd(h[i][b], h[i][b], two);
            three = multiplyAdd(h[i][7], h[i][7], three);
        }
        return mu * multiplyAdd(two, Lane(kHourglassOfTwo), three * Lane(kHourglassOfThree));
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
        for (std::uint32_t j = 0; j < kBrickFloats; j += kLanes) Lane().store(nodes.at[i] + j);
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

// The same on top of what is there.
HWY_INLINE void addSums(const Bricks& level, const Brick& brick, const Local& nodes, NodeVector* sums,
                        std::uint32_t firstSlot) {
    NodeVector* to = sums + (brick.firstSlot - firstSlot);
    const std::uint8_t* places = level.placeOfSlot + brick.firstSlot;
    for (std::uint32_t s = 0; s < brick.slotCount; ++s) {
        const std::uint32_t place = places[s];
        to[s].x += nodes.at[0][place];
        to[s].y += nodes.at[1][place];
        to[s].z += nodes.at[2][place];
    }
}

// Adds a vector at each corner of the cells from the node `at` on: that of corner `c`, below 4, and of the
// one opposite.
HWY_INLINE void addToCorners(Local& nodes, std::uint32_t at, const Vector (&corner)[4]) {
    for (int i = 0; i < 3; ++i) {
        Lane d[4];
        for (int c = 0; c < 4; ++c) d[c] = corner[c][i];
        const Lane lower0[2] = {d[0], d[2]}, upper0[2] = {d[1], d[3]};
        const Lane lower1[2] = {d[3], d[1]}, upper1[2] = {d[2], d[0]};
        addCorners(nodes.at[i] + at, lower0, upper0);
        addCorners(nodes.at[i] + at + kPlaneFloats, lower1, upper1);
    }
}

}  // namespace
}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
