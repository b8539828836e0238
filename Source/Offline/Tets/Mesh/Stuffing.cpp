#include "Offline/Tets/Mesh/Stuffing.h"

#include <algorithm>
#include <cmath>

#include "Offline/Tets/Mesh/Gaps.h"

namespace sinew::tets {

namespace {

using Key = std::uint64_t;
using KeyTet = std::array<Key, 4>;

constexpr std::uint32_t kGridNodesPerRange = 4096;

// Every third bit: 21 bits of x, y and z side by side.
Key spread(std::int32_t value) {
    Key x = static_cast<Key>(value) & 0x1fffff;
    x = (x | x << 32) & 0x1f00000000ffff;
    x = (x | x << 16) & 0x1f0000ff0000ff;
    x = (x | x << 8) & 0x100f00f00f00f00f;
    x = (x | x << 4) & 0x10c30c30c30c30c3;
    return (x | x << 2) & 0x1249249249249249;
}

std::int32_t gathered(Key x) {
    x &= 0x1249249249249249;
    x = (x | x >> 2) & 0x10c30c30c30c30c3;
    x = (x | x >> 4) & 0x100f00f00f00f00f;
    x = (x | x >> 8) & 0x1f0000ff0000ff;
    x = (x | x >> 16) & 0x1f00000000ffff;
    return static_cast<std::int32_t>((x | x >> 32) & 0x1fffff);
}

Key mortonKey(BccGrid::Place p) {
    return spread(p[0]) | spread(p[1]) << 1 | spread(p[2]) << 2;
}

BccGrid::Place placeOf(Key key) {
    return {gathered(key), gathered(key >> 1), gathered(key >> 2)};
}

void emitCell(const BccGrid& grid, const std::vector<BccSide>& sides, BccGrid::Place corner,
              std::vector<KeyTet>& into) {
    for (const auto& steps : latticeTets()) {
        std::array<BccGrid::Place, 4> places;
        std::array<BccSide, 4> side;
        bool any = false;
        for (std::size_t v = 0; v < 4; ++v) {
            places[v] = corner + steps[v];
            side[v] = sides[grid.nodeAt(places[v])];
            any = any || side[v] == BccSide::Inside;
        }
        if (!any) continue;
        const Stencil stencil = stencilOf(places, side);
        for (int t = 0; t < stencil.count; ++t) {
            KeyTet tet;
            for (std::size_t v = 0; v < 4; ++v) {
                const auto [a, b] = stencil.tets[static_cast<std::size_t>(t)][v];
                const BccGrid::Place sum = places[a] + places[b];
                tet[v] = mortonKey({sum[0] / 2, sum[1] / 2, sum[2] / 2});
            }
            into.push_back(tet);
        }
    }
}

std::vector<KeyTet> emitTets(const BccGrid& grid, const std::vector<BccSide>& sides, const Jobs& jobs) {
    std::vector<std::vector<KeyTet>> slabs(static_cast<std::size_t>(grid.cells[2]));
    parallelFor(jobs, static_cast<std::uint32_t>(grid.cells[2] - 2), [&](std::uint32_t slab) {
        const auto k = static_cast<std::int32_t>(slab) + 1;
        for (std::int32_t j = 1; j + 1 < grid.cells[1]; ++j) {
            for (std::int32_t i = 1; i + 1 < grid.cells[0]; ++i) {
                emitCell(grid, sides, {4 * i, 4 * j, 4 * k}, slabs[slab]);
            }
        }
    });
    std::vector<KeyTet> all;
    for (const std::vector<KeyTet>& slab : slabs) all.insert(all.end(), slab.begin(), slab.end());
    return all;
}

std::vector<Key> usedKeys(const std::vector<KeyTet>& tets) {
    std::vector<Key> keys;
    keys.reserve(tets.size() * 4);
    for (const KeyTet& tet : tets) keys.insert(keys.end(), tet.begin(), tet.end());
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

// A node that was taken out to open a gap is inside in truth: the cut must stay away from it, or the node
// would be moved onto the surface and hold the gap shut.
double cutBetween(const Solid& solid, Vec3d in, Vec3d out, double spacing) {
    const double limit = 1 - (length(out - in) > 0.9 * spacing ? kAlphaLong : kAlphaShort);
    const double cut = solid.exit(in, out);
    return cut > limit && solid.inside(out) ? limit : cut;
}

std::uint32_t lowestNode(const Tet& tet) {
    return *std::min_element(tet.begin(), tet.end());
}

}  // namespace

StuffedMesh tetsOf(const BccGrid& grid, const BccCuts& cuts, const Jobs& jobs) {
    const std::vector<KeyTet> tets = emitTets(grid, cuts.sides(), jobs);
    const std::vector<Key> keys = usedKeys(tets);
    StuffedMesh result;
    result.grid = grid;
    for (const Key key : keys) result.mesh.nodes.push_back(cuts.position(placeOf(key)));
    result.mesh.tets.resize(tets.size());
    const auto count = static_cast<std::uint32_t>(tets.size());
    parallelForRanges(jobs, count, kGridNodesPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t) {
            for (std::size_t v = 0; v < 4; ++v) {
                const auto found = std::lower_bound(keys.begin(), keys.end(), tets[t][v]);
                result.mesh.tets[t][v] = static_cast<std::uint32_t>(found - keys.begin());
            }
        }
    });
    std::stable_sort(result.mesh.tets.begin(), result.mesh.tets.end(),
                     [](const Tet& a, const Tet& b) { return lowestNode(a) < lowestNode(b); });
    return result;
}

StuffedMesh stuff(const Solid& solid, double spacing, const Jobs& jobs, const ProgressCallback& progress,
                  bool gaps) {
    if (solid.isEmpty()) return {};
    const BccGrid grid = gridAround(solid.box(), spacing);
    std::vector<BccSide> sides = gridSides(solid, grid, jobs, part(progress, 0, 0.5));
    const double volume = solidVolume(grid, sides);
    std::vector<Vec3d> opened;
    if (gaps) {
        for (const std::uint32_t node : openGaps(solid, grid, sides, jobs)) {
            opened.push_back(grid.positionOfNode(node));
        }
    }
    BccCuts cuts(
        grid, std::move(sides), [&](Vec3d in, Vec3d out) { return cutBetween(solid, in, out, spacing); },
        jobs, part(progress, 0.6, 0.8));
    cuts.warp(kAlphaLong, kAlphaShort);
    report(progress, 0.9);
    StuffedMesh result = tetsOf(grid, cuts, jobs);
    report(progress, 1);
    result.solidVolume = volume;
    result.opened = std::move(opened);
    return result;
}

double solidVolume(const BccGrid& grid, std::span<const BccSide> sides) {
    const auto inside = std::count(sides.begin(), sides.end(), BccSide::Inside);
    return static_cast<double>(inside) / 2 * grid.spacing * grid.spacing * grid.spacing;
}

double spacingFor(double tets, double volume, double area) {
    // Twelve grid tets to a cell; near the surface the stencils make more of them than the volume says.
    constexpr double kPerArea = 1.7;
    double spacing = std::cbrt(12 * volume / tets);
    for (int i = 0; i < 30; ++i) {
        const double expected =
            12 * volume / (spacing * spacing * spacing) + kPerArea * area / (spacing * spacing);
        spacing *= std::cbrt(expected / tets);
    }
    return spacing;
}

}  // namespace sinew::tets
