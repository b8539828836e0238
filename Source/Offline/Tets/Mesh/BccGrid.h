// A body-centred cubic grid: two cubic grids, each with its nodes at the centres of the other's cells. All
// its tetrahedra have the same shape: two opposite long edges of one spacing, one in each grid, and four
// short edges of √3/2 spacings between the grids.
#pragma once

#include <array>
#include <cstdint>

#include "Offline/Geometry/Box.h"

namespace sinew::tets {

struct BccGrid {
    // In quarters of the spacing, so that the midpoint of every edge is an integer too. Nodes of the corner
    // grid are multiples of 4; nodes of the centre grid are 2 more in all three coordinates.
    using Place = std::array<std::int32_t, 3>;
    static constexpr std::uint32_t kEdgesPerCell = 14;

    Vec3d origin;
    double spacing = 1;
    Place cells{};  // along each axis; cell c owns corner node 2c and centre node 2c + 1

    std::uint32_t cellCount() const {
        return static_cast<std::uint32_t>(cells[0]) * static_cast<std::uint32_t>(cells[1]) *
               static_cast<std::uint32_t>(cells[2]);
    }
    std::uint32_t cellAt(std::int32_t i, std::int32_t j, std::int32_t k) const {
        return static_cast<std::uint32_t>((k * cells[1] + j) * cells[0] + i);
    }
    Place cellPlace(std::uint32_t cell) const {
        const auto nx = static_cast<std::uint32_t>(cells[0]), ny = static_cast<std::uint32_t>(cells[1]);
        return {static_cast<std::int32_t>(cell % nx), static_cast<std::int32_t>(cell / nx % ny),
                static_cast<std::int32_t>(cell / nx / ny)};
    }
    // The position of a node or of any place in quarters.
    Vec3d position(Place quarters) const {
        return origin + Vec3d{double(quarters[0]), double(quarters[1]), double(quarters[2])} * (spacing / 4);
    }
    Place placeOfNode(std::uint32_t node) const {
        const Place cell = cellPlace(node / 2);
        const auto half = static_cast<std::int32_t>(2 * (node % 2));
        return {4 * cell[0] + half, 4 * cell[1] + half, 4 * cell[2] + half};
    }
    std::uint32_t nodeAt(Place quarters) const {
        return 2 * cellAt(quarters[0] / 4, quarters[1] / 4, quarters[2] / 4) + (quarters[0] % 4 == 2 ? 1 : 0);
    }
    Vec3d positionOfNode(std::uint32_t node) const { return position(placeOfNode(node)); }
};

// A grid around `box` with two more cells on every side. Its origin is not at a round number, so that the
// faces of models that were made on a grid do not pass through nodes. Throws Error(Budget) if the grid would
// be too large.
BccGrid gridAround(const Box& box, double spacing);

inline BccGrid::Place operator+(BccGrid::Place a, BccGrid::Place b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline BccGrid::Place operator-(BccGrid::Place a, BccGrid::Place b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

// The 14 edges that a cell owns, from its corner or centre node to another node: first 3 long ones of the
// corner grid, then 3 of the centre grid, then 8 short ones.
struct BccEdge {
    bool fromCentre;
    BccGrid::Place step;  // in quarters
    bool isLong;
};
const std::array<BccEdge, BccGrid::kEdgesPerCell>& latticeEdges();

// The cell and number of the edge with this midpoint.
struct EdgeName {
    std::uint32_t cell, edge;
};
EdgeName edgeAt(const BccGrid& grid, BccGrid::Place middle);

// The twelve tetrahedra around the three long corner edges that a cell owns, as steps in quarters from its
// corner node; positively oriented.
const std::array<std::array<BccGrid::Place, 4>, 12>& latticeTets();

}  // namespace sinew::tets
