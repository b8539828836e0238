// Coarse lattices for the multilevel preconditioner. Values are interpolated trilinearly from the corners of
// cubic cells to the nodes inside. Parts that are near each other but not connected (fingers, thighs) get
// separate copies of a cell, so that the coarse spaces can move them apart.
#pragma once

#include <span>

#include "Math/Vec3.h"
#include "Offline/Tets/Linear/Graph.h"

namespace sinew::tets {

// Fine value = Σ weight · coarse value, row by row.
struct Prolongation {
    std::vector<std::uint32_t> rowStart{0};  // fine nodes + 1 entries
    std::vector<std::uint32_t> node;         // index of a coarse node
    std::vector<float> weight;
    std::vector<Vec3d> coarsePositions;

    std::uint32_t rows() const { return static_cast<std::uint32_t>(rowStart.size() - 1); }
    std::uint32_t columns() const { return static_cast<std::uint32_t>(coarsePositions.size()); }
};

// The cells have the width `cell` and start at `origin`, which is below all positions. `graph` has the
// connections between nodes.
Prolongation coarsen(std::span<const Vec3d> positions, const Graph& graph, Vec3d origin, double cell);

}  // namespace sinew::tets
