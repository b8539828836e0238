// A material point of the lattice: a cell and how much each of its corners has to say.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include "Offline/Lattice/Cells/Cells.h"

namespace sinew::lattice {

// The weights are trilinear: they sum to one and reproduce linear fields, also where the place lies outside
// its cell and some of them are negative.
struct CellPoint {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t cell = kNone;
    std::array<float, 8> weights{};

    bool isThere() const { return cell != kNone; }
};

// Of `place` in a cell, where 0 to 1 are inside.
std::array<float, 8> trilinearWeights(Vec3d place);
// The place that weights belong to.
Vec3d placeOf(const std::array<float, 8>& weights);
// The same material point in the cell of double width that `point.cell` is a part of.
CellPoint coarsened(const CellPoint& point, const Cells& fine, std::span<const std::uint32_t> parents);
// Where nodes take a point.
Vec3d positionOf(const CellPoint& point, const Cells& cells, std::span<const Vec3d> x);

}  // namespace sinew::lattice
