#include "Offline/Lattice/Cells/FleshCells.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "Offline/Error.h"
#include "Offline/Geometry/DisjointSets.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Volume/Solid.h"

namespace sinew::lattice {

namespace {

using Place = Cells::Place;

constexpr std::uint32_t kNone = 0xFFFFFFFFu;
constexpr std::uint32_t kPlacesPerRange = 4096;
constexpr double kCountTolerance = 0.05;
constexpr int kMaxTries = 5;
constexpr double kMaxChange = 2;  // of the width, from one try to the next

float coverageOf(SubMask mask) {
    return static_cast<float>(std::popcount(mask)) / 64;
}

}  // namespace

// Flesh of a cell that is connected within it.
struct FleshCells::Piece {
    std::uint32_t place;
    SubMask mask;
    FourPoints points = {};  // only for four-point quadrature
};

FleshCells::FleshCells(const Solid& solid, double width, const Jobs& jobs, const ProgressCallback& progress,
                       Quadrature quadrature)
    : FleshCells(solid, solid.isEmpty() ? SubGrid{{}, width, {}} : gridAround(solid.box(), width), jobs,
                 progress, quadrature) {}

FleshCells::FleshCells(const Solid& solid, const SubGrid& grid, const Jobs& jobs,
                       const ProgressCallback& progress, Quadrature quadrature)
    : solid_(&solid), quadrature_(quadrature) {
    if (!(grid.width > 0))
        throw Error(ErrorKind::Usage, "the cell width is not positive", "Set a cell width above 0.");
    if (solid.isEmpty()) return;
    grid_ = grid;
    cells_.origin = grid_.origin;
    cells_.width = grid_.width;
    const SubVoxels sampled = sampleSolid(solid, grid_, jobs, part(progress, 0, 0.8));
    std::vector<CutCell> cuts;
    if (quadrature == Quadrature::FourPoint) cuts = cutCells(solid, sampled, jobs);
    addCells(sampled, cuts, jobs);
    report(progress, 0.9);
    arrangeAll();
    index();
    report(progress, 1);
}

std::vector<FleshCells::Piece> FleshCells::piecesAt(std::uint32_t place, const SubVoxels& sampled,
                                                    const CutCell* cut) const {
    std::vector<Piece> pieces;
    const SubMask inside = sampled.inside[place];
    if (inside != 0) {
        const std::array<SubMask, 3> gaps{sampled.cutsAt(place, 0), sampled.cutsAt(place, 1),
                                          sampled.cutsAt(place, 2)};
        for (const SubMask mask : connectedPieces(inside, gaps)) pieces.push_back({place, mask});
    } else if (cut != nullptr && cut->thin != 0) {
        pieces.push_back({place, cut->thin});
    }
    if (quadrature_ == Quadrature::OnePoint) return pieces;
    const Vec3d middle = cells_.position(grid_.placeOf(place)) + Vec3d{0.5, 0.5, 0.5} * cells_.width;
    const auto isFlesh = [&](Vec3d at) { return solid_->inside(middle + at * (cells_.width / 2)); };
    for (Piece& piece : pieces) piece.points = pointsOfPiece(piece.mask, cut, pieces.size() == 1, isFlesh);
    return pieces;
}

void FleshCells::addCells(const SubVoxels& sampled, std::span<const CutCell> cuts, const Jobs& jobs) {
    const auto places = static_cast<std::uint32_t>(sampled.inside.size());
    std::vector<std::vector<Piece>> found(places / kPlacesPerRange + 1);
    parallelForRanges(jobs, places, kPlacesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        auto cut = std::lower_bound(cuts.begin(), cuts.end(), begin,
                                    [](const CutCell& c, std::uint32_t p) { return c.place < p; });
        for (std::uint32_t p = begin; p < end; ++p) {
            const bool isCut = cut != cuts.end() && cut->place == p;
            for (const Piece& piece : piecesAt(p, sampled, isCut ? &*cut : nullptr))
                found[begin / kPlacesPerRange].push_back(piece);
            if (isCut) ++cut;
        }
    });
    std::vector<std::uint32_t> firstAt(places, kNone);
    for (const std::vector<Piece>& list : found) {
        for (const Piece& piece : list) {
            const std::uint32_t cell = cells_.cellCount();
            add(piece);
            if (cells_.cellCount() > cell && firstAt[piece.place] == kNone) firstAt[piece.place] = cell;
        }
    }
    addLinks(sampled, firstAt);
}

