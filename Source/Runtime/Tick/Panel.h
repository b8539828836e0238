// Products of panels, for kernels only. A panel is a sequence of rows of modes, padded to kModeLanes. All
// matrix products of the tick have the form C ± AᵀB, in which the sum runs over the rows of A and B, so no
// matrix is read along its columns.
#pragma once

#include "Math/Kernel.h"

#include "Asset/Chunks.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {
namespace {

// kModeLanes numbers: one register of AVX, two of SSE and NEON.
struct Modes {
    using Tag = hn::CappedTag<float, kModeLanes>;
    static constexpr std::size_t kWidth = hn::MaxLanes(Tag());
    static constexpr std::size_t kParts = kModeLanes / kWidth;
    hn::Vec<Tag> part[kParts];

    HWY_INLINE Modes() {
        for (auto& p : part) p = hn::Zero(Tag());
    }
    static HWY_INLINE Modes load(const float* from) {
        Modes m;
        for (std::size_t i = 0; i < kParts; ++i) m.part[i] = hn::Load(Tag(), from + i * kWidth);
        return m;
    }
    static HWY_INLINE Modes all(float value) {
        Modes m;
        for (auto& p : m.part) p = hn::Set(Tag(), value);
        return m;
    }
    HWY_INLINE void store(float* to) const {
        for (std::size_t i = 0; i < kParts; ++i) hn::Store(part[i], Tag(), to + i * kWidth);
    }
    HWY_INLINE void addProduct(const Modes& a, const Modes& b) {
        for (std::size_t i = 0; i < kParts; ++i) part[i] = hn::MulAdd(a.part[i], b.part[i], part[i]);
    }
    HWY_INLINE void subtractProduct(const Modes& a, const Modes& b) {
        for (std::size_t i = 0; i < kParts; ++i) part[i] = hn::NegMulAdd(a.part[i], b.part[i], part[i]);
    }
    friend HWY_INLINE Modes operator*(Modes a, const Modes& b) {
        for (std::size_t i = 0; i < kParts; ++i) a.part[i] = hn::Mul(a.part[i], b.part[i]);
        return a;
    }
    friend HWY_INLINE Modes operator+(Modes a, const Modes& b) {
        for (std::size_t i = 0; i < kParts; ++i) a.part[i] = hn::Add(a.part[i], b.part[i]);
        return a;
    }
    friend HWY_INLINE Modes operator-(Modes a, const Modes& b) {
        for (std::size_t i = 0; i < kParts; ++i) a.part[i] = hn::Sub(a.part[i], b.part[i]);
        return a;
    }
    // Stores four numbers that have the same sum as all lanes.
    HWY_INLINE void storeQuarters(float* to) const { storeFolded(part, to); }
    HWY_INLINE float sum() const {
        alignas(16) float four[4];
        storeQuarters(four);
        return (four[0] + four[1]) + (four[2] + four[3]);
    }

