#include "Offline/Lattice/Cells/TricubicSkin.h"

#include <algorithm>
#include <cmath>

#include "Offline/Lattice/Cells/CellsOfNodes.h"
#include "Offline/Lattice/Cells/FleshCells.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kSkinPointsPerRange = 256;

// A sum of nodes with weights. Flesh that is in many pieces around a vertex can give it more nodes than there
// is room for.
struct Row {
    std::array<std::uint32_t, TricubicSkin::kMaxNodes> nodes{};
    std::array<double, TricubicSkin::kMaxNodes> weights{};
    std::size_t count = 0;
    bool isOverfull = false;

    void add(std::uint32_t node, double weight) {
        const auto end = nodes.begin() + static_cast<std::ptrdiff_t>(count);
        const auto at = static_cast<std::size_t>(std::find(nodes.begin(), end, node) - nodes.begin());
        if (at == TricubicSkin::kMaxNodes) {
            isOverfull = true;
            return;
        }
        if (at == count) {
            nodes[count] = node;
            weights[count++] = 0;
        }
        weights[at] += weight;
    }
};

// What the values ([0]) and slopes ([1]) at 0 and at 1 count for at t: cubic between them, straight beyond.
using Basis = std::array<std::array<double, 2>, 2>;
Basis hermite(double t) {
    const double s = std::clamp(t, 0.0, 1.0), beyond = t - s;
    const double rise = s * s * (3 - 2 * s), slope = 6 * s * (1 - s) * beyond;
    return {{{1 - rise - slope, rise + slope},
             {s * (1 - s) * (1 - s) + (1 - s) * (1 - 3 * s) * beyond,
              s * s * (s - 1) + s * (3 * s - 2) * beyond}}};
}

class Binder {
  public:
    explicit Binder(const Cells& cells) : cells_(cells), around_(cells) {}

    Row tricubic(std::uint32_t cell, Vec3d place) const {
        const Basis x = hermite(place.x), y = hermite(place.y), z = hermite(place.z);
        std::array<std::array<Row, 2>, 2> alongX;  // by whether slopes along y and z are still to be taken
        for (std::size_t corner = 0; corner < 8; ++corner) {
            const std::uint32_t node = cells_.nodesOfCell[cell][corner];
            const std::size_t i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
            for (std::size_t b = 0; b < 2; ++b) {
                for (std::size_t c = 0; c < 2; ++c) {
                    alongX[b][c].add(node, x[0][i] * y[b][j] * z[c][k]);
                    addSlope(alongX[b][c], node, 0, x[1][i] * y[b][j] * z[c][k]);
                }
            }
        }
        std::array<Row, 2> alongY = alongX[0];
        for (std::size_t c = 0; c < 2; ++c) addSlopes(alongY[c], alongX[1][c], 1);
        addSlopes(alongY[0], alongY[1], 2);
        return alongY[0];
    }

    // The same without slopes of slopes, for which half of the nodes do: as smooth, but less exact.
    Row cubic(std::uint32_t cell, Vec3d place) const {
        const Basis x = hermite(place.x), y = hermite(place.y), z = hermite(place.z);
        Row row;
        for (std::size_t corner = 0; corner < 8; ++corner) {
            const std::uint32_t node = cells_.nodesOfCell[cell][corner];
            const std::size_t i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
            row.add(node, x[0][i] * y[0][j] * z[0][k]);
            addSlope(row, node, 0, x[1][i] * y[0][j] * z[0][k]);
            addSlope(row, node, 1, x[0][i] * y[1][j] * z[0][k]);
            addSlope(row, node, 2, x[0][i] * y[0][j] * z[1][k]);
        }
        return row;
    }

    Row trilinear(std::uint32_t cell, Vec3d place) const {
        Row row;
        const std::array<float, 8> weights = trilinearWeights(place);
        for (std::size_t corner = 0; corner < 8; ++corner) {
            row.add(cells_.nodesOfCell[cell][corner], static_cast<double>(weights[corner]));
        }
        return row;
    }

    // The smoothest that there is room for.
    Row smoothest(std::uint32_t cell, Vec3d place) const {
        Row row = tricubic(cell, place);
        if (row.isOverfull) row = cubic(cell, place);
        return row.isOverfull ? trilinear(cell, place) : row;
    }

  private:
    // The different nodes on one side of a node; there are several where flesh branches.
    struct Side {
        std::array<std::uint32_t, 16> nodes{};
        std::size_t count = 0;

        void add(std::uint32_t node) {
            const auto end = nodes.begin() + static_cast<std::ptrdiff_t>(count);
            if (count < nodes.size() && std::find(nodes.begin(), end, node) == end) nodes[count++] = node;
        }
    };