// A crumb is not added, but remembered.
void FleshCells::add(const Piece& piece) {
    const bool hasPoints = quadrature_ == Quadrature::FourPoint;
    const float coverage = hasPoints ? static_cast<float>(piece.points.volume()) : coverageOf(piece.mask);
    cells_.cells.push_back({grid_.placeOf(piece.place), coverage});
    if (hasPoints) cells_.points.push_back(piece.points);
    masks_.push_back(piece.mask);
    if (coverage >= kMinCoverage) return;
    crumbs_.push_back(middle(cells_.cellCount() - 1));
    cells_.cells.pop_back();
    if (hasPoints) cells_.points.pop_back();
    masks_.pop_back();
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
    if (quadrature_ == Quadrature::FourPoint) {
        const FourPoints& points = cells_.points[cell];
        for (std::size_t i = 0; i < 4; ++i) sum += (points.at[i] + Vec3d{1, 1, 1}) * points.weight[i];
        return cells_.position(cells_.cells[cell].place) + sum * (cells_.width / 2 / points.volume());
    }
    for (SubMask rest = masks_[cell]; rest != 0; rest &= rest - 1) {
        sum += subVoxelMiddle(cell, std::countr_zero(rest));
    }
    return sum / std::popcount(masks_[cell]);
}

double FleshCells::volume() const {
    double sum = 0;
    for (std::size_t c = 0; c < masks_.size(); ++c) {
        sum += cells_.points.empty() ? std::popcount(masks_[c]) / 64.0 : cells_.points[c].volume();
    }
    return sum * cells_.width * cells_.width * cells_.width;
}

double FleshCells::faceArea(const Cells::Link& link) const {
    return std::popcount(acrossFace(link)) * grid_.subWidth() * grid_.subWidth();
}

// Sub-voxels of the upper cell that touch flesh of the lower one.
SubMask FleshCells::acrossFace(const Cells::Link& link) const {
    const SubMask below = masks_[link.lower] & kHighFace[link.axis];
    return below >> (3 * kSubStride[link.axis]) & masks_[link.upper];
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
    parallelForRanges(jobs, cells_.cellCount(), kPlacesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t c = begin; c < end; ++c) {
            if (distance(cells_.position(cells_.cells[c].place) + toMiddle) > length(toMiddle)) continue;
            SubMask removed = 0;
            for (SubMask rest = masks_[c]; rest != 0; rest &= rest - 1) {
                const int bit = std::countr_zero(rest);
                if (distance(subVoxelMiddle(c, bit)) < 0) removed |= SubMask{1} << bit;
            }
            if (removed != 0) carve(c, removed);
        }
    });
    std::erase_if(cells_.links, [&](const Cells::Link& link) { return acrossFace(link) == 0; });
    std::vector<bool> keep;
    for (const Cells::Cell& cell : cells_.cells) keep.push_back(cell.coverage >= kMinCoverage);
    keepOnly(keep);
}

void FleshCells::carve(std::uint32_t cell, SubMask removed) {
    masks_[cell] &= ~removed;
    cells_.cells[cell].coverage = coverageOf(masks_[cell]);
    if (cells_.points.empty()) return;
    cells_.points[cell] = carved(cells_.points[cell], masks_[cell], removed);
    cells_.cells[cell].coverage = static_cast<float>(cells_.points[cell].volume());
}

