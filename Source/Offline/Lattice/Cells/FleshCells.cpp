#include "Offline/Lattice/Cells/FleshCells.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "Offline/Error.h"
#include "Offline/Geometry/DisjointSets.h"
#include "Offline/Geometry/Measure.h"

namespace sinew::lattice {

namespace {

using Place = Cells::Place;

constexpr std::uint32_t kNone = 0xFFFFFFFFu;
constexpr std::uint32_t kGrain = 4096;  // places
constexpr double kCountTolerance = 0.05;
constexpr int kMaxTries = 5;
constexpr double kMaxChange = 2;  // of the width, from one try to the next

struct Piece {
    std::uint32_t place;
    SubMask mask;
};

float coverageOf(SubMask mask) {
    return static_cast<float>(std::popcount(mask)) / 64;
}

}  // namespace

FleshCells::FleshCells(const Solid& solid, double width, const Jobs& jobs, const ProgressCallback& progress)
    : solid_(&solid) {
    if (!(width > 0)) throw Error(ErrorKind::Usage, "a cell has no width", "Set one above zero.");
    if (solid.isEmpty()) return;
    grid_ = gridAround(solid.box(), width);
    cells_.origin = grid_.origin;
    cells_.width = width;
    const SubVoxels sampled = sampleSolid(solid, grid_, jobs, part(progress, 0, 0.8));
    addCells(sampled, jobs);
    report(progress, 0.9);
    arrangeAll();
    index();
    report(progress, 1);
}

void FleshCells::addCells(const SubVoxels& sampled, const Jobs& jobs) {
    const auto places = static_cast<std::uint32_t>(sampled.inside.size());
    std::vector<std::vector<Piece>> found(places / kGrain + 1);
    parallelForRanges(jobs, places, kGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t p = begin; p < end; ++p) {
            const SubMask inside = sampled.inside[p];
            if (inside == 0) continue;
            const std::array<SubMask, 3> cuts{sampled.cutsAt(p, 0), sampled.cutsAt(p, 1),
                                              sampled.cutsAt(p, 2)};
            for (const SubMask piece : connectedPieces(inside, cuts))
                found[begin / kGrain].push_back({p, piece});
        }
    });
    std::vector<std::uint32_t> firstAt(places, kNone);
    for (const std::vector<Piece>& list : found) {
        for (const auto& [place, mask] : list) {
            cells_.cells.push_back({grid_.placeOf(place), coverageOf(mask)});
            masks_.push_back(mask);
            const std::uint32_t cell = cells_.cellCount() - 1;
            if (coverageOf(mask) < kLeastCoverage) {
                crumbs_.push_back(middle(cell));
                cells_.cells.pop_back();
                masks_.pop_back();
            } else if (firstAt[place] == kNone) {
                firstAt[place] = cell;
            }
        }
    }
    addLinks(sampled, firstAt);
}

void FleshCells::addLinks(const SubVoxels& sampled, const std::vector<std::uint32_t>& firstAt) {
    for (std::uint32_t lower = 0; lower < cells_.cellCount(); ++lower) {
        const Place place = cells_.cells[lower].place;
        for (std::uint32_t axis = 0; axis < 3; ++axis) {
            const SubMask onFace = masks_[lower] & kHighFace[axis];
            if (onFace == 0) continue;
            const SubMask open = onFace & ~sampled.cutsAt(grid_.numberOf(place), axis);
            Place next = place;
            ++next[axis];
            for (std::uint32_t upper = firstAt[grid_.numberOf(next)];
                 upper < cells_.cellCount() && cells_.cells[upper].place == next; ++upper) {
                const SubMask across = masks_[upper] & kLowFace[axis];
                if ((open >> (3 * kSubStride[axis]) & across) != 0)
                    cells_.links.push_back({lower, upper, axis});
            }
        }
    }
}

// The masks go along.
void FleshCells::arrangeAll() {
    std::vector<std::uint32_t> order;
    arrange(cells_, &order);
    std::vector<SubMask> masks;
    masks.reserve(order.size());
    for (const std::uint32_t old : order) masks.push_back(masks_[old]);
    masks_ = std::move(masks);
}

Vec3d FleshCells::subVoxelMiddle(std::uint32_t cell, int bit) const {
    const int x = bit % 4, y = bit / 4 % 4, z = bit / 16;
    const Vec3d steps{x + 0.5, y + 0.5, z + 0.5};
    return cells_.position(cells_.cells[cell].place) + steps * grid_.subWidth();
}

Vec3d FleshCells::middle(std::uint32_t cell) const {
    Vec3d sum;
    for (SubMask rest = masks_[cell]; rest != 0; rest &= rest - 1) {
        sum += subVoxelMiddle(cell, std::countr_zero(rest));
    }
    return sum / std::popcount(masks_[cell]);
}

double FleshCells::volume() const {
    std::int64_t count = 0;
    for (const SubMask mask : masks_) count += std::popcount(mask);
    return static_cast<double>(count) * grid_.subWidth() * grid_.subWidth() * grid_.subWidth();
}

std::vector<std::uint32_t> FleshCells::pieces() const {
    DisjointSets sets(cells_.cells.size());
    for (const Cells::Link& link : cells_.links) sets.join(link.lower, link.upper);
    std::vector<std::uint32_t> piece(cells_.cells.size());
    std::uint32_t count = 0;
    for (std::uint32_t c = 0; c < piece.size(); ++c) {
        const std::uint32_t first = sets.find(c);
        piece[c] = first == c ? count++ : piece[first];
    }
    return piece;
}

