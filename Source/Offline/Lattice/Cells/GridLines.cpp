#include "Offline/Lattice/Cells/GridLines.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "Offline/Character/Finding.h"
#include "Offline/Error.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/Predicates.h"
#include "Offline/Volume/Solid.h"

namespace sinew::lattice {

namespace {

constexpr double kMaxPlaces = 32e6;
constexpr std::uint32_t kCellsPerRange = 256, kLinesPerRange = 4096;

}  // namespace

SubGrid gridAround(const Box& box, double width) {
    constexpr Vec3d kOffset{0.38196601, 0.27639320, 0.58578644};  // irrational parts of a cell
    SubGrid grid;
    grid.width = width;
    grid.origin = box.low - (kOffset + Vec3d{1, 1, 1}) * width;
    double places = 1;
    std::array<double, 3> counts{};
    for (int axis = 0; axis < 3; ++axis) {
        counts[static_cast<std::size_t>(axis)] = std::ceil((box.high[axis] - grid.origin[axis]) / width) + 1;
        places *= counts[static_cast<std::size_t>(axis)];
    }
    if (!(places <= kMaxPlaces)) {
        throw Error(ErrorKind::Budget,
                    "cells of " + rounded(width) + " m are too small for a body of " +
                        rounded(length(extent(box))) + " m: the grid would have " + rounded(places / 1e6) +
                        " million cells",
                    "Use a larger cell width, or fewer cells.");
    }
    for (std::size_t axis = 0; axis < 3; ++axis) grid.cells[axis] = static_cast<std::int32_t>(counts[axis]);
    return grid;
}

GridLines::GridLines(const Solid& solid, const SubGrid& grid, std::size_t axis, const Jobs& jobs)
    : grid_(grid), axis_(axis), u_((axis + 1) % 3), v_((axis + 2) % 3) {
    rows_ = static_cast<std::uint32_t>(grid.cells[u_]) * static_cast<std::uint32_t>(grid.cells[v_]);
    const auto triangles = static_cast<std::uint32_t>(solid.mesh().triangles.size());
    std::vector<std::vector<NumberedHit>> found((triangles + kCellsPerRange - 1) / kCellsPerRange);
    parallelForRanges(jobs, triangles, kCellsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t)
            meet(solid.mesh().points(t), found[begin / kCellsPerRange]);
    });
    sort(found, jobs);
}

SubGrid::Place GridLines::start(std::uint32_t row, std::uint32_t line) const {
    const auto across = static_cast<std::uint32_t>(grid_.cells[u_]);
    SubGrid::Place place{};
    place[u_] = static_cast<std::int32_t>(4 * (row % across) + line % 4);
    place[v_] = static_cast<std::int32_t>(4 * (row / across) + line / 4);
    return place;
}

void GridLines::meet(const TrianglePoints& t, std::vector<NumberedHit>& into) const {
    const int axis = static_cast<int>(axis_), u = static_cast<int>(u_), v = static_cast<int>(v_);
    const int facing = orientationAlong(axis, t[0], t[1], t[2]);
    if (facing == 0) return;
    const Box box = boxOf(t);
    const Vec3d normal = areaVector(t);
    const double sub = grid_.subWidth();
    const auto lowest = [&](int a) {
        return std::max(0, static_cast<std::int32_t>(std::ceil((box.low[a] - grid_.origin[a]) / sub - 1)));
    };
    const auto highest = [&](int a) {
        return std::min(SubGrid::kPerCell * grid_.cells[static_cast<std::size_t>(a)] - 1,
                        static_cast<std::int32_t>(std::floor((box.high[a] - grid_.origin[a]) / sub)));
    };
    const std::int32_t uFrom = lowest(u), uTo = highest(u), vFrom = lowest(v), vTo = highest(v);
    for (std::int32_t j = vFrom; j <= vTo; ++j) {
        for (std::int32_t i = uFrom; i <= uTo; ++i) {
            Vec3d p;
            p[u] = grid_.middle(u_, i);
            p[v] = grid_.middle(v_, j);
            if (sideAlong(axis, t[0], t[1], p) != facing || sideAlong(axis, t[1], t[2], p) != facing ||
                sideAlong(axis, t[2], t[0], p) != facing) {
                continue;
            }
            const double slope = normal[u] * (p[u] - t[0][u]) + normal[v] * (p[v] - t[0][v]);
            const double along = std::clamp(t[0][axis] - slope / normal[axis], box.low[axis], box.high[axis]);
            const auto row = static_cast<std::uint32_t>(j / 4 * grid_.cells[u_] + i / 4);
            const auto line = static_cast<std::uint32_t>(j % 4 * 4 + i % 4);
            into.push_back({row * kPerRow + line, {(along - grid_.origin[axis]) / sub, -facing}});
        }
    }
}

void GridLines::sort(const std::vector<std::vector<NumberedHit>>& found, const Jobs& jobs) {
    first_.assign(std::size_t{rows_} * kPerRow + 1, 0);
    for (const auto& list : found) {
        for (const NumberedHit& hit : list) ++first_[hit.line + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    hits_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (const auto& list : found) {
        for (const NumberedHit& hit : list) hits_[next[hit.line]++] = hit.hit;
    }
    parallelForRanges(jobs, rows_ * kPerRow, kLinesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t line = begin; line < end; ++line) {
            std::sort(hits_.begin() + first_[line], hits_.begin() + first_[line + 1],
                      [](const Hit& a, const Hit& b) {
                          return a.position != b.position ? a.position < b.position : a.jump > b.jump;
                      });
        }
    });
}

}  // namespace sinew::lattice