void FleshCells::keepOnly(const std::vector<bool>& keep) {
    std::vector<std::uint32_t> number(keep.size(), kNone);
    std::uint32_t count = 0;
    for (std::uint32_t c = 0; c < keep.size(); ++c) {
        if (!keep[c]) continue;
        number[c] = count;
        cells_.cells[count] = cells_.cells[c];
        if (!cells_.points.empty()) cells_.points[count] = cells_.points[c];
        masks_[count++] = masks_[c];
    }
    cells_.cells.resize(count);
    if (!cells_.points.empty()) cells_.points.resize(count);
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

FleshCells fleshOfCount(const Solid& solid, double count, const Jobs& jobs, const ProgressCallback& progress,
                        Quadrature quadrature) {
    if (!(count >= 1)) {
        throw Error(ErrorKind::Usage, "neither a cell width nor a number of cells is set",
                    "Set one of them above 0.");
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
            here = FleshCells(solid, width, jobs, part(progress, from, to), quadrature);
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

namespace {

using Place = Cells::Place;

constexpr std::uint32_t kPointGrain = 256;
constexpr std::int32_t kReach = 2;  // sub-voxels around a place in which its flesh is looked for first
constexpr double kPull = 0.05;      // sub-voxels by which skin is moved inwards before it is looked for
constexpr double kSideways = 1;     // how much farther counts what lies sideways; outwards, twice as much
constexpr double kOutsideCounts = 1000;  // so much more than a way in the flesh

Place placeIn(Vec3d p, Vec3d origin, double width) {
    const Vec3d steps = (p - origin) / width;
    return {static_cast<std::int32_t>(std::floor(steps.x)), static_cast<std::int32_t>(std::floor(steps.y)),
            static_cast<std::int32_t>(std::floor(steps.z))};
}

// The bits of a cell's sub-voxels from low to high, which may lie outside it.
SubMask boxMask(Place low, Place high) {
    SubMask mask = kAllSubVoxels;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        SubMask range = 0;
        for (std::int32_t i = std::max(low[axis], 0); i <= std::min(high[axis], 3); ++i) {
            range |= kLowFace[axis] << (i * kSubStride[axis]);
        }
        mask &= range;
    }
    return mask;
}

}  // namespace

std::uint32_t FleshCells::cellsFrom(Place place) const {
    return grid_.holds(place) ? firstAt_[grid_.numberOf(place)] : cells_.cellCount();
}

bool FleshCells::isAt(std::uint32_t cell, Place place) const {
    return cell < cells_.cellCount() && cells_.cells[cell].place == place;
}

// Do they share all nodes that cells at their places can? Some of them they may share round the end of a gap.
bool FleshCells::isNextTo(std::uint32_t a, std::uint32_t b) const {
    std::ptrdiff_t expected = 8, shared = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int32_t steps = std::abs(cells_.cells[a].place[axis] - cells_.cells[b].place[axis]);
        if (steps > 1) return false;
        if (steps == 1) expected /= 2;
    }
    const Cells::Corners& of = cells_.nodesOfCell[a];
    for (const std::uint32_t n : cells_.nodesOfCell[b]) shared += std::count(of.begin(), of.end(), n);
    return shared == expected;
}

double FleshCells::measure(std::uint32_t cell, int bit, Vec3d p, Vec3d normal) const {
    const Vec3d to = subVoxelMiddle(cell, bit) - p;
    const double distance = length(to);
    const double factor = normal == Vec3d{} ? 1 : 1 + kSideways * (1 + dot(to, normal) / distance);
    return distance == 0 ? 0 : distance * factor;
}

FleshCells::Candidate FleshCells::nearestIn(std::uint32_t cell, SubMask allowed, Vec3d p,
                                            Vec3d normal) const {
    Candidate best{cell, -1, Box::kInfinity};
    for (SubMask rest = masks_[cell] & allowed; rest != 0; rest &= rest - 1) {
        const int bit = std::countr_zero(rest);
        const double here = measure(cell, bit, p, normal);
        if (here < best.measure) best = {cell, bit, here};
    }
    return best;
}

// Of every cell with flesh within reach, the nearest sub-voxel.
std::vector<FleshCells::Candidate> FleshCells::candidates(Vec3d p, Vec3d normal) const {
    std::vector<Candidate> near;
    const Place middle = placeIn(p, grid_.origin, grid_.subWidth());
    Place low{}, high{};
    for (std::size_t a = 0; a < 3; ++a) {
        low[a] = middle[a] - kReach;
        high[a] = middle[a] + kReach;
    }
    for (std::int32_t k = low[2] >> 2; k <= high[2] >> 2; ++k) {
        for (std::int32_t j = low[1] >> 2; j <= high[1] >> 2; ++j) {
            for (std::int32_t i = low[0] >> 2; i <= high[0] >> 2; ++i) {
                const SubMask within = boxMask({low[0] - 4 * i, low[1] - 4 * j, low[2] - 4 * k},
                                               {high[0] - 4 * i, high[1] - 4 * j, high[2] - 4 * k});
                for (std::uint32_t c = cellsFrom({i, j, k}); isAt(c, {i, j, k}); ++c) {
                    const Candidate here = nearestIn(c, within, p, normal);
                    if (here.bit >= 0) near.push_back(here);
                }
            }
        }
    }
    return near;
}

FleshCells::Candidate FleshCells::farNearest(Vec3d p, Vec3d normal) const {
    const auto bound = [&](const Box& box) { return squaredDistance(box, p); };
    const BoxTree::Nearest nearest = tree_.nearest(bound, [&](std::uint32_t item) {
        const double here = nearestIn(outer_[item], kAllSubVoxels, p, normal).measure;
        return here * here;
    });
    return nearestIn(outer_[nearest.item], kAllSubVoxels, p, normal);
}

double FleshCells::wayOutside(const Candidate& candidate, Vec3d p) const {
    return solid_->lengthOutside(subVoxelMiddle(candidate.cell, candidate.bit), p);
}

FleshCells::Candidate FleshCells::choose(Vec3d p, Vec3d normal) const {
    std::vector<Candidate> near = candidates(p, normal);
    if (near.empty()) return farNearest(p, normal);
    const Place own = placeIn(p, grid_.origin, grid_.width);
    const bool isNarrow = grid_.holds(own) && isNarrow_[grid_.numberOf(own)];
    std::sort(near.begin(), near.end(), [](const Candidate& a, const Candidate& b) {
        return a.measure != b.measure ? a.measure < b.measure : a.cell < b.cell;
    });
    if (!isNarrow) return near[0];
    Candidate best = near[0];
    best.measure = Box::kInfinity;
    for (Candidate candidate : near) {
        if (candidate.measure >= best.measure) break;
        candidate.measure += kOutsideCounts * wayOutside(candidate, p);
        if (candidate.measure < best.measure) best = candidate;
    }
    return best;
}

double FleshCells::distanceTo(const Candidate& candidate, Vec3d p) const {
    const Vec3d middle = subVoxelMiddle(candidate.cell, candidate.bit);
    const Vec3d half = Vec3d{0.5, 0.5, 0.5} * grid_.subWidth();
    return std::sqrt(squaredDistance(Box{middle - half, middle + half}, p));
}

FleshCells::Found FleshCells::foundIn(std::uint32_t cell, Vec3d p, double distance) const {
    const Vec3d place = (p - cells_.position(cells_.cells[cell].place)) / cells_.width;
    return {{cell, trilinearWeights(place)}, distance};
}

FleshCells::Found FleshCells::find(Vec3d p, Vec3d normal) const {
    const Vec3d from = p - normal * (kPull * grid_.subWidth());
    const Place sub = placeIn(from, grid_.origin, grid_.subWidth());
    const Place own{sub[0] >> 2, sub[1] >> 2, sub[2] >> 2};
    const SubMask bit = SubMask{1} << ((sub[0] & 3) + 4 * (sub[1] & 3) + 16 * (sub[2] & 3));
    const std::uint32_t first = cellsFrom(own);
    const bool simple = isAt(first, own) && !isNarrow_[grid_.numberOf(own)];
    if (simple && (masks_[first] & bit) != 0) return foundIn(first, p, 0);
    const Candidate nearest = choose(from, normal);
    const double distance = distanceTo(nearest, p);
    // In its own cell a place needs no extrapolation.
    Candidate best = nearest;
    if (cells_.cells[nearest.cell].place != own) {
        double smallest = Box::kInfinity;
        for (std::uint32_t c = first; isAt(c, own); ++c) {
            if (!isNextTo(c, nearest.cell)) continue;
            Candidate here = nearestIn(c, kAllSubVoxels, from, normal);
            if (!simple) here.measure += kOutsideCounts * wayOutside(here, from);
            if (here.measure < smallest) {
                smallest = here.measure;
                best = here;
            }
        }
    }
    return foundIn(best.cell, p, distance);
}

std::vector<FleshCells::Found> FleshCells::find(std::span<const Vec3d> points, std::span<const Vec3d> normals,
                                                const Jobs& jobs) const {
    std::vector<Found> found(points.size());
    parallelForRanges(jobs, static_cast<std::uint32_t>(points.size()), kPointGrain,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t i = begin; i < end; ++i) {
                              found[i] = find(points[i], normals.empty() ? Vec3d{} : normals[i]);
                          }
                      });
    return found;
}

}  // namespace sinew::lattice
