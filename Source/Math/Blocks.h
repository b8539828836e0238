// Blocks of sixteen small matrices or vectors, for SIMD kernels. A row of lanes is one cache line: one
// AVX-512 register, two of AVX or four of SSE and NEON. So the layout is the same for every instruction set,
// and a pass over blocks is one stream of memory instead of nine.
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

// The number of blocks for `count` items. The lanes after the last item have arbitrary values.
constexpr std::size_t blocksFor(std::size_t count) {
    return count / kBlockLanes + (count % kBlockLanes != 0 ? 1 : 0);
}

}  // namespace sinew
