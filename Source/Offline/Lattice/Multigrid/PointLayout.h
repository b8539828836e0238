// Memory layout of four-point quadrature (Cells/FourPoints.h), for the kernels.
#pragma once

#include "Offline/Lattice/Multigrid/Layout.h"

namespace sinew::lattice {

inline constexpr std::uint32_t kPoints = 4;

// What resists hourglasses of a cell without flesh, as a share of one-point quadrature's; it is less the more
// flesh there is. Without it, next to nothing holds the nodes of cells that are hardly flesh. As hourglasses
// are small of second order, so is its error.
inline constexpr float kHoldOfCut = 0.05f;

// The points of the cells of a group.
struct alignas(32) GroupPoints {
    float at[kPoints][3][kGroupLanes];           // from the middle of the cell, in half its width
    float volume[kPoints][kGroupLanes];          // m³ of flesh; 0 where a lane has no cell
    float mu[kGroupLanes], lambda[kGroupLanes];  // Pa, of the flesh; 0 where a lane has no cell
    float hold[kGroupLanes];  // of hourglasses, as a share of kHourglassOfTwo and kHourglassOfThree
};

// The stress differential of a cell: those of its points, without the resistance to growing volume, which
// depends on all of them. A change of the average measure of volume times the volume is Σ slope · δF̂, where
// δF̂ are the diagonals in the frames of the points.
struct alignas(32) GroupPointTangents {
    GroupTangent at[kPoints];              // multiplied by volume/(16 width²); `mu` is not used
    float slope[kPoints][3][kGroupLanes];  // ∂M/∂σ · volume/(4 width)
    float bulk[kGroupLanes];               // κ, or its part that is not left to pressures, by volume
    float hold[kGroupLanes];               // μ · width times the share of hourglasses
};

// What cells with four points are made of and, where it is not null, their pressures.
struct PointStates {
    const GroupPoints* points;
    const GroupPressure* pressures = nullptr;
};

// The outputs of evaluatePoints(); a null pointer is not written. Gradients are averages over the flesh.
struct PointEvaluation {
    GroupGradient* gradients;
    GroupPointTangents* tangents;
    NodeVector* sums;  // forces per slot, from firstSlot on
    double* energies;  // per brick, J
    GroupCoupling* couplings = nullptr;
    std::uint32_t firstSlot = 0;
};

}  // namespace sinew::lattice
