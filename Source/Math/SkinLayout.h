// How a skinned surface lies in memory for the kernels: blocks of vertices that have equally many influences.
#pragma once

#include <cstdint>

namespace sinew {

inline constexpr std::uint32_t kSkinBlock = 8;          // vertices
inline constexpr std::uint32_t kSkinMatrixFloats = 16;  // three columns and the translation, each x y z 0
inline constexpr std::uint32_t kSkinDualFloats = 8;     // real x y z w, dual x y z w

struct SkinBlock {
    std::uint32_t firstInfluence = 0;  // into weights, joints and pairs: all of vertex 0, all of vertex 1, …
    std::uint16_t influences = 0;      // of each vertex, at least one
    std::uint8_t vertices = 0;         // less than kSkinBlock in the last block of its kind; the rest repeats
    std::uint8_t consecutive = 0;      // the block is full and its vertices follow each other in the output
};

// One call's arrays, in the order of the blocks where nothing else is said.
struct SkinArrays {
    const SkinBlock* blocks;
    const float* positions;         // per block x[kSkinBlock] y[…] z[…]
    const float* normals;           // the same; unused where normalsOut is null
    const float* weights;           // summing to one per vertex
    const std::uint16_t* joints;    // entries of `matrices`
    const std::uint16_t* pairs;     // entries of `duals`
    const std::uint32_t* vertexOf;  // place in the output
    const float* matrices;          // linear blend: skin matrices; dual quaternions: stretches, null for none
    const float* duals;
    float* positionsOut;  // x y z per vertex
    float* normalsOut;    // null where none are wanted
};

}  // namespace sinew