    static void addMean(Row& row, const Side& side, double weight) {
        for (std::size_t i = 0; i < side.count; ++i) {
            row.add(side.nodes[i], weight / static_cast<double>(side.count));
        }
    }

    // Per cell: central, and one-sided where flesh ends.
    void addSlope(Row& row, std::uint32_t node, std::uint32_t axis, double weight) const {
        Side below, above;
        for (const CellsOfNodes::Use& use : around_.of(node)) {
            const std::uint32_t across = cells_.nodesOfCell[use.cell][use.corner ^ (1u << axis)];
            ((use.corner >> axis & 1) != 0 ? below : above).add(across);
        }
        if (below.count > 0 && above.count > 0) weight /= 2;
        if (above.count > 0) {
            addMean(row, above, weight);
        } else {
            row.add(node, weight);
        }
        if (below.count > 0) {
            addMean(row, below, -weight);
        } else {
            row.add(node, -weight);
        }
    }

    void addSlopes(Row& into, const Row& of, std::uint32_t axis) const {
        for (std::size_t i = 0; i < of.count; ++i) addSlope(into, of.nodes[i], axis, of.weights[i]);
        into.isOverfull = into.isOverfull || of.isOverfull;
    }

    const Cells& cells_;
    CellsOfNodes around_;
};

// One range of vertices.
struct Bound {
    std::vector<std::uint32_t> counts, nodes;
    std::vector<float> weights;

    // What rounding takes from the sum goes to the smallest weight, which has the most digits for it.
    void add(const Row& row) {
        std::size_t smallest = weights.size();
        double missing = 1;
        std::uint32_t count = 0;
        for (std::size_t i = 0; i < row.count; ++i) {
            const auto weight = static_cast<float>(row.weights[i]);
            if (weight == 0) continue;
            missing -= static_cast<double>(weight);
            ++count;
            nodes.push_back(row.nodes[i]);
            weights.push_back(weight);
            if (std::abs(weight) < std::abs(weights[smallest])) smallest = weights.size() - 1;
        }
        weights[smallest] = static_cast<float>(static_cast<double>(weights[smallest]) + missing);
        counts.push_back(count);
    }
};

}  // namespace

TricubicSkin bindSkin(const FleshCells& flesh, std::span<const Vec3d> points, std::span<const Vec3d> normals,
                      const Jobs& jobs) {
    const Cells& cells = flesh.cells();
    const Binder binder(cells);
    const std::vector<FleshCells::Found> found = flesh.find(points, normals, jobs);
    const auto count = static_cast<std::uint32_t>(points.size());
    std::vector<Bound> ranges(count / kSkinPointsPerRange + 1);
    parallelForRanges(jobs, count, kSkinPointsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t v = begin; v < end; ++v) {
            const std::uint32_t cell = found[v].point.cell;
            const Vec3d place = (points[v] - cells.position(cells.cells[cell].place)) / cells.width;
            ranges[begin / kSkinPointsPerRange].add(binder.smoothest(cell, place));
        }
    });
    TricubicSkin skin;
    skin.firstOfVertex.push_back(0);
    for (const Bound& range : ranges) {
        for (const std::uint32_t n : range.counts)
            skin.firstOfVertex.push_back(skin.firstOfVertex.back() + n);
        skin.nodes.insert(skin.nodes.end(), range.nodes.begin(), range.nodes.end());
        skin.weights.insert(skin.weights.end(), range.weights.begin(), range.weights.end());
    }
    for (const FleshCells::Found& vertex : found) {
        skin.cellOfVertex.push_back(vertex.point.cell);
        skin.outside.push_back(vertex.distance);
    }
    return skin;
}

void boundPositions(const TricubicSkin& skin, std::span<const Vec3d> nodes, std::span<Vec3d> positions,
                    const Jobs& jobs) {
    parallelForRanges(
        jobs, skin.vertexCount(), kSkinPointsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t v = begin; v < end; ++v) {
                Vec3d sum;
                for (std::uint32_t i = skin.firstOfVertex[v]; i < skin.firstOfVertex[v + 1]; ++i) {
                    sum += nodes[skin.nodes[i]] * static_cast<double>(skin.weights[i]);
                }
                positions[v] = sum;
            }
        });
}

std::vector<Vec3d> boundPositions(const TricubicSkin& skin, std::span<const Vec3d> nodes, const Jobs& jobs) {
    std::vector<Vec3d> positions(skin.vertexCount());
    boundPositions(skin, nodes, positions, jobs);
    return positions;
}

}  // namespace sinew::lattice
