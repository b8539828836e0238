// How much flesh a cell has and where in the cell it is.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "Math/Mat3.h"
#include "Offline/Geometry/TriangleMesh.h"
#include "Offline/Lattice/Cells/SubVoxels.h"

namespace sinew::lattice {

// Integrals over a part of the unit cube: of 1, X and X Xᵀ.
struct Moments {
    double volume = 0;
    Vec3d first;
    Mat3d second;

    friend Moments operator+(const Moments& a, const Moments& b) {
        return {a.volume + b.volume, a.first + b.first, a.second + b.second};
    }
    friend Moments operator*(const Moments& a, double s) { return {a.volume * s, a.first * s, a.second * s}; }
};

Moments momentsOfBox(Vec3d low, Vec3d high);
Moments momentsOfSubVoxels(SubMask mask);

// The flesh within the unit cube, exact but for rounding, where `surface` bounds it: triangles that are
// counter-clockwise seen from outside, in units of the cube, among them all that meet it. `estimate` is about
// its volume and decides between full and empty if no triangle does. Returns nothing if the triangles bound
// nothing within the cube: surfaces with holes, and shells that overlap.
std::optional<Moments> momentsWithin(std::span<const TrianglePoints> surface, double estimate);

}  // namespace sinew::lattice
