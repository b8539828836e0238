#include "Offline/Lattice/Cells/CutCells.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "Offline/Geometry/Measure.h"
#include "Offline/Volume/Solid.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kTrianglesPerRange = 512, kCutsPerRange = 64;
constexpr double kSome = 0.01;       // of a sub-voxel
constexpr double kAboutThird = 0.3;  // of one whose middle is not flesh: up to a half may be

struct Meeting {
    std::uint32_t place, triangle;
    friend auto operator<=>(const Meeting&, const Meeting&) = default;
};

Vec3d cornerOf(const SubGrid& grid, SubGrid::Place place) {
    return grid.origin + Vec3d{double(place[0]), double(place[1]), double(place[2])} * grid.width;
}

TrianglePoints inUnits(const TrianglePoints& t, Vec3d corner, double width) {
    return {(t[0] - corner) / width, (t[1] - corner) / width, (t[2] - corner) / width};
}

// The plane of a triangle passes a box at some distance where its corners are all on one side.
bool passes(const TrianglePoints& t, Vec3d normal, Vec3d middle, double half) {
    const double reach = half * (std::abs(normal.x) + std::abs(normal.y) + std::abs(normal.z));
    return std::abs(dot(normal, middle - t[0])) > reach * (1 + 1e-9);
}

void meet(const SubGrid& grid, const TrianglePoints& t, std::uint32_t number, std::vector<Meeting>& into) {
    const Box box = boxOf(t);
    const Vec3d normal = areaVector(t), half = Vec3d{0.5, 0.5, 0.5} * grid.width;
    SubGrid::Place low{}, high{}, at{};
    for (std::size_t a = 0; a < 3; ++a) {
        const int axis = static_cast<int>(a);
        const auto placeOf = [&](double x) {
            const double place = std::floor((x - grid.origin[axis]) / grid.width);
            return static_cast<std::int32_t>(std::clamp(place, 0.0, grid.cells[a] - 1.0));
        };
        low[a] = placeOf(box.low[axis]);
        high[a] = placeOf(box.high[axis]);
    }
    for (at[2] = low[2]; at[2] <= high[2]; ++at[2]) {
        for (at[1] = low[1]; at[1] <= high[1]; ++at[1]) {
            for (at[0] = low[0]; at[0] <= high[0]; ++at[0]) {
                if (!passes(t, normal, cornerOf(grid, at) + half, grid.width / 2))
                    into.push_back({grid.numberOf(at), number});
            }
        }
    }
}

std::vector<Meeting> meetingsOf(std::span<const TrianglePoints> boundary, const SubGrid& grid,
                                const Jobs& jobs) {
    const auto count = static_cast<std::uint32_t>(boundary.size());
    std::vector<std::vector<Meeting>> found(count / kTrianglesPerRange + 1);
    parallelForRanges(jobs, count, kTrianglesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t)
            meet(grid, boundary[t], t, found[begin / kTrianglesPerRange]);
    });
    std::vector<Meeting> all;
    for (const std::vector<Meeting>& list : found) all.insert(all.end(), list.begin(), list.end());
    std::sort(all.begin(), all.end());
    return all;
}

// In units of the cell.
SubMask thinFlesh(std::span<const TrianglePoints> surface) {
    SubMask mask = 0;
    std::vector<TrianglePoints> within(surface.size());
    for (int bit = 0; bit < 64; ++bit) {
        const Vec3d corner = Vec3d{double(bit % 4), double(bit / 4 % 4), double(bit / 16)} / 4.0;
        for (std::size_t t = 0; t < surface.size(); ++t) within[t] = inUnits(surface[t], corner, 0.25);
        const std::optional<Moments> flesh = momentsWithin(within, kAboutThird);
        if (flesh && flesh->volume > kSome) mask |= SubMask{1} << bit;
    }
    return mask;
}

}  // namespace

std::vector<CutCell> cutCells(const Solid& solid, const SubVoxels& sampled, const Jobs& jobs) {
    const SubGrid& grid = sampled.grid;
    const std::span<const TrianglePoints> boundary = solid.boundary();
    const std::vector<Meeting> meetings = meetingsOf(boundary, grid, jobs);
    std::vector<CutCell> cells;
    std::vector<std::uint32_t> first;
    for (std::uint32_t m = 0; m < meetings.size(); ++m) {
        if (m > 0 && meetings[m].place == meetings[m - 1].place) continue;
        cells.push_back({meetings[m].place, {}});
        first.push_back(m);
    }
    first.push_back(static_cast<std::uint32_t>(meetings.size()));
    const auto count = static_cast<std::uint32_t>(cells.size());
    parallelForRanges(jobs, count, kCutsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        std::vector<TrianglePoints> surface;
        for (std::uint32_t c = begin; c < end; ++c) {
            const Vec3d corner = cornerOf(grid, grid.placeOf(cells[c].place));
            surface.clear();
            for (std::uint32_t m = first[c]; m < first[c + 1]; ++m)
                surface.push_back(inUnits(boundary[meetings[m].triangle], corner, grid.width));
            const SubMask inside = sampled.inside[cells[c].place];
            cells[c].flesh = momentsWithin(surface, std::popcount(inside) / 64.0);
            if (inside == 0 && cells[c].flesh && cells[c].flesh->volume > 0)
                cells[c].thin = thinFlesh(surface);
        }
    });
    return cells;
}

FourPoints pointsOfPiece(SubMask mask, const CutCell* cut, bool isAll,
                         const std::function<bool(Vec3d)>& isFlesh) {
    if (cut == nullptr && mask == kAllSubVoxels) return pointsOfFullCell();
    const bool isExact = isAll && cut != nullptr && cut->flesh;
    return pointsFor(isExact ? *cut->flesh : momentsOfSubVoxels(mask), isFlesh);
}

FourPoints carved(const FourPoints& before, SubMask left, SubMask removed) {
    if (left == 0) return {};
    Moments flesh = momentsOf(before) + momentsOfSubVoxels(removed) * -1;
    const Vec3d middle = flesh.first / flesh.volume;
    const Box cell{{}, {1, 1, 1}};
    const bool isPart = flesh.volume > kSome && squaredDistance(cell, middle) == 0;
    if (!isPart) flesh = momentsOfSubVoxels(left);  // most of what was removed was not flesh
    return pointsFor(flesh, [&](Vec3d at) {
        const Vec3d sub = (at + Vec3d{1, 1, 1}) * 2.0;
        const int bit = static_cast<int>(sub.x) + 4 * static_cast<int>(sub.y) + 16 * static_cast<int>(sub.z);
        return (left >> std::min(bit, 63) & 1) != 0;
    });
}

}  // namespace sinew::lattice
