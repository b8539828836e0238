#include "Offline/Lattice/Cells/Cells.h"

#include <algorithm>
#include <numeric>

#include "Offline/Geometry/DisjointSets.h"

namespace sinew::lattice {

namespace {

using Place = Cells::Place;

constexpr int kBrickBits = 2;  // log₂ of the cells along a brick's side

// Bricks along a Morton curve, cells within a brick row by row.
std::uint64_t spread(std::uint64_t bits) {
    std::uint64_t spaced = 0;
    for (int b = 0; b < 21; ++b) spaced |= (bits >> b & 1) << (3 * b);
    return spaced;
}

std::uint64_t orderOf(Place place) {
    constexpr std::uint64_t kOffset = 1 << 20;  // places may be negative: the sum wraps round
    std::uint64_t brick = 0, within = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int32_t at = place[static_cast<std::size_t>(axis)];
        const std::uint64_t shifted = static_cast<std::uint64_t>(at) + kOffset;
        brick |= spread(shifted >> kBrickBits) << axis;
        within |= (shifted & 3) << (kBrickBits * axis);
    }
    return brick << (3 * kBrickBits) | within;
}

template <class T>
std::vector<T> reordered(const std::vector<T>& items, std::span<const std::uint32_t> order) {
    std::vector<T> result;
    for (std::size_t i = 0; i < items.size(); ++i) result.push_back(items[order[i]]);
    return result;
}

void sortCells(Cells& cells, std::vector<std::uint32_t>& order) {
    std::vector<std::uint64_t> keys;
    for (const Cells::Cell& cell : cells.cells) keys.push_back(orderOf(cell.place));
    order.resize(cells.cells.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
    cells.cells = reordered(cells.cells, order);
    cells.points = reordered(cells.points, order);
    std::vector<std::uint32_t> newNumber(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) newNumber[order[i]] = i;
    for (Cells::Link& link : cells.links) {
        link.lower = newNumber[link.lower];
        link.upper = newNumber[link.upper];
    }
    std::sort(cells.links.begin(), cells.links.end());
    cells.links.erase(std::unique(cells.links.begin(), cells.links.end()), cells.links.end());
}

void numberNodes(Cells& cells) {
    DisjointSets corners(8 * cells.cellCount());
    for (const Cells::Link& link : cells.links) {
        const std::uint32_t step = 1u << link.axis;
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            if ((corner & step) == 0) corners.join(8 * link.lower + corner + step, 8 * link.upper + corner);
        }
    }
    constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::vector<std::uint32_t> nodeOfSet(8 * cells.cells.size(), kNone);
    cells.nodesOfCell.resize(cells.cells.size());
    cells.placeOfNode.clear();
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            std::uint32_t& node = nodeOfSet[corners.find(8 * c + corner)];
            if (node == kNone) {
                node = cells.nodeCount();
                cells.placeOfNode.push_back(cornerPlace(cells.cells[c].place, corner));
            }
            cells.nodesOfCell[c][corner] = node;
        }
    }
}

Place halved(Place place) {
    return {place[0] >> 1, place[1] >> 1, place[2] >> 1};
}

}  // namespace

void arrange(Cells& cells, std::vector<std::uint32_t>* order) {
    std::vector<std::uint32_t> unused;
    sortCells(cells, order == nullptr ? unused : *order);
    numberNodes(cells);
}

Cells coarsened(const Cells& fine, std::vector<std::uint32_t>& parents) {
    DisjointSets pieces(fine.cellCount());
    const auto samePlace = [&](const Cells::Link& link) {
        return halved(fine.cells[link.lower].place) == halved(fine.cells[link.upper].place);
    };
    for (const Cells::Link& link : fine.links) {
        if (samePlace(link)) pieces.join(link.lower, link.upper);
    }
    Cells coarse;
    coarse.origin = fine.origin;
    coarse.width = 2 * fine.width;
    constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::vector<std::uint32_t> cellOfPiece(fine.cellCount(), kNone);
    parents.resize(fine.cellCount());
    for (std::uint32_t c = 0; c < fine.cellCount(); ++c) {
        std::uint32_t& cell = cellOfPiece[pieces.find(c)];
        if (cell == kNone) {
            cell = coarse.cellCount();
            coarse.cells.push_back({halved(fine.cells[c].place), 0});
        }
        coarse.cells[cell].coverage += fine.cells[c].coverage / 8;
        parents[c] = cell;
    }
    for (const Cells::Link& link : fine.links) {
        if (!samePlace(link)) coarse.links.push_back({parents[link.lower], parents[link.upper], link.axis});
    }
    std::vector<std::uint32_t> order;
    arrange(coarse, &order);
    std::vector<std::uint32_t> newNumber(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) newNumber[order[i]] = i;
    for (std::uint32_t& parent : parents) parent = newNumber[parent];
    return coarse;
}

Cells boxOfCells(Place size, double width, Vec3d origin) {
    Cells box;
    box.origin = origin;
    box.width = width;
    const std::array<std::int32_t, 3> steps{1, size[0], size[0] * size[1]};
    for (std::int32_t k = 0; k < size[2]; ++k) {
        for (std::int32_t j = 0; j < size[1]; ++j) {
            for (std::int32_t i = 0; i < size[0]; ++i) {
                const Place place{i, j, k};
                const std::uint32_t cell = box.cellCount();
                box.cells.push_back({place, 1});
                for (std::uint32_t axis = 0; axis < 3; ++axis) {
                    if (place[axis] == 0) continue;
                    box.links.push_back({cell - static_cast<std::uint32_t>(steps[axis]), cell, axis});
                }
            }
        }
    }
    arrange(box);
    return box;
}

}  // namespace sinew::lattice
