#include "Offline/Tets/Mesh/Gaps.h"

#include <algorithm>
#include <cmath>

namespace sinew::tets {

namespace {

constexpr std::uint32_t kGapsPerRange = 64;

struct Bridge {
    std::uint32_t a, b;
};

// Cells that a triangle's box touches, where alone edges can be crossed. An edge may belong to the cell next
// to the one that its crossing lies in.
std::vector<std::uint32_t> touchedCells(const TriangleMesh& mesh, const BccGrid& grid) {
    std::vector<bool> touched(grid.cellCount(), false);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const Box box = boxOf(mesh.points(t));
        BccGrid::Place low{}, high{};
        for (std::size_t a = 0; a < 3; ++a) {
            const int axis = static_cast<int>(a);
            const double from = (box.low[axis] - grid.origin[axis]) / grid.spacing,
                         to = (box.high[axis] - grid.origin[axis]) / grid.spacing;
            low[a] = static_cast<std::int32_t>(std::floor(from - 0.5));
            high[a] = static_cast<std::int32_t>(std::floor(to + 0.5));
        }
        for (std::int32_t k = low[2]; k <= high[2]; ++k) {
            for (std::int32_t j = low[1]; j <= high[1]; ++j) {
                for (std::int32_t i = low[0]; i <= high[0]; ++i) touched[grid.cellAt(i, j, k)] = true;
            }
        }
    }
    std::vector<std::uint32_t> cells;
    for (std::uint32_t c = 0; c < touched.size(); ++c) {
        if (touched[c]) cells.push_back(c);
    }
    return cells;
}

}  // namespace

std::vector<std::uint32_t> openGaps(const Solid& solid, const BccGrid& grid, std::vector<BccSide>& sides,
                                    const Jobs& jobs) {
    const std::vector<std::uint32_t> cells = touchedCells(solid.mesh(), grid);
    const auto count = static_cast<std::uint32_t>(cells.size());
    std::vector<std::vector<Bridge>> found((count + kGapsPerRange - 1) / kGapsPerRange);
    parallelForRanges(jobs, count, kGapsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t c = begin; c < end; ++c) {
            for (const BccEdge& edge : latticeEdges()) {
                const std::uint32_t from = 2 * cells[c] + (edge.fromCentre ? 1 : 0);
                if (sides[from] != BccSide::Inside) continue;
                const std::uint32_t to = grid.nodeAt(grid.placeOfNode(from) + edge.step);
                if (sides[to] != BccSide::Inside) continue;
                if (solid.crossesGap(grid.positionOfNode(from), grid.positionOfNode(to))) {
                    found[begin / kGapsPerRange].push_back({from, to});
                }
            }
        }
    });
    std::vector<std::uint32_t> taken;
    for (const std::vector<Bridge>& bridges : found) {
        for (const auto& [a, b] : bridges) {
            if (sides[a] != BccSide::Inside || sides[b] != BccSide::Inside) continue;
            const double atA = solid.distance(grid.positionOfNode(a));
            const std::uint32_t nearer = solid.distance(grid.positionOfNode(b), atA) < atA ? b : a;
            sides[nearer] = BccSide::Outside;
            taken.push_back(nearer);
        }
    }
    std::sort(taken.begin(), taken.end());
    return taken;
}

}  // namespace sinew::tets
