#include "Offline/Tets/Mesh/BccCuts.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sinew::tets {

namespace {

constexpr std::int32_t kBlock = 8;       // cells along a block's side; a power of two
constexpr std::uint32_t kCutGrain = 32;  // cells
constexpr std::uint32_t kBatch = 256;    // tasks between two reports

// A cube of cells, halved until it is clear of the surface or a single cell.
class SideFiller {
  public:
    SideFiller(const Solid& solid, const BccGrid& grid, std::vector<BccSide>& sides)
        : solid_(solid), grid_(grid), sides_(sides) {}

    void fill(BccGrid::Place low, std::int32_t size) const {
        BccGrid::Place high{};
        for (std::size_t a = 0; a < 3; ++a) {
            high[a] = std::min(low[a] + size, grid_.cells[a]);
            if (low[a] >= high[a]) return;
        }
        if (size == 1) {
            for (const std::uint32_t kind : {0u, 1u}) {
                const std::uint32_t node = 2 * grid_.cellAt(low[0], low[1], low[2]) + kind;
                sides_[node] = sideOf(solid_.winding(grid_.positionOfNode(node)));
            }
            return;
        }
        const Box box{grid_.position({4 * low[0], 4 * low[1], 4 * low[2]}),
                      grid_.position({4 * high[0], 4 * high[1], 4 * high[2]})};
        const double winding = solid_.winding(center(box));
        if (solid_.sameSide(box, winding)) {
            fillAll(low, high, sideOf(winding));
            return;
        }
        const std::int32_t half = size / 2;
        for (int octant = 0; octant < 8; ++octant) {
            fill({low[0] + ((octant & 1) != 0 ? half : 0), low[1] + ((octant & 2) != 0 ? half : 0),
                  low[2] + ((octant & 4) != 0 ? half : 0)},
                 half);
        }
    }

  private:
    static BccSide sideOf(double winding) {
        return winding > Solid::kThreshold ? BccSide::Inside : BccSide::Outside;
    }

    void fillAll(BccGrid::Place low, BccGrid::Place high, BccSide side) const {
        for (std::int32_t k = low[2]; k < high[2]; ++k) {
            for (std::int32_t j = low[1]; j < high[1]; ++j) {
                const std::uint32_t first = 2 * grid_.cellAt(low[0], j, k);
                std::fill_n(sides_.begin() + first, 2 * (high[0] - low[0]), side);
            }
        }
    }

    const Solid& solid_;
    const BccGrid& grid_;
    std::vector<BccSide>& sides_;
};

}  // namespace

std::vector<BccSide> gridSides(const Solid& solid, const BccGrid& grid, const Jobs& jobs,
                               const ProgressCallback& progress) {
    std::vector<BccSide> sides(std::size_t{2} * grid.cellCount(), BccSide::Outside);
    const SideFiller filler(solid, grid, sides);
    BccGrid::Place blocks{};
    for (std::size_t a = 0; a < 3; ++a) blocks[a] = (grid.cells[a] + kBlock - 1) / kBlock;
    parallelFor(jobs, static_cast<std::uint32_t>(blocks[0] * blocks[1] * blocks[2]), kBatch, progress,
                [&](std::uint32_t b) {
                    const auto n = static_cast<std::int32_t>(b);
                    filler.fill({n % blocks[0] * kBlock, n / blocks[0] % blocks[1] * kBlock,
                                 n / blocks[0] / blocks[1] * kBlock},
                                kBlock);
                });
    return sides;
}

BccCuts::BccCuts(const BccGrid& grid, std::vector<BccSide> sides, const Exit& exit, const Jobs& jobs,
                 const ProgressCallback& progress)
    : grid_(grid), sides_(std::move(sides)), activeOfCell_(grid.cellCount(), kNone) {
    findActiveCells();
    cuts_.resize(activeCells_.size());
    const auto tasks = static_cast<std::uint32_t>((activeCells_.size() + kCutGrain - 1) / kCutGrain);
    parallelFor(jobs, tasks, kBatch, progress, [&](std::uint32_t task) {
        const std::size_t end = std::min<std::size_t>(activeCells_.size(), std::size_t{task + 1} * kCutGrain);
        for (std::size_t i = std::size_t{task} * kCutGrain; i < end; ++i) findCuts(i, exit);
    });
}

