#include "Offline/Volume/Gaps.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr std::uint32_t kGrain = 64;

struct Bridge {
    std::uint32_t a, b;
};

// Cells that a triangle's box touches, where alone edges can be crossed. An edge may belong to the cell next
// to the one that its crossing lies in.
std::vector<std::uint32_t> touchedCells(const TriangleMesh& mesh, const Lattice& lattice) {
    std::vector<bool> touched(lattice.cellCount(), false);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        const Box box = boxOf(mesh.points(t));
        Lattice::Place low{}, high{};
        for (std::size_t a = 0; a < 3; ++a) {
            const int axis = static_cast<int>(a);
            const double from = (box.low[axis] - lattice.origin[axis]) / lattice.spacing,
                         to = (box.high[axis] - lattice.origin[axis]) / lattice.spacing;
            low[a] = static_cast<std::int32_t>(std::floor(from - 0.5));
            high[a] = static_cast<std::int32_t>(std::floor(to + 0.5));
        }
        for (std::int32_t k = low[2]; k <= high[2]; ++k) {
            for (std::int32_t j = low[1]; j <= high[1]; ++j) {
                for (std::int32_t i = low[0]; i <= high[0]; ++i) touched[lattice.cellAt(i, j, k)] = true;
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

std::vector<std::uint32_t> openGaps(const Solid& solid, const Lattice& lattice,
                                    std::vector<LatticeSide>& sides, const Jobs& jobs) {
    const std::vector<std::uint32_t> cells = touchedCells(solid.mesh(), lattice);
    const auto count = static_cast<std::uint32_t>(cells.size());
    std::vector<std::vector<Bridge>> found((count + kGrain - 1) / kGrain);
    parallelForRanges(jobs, count, kGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t c = begin; c < end; ++c) {
            for (const LatticeEdge& edge : latticeEdges()) {
                const std::uint32_t from = 2 * cells[c] + (edge.fromCentre ? 1 : 0);
                if (sides[from] != LatticeSide::Inside) continue;
                const std::uint32_t to = lattice.nodeAt(lattice.placeOfNode(from) + edge.step);
                if (sides[to] != LatticeSide::Inside) continue;
                if (solid.crossesGap(lattice.positionOfNode(from), lattice.positionOfNode(to))) {
                    found[begin / kGrain].push_back({from, to});
                }
            }
        }
    });
    std::vector<std::uint32_t> taken;
    for (const std::vector<Bridge>& bridges : found) {
        for (const auto& [a, b] : bridges) {
            if (sides[a] != LatticeSide::Inside || sides[b] != LatticeSide::Inside) continue;
            const double atA = solid.distance(lattice.positionOfNode(a));
            const std::uint32_t nearer = solid.distance(lattice.positionOfNode(b), atA) < atA ? b : a;
            sides[nearer] = LatticeSide::Outside;
            taken.push_back(nearer);
        }
    }
    std::sort(taken.begin(), taken.end());
    return taken;
}

}  // namespace sinew
