// SIMD lanes with the operators that the formulas of Math and Material use, for kernels only. The types are
// in an anonymous namespace, so every template that is instantiated with them is local to the kernel.
#pragma once

#include "Math/Kernel.h"

#include <hwy/contrib/math/math-inl.h>

#include <type_traits>

namespace sinew::SINEW_KERNEL_NAMESPACE {
namespace {

template <class Tag>
struct WhichOf {
    hn::Mask<Tag> mask;
};

// `Tag` says how many lanes of float there are.
template <class Tag>
struct LaneOf {
    using Register = hn::Vec<Tag>;
    using Which = WhichOf<Tag>;
    Register value;

    LaneOf() : value(hn::Zero(Tag())) {}
    LaneOf(Register v) : value(v) {}
    template <class Number>
    requires std::is_arithmetic_v<Number> LaneOf(Number v) : value(hn::Set(Tag(), static_cast<float>(v))) {}
    static LaneOf load(const float* from) { return hn::Load(Tag(), from); }
    void store(float* to) const { hn::Store(value, Tag(), to); }

    friend HWY_INLINE LaneOf operator+(LaneOf a, LaneOf b) { return hn::Add(a.value, b.value); }
    friend HWY_INLINE LaneOf operator-(LaneOf a, LaneOf b) { return hn::Sub(a.value, b.value); }
    friend HWY_INLINE LaneOf operator*(LaneOf a, LaneOf b) { return hn::Mul(a.value, b.value); }
    friend HWY_INLINE LaneOf operator/(LaneOf a, LaneOf b) { return hn::Div(a.value, b.value); }
    friend HWY_INLINE LaneOf operator-(LaneOf a) { return hn::Neg(a.value); }
    friend HWY_INLINE Which operator<(LaneOf a, LaneOf b) { return {hn::Lt(a.value, b.value)}; }
    friend HWY_INLINE Which operator>(LaneOf a, LaneOf b) { return {hn::Gt(a.value, b.value)}; }
    friend HWY_INLINE LaneOf sqrt(LaneOf a) { return hn::Sqrt(a.value); }
    friend HWY_INLINE LaneOf select(Which which, LaneOf yes, LaneOf no) {
        return hn::IfThenElse(which.mask, yes.value, no.value);
    }
    friend HWY_INLINE LaneOf log(LaneOf a) { return hn::Log(Tag(), a.value); }
    // a · b + c, rounded once.
    friend HWY_INLINE LaneOf multiplyAdd(LaneOf a, LaneOf b, LaneOf c) {
        return hn::MulAdd(a.value, b.value, c.value);
    }
    LaneOf& operator+=(LaneOf b) { return *this = *this + b; }
    LaneOf& operator*=(LaneOf b) { return *this = *this * b; }
};

}  // namespace
}  // namespace sinew::SINEW_KERNEL_NAMESPACE
