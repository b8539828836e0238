#include <algorithm>
#include <bit>
#include <cmath>

#include "Offline/Lattice/Cells/FleshCells.h"

namespace sinew::lattice {

namespace {

using Place = Cells::Place;

constexpr std::uint32_t kGrain = 256;
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
        double least = Box::kInfinity;
        for (std::uint32_t c = first; isAt(c, own); ++c) {
            if (!isNextTo(c, nearest.cell)) continue;
            Candidate here = nearestIn(c, kAllSubVoxels, from, normal);
            if (!simple) here.measure += kOutsideCounts * wayOutside(here, from);
            if (here.measure < least) {
                least = here.measure;
                best = here;
            }
        }
    }
    return foundIn(best.cell, p, distance);
}

std::vector<FleshCells::Found> FleshCells::find(std::span<const Vec3d> points, std::span<const Vec3d> normals,
                                                const Jobs& jobs) const {
    std::vector<Found> found(points.size());
    parallelForRanges(jobs, static_cast<std::uint32_t>(points.size()), kGrain,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t i = begin; i < end; ++i) {
                              found[i] = find(points[i], normals.empty() ? Vec3d{} : normals[i]);
                          }
                      });
    return found;
}

}  // namespace sinew::lattice
