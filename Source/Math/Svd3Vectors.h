// SIMD registers of 3-vectors and matrices, only for Svd3.kernel.cpp.
#pragma once

#include "Math/Kernel.h"

#include "Math/Blocks.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {
namespace {

using Tag = hn::ScalableTag<float>;
using Lanes = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());
static_assert(kBlockLanes % kLanes == 0);

struct Vector {
    Lanes x, y, z;
};

struct Matrix {
    Vector x, y, z;  // columns
};

struct Rotation {
    Lanes c, s;
};

struct Frame {
    Vector axis, first, second;  // orthonormal and right-handed
};

HWY_INLINE Lanes set(float value) {
    return hn::Set(Tag(), value);
}

HWY_INLINE Lanes mulAdd(Lanes a, Lanes b, Lanes c) {
    return hn::MulAdd(a, b, c);
}

HWY_INLINE Lanes negMulAdd(Lanes a, Lanes b, Lanes c) {
    return hn::NegMulAdd(a, b, c);
}

// a·b − c·d
HWY_INLINE Lanes minor(Lanes a, Lanes b, Lanes c, Lanes d) {
    return hn::MulSub(a, b, c * d);
}

// `size`, which must be non-negative, with the sign of `sign`.
HWY_INLINE Lanes withSign(Lanes size, Lanes sign) {
    return hn::CopySignToAbs(size, sign);
}

HWY_INLINE Lanes dot(const Vector& a, const Vector& b) {
    return mulAdd(a.z, b.z, mulAdd(a.y, b.y, a.x * b.x));
}

HWY_INLINE Vector cross(const Vector& a, const Vector& b) {
    return {minor(a.y, b.z, a.z, b.y), minor(a.z, b.x, a.x, b.z), minor(a.x, b.y, a.y, b.x)};
}

HWY_INLINE Vector operator*(const Vector& a, Lanes s) {
    return {a.x * s, a.y * s, a.z * s};
}

// c·a + s·b
HWY_INLINE Vector blend(Lanes c, const Vector& a, Lanes s, const Vector& b) {
    return {mulAdd(s, b.x, c * a.x), mulAdd(s, b.y, c * a.y), mulAdd(s, b.z, c * a.z)};
}

HWY_INLINE Vector select(Mask mask, const Vector& yes, const Vector& no) {
    return {hn::IfThenElse(mask, yes.x, no.x), hn::IfThenElse(mask, yes.y, no.y),
            hn::IfThenElse(mask, yes.z, no.z)};
}

HWY_INLINE Matrix operator*(const Matrix& a, Lanes s) {
    return {a.x * s, a.y * s, a.z * s};
}

HWY_INLINE Vector operator*(const Matrix& a, const Vector& v) {
    const Vector xy = blend(v.x, a.x, v.y, a.y);
    return {mulAdd(a.z.x, v.z, xy.x), mulAdd(a.z.y, v.z, xy.y), mulAdd(a.z.z, v.z, xy.z)};
}

// a·x + b·y + c·z
HWY_INLINE Vector blend(Lanes x, const Vector& a, Lanes y, const Vector& b, Lanes z, const Vector& c) {
    return {mulAdd(c.x, z, mulAdd(b.x, y, a.x * x)), mulAdd(c.y, z, mulAdd(b.y, y, a.y * x)),
            mulAdd(c.z, z, mulAdd(b.z, y, a.z * x))};
}

// The matrix that takes `from` to `to`.
HWY_INLINE Matrix outerProducts(const Frame& to, const Frame& from) {
    return {blend(from.axis.x, to.axis, from.first.x, to.first, from.second.x, to.second),
            blend(from.axis.y, to.axis, from.first.y, to.first, from.second.y, to.second),
            blend(from.axis.z, to.axis, from.first.z, to.first, from.second.z, to.second)};
}

// The frame rotated about its axis.
HWY_INLINE Frame turned(const Frame& f, const Rotation& r) {
    const Vector &a = f.first, &b = f.second;
    return {f.axis,
            blend(r.c, a, r.s, b),
            {negMulAdd(r.s, a.x, r.c * b.x), negMulAdd(r.s, a.y, r.c * b.y), negMulAdd(r.s, a.z, r.c * b.z)}};
}

// The divisors of frameAlong: |v|, |v| + |z|, and their reciprocals.
struct Sizes {
    Lanes size, sum, quotient;
};

// |v| is between 1e-17 and 1e+9.
HWY_INLINE Sizes sizesOf(const Vector& v) {
    const Lanes size = hn::Sqrt(dot(v, v)), sum = size + hn::Abs(v.z);
    return {size, sum, set(1.0f) / (size * sum)};
}

// The frame with the axis v / |v|: the images of the coordinate axes under the reflection, or rotation, that
// takes ±z to v. It has no singular direction.
HWY_INLINE Frame frameAlong(const Vector& v, const Sizes& s) {
    const Vector n = v * (s.sum * s.quotient);
    const Lanes one = set(1.0f), sign = withSign(one, n.z), a = s.size * s.size * s.quotient;
    const Lanes ax = n.x * a, xy = hn::Neg(ax * n.y);
    return {n,
            {negMulAdd(ax, n.x, one), xy, hn::Neg(n.x * sign)},
            {xy * sign, sign * negMulAdd(n.y * a, n.y, one), hn::Neg(n.y)}};
}

struct Scaling {
    Lanes down, up;  // powers of two, so that scaling is exact
};

// Scales the largest entry into [1, 4). Denormal numbers are too small for that.
HWY_INLINE Scaling scalingOf(const Matrix& a) {
    const auto largestOf = [](const Vector& v) {
        return hn::Max(hn::Abs(v.x), hn::Max(hn::Abs(v.y), hn::Abs(v.z)));
    };
    const Lanes largest = hn::Max(largestOf(a.x), hn::Max(largestOf(a.y), largestOf(a.z)));
    const hn::RebindToSigned<Tag> integers;
    const auto bits = hn::And(hn::BitCast(integers, largest), hn::Set(integers, 0x7f800000));
    const auto exponent = hn::Min(hn::Max(bits, hn::Set(integers, 1 << 23)), hn::Set(integers, 253 << 23));
    return {hn::BitCast(Tag(), hn::Sub(hn::Set(integers, 254 << 23), exponent)),
            hn::BitCast(Tag(), exponent)};
}

HWY_INLINE Vector load(const float (*at)[kBlockLanes], std::size_t lane) {
    return {hn::Load(Tag(), at[0] + lane), hn::Load(Tag(), at[1] + lane), hn::Load(Tag(), at[2] + lane)};
}

HWY_INLINE void store(const Vector& v, float (*at)[kBlockLanes], std::size_t lane) {
    hn::Store(v.x, Tag(), at[0] + lane);
    hn::Store(v.y, Tag(), at[1] + lane);
    hn::Store(v.z, Tag(), at[2] + lane);
}

HWY_INLINE void storeMatrix(const Matrix& m, float (*at)[3][kBlockLanes], std::size_t lane) {
    store(m.x, at[0], lane);
    store(m.y, at[1], lane);
    store(m.z, at[2], lane);
}

}  // namespace
}  // namespace sinew::SINEW_KERNEL_NAMESPACE
