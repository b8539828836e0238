#include "Offline/Tets/Linear/Coarsening.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "Offline/Geometry/DisjointSets.h"

namespace sinew::tets {

namespace {

constexpr std::uint32_t kCorners = 8;
constexpr double kMinWeight = 1e-9;  // what rounding leaves of zero on a face shared with the next cell

struct Cell {
    std::array<std::int32_t, 3> at{};
    friend bool operator==(const Cell&, const Cell&) = default;
};

// A part of the body within one cell: nodes of the cell that are joined inside it.
struct Copies {
    std::vector<Cell> cell;
    std::vector<std::uint32_t> ofNode;
};

Copies splitCells(std::span<const Cell> cellOfNode, const Graph& graph) {
    DisjointSets sets(cellOfNode.size());
    for (std::uint32_t i = 0; i < graph.rows(); ++i) {
        for (const std::uint32_t j : graph.row(i)) {
            if (j < i && cellOfNode[i] == cellOfNode[j]) sets.join(i, j);
        }
    }
    Copies copies;
    copies.ofNode.resize(cellOfNode.size());
    for (std::uint32_t i = 0; i < cellOfNode.size(); ++i) {
        const std::uint32_t first = sets.find(i);
        if (first == i) {
            copies.ofNode[i] = static_cast<std::uint32_t>(copies.cell.size());
            copies.cell.push_back(cellOfNode[i]);
        } else {
            copies.ofNode[i] = copies.ofNode[first];
        }
    }
    return copies;
}

// Pairs of copies with an edge between them.
std::vector<std::pair<std::uint32_t, std::uint32_t>> joinedCopies(const Copies& copies, const Graph& graph) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t i = 0; i < graph.rows(); ++i) {
        for (const std::uint32_t j : graph.row(i)) {
            if (copies.ofNode[i] < copies.ofNode[j]) pairs.emplace_back(copies.ofNode[i], copies.ofNode[j]);
        }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

// The first node of the part that a node belongs to, where that part is small; kNone elsewhere. One coarse
// node, moving all of a small part alike, stands for it: with the corners of its cells coarsening would
// refine.
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

std::vector<std::uint32_t> specks(const Graph& graph) {
    constexpr std::uint32_t kSmall = 2 * kCorners;
    DisjointSets parts(graph.rows());
    for (std::uint32_t i = 0; i < graph.rows(); ++i) {
        for (const std::uint32_t j : graph.row(i)) {
            if (j < i) parts.join(i, j);
        }
    }
    std::vector<std::uint32_t> nodes(graph.rows(), 0), speck(graph.rows());
    for (std::uint32_t i = 0; i < graph.rows(); ++i) ++nodes[speck[i] = parts.find(i)];
    for (std::uint32_t& part : speck) part = nodes[part] < kSmall ? part : kNone;
    return speck;
}

// Corners of joined copies that lie at the same place are one coarse node.
DisjointSets mergedCorners(const Copies& copies, const Graph& graph) {
    DisjointSets sets(copies.cell.size() * kCorners);
    for (const auto& [a, b] : joinedCopies(copies, graph)) {
        for (std::uint32_t corner = 0; corner < kCorners; ++corner) {
            std::uint32_t other = 0;
            bool shared = true;
            for (unsigned axis = 0; axis < 3; ++axis) {
                const std::int32_t at = copies.cell[a].at[axis] +
                                        static_cast<std::int32_t>(corner >> axis & 1U) -
                                        copies.cell[b].at[axis];
                shared = shared && (at == 0 || at == 1);
                other |= static_cast<std::uint32_t>(at == 1) << axis;
            }
            if (shared) sets.join(a * kCorners + corner, b * kCorners + other);
        }
    }
    return sets;
}

Cell cellAt(Vec3d p) {
    return {{static_cast<std::int32_t>(std::floor(p.x)), static_cast<std::int32_t>(std::floor(p.y)),
             static_cast<std::int32_t>(std::floor(p.z))}};
}

double cornerWeight(Vec3d p, const Cell& cell, std::uint32_t corner) {
    double weight = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const double t = p[axis] - cell.at[static_cast<std::size_t>(axis)];
        weight *= (corner >> axis & 1U) != 0 ? t : 1 - t;
    }
    return weight;
}

Vec3d cornerPosition(const Cell& cell, std::uint32_t corner) {
    return {cell.at[0] + static_cast<double>(corner & 1U), cell.at[1] + static_cast<double>(corner >> 1 & 1U),
            cell.at[2] + static_cast<double>(corner >> 2 & 1U)};
}

}  // namespace

Prolongation coarsen(std::span<const Vec3d> positions, const Graph& graph, Vec3d origin, double cell) {
    std::vector<Vec3d> inCells(positions.size());
    std::vector<Cell> cellOfNode(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        inCells[i] = (positions[i] - origin) / cell;
        cellOfNode[i] = cellAt(inCells[i]);
    }
    const Copies copies = splitCells(cellOfNode, graph);
    DisjointSets corners = mergedCorners(copies, graph);
    const std::vector<std::uint32_t> speckOf = specks(graph);

    Prolongation p;
    std::vector<std::uint32_t> coarseOf(copies.cell.size() * kCorners, kNone),
        coarseOfSpeck(positions.size(), kNone);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const bool small = speckOf[i] != kNone;
        for (std::uint32_t corner = 0; corner < (small ? 1 : kCorners); ++corner) {
            const double weight = small ? 1 : cornerWeight(inCells[i], cellOfNode[i], corner);
            if (weight < kMinWeight) continue;
            std::uint32_t& coarse = small ? coarseOfSpeck[speckOf[i]]
                                          : coarseOf[corners.find(copies.ofNode[i] * kCorners + corner)];
            if (coarse == kNone) {
                coarse = p.columns();
                p.coarsePositions.push_back(origin + cornerPosition(cellOfNode[i], corner) * cell);
            }
            p.node.push_back(coarse);
            p.weight.push_back(static_cast<float>(weight));
        }
        p.rowStart.push_back(static_cast<std::uint32_t>(p.node.size()));
    }
    return p;
}

}  // namespace sinew::tets