// The outermost cells own edges that leave the grid; all of their nodes are outside.
void BccCuts::findActiveCells() {
    for (std::int32_t k = 1; k + 1 < grid_.cells[2]; ++k) {
        for (std::int32_t j = 1; j + 1 < grid_.cells[1]; ++j) {
            for (std::int32_t i = 1; i + 1 < grid_.cells[0]; ++i) {
                const std::uint32_t cell = grid_.cellAt(i, j, k);
                const auto& edges = latticeEdges();
                if (std::none_of(edges.begin(), edges.end(), [&](const BccEdge& edge) {
                        return isCut(startOf(cell, edge), endOf(cell, edge));
                    })) {
                    continue;
                }
                activeOfCell_[cell] = static_cast<std::uint32_t>(activeCells_.size());
                activeCells_.push_back(cell);
            }
        }
    }
}

void BccCuts::findCuts(std::size_t active, const Exit& exit) {
    for (std::uint32_t e = 0; e < BccGrid::kEdgesPerCell; ++e) {
        const std::uint32_t from = startOf(activeCells_[active], latticeEdges()[e]);
        const std::uint32_t to = endOf(activeCells_[active], latticeEdges()[e]);
        if (!isCut(from, to)) continue;
        const Vec3d a = grid_.positionOfNode(from), b = grid_.positionOfNode(to);
        cuts_[active][e] = sides_[from] == BccSide::Inside ? exit(a, b) : 1 - exit(b, a);
    }
}

BccGrid::Place BccCuts::placeOfEdgeStart(EdgeName name) const {
    return grid_.placeOfNode(2 * name.cell + (latticeEdges()[name.edge].fromCentre ? 1 : 0));
}

Vec3d BccCuts::cutPosition(EdgeName name) const {
    const BccGrid::Place from = placeOfEdgeStart(name);
    return lerp(grid_.position(from), grid_.position(from + latticeEdges()[name.edge].step),
                cuts_[activeOfCell_[name.cell]][name.edge]);
}

Vec3d BccCuts::position(BccGrid::Place place) const {
    const bool corner = place[0] % 4 == 0 && place[1] % 4 == 0 && place[2] % 4 == 0;
    const bool centre = place[0] % 4 == 2 && place[1] % 4 == 2 && place[2] % 4 == 2;
    if (!corner && !centre) return cutPosition(edgeAt(grid_, place));
    const std::uint32_t node = grid_.nodeAt(place);
    if (sides_[node] != BccSide::Surface) return grid_.position(place);
    const auto found =
        std::lower_bound(warped_.begin(), warped_.end(), node,
                         [](const WarpedNode& warped, std::uint32_t n) { return warped.node < n; });
    return found->position;
}

void BccCuts::warpNode(std::uint32_t node, double alphaLong, double alphaShort) {
    const BccGrid::Place here = grid_.placeOfNode(node);
    double nearest = std::numeric_limits<double>::infinity();
    EdgeName best{};
    const auto consider = [&](BccGrid::Place step, bool isLong) {
        if (!isCut(node, grid_.nodeAt(here + step))) return;
        const EdgeName name =
            edgeAt(grid_, {here[0] + step[0] / 2, here[1] + step[1] / 2, here[2] + step[2] / 2});
        const double cut = cuts_[activeOfCell_[name.cell]][name.edge];
        const double part = placeOfEdgeStart(name) == here ? cut : 1 - cut;
        const double distance = part * (isLong ? 1 : std::sqrt(0.75));
        if (part < (isLong ? alphaLong : alphaShort) && distance < nearest) {
            nearest = distance;
            best = name;
        }
    };
    for (const BccEdge& edge : latticeEdges()) {
        consider(edge.step, edge.isLong);
        if (edge.isLong && edge.fromCentre) consider(BccGrid::Place{} - edge.step, true);
    }
    if (nearest == std::numeric_limits<double>::infinity()) return;
    warped_.push_back({node, cutPosition(best)});
    sides_[node] = BccSide::Surface;
}

void BccCuts::warp(double alphaLong, double alphaShort) {
    std::vector<std::uint32_t> nodes;
    for (const std::uint32_t cell : activeCells_) {
        for (const BccEdge& edge : latticeEdges()) {
            const std::uint32_t from = startOf(cell, edge), to = endOf(cell, edge);
            if (isCut(from, to)) nodes.insert(nodes.end(), {from, to});
        }
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (const std::uint32_t node : nodes) warpNode(node, alphaLong, alphaShort);
}

}  // namespace sinew::tets
