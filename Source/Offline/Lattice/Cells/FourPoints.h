// Quadrature by four points, second order on any part of a cell (Patterson, Mitchell, Sifakis 2012, section
// 3.1): points and weights have the moments of the part up to second order.
#pragma once

#include <array>
#include <functional>

#include "Math/Vec3.h"

namespace sinew::lattice {

struct Moments;

struct FourPoints {
    std::array<Vec3d, 4> at{};       // from the middle of the cell, in half its width: −1 to 1 is inside
    std::array<double, 4> weight{};  // parts of the cell's volume, which sum to its coverage

    double volume() const { return weight[0] + weight[1] + weight[2] + weight[3]; }
};

// Of a full cell: every other one of the eight points of Gauss. They have its symmetries but for mirroring,
// and integrate |F|² exactly, which the paper's choice of four does not.
FourPoints pointsOfFullCell();

// Points within the cell, and within the flesh where a few tries find such: `isFlesh` is asked in the units
// of FourPoints. They have equal weights if possible, as it is for all convex parts. Where no four points
// within the cell have its second moments, which needs flesh at far sides of a cell with little between, the
// points are drawn together until they fit.
FourPoints pointsFor(const Moments& flesh, const std::function<bool(Vec3d)>& isFlesh);

// What pointsFor() has matched.
Moments momentsOf(const FourPoints& points);

}  // namespace sinew::lattice
