// A material point of the lattice: a cell and the weights of its eight corners.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include "Offline/Lattice/Cells/Cells.h"

namespace sinew::lattice {

// The weights are trilinear: they sum to 1 and reproduce linear fields. If the point lies outside its cell,
// some of them are negative.
struct CellPoint {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t cell = kNone;
    std::array<float, 8> weights{};

    bool isThere() const { return cell != kNone; }
};

// The weights of `place`, which is relative to a cell: 0 to 1 is inside.
std::array<float, 8> trilinearWeights(Vec3d place);
// The inverse of trilinearWeights().
Vec3d placeOf(const std::array<float, 8>& weights);
// The same material point in the cell of double width that `point.cell` is a part of.
CellPoint coarsened(const CellPoint& point, const Cells& fine, std::span<const std::uint32_t> parents);
// The position of a point for the node positions x.
Vec3d positionOf(const CellPoint& point, const Cells& cells, std::span<const Vec3d> x);

}  // namespace sinew::lattice