void FleshCells::carve(const std::function<double(Vec3d)>& distance, const Jobs& jobs) {
    const Vec3d toMiddle = Vec3d{0.5, 0.5, 0.5} * cells_.width;
    parallelForRanges(jobs, cells_.cellCount(), kGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t c = begin; c < end; ++c) {
            if (distance(cells_.position(cells_.cells[c].place) + toMiddle) > length(toMiddle)) continue;
            for (SubMask rest = masks_[c]; rest != 0; rest &= rest - 1) {
                const int bit = std::countr_zero(rest);
                if (distance(subVoxelMiddle(c, bit)) < 0) masks_[c] &= ~(SubMask{1} << bit);
            }
            cells_.cells[c].coverage = coverageOf(masks_[c]);
        }
    });
    std::erase_if(cells_.links, [&](const Cells::Link& link) {
        const SubMask below = masks_[link.lower] & kHighFace[link.axis];
        return (below >> (3 * kSubStride[link.axis]) & masks_[link.upper]) == 0;
    });
    std::vector<bool> keep;
    for (const Cells::Cell& cell : cells_.cells) keep.push_back(cell.coverage >= kLeastCoverage);
    keepOnly(keep);
}

void FleshCells::keepOnly(const std::vector<bool>& keep) {
    std::vector<std::uint32_t> number(keep.size(), kNone);
    std::uint32_t count = 0;
    for (std::uint32_t c = 0; c < keep.size(); ++c) {
        if (!keep[c]) continue;
        number[c] = count;
        cells_.cells[count] = cells_.cells[c];
        masks_[count++] = masks_[c];
    }
    cells_.cells.resize(count);
    masks_.resize(count);
    std::erase_if(cells_.links, [&](const auto& link) { return !keep[link.lower] || !keep[link.upper]; });
    for (Cells::Link& link : cells_.links) link = {number[link.lower], number[link.upper], link.axis};
    arrangeAll();
    index();
}

void FleshCells::index() {
    firstAt_.assign(grid_.placeCount(), kNone);
    for (std::uint32_t c = cells_.cellCount(); c-- > 0;) {
        firstAt_[grid_.numberOf(cells_.cells[c].place)] = c;
    }
    std::vector<int> neighbours(cells_.cells.size(), 0);
    for (const Cells::Link& link : cells_.links) {
        ++neighbours[link.lower];
        ++neighbours[link.upper];
    }
    outer_.clear();
    std::vector<Box> boxes;
    for (std::uint32_t c = 0; c < cells_.cellCount(); ++c) {
        if (masks_[c] == kAllSubVoxels && neighbours[c] >= 6) continue;
        outer_.push_back(c);
        boxes.emplace_back();
        for (SubMask rest = masks_[c]; rest != 0; rest &= rest - 1) {
            boxes.back() = merged(boxes.back(), subVoxelMiddle(c, std::countr_zero(rest)));
        }
    }
    tree_ = BoxTree(boxes);
    markNarrow();
}

// Where two nodes are at one place, all cells around it are near flesh that is apart.
void FleshCells::markNarrow() {
    isNarrow_.assign(grid_.placeCount(), false);
    std::vector<bool> seen(grid_.placeCount(), false);  // a node's place is that of the cell above it
    for (const Place& place : cells_.placeOfNode) {
        const std::uint32_t number = grid_.numberOf(place);
        if (!seen[number]) {
            seen[number] = true;
            continue;
        }
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            const Place below = cornerPlace({place[0] - 1, place[1] - 1, place[2] - 1}, corner);
            if (grid_.holds(below)) isNarrow_[grid_.numberOf(below)] = true;
        }
    }
}

FleshCells fleshOfCount(const Solid& solid, double count, const Jobs& jobs,
                        const ProgressCallback& progress) {
    if (!(count >= 1)) {
        throw Error(ErrorKind::Usage, "neither a cell width nor a number of cells is set",
                    "Set one of them above zero.");
    }
    // A surface meets 3/2 cells per width² of it, and half of what they are lies outside.
    const double volume = std::abs(signedVolume(solid.mesh())), area = surfaceArea(solid.mesh());
    double width = std::cbrt(std::max(volume, 1e-3 * std::pow(area, 1.5)) / count);
    for (int i = 0; i < 30; ++i) {
        width *= std::cbrt((volume / (width * width * width) + 0.6 * area / (width * width)) / count);
    }
    FleshCells best;
    double off = Box::kInfinity;
    for (int i = 0; i < kMaxTries && off > kCountTolerance; ++i) {
        const double from = 1 - std::pow(0.3, i), to = 1 - std::pow(0.3, i + 1);
        FleshCells here;
        try {
            here = FleshCells(solid, width, jobs, part(progress, from, to));
        } catch (const Error& error) {
            if (i == 0 || error.kind() != ErrorKind::Budget) throw;
            break;  // too large a grid: what was found before will do
        }
        const double ratio = std::max(1.0, double(here.cells().cellCount())) / count;
        if (std::abs(ratio - 1) < off) {
            off = std::abs(ratio - 1);
            best = std::move(here);
        }
        width *= std::clamp(std::cbrt(ratio), 1 / kMaxChange, kMaxChange);
    }
    return best;
}

}  // namespace sinew::lattice
