// Tetrahedralises a solid by isosurface stuffing on a uniform body-centred cubic grid (Labelle and Shewchuk
// 2007, "Isosurface Stuffing: Fast Tetrahedral Meshes with Good Dihedral Angles"). Deviation: their surface
// is the zero of a function that is sampled at the nodes; here the cuts are where the grid edges leave the
// solid, so boundary nodes lie on the surface itself.
#pragma once

#include "Offline/Progress.h"
#include "Offline/Tets/Mesh/BccCuts.h"
#include "Offline/Volume/Solid.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew::tets {

// A node whose distance to a cut is below this fraction of the edge is moved to it. The pair is the result of
// a search with random sides and cuts for the largest minimal angle. The bounds on the angles were found in
// that search and are not proven; they agree with those of Labelle and Shewchuk 2007 for a uniform grid.
inline constexpr double kAlphaLong = 0.28511, kAlphaShort = 0.3988;
inline constexpr double kMinDihedral = 10.78, kMaxDihedral = 164.74;  // degrees

struct StuffedMesh {
    TetMesh mesh;  // nodes along a Morton curve, tets by their first node: neighbours are near in memory
    BccGrid grid;
    double solidVolume = 0;     // m³, volume of the inside
    std::vector<Vec3d> opened;  // grid nodes that were removed to keep narrow gaps open
};

// `spacing` is the long edge of the grid in metres. Meshes everything that is inside, connected or not; the
// mesh is empty if no grid node is inside. `gaps` keeps gaps open that the grid does not resolve (Gaps.h).
StuffedMesh stuff(const Solid& solid, double spacing, const Jobs& jobs = {},
                  const ProgressCallback& progress = {}, bool gaps = true);

// The last step of stuff(): the tetrahedra for given cuts.
StuffedMesh tetsOf(const BccGrid& grid, const BccCuts& cuts, const Jobs& jobs = {});

// The volume by counting the nodes inside; each represents half a cell.
double solidVolume(const BccGrid& grid, std::span<const BccSide> sides);

// The spacing that gives about `tets` tetrahedra for a body of this volume and surface area.
double spacingFor(double tets, double volume, double area);

}  // namespace sinew::tets
