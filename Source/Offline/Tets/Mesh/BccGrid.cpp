#include "Offline/Tets/Mesh/BccGrid.h"

#include <cmath>
#include <string>

#include "Offline/Character/Finding.h"
#include "Offline/Error.h"

namespace sinew::tets {

namespace {

constexpr double kMaxCells = 64e6;

std::array<BccEdge, BccGrid::kEdgesPerCell> makeEdges() {
    std::array<BccEdge, BccGrid::kEdgesPerCell> edges{};
    std::size_t n = 0;
    for (const bool centre : {false, true}) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            BccGrid::Place step{};
            step[axis] = 4;
            edges[n++] = {centre, step, true};
        }
    }
    for (int corner = 0; corner < 8; ++corner) {
        edges[n++] = {false,
                      {(corner & 1) != 0 ? 2 : -2, (corner & 2) != 0 ? 2 : -2, (corner & 4) != 0 ? 2 : -2},
                      false};
    }
    return edges;
}

std::array<std::array<BccGrid::Place, 4>, 12> makeTets() {
    std::array<std::array<BccGrid::Place, 4>, 12> tets{};
    std::size_t n = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        BccGrid::Place end{};
        end[axis] = 4;
        // The four centres around the long edge, in turn.
        constexpr int kAround[4][2] = {{2, 2}, {-2, 2}, {-2, -2}, {2, -2}};
        for (std::size_t i = 0; i < 4; ++i) {
            std::array<BccGrid::Place, 2> centres{};
            for (std::size_t c = 0; c < 2; ++c) {
                centres[c][axis] = 2;
                centres[c][(axis + 1) % 3] = kAround[(i + c) % 4][0];
                centres[c][(axis + 2) % 3] = kAround[(i + c) % 4][1];
            }
            tets[n++] = {BccGrid::Place{}, end, centres[0], centres[1]};
        }
    }
    return tets;
}

}  // namespace

BccGrid gridAround(const Box& box, double spacing) {
    // Irrational parts of a cell.
    constexpr Vec3d kOffset{0.38196601, 0.27639320, 0.58578644};
    BccGrid grid;
    grid.spacing = spacing;
    grid.origin = box.low - (kOffset + Vec3d{2, 2, 2}) * spacing;
    double cells = 1;
    std::array<double, 3> counts{};
    for (int axis = 0; axis < 3; ++axis) {
        counts[axis] = std::ceil((box.high[axis] - grid.origin[axis]) / spacing) + 3;
        cells *= counts[axis];
    }
    if (!(cells <= kMaxCells)) {
        throw Error(ErrorKind::Budget,
                    "an edge length of " + rounded(spacing) + " m is too small for a body of " +
                        rounded(length(extent(box))) + " m: the grid would have " + rounded(cells / 1e6) +
                        " million cells",
                    "Use a larger edge length, or a smaller number of tetrahedra.");
    }
    for (std::size_t axis = 0; axis < 3; ++axis) grid.cells[axis] = static_cast<std::int32_t>(counts[axis]);
    return grid;
}

const std::array<BccEdge, BccGrid::kEdgesPerCell>& latticeEdges() {
    static const auto kEdges = makeEdges();
    return kEdges;
}

EdgeName edgeAt(const BccGrid& grid, BccGrid::Place middle) {
    if (middle[0] % 2 != 0) {
        // A short edge: the corner node is the neighbour whose coordinates are all multiples of 4.
        BccGrid::Place cell{};
        std::uint32_t corner = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const bool above = middle[axis] % 4 == 1;
            cell[axis] = (middle[axis] + (above ? -1 : 1)) / 4;
            if (above) corner |= 1u << axis;
        }
        return {grid.cellAt(cell[0], cell[1], cell[2]), 6 + corner};
    }
    // A long edge: one coordinate stands between nodes, the other two are on them.
    const int twos =
        (middle[0] % 4 == 2 ? 1 : 0) + (middle[1] % 4 == 2 ? 1 : 0) + (middle[2] % 4 == 2 ? 1 : 0);
    const bool centre = twos == 2;
    const int odd = centre ? 0 : 2;
    std::uint32_t axis = 0;
    while (middle[axis] % 4 != odd) ++axis;
    BccGrid::Place from = middle;
    from[axis] -= 2;
    return {grid.cellAt(from[0] / 4, from[1] / 4, from[2] / 4), (centre ? 3 : 0) + axis};
}

const std::array<std::array<BccGrid::Place, 4>, 12>& latticeTets() {
    static const auto kTets = makeTets();
    return kTets;
}

}  // namespace sinew::tets
