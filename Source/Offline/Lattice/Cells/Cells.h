// Flesh in the cells of a cubic grid. If a cell contains pieces of flesh that are not connected (two fingers,
// upper and lower lip), it is duplicated, one copy per piece with its own nodes, so that neighbouring parts
// move independently.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "Math/Vec3.h"
#include "Offline/Lattice/Cells/FourPoints.h"

namespace sinew::lattice {

struct Cells {
    using Place = std::array<std::int32_t, 3>;
    using Corners =
        std::array<std::uint32_t, 8>;  // corner i is at the cell's place + (i & 1, i >> 1 & 1, i >> 2)

    struct Cell {
        Place place{};
        float coverage = 1;  // fraction of the cell that is flesh, 0 to 1
    };
    // Flesh is connected between cell `lower` and cell `upper`, its neighbour along `axis`.
    struct Link {
        std::uint32_t lower = 0, upper = 0, axis = 0;
        friend bool operator==(const Link&, const Link&) = default;
        // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the comparison with zero for a pointer
        friend auto operator<=>(const Link&, const Link&) = default;
    };

    Vec3d origin;      // position of the corner of place (0, 0, 0)
    double width = 1;  // metres
    std::vector<Cell> cells;
    // Per cell: where its energy is evaluated. Empty for one point in the middle, as if flesh were spread
    // evenly.
    std::vector<FourPoints> points;
    std::vector<Link> links;
    // Follows from the links: two corners are the same node if links connect them.
    std::vector<Corners> nodesOfCell;
    std::vector<Place> placeOfNode;

    std::uint32_t cellCount() const { return static_cast<std::uint32_t>(cells.size()); }
    std::uint32_t nodeCount() const { return static_cast<std::uint32_t>(placeOfNode.size()); }
    Vec3d position(Place place) const {
        return origin + Vec3d{double(place[0]), double(place[1]), double(place[2])} * width;
    }
    Vec3d nodePosition(std::uint32_t node) const { return position(placeOfNode[node]); }
};

inline Cells::Place cornerPlace(Cells::Place cell, std::uint32_t corner) {
    return {cell[0] + static_cast<std::int32_t>(corner & 1),
            cell[1] + static_cast<std::int32_t>(corner >> 1 & 1),
            cell[2] + static_cast<std::int32_t>(corner >> 2)};
}

// Sorts the cells into the order in which the solver visits them, so that neighbours are near each other in
// memory; removes duplicate links; numbers the nodes. If `order` is given, it receives the old index of every
// cell.
void arrange(Cells& cells, std::vector<std::uint32_t>* order = nullptr);

// Cells of double width, one for each connected piece of flesh. `parents` receives the coarse cell of each
// fine cell.
Cells coarsened(const Cells& fine, std::vector<std::uint32_t>& parents);

// A solid box of cells, for tests and benchmarks. It has no points.
Cells boxOfCells(Cells::Place size, double width, Vec3d origin = {});

}  // namespace sinew::lattice
