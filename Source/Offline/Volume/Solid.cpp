#include "Offline/Volume/Solid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Geometry/Topology.h"

namespace sinew {

namespace {

// The side of the threshold needs few digits. Where the quick sum, wrong by a few hundredths at most, is near
// to it, a finer one decides.
constexpr double kQuickOpening = 1.3, kFineOpening = 6;
constexpr double kUnsure = 0.2;
constexpr int kBisections = 24;
constexpr std::uint32_t kSolidPointsPerRange = 256;
constexpr double kFacing = 0.5;  // a cosine: walls steeper than 30° to a segment face it
constexpr int kSplits = 3;       // of triangles that others cut: 64 pieces

std::vector<Triangle> countedOnce(std::vector<Triangle> triangles) {
    std::vector<bool> drop(triangles.size(), false);
    for (const std::uint32_t t : duplicateTriangles(triangles)) drop[t] = true;
    std::vector<Triangle> kept;
    kept.reserve(triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (!drop[t] && !isCollapsed(triangles[t])) kept.push_back(triangles[t]);
    }
    return kept;
}

// How often an edge is run through in one direction more than in the other: zero where it closes.
int imbalance(std::span<const EdgeTable::Use> uses) {
    int sum = 0;
    for (const EdgeTable::Use& use : uses) sum += use.forward ? 1 : -1;
    return std::abs(sum);
}

}  // namespace

Solid::Solid(std::vector<Vec3d> positions, std::vector<Triangle> triangles, const Jobs& jobs)
    : positions_(std::move(positions)),
      triangles_(countedOnce(std::move(triangles))),
      tree_(triangleTree(mesh(), jobs)),
      winding_(mesh(), tree_) {
    findBoundary(jobs);
    const EdgeTable table = edgeTable(triangles_);
    for (const Edge& edge : table.edges) {
        const int open = imbalance(table.usesOf(edge));
        if (open == 0) continue;
        const Vec3d a = positions_[edge.low], b = positions_[edge.high];
        rimLength_ += open * length(b - a);
        rimBoxes_.push_back({min(a, b), max(a, b)});
    }
    rims_ = BoxTree(rimBoxes_, jobs);
}

double Solid::winding(Vec3d p) const {
    const double quick = winding_.at(p, kQuickOpening);
    return std::abs(quick - kThreshold) < kUnsure ? winding_.at(p, kFineOpening) : quick;
}

bool Solid::sameSide(const Box& box, double windingAtMiddle) const {
    bool touched = false;
    tree_.traverse([&](std::uint32_t node) { return !touched && overlap(tree_.nodes()[node].box, box); },
                   [&](std::uint32_t t) { touched = touched || overlap(boxOf(mesh().points(t)), box); });
    if (touched) return false;
    if (rimBoxes_.empty()) return true;
    // |∇w| ≤ rim length / (4π distance²): the gradient of a solid angle is an integral along its rim (the law
    // of Biot and Savart).
    const Vec3d middle = center(box);
    const double radius = length(extent(box)) / 2;
    const BoxTree::Nearest rim =
        rims_.nearest([&](const Box& b) { return squaredDistance(b, middle); },
                      [&](std::uint32_t i) { return squaredDistance(rimBoxes_[i], middle); });
    const double clear = std::sqrt(rim.measure) - radius;
    if (!(clear > 0)) return false;
    const double change = radius * rimLength_ / (4 * std::numbers::pi * clear * clear);
    return std::abs(windingAtMiddle - kThreshold) > change + kUnsure;
}

// Asked at the middle. Crossing a triangle outwards takes one off the winding number.
bool Solid::isBoundary(const TrianglePoints& t) const {
    constexpr double kLift = 1e-4;  // triangle sizes
    const Vec3d normal = areaVector(t);
    const double above =
        winding((t[0] + t[1] + t[2]) / 3.0 + normalized(normal) * (kLift * std::sqrt(length(normal))));
    return above <= kThreshold && above + 1 > kThreshold;
}

void Solid::splitBoundary(const TrianglePoints& t, int depth, std::vector<TrianglePoints>& into) const {
    if (depth == 0) {
        if (isBoundary(t)) into.push_back(t);
        return;
    }
    const Vec3d a = (t[1] + t[2]) / 2.0, b = (t[2] + t[0]) / 2.0, c = (t[0] + t[1]) / 2.0;
    for (const TrianglePoints& quarter : {TrianglePoints{t[0], c, b}, TrianglePoints{c, t[1], a},
                                          TrianglePoints{b, a, t[2]}, TrianglePoints{a, b, c}}) {
        splitBoundary(quarter, depth - 1, into);
    }
}

// A triangle that no other cuts is boundary all over or nowhere.
void Solid::findBoundary(const Jobs& jobs) {
    const auto count = static_cast<std::uint32_t>(triangles_.size());
    std::vector<std::uint8_t> isCut(count, 0);
    for (const auto& [a, b] : selfIntersections(mesh(), tree_, jobs)) isCut[a] = isCut[b] = 1;
    std::vector<std::vector<TrianglePoints>> found((count + kSolidPointsPerRange - 1) / kSolidPointsPerRange);
    parallelForRanges(jobs, count, kSolidPointsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t) {
            splitBoundary(mesh().points(t), isCut[t] != 0 ? kSplits : 0, found[begin / kSolidPointsPerRange]);
        }
    });
    std::vector<Box> boxes;
    for (const std::vector<TrianglePoints>& list : found) {
        boundary_.insert(boundary_.end(), list.begin(), list.end());
    }
    for (const TrianglePoints& t : boundary_) boxes.push_back(boxOf(t));
    boundaryTree_ = BoxTree(boxes, jobs);
}

