// Tetrahedra out of a solid: isosurface stuffing on a body-centred cubic grid, uniform.
// Labelle and Shewchuk 2007, "Isosurface Stuffing: Fast Tetrahedral Meshes with Good Dihedral Angles". Their
// surface is the zero of a function sampled at the nodes; here the cuts are where the grid edges leave the
// solid, so boundary nodes lie on the surface itself.
#pragma once

#include "Offline/Progress.h"
#include "Offline/Tets/Mesh/BccCuts.h"
#include "Offline/Volume/Solid.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew::tets {

// A node nearer to a cut than this part of the edge is moved to it. The pair was searched for with random
// sides and cuts, as the one with the largest least angle; the bounds are what was found there, not proven
// here. They agree with what the paper states for its uniform grid.
inline constexpr double kAlphaLong = 0.28511, kAlphaShort = 0.3988;
inline constexpr double kLeastDihedral = 10.78, kLargestDihedral = 164.74;  // degrees

struct StuffedMesh {
    TetMesh mesh;  // nodes along a Morton curve, tets by their first node: neighbours are near in memory
    BccGrid grid;
    double solidVolume = 0;     // m³, of everything inside
    std::vector<Vec3d> opened;  // grid nodes that were taken out to keep narrow gaps open
};

// `spacing`: the long edge of the grid, metres. Everything that is inside, connected or not; nothing where
// no grid node is inside. `gaps`: keep those open that the grid steps over (Gaps.h).
StuffedMesh stuff(const Solid& solid, double spacing, const Jobs& jobs = {},
                  const ProgressCallback& progress = {}, bool gaps = true);

// The last step of it: the tetrahedra of cuts that are made.
StuffedMesh tetsOf(const BccGrid& grid, const BccCuts& cuts, const Jobs& jobs = {});

// By counting the nodes inside: each stands for half a cell.
double solidVolume(const BccGrid& grid, std::span<const BccSide> sides);

// The spacing that gives about `tets` tetrahedra for a body of this volume and surface area.
double spacingFor(double tets, double volume, double area);

}  // namespace sinew::tets
