// How a skinned surface lies in memory for the kernels: blocks of vertices that have equally many influences.
#pragma once

#include <cstdint>

namespace sinew {

inline constexpr std::uint32_t kSkinBlock = 8;          // vertices
inline constexpr std::uint32_t kSkinMatrixFloats = 16;  // three columns and the translation, each x y z 0
inline constexpr std::uint32_t kSkinDualFloats = 8;     // real x y z w, dual x y z w

inline constexpr std::uint8_t kSkinConsecutive = 1;  // full, and its vertices follow each other in the output
inline constexpr std::uint8_t kSkinShared = 2;  // all its vertices have the same joints in the same order

// Weights and entries lie vertex after vertex. In a block of shared joints, there is one set of entries, and
// weights lie joint after joint, kSkinBlock vertices each.
struct SkinBlock {
    std::uint32_t firstWeight = 0;
    std::uint32_t firstEntry = 0;  // into joints and pairs
    std::uint16_t influences = 0;  // of each vertex, at least one
    std::uint8_t vertices = 0;     // less than kSkinBlock where vertices ran out; the last one is repeated
    std::uint8_t flags = 0;
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
