// Sixteen small matrices or vectors side by side: what SIMD kernels work on. A row of lanes is one cache
// line, one AVX-512 register, two of AVX or four of SSE and NEON, so the layout is the same for every
// instruction set, and a walk over blocks is one stream of memory instead of nine.
#pragma once

#include <cstddef>

namespace sinew {

inline constexpr std::size_t kBlockLanes = 16;

// at[column][row][lane], columns first as in Mat3.
struct alignas(64) Mat3Block {
    float at[3][3][kBlockLanes];
};

struct alignas(64) Vec3Block {
    float at[3][kBlockLanes];
};

// How many blocks hold `count` items; the lanes past the last item may hold anything.
constexpr std::size_t blocksFor(std::size_t count) {
    return count / kBlockLanes + (count % kBlockLanes != 0 ? 1 : 0);
}

}  // namespace sinew
