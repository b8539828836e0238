// SIMD lanes with the operators that the formulas of Material and Math use, for kernels only. The type is in
// an anonymous namespace, so every template that is instantiated with it is local to the kernel.
#pragma once

#include "Math/Kernel.h"

#include "Material/Material.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {
namespace {

using Tag = hn::ScalableTag<float>;
using Register = hn::Vec<Tag>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());

struct Which {
    hn::Mask<Tag> mask;
};

struct Lane {
    Register value;

    Lane() : value(hn::Zero(Tag())) {}
    Lane(Register v) : value(v) {}
    Lane(double v) : value(hn::Set(Tag(), static_cast<float>(v))) {}
    static Lane load(const float* from) { return hn::Load(Tag(), from); }
    void store(float* to) const { hn::Store(value, Tag(), to); }

    friend HWY_INLINE Lane operator+(Lane a, Lane b) { return hn::Add(a.value, b.value); }
    friend HWY_INLINE Lane operator-(Lane a, Lane b) { return hn::Sub(a.value, b.value); }
    friend HWY_INLINE Lane operator*(Lane a, Lane b) { return hn::Mul(a.value, b.value); }
    friend HWY_INLINE Lane operator/(Lane a, Lane b) { return hn::Div(a.value, b.value); }
    friend HWY_INLINE Lane operator-(Lane a) { return hn::Neg(a.value); }
    friend HWY_INLINE Which operator<(Lane a, Lane b) { return {hn::Lt(a.value, b.value)}; }
    friend HWY_INLINE Which operator>(Lane a, Lane b) { return {hn::Gt(a.value, b.value)}; }
    friend HWY_INLINE Lane sqrt(Lane a) { return hn::Sqrt(a.value); }
    friend HWY_INLINE Lane select(Which which, Lane yes, Lane no) {
        return hn::IfThenElse(which.mask, yes.value, no.value);
    }
    Lane& operator+=(Lane b) { return *this = *this + b; }
    Lane& operator*=(Lane b) { return *this = *this * b; }
};

}  // namespace
}  // namespace sinew::SINEW_KERNEL_NAMESPACE
