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

#include "Material/Parameters.h"

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

// What one-point quadrature does not see of a cell has the energy of the edges' variation,
// μ width³ (¼ Σ |Δ/width|² − |F(middle)|²) (McAdams et al. 2011, section 4): μ · width · Σ weight ·
// |coefficient|² over the hourglass coefficients (Lanes.h).
//
// Hourglasses are how cells bend and twist. With these weights a bar with N cells across is too stiff by 3/N²
// in bending and 13/N² in torsion (ν = 0.45); the integral of μ |F|² (Patterson, Mitchell, Sifakis 2012,
// section 3.2) would have a third of them for two bits, and 0.4/N² and 4/N². But flesh that is pressed
// together in the bend of a joint buckles in wrinkles as narrow as cells then, and a pose takes ten times as
// many steps.
inline constexpr double kHourglassOfTwo = 1.0 / 8;
inline constexpr double kHourglassOfThree = 3.0 / 16;

// The stiffness of the hourglasses at a corner, in μ · width.
inline constexpr double kHourglassDiagonal = 2 * (3 * kHourglassOfTwo + kHourglassOfThree);

// A stress differential: the singular vectors of F, and the stiffness in their frame (PrincipalStiffness,
// its stretches xx, yy, zz, yz, xz, xy), multiplied by width/16; and μ, multiplied by width.
struct alignas(32) GroupTangent {
    float u[9][kGroupLanes], v[9][kGroupLanes];
    float stretch[6][kGroupLanes], same[3][kGroupLanes], cross[3][kGroupLanes];
    float mu[kGroupLanes];
};

// The pressure of cells, an unknown of its own where flesh is nearly incompressible (Patterson, Mitchell,
// Sifakis 2012, section 4): Pa.
struct alignas(32) GroupPressure {
    float p[kGroupLanes];
};

// How pressure and shape depend on each other, where κ* is the part of κ that the tangent contains.
struct alignas(32) GroupCoupling {
    float slope[3][kGroupLanes];    // ∂M/∂σ · width²/4
    float residual[kGroupLanes];    // (M − p/κ) · volume of the cell
    float compliance[kGroupLanes];  // volume/(κ − κ*)
    float schur[kGroupLanes];  // an estimate of compliance + GᵀA⁻¹G: the diagonal for preconditioning
    float gain[kGroupLanes];   // κ/(κ − κ*): the pressure per unknown of the linear system
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
    GroupCoupling* couplings = nullptr;
    std::uint32_t firstSlot = 0;
};

// The differential of the stress that the tangents represent. All except Definite are for comparison.
enum class Linearisation : std::uint32_t {
    Definite,  // the nearest positive semi-definite one; McAdams et al. 2011, algorithm 1
    Exact,     // the derivative itself: may be indefinite
    Zhu,       // Zhu et al. 2010; only of corotated elasticity
    Warped,    // warped stiffness; only of corotated elasticity
};

// What is averaged over the points of a cell: the measure of volume, or the ratio of volumes that it is of
// (Patterson, Mitchell, Sifakis 2012, equations 5 and 6). Of J − 1 both are the same.
enum class VolumeAverage : std::uint8_t { Measure, Ratio };

// The law of a level's cells.
struct CellLaw {
    MaterialKind material = MaterialKind::StableNeoHookean;
    Linearisation linearisation = Linearisation::Definite;
    // κ*/μ, where cells have pressures: the part of κ that acts through the shape alone.
    float cappedBulk = 4;  // flesh of a Poisson's ratio of 0.38 has no more
    float hourglass = 1;   // factor on the stiffness of hourglasses
    VolumeAverage average = VolumeAverage::Measure;
};

// What cells are made of and, where it is not null, their deformation gradients at zero displacement and
// their pressures.
struct CellStates {
    const GroupModuli* moduli;
    const GroupGradient* offset = nullptr;
    const GroupPressure* pressures = nullptr;
};

}  // namespace sinew::lattice
