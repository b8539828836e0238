#include "Math/Kernel.h"

#include <hwy/cache_control.h>

#include <cstddef>

namespace sinew::bench::SINEW_KERNEL_NAMESPACE {
namespace {

// Twelve chains cover latency times throughput of every processor in use, and fit the 16 registers of AVX.
template <class T>
T fmaChains(std::size_t rounds) {
    const hn::ScalableTag<T> d;
    using V = hn::Vec<decltype(d)>;
    const V factor = hn::Set(d, static_cast<T>(0.999)), term = hn::Set(d, static_cast<T>(0.001));
    V a0 = hn::Set(d, T(0)), a1 = hn::Set(d, T(1)), a2 = hn::Set(d, T(2)), a3 = hn::Set(d, T(3));
    V b0 = hn::Set(d, T(4)), b1 = hn::Set(d, T(5)), b2 = hn::Set(d, T(6)), b3 = hn::Set(d, T(7));
    V c0 = hn::Set(d, T(8)), c1 = hn::Set(d, T(9)), c2 = hn::Set(d, T(10)), c3 = hn::Set(d, T(11));
    for (std::size_t i = 0; i < rounds; ++i) {
        a0 = hn::MulAdd(a0, factor, term), a1 = hn::MulAdd(a1, factor, term);
        a2 = hn::MulAdd(a2, factor, term), a3 = hn::MulAdd(a3, factor, term);
        b0 = hn::MulAdd(b0, factor, term), b1 = hn::MulAdd(b1, factor, term);
        b2 = hn::MulAdd(b2, factor, term), b3 = hn::MulAdd(b3, factor, term);
        c0 = hn::MulAdd(c0, factor, term), c1 = hn::MulAdd(c1, factor, term);
        c2 = hn::MulAdd(c2, factor, term), c3 = hn::MulAdd(c3, factor, term);
    }
    const V a = hn::Add(hn::Add(a0, a1), hn::Add(a2, a3)), b = hn::Add(hn::Add(b0, b1), hn::Add(b2, b3));
    return hn::GetLane(hn::Add(hn::Add(a, b), hn::Add(hn::Add(c0, c1), hn::Add(c2, c3))));
}

}  // namespace

float fmaFloat(std::size_t rounds) {
    return fmaChains<float>(rounds);
}

double fmaDouble(std::size_t rounds) {
    return fmaChains<double>(rounds);
}

std::size_t floatLanes() {
    return hn::Lanes(hn::ScalableTag<float>());
}

void triad(float* a, const float* b, const float* c, float scale, std::size_t count) {
    const hn::ScalableTag<float> d;
    const auto s = hn::Set(d, scale);
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        hn::Stream(hn::MulAdd(s, hn::Load(d, c + i), hn::Load(d, b + i)), d, a + i);
    }
    hwy::FlushStream();
}

}  // namespace sinew::bench::SINEW_KERNEL_NAMESPACE