  private:
    using Four = hn::FixedTag<float, 4>;
    template <class Register>
    static HWY_INLINE void storeFolded(const Register (&eight)[1], float* to) {
        hn::Store(hn::Add(hn::LowerHalf(eight[0]), hn::UpperHalf(Four(), eight[0])), Four(), to);
    }
    template <class Register>
    static HWY_INLINE void storeFolded(const Register (&four)[2], float* to) {
        hn::Store(hn::Add(four[0], four[1]), Four(), to);
    }
};

enum class Sign { Plus, Minus };

// kRows rows of AᵀB from row i on, and kColumns registers of columns from j on.
template <Sign kSign, std::uint32_t kRows, std::uint32_t kColumns>
HWY_INLINE void addTile(const float* a, std::uint32_t strideA, const float* b, std::uint32_t strideB,
                        std::uint32_t rows, float* to, std::uint32_t strideTo) {
    Modes sum[kRows][kColumns];
    for (std::uint32_t k = 0; k < rows; ++k) {
        Modes right[kColumns];
        for (std::uint32_t j = 0; j < kColumns; ++j) right[j] = Modes::load(b + j * kModeLanes);
        for (std::uint32_t i = 0; i < kRows; ++i) {
            const Modes left = Modes::all(a[i]);
            for (std::uint32_t j = 0; j < kColumns; ++j) sum[i][j].addProduct(left, right[j]);
        }
        a += strideA, b += strideB;
    }
    for (std::uint32_t i = 0; i < kRows; ++i) {
        for (std::uint32_t j = 0; j < kColumns; ++j) {
            float* const at = to + i * strideTo + j * kModeLanes;
            const Modes before = Modes::load(at);
            (kSign == Sign::Plus ? before + sum[i][j] : before - sum[i][j]).store(at);
        }
    }
}

// Eight rows of the result, in registers of columns from `first` to `end`. The tiles use sixteen registers.
template <Sign kSign>
void addRowsOfTiles(const float* a, std::uint32_t strideA, const float* b, std::uint32_t strideB,
                    std::uint32_t rows, std::uint32_t first, std::uint32_t end, float* to,
                    std::uint32_t strideTo) {
    std::uint32_t j = first;
    const auto at = [&](std::uint32_t half) { return to + 4 * half * strideTo + j * kModeLanes; };
    for (; j + 3 <= end; j += 3) {
        for (std::uint32_t half = 0; half < 2; ++half) {
            addTile<kSign, 4, 3>(a + 4 * half, strideA, b + j * kModeLanes, strideB, rows, at(half),
                                 strideTo);
        }
    }
    if (j + 2 == end) {
        for (std::uint32_t half = 0; half < 2; ++half) {
            addTile<kSign, 4, 2>(a + 4 * half, strideA, b + j * kModeLanes, strideB, rows, at(half),
                                 strideTo);
        }
    } else if (j + 1 == end) {
        addTile<kSign, 8, 1>(a, strideA, b + j * kModeLanes, strideB, rows, at(0), strideTo);
    }
}

// to ± AᵀB: `rows` rows of A (lanesA wide) and B (lanesB wide).
template <Sign kSign>
[[maybe_unused]] void addProduct(const float* a, std::uint32_t lanesA, const float* b, std::uint32_t lanesB,
                                 std::uint32_t rows, float* to) {
    for (std::uint32_t i = 0; i < lanesA; i += kModeLanes) {
        addRowsOfTiles<kSign>(a + i, lanesA, b, lanesB, rows, 0, lanesB / kModeLanes, to + i * lanesB,
                              lanesB);
    }
}

// The same for a symmetric result of size `lanes`: only registers on and right of the diagonal are written.
template <Sign kSign>
[[maybe_unused]] void addSymmetric(const float* a, std::uint32_t strideA, const float* b,
                                   std::uint32_t strideB, std::uint32_t rows, std::uint32_t lanes,
                                   float* to) {
    for (std::uint32_t i = 0; i < lanes; i += kModeLanes) {
        addRowsOfTiles<kSign>(a + i, strideA, b, strideB, rows, i / kModeLanes, lanes / kModeLanes,
                              to + i * lanes, lanes);
    }
}

// The same for AᵀA.
template <Sign kSign>
[[maybe_unused]] void addSquare(const float* a, std::uint32_t rows, std::uint32_t lanes, float* to) {
    addSymmetric<kSign>(a, lanes, a, lanes, rows, lanes, to);
}

[[maybe_unused]] void clearSquare(float* square, std::uint32_t lanes) {
    for (std::uint32_t i = 0; i < lanes * lanes; i += kModeLanes) Modes().store(square + i);
}

[[maybe_unused]] void mirrorUpper(float* square, std::uint32_t lanes) {
    for (std::uint32_t i = 1; i < lanes; ++i) {
        for (std::uint32_t j = 0; j < i; ++j) square[i * lanes + j] = square[j * lanes + i];
    }
}

}  // namespace
}  // namespace sinew::SINEW_KERNEL_NAMESPACE