std::optional<Vec3d> Solid::closestBoundary(Vec3d p, double limit) const {
    constexpr double kBelow = 1 - 1e-12;  // a bound must stay below what is measured, also after rounding
    const auto squared = [&](std::uint32_t t) {
        const Vec3d to = closestPoint(boundary_[t], p) - p;
        return dot(to, to);
    };
    const BoxTree::Nearest nearest = boundaryTree_.nearest(
        [&](const Box& box) { return squaredDistance(box, p) * kBelow; }, squared, limit * limit);
    return nearest ? std::optional(closestPoint(boundary_[nearest.item], p)) : std::nullopt;
}

double Solid::distance(Vec3d p, double limit) const {
    const auto nearest = closestBoundary(p, limit);
    return nearest ? length(*nearest - p) : Box::kInfinity;
}

std::vector<Solid::Hit> Solid::crossings(Vec3d from, Vec3d to) const {
    std::vector<Hit> hits;
    const Ray ray{from, to - from};
    tree_.overlapping({min(from, to), max(from, to)}, [&](std::uint32_t t) {
        const std::optional<double> hit = rayHit(mesh().points(t), ray);
        if (hit && *hit <= 1) hits.push_back({*hit, t});
    });
    std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
        return a.parameter != b.parameter ? a.parameter < b.parameter : a.triangle < b.triangle;
    });
    return hits;
}

double Solid::bisect(Vec3d in, Vec3d out, double low, double high) const {
    for (int i = 0; i < kBisections; ++i) {
        const double middle = (low + high) / 2;
        (inside(lerp(in, out, middle)) ? low : high) = middle;
    }
    return (low + high) / 2;
}

bool Solid::crossesGap(Vec3d a, Vec3d b) const {
    const std::vector<Hit> hits = crossings(a, b);
    const auto faces = [&](const Hit& hit) {
        const Vec3d normal = normalized(areaVector(mesh().points(hit.triangle)));
        return std::abs(dot(normal, normalized(b - a))) > kFacing;
    };
    for (std::size_t i = 1; i < hits.size(); ++i) {
        const Vec3d between = lerp(a, b, (hits[i - 1].parameter + hits[i].parameter) / 2);
        if (faces(hits[i - 1]) && faces(hits[i]) && !inside(between)) return true;
    }
    return false;
}

double Solid::lengthOutside(Vec3d in, Vec3d to) const {
    constexpr double kMinPart = 1e-9;  // parts of the segment: a point on the surface is not outside
    const std::vector<Hit> hits = crossings(in, to);
    double part = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        const double here = hits[i].parameter;
        const double next = i + 1 < hits.size() ? hits[i + 1].parameter : 1;
        if (next - here > kMinPart && !inside(lerp(in, to, (here + next) / 2))) part += next - here;
    }
    return part * length(to - in);
}

double Solid::exit(Vec3d in, Vec3d out) const {
    const std::vector<Hit> hits = crossings(in, out);
    if (hits.size() == 1) return hits[0].parameter;
    // Between two crossings the side is the same, unless a hole is near; the last known inside goes along.
    double last = 0;
    for (std::size_t i = 0; i < hits.size(); ++i) {
        const double here = hits[i].parameter;
        const double next = i + 1 < hits.size() ? hits[i + 1].parameter : 1;
        const double between = (here + next) / 2;
        if (!inside(lerp(in, out, between))) {
            const double before = (last + here) / 2;
            return inside(lerp(in, out, before)) ? here : bisect(in, out, last, before);
        }
        last = here;
    }
    return bisect(in, out, last, 1);
}

}  // namespace sinew
