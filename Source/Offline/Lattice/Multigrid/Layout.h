// Memory layout of a level of the lattice, for the kernels.
//
// A brick of 4×4×4 cells stores its 5×5×5 nodes in rows along x. A group is 4×2×1 cells of a brick, one cell
// per SIMD lane: cell (i, j) is lane i + 4 j, so that loading one corner of all eight cells takes two
// unaligned loads per register and no shuffling (the 2×2×2 blocks of McAdams et al. 2011 need twelve
// shuffles). Every brick sums the contributions of its cells to its nodes. Nodes that several bricks share
// then add the sums of the bricks in a fixed order, so no two threads write to the same place and the bits do
// not depend on the number of threads.
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

// A vector at a node; `w` is unused.
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

// The energy of what one-point quadrature does not see of a cell: μ · width · Σ weight · |coefficient|² over
// the hourglasses, the Hadamard coefficients of two and of three bits (Cells.kernel.cpp). These weights are
// those of the Laplace term Σ|Δ_edge|² (McAdams et al. 2011, section 4).
inline constexpr double kHourglassOfTwo = 1.0 / 8;
inline constexpr double kHourglassOfThree = 3.0 / 16;

// The coefficients of a stress differential: R, L (xx, yy, zz, yz, xz, xy) and λ, multiplied by width/16, and
// μ, multiplied by width/2.
struct alignas(32) GroupTangent {
    float r[9][kGroupLanes], l[6][kGroupLanes], lambda[kGroupLanes], mu[kGroupLanes];
};

struct Bricks {
    const Brick* bricks;
    const std::uint8_t* rowOfGroup;   // index of the first row of nodes of a group
    const std::uint8_t* placeOfSlot;  // position of the nodes of a brick in its rows
    const std::uint32_t* nodeOfSlot;
    float width;  // metres
};

struct NodePosition {
    double x, y, z;
};

// The outputs of evaluateBricks(); a null pointer is not written.
struct Evaluation {
    GroupGradient* gradients;
    GroupTangent* tangents;
    NodeVector* sums;  // forces per slot, from firstSlot on
    double* energies;  // per brick, J
    std::uint32_t firstSlot = 0;
};

// The differential of the stress that the tangents represent. All except Definite are for comparison.
enum class Linearisation : std::uint32_t {
    Definite,  // McAdams et al. 2011, algorithm 1
    Exact,     // without the projection of algorithm 1: may be indefinite
    Zhu,       // Zhu et al. 2010
    Warped,    // warped stiffness
};

}  // namespace sinew::lattice
