// Functions that the checks of an asset's content share. Nothing here allocates.
#pragma once

#include <bit>
#include <cmath>
#include <initializer_list>
#include <span>

#include "Asset/View.h"

namespace sinew {

inline AssetProblem fault(AssetFault fault, ChunkId chunk, const char* field,
                          std::uint64_t index = kNoIndex) {
    return {fault, chunk, field, index};
}

inline AssetProblem countFault(ChunkId chunk, const char* field, std::uint64_t found,
                               std::uint64_t expected) {
    return {AssetFault::Count, chunk, field, kNoIndex, found, expected};
}

// Returns whether the value is finite and at least `minimum`; false for NaN.
inline bool isAtLeast(float value, float minimum) {
    return std::isfinite(value) && value >= minimum;
}

inline bool isPositive(float value) {
    return std::isfinite(value) && value > 0;
}

inline bool isFinite(const Affinef& a) {
    return isFinite(a.linear.column[0]) && isFinite(a.linear.column[1]) && isFinite(a.linear.column[2]) &&
           isFinite(a.translation);
}

inline bool isName(const AssetView& view, std::uint32_t offset) {
    return offset < view.text.size() && (offset == 0 || view.text[offset - 1] == '\0');
}

// Has no branch per number, so that compilers can vectorise it.
inline AssetProblem checkFinite(std::span<const float> numbers, ChunkId chunk, const char* field) {
    constexpr std::uint32_t kExponent = 0x7f800000;
    constexpr std::size_t kStep = 256;
    for (std::size_t begin = 0; begin < numbers.size(); begin += kStep) {
        const std::size_t end = numbers.size() - begin < kStep ? numbers.size() : begin + kStep;
        std::uint32_t bad = 0;
        for (std::size_t i = begin; i < end; ++i)
            bad |= (std::bit_cast<std::uint32_t>(numbers[i]) & kExponent) == kExponent ? 1 : 0;
        for (std::size_t i = begin; bad != 0 && i < end; ++i) {
            if (!std::isfinite(numbers[i])) return fault(AssetFault::NotFinite, chunk, field, i);
        }
    }
    return {};
}

// Checks that the floats of each row after the first `used` are zero. The index of a problem is that of the
// row.
inline AssetProblem checkPadding(const float* rows, std::uint64_t count, std::uint32_t used,
                                 std::uint32_t stride, ChunkId chunk, const char* field) {
    for (std::uint64_t row = 0; row < count; ++row) {
        for (std::uint32_t i = used; i < stride; ++i) {
            if (rows[row * stride + i] != 0.0f) return fault(AssetFault::Padding, chunk, field, row);
        }
    }
    return {};
}

// The first problem that the checks find. Each check relies on those before it.
using Check = AssetProblem(const AssetView& view);
inline AssetProblem firstProblem(const AssetView& view, std::initializer_list<Check*> checks) {
    for (Check* const check : checks) {
        if (const AssetProblem problem = check(view); !problem.ok()) return problem;
    }
    return {};
}

}  // namespace sinew
