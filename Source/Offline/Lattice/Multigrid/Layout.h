// How a level of the lattice lies in memory, for the kernels.
//
// Bricks of 4×4×4 cells hold their 5×5×5 nodes in rows along x. A group is 4×2×1 cells of a brick, one cell
// per SIMD lane: cell (i, j) of it is lane i + 4 j, so that the corners of all eight are two unaligned loads
// per register and need no shuffling (the 2×2×2 blocks of lattice-skinning-2011 need twelve). Every brick
// sums up what its cells do to its nodes by itself; nodes that several bricks share then add the bricks' sums
// in a fixed order. So no two threads write to one place, and the bits do not depend on how many there are.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sinew::lattice {

inline constexpr std::uint32_t kBrickSide = 4;                                    // cells
inline constexpr std::uint32_t kBrickRowFloats = 8;                               // of which 5 are nodes
inline constexpr std::uint32_t kBrickRows = (kBrickSide + 1) * (kBrickSide + 1);  // y fastest
inline constexpr std::uint32_t kBrickFloats = kBrickRows * kBrickRowFloats;
inline constexpr std::uint32_t kGroupLanes = 8;
inline constexpr std::uint32_t kGroupsPerBrick = 8;

// Of a node; `w` is not used.
struct alignas(16) NodeVector {
    float x = 0, y = 0, z = 0, w = 0;
};

struct Brick {
    std::uint32_t firstGroup, groupCount;
    std::uint32_t firstSlot, slotCount;
};

struct alignas(32) GroupModuli {
    float mu[kGroupLanes], lambda[kGroupLanes];  // Pa; 0 where a lane has no cell
};

// Deformation gradients, entry 3 · column + row.
struct alignas(32) GroupGradient {
    float f[9][kGroupLanes];
};

// What a stress differential is made of: R, L (xx, yy, zz, yz, xz, xy) and λ times width/16, μ times width/2.
struct alignas(32) GroupTangent {
    float r[9][kGroupLanes], l[6][kGroupLanes], lambda[kGroupLanes], mu[kGroupLanes];
};

struct Bricks {
    const Brick* bricks;
    const std::uint8_t* rowOfGroup;   // the first of a group's rows of nodes
    const std::uint8_t* placeOfSlot;  // of a brick's nodes, into its rows
    const std::uint32_t* nodeOfSlot;
    float width;  // metres
};

struct NodePosition {
    double x, y, z;
};

// What evaluateBricks() makes of a shape; null where it is not wanted.
struct Evaluation {
    GroupGradient* gradients;
    GroupTangent* tangents;
    NodeVector* sums;  // of forces, per slot from firstSlot on
    double* energies;  // per brick, J
    std::uint32_t firstSlot = 0;
};

// Which differential of the stress the tangents stand for. The others are for comparison.
enum class Linearisation : std::uint32_t {
    Definite,  // lattice-skinning-2011, algorithm 1
    Exact,     // the same without the fix: may be indefinite
    Zhu,       // of Zhu et al. 2010
    Warped,    // warped stiffness
};

}  // namespace sinew::lattice
