#include "Offline/Lattice/Tissue.h"

#include <algorithm>
#include <array>
#include <bit>

#include "Offline/Geometry/Measure.h"

namespace sinew::lattice {

namespace {

constexpr double kPieceSide = 0.4;  // cell widths: the longest side of a piece of skin that has one cell
constexpr std::size_t kWays = 3;    // that the skin of a cell may face
constexpr double kSameWay = 0.7;    // cosine of the angle between normals of one patch, about

// Where flesh is thinner than cells, its skin may be well outside of them. The gradient of a cell says little
// there.
constexpr double kFarthest = 0.25;  // cell widths from the cell

Vec3d nearCell(const Cells& cells, std::uint32_t cell, Vec3d p) {
    const Vec3d low = cells.position(cells.cells[cell].place), one{1, 1, 1};
    return min(max(p, low - one * (kFarthest * cells.width)), low + one * ((1 + kFarthest) * cells.width));
}

// Splits a triangle until its pieces are small.
void addPieces(const TrianglePoints& t, double longest, std::vector<TrianglePoints>& pieces) {
    std::size_t at = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (length(t[(k + 1) % 3] - t[k]) > length(t[(at + 1) % 3] - t[at])) at = k;
    }
    const Vec3d a = t[at], b = t[(at + 1) % 3], c = t[(at + 2) % 3], middle = (a + b) * 0.5;
    if (length(b - a) <= longest) {
        pieces.push_back(t);
        return;
    }
    addPieces({a, middle, c}, longest, pieces);
    addPieces({middle, b, c}, longest, pieces);
}

struct Piece {
    std::uint32_t cell;
    Vec3d place, normal;
    double area;
};

std::vector<Piece> piecesOf(const Solid& solid, const FleshCells& flesh, const Jobs& jobs) {
    std::vector<TrianglePoints> triangles;
    for (const TrianglePoints& t : solid.boundary())
        addPieces(t, kPieceSide * flesh.cells().width, triangles);
    std::vector<Vec3d> places, normals;
    for (const TrianglePoints& t : triangles) {
        places.push_back((t[0] + t[1] + t[2]) / 3.0);
        normals.push_back(normalized(areaVector(t)));
    }
    const std::vector<FleshCells::Found> found = flesh.find(places, normals, jobs);
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        const double size = area(triangles[i]);
        // Skin of flesh that was too thin for a cell has none.
        if (!(size > 0) || found[i].distance > flesh.cells().width) continue;
        const std::uint32_t cell = found[i].point.cell;
        pieces.push_back({cell, nearCell(flesh.cells(), cell, places[i]), normals[i], size});
    }
    std::stable_sort(pieces.begin(), pieces.end(),
                     [](const Piece& a, const Piece& b) { return a.cell < b.cell; });
    return pieces;
}

// The ways that the skin of a cell faces: the largest piece's, then those that none of the ways before is
// near.
std::vector<Vec3d> waysOf(std::span<const Piece> pieces) {
    std::vector<Vec3d> ways;
    while (ways.size() < kWays) {
        const Piece* largest = nullptr;
        for (const Piece& piece : pieces) {
            const bool isNew = std::all_of(ways.begin(), ways.end(), [&](const Vec3d& way) {
                return dot(way, piece.normal) < kSameWay;
            });
            if (isNew && (largest == nullptr || piece.area > largest->area)) largest = &piece;
        }
        if (largest == nullptr) break;
        ways.push_back(largest->normal);
    }
    return ways;
}

void addPatches(std::span<const Piece> pieces, std::vector<SkinPatch>& patches) {
    const std::vector<Vec3d> ways = waysOf(pieces);
    std::array<SkinPatch, kWays> sums{};
    for (const Piece& piece : pieces) {
        std::size_t nearest = 0;
        for (std::size_t k = 1; k < ways.size(); ++k) {
            if (dot(ways[k], piece.normal) > dot(ways[nearest], piece.normal)) nearest = k;
        }
        SkinPatch& sum = sums[nearest];
        sum.place += piece.place * piece.area;
        sum.normal += piece.normal * piece.area;
        sum.area += piece.area;
    }
    for (SkinPatch& sum : sums) {
        if (!(sum.area > 0)) continue;
        patches.push_back({pieces[0].cell, sum.place / sum.area, normalized(sum.normal), sum.area});
    }
}

// Half a cell at a time: of 2 × 2 × 2 sub-voxels, the centroid of those that are flesh.
ElementSamples samplesOf(const FleshCells& flesh) {
    constexpr SubMask kEighth = 0x0000000000330033u;
    const double subWidth = flesh.cells().width / 4, each = subWidth * subWidth * subWidth;
    ElementSamples samples;
    for (std::uint32_t c = 0; c < flesh.cells().cellCount(); ++c) {
        for (int eighth = 0; eighth < 8; ++eighth) {
            const int shift = 2 * (eighth & 1) + 8 * (eighth >> 1 & 1) + 32 * (eighth >> 2);
            const SubMask mask = flesh.subVoxels(c) & (kEighth << shift);
            Vec3d sum;
            for (SubMask rest = mask; rest != 0; rest &= rest - 1)
                sum += flesh.subVoxelMiddle(c, std::countr_zero(rest));
            const int count = std::popcount(mask);
            if (count > 0) samples.add(sum / count, count * each);
        }
        samples.endElement();
    }
    return samples;
}

}  // namespace

std::vector<SkinPatch> skinPatches(const Solid& solid, const FleshCells& flesh, const Jobs& jobs) {
    const std::vector<Piece> pieces = piecesOf(solid, flesh, jobs);
    std::vector<SkinPatch> patches;
    for (std::size_t begin = 0, end = 0; begin < pieces.size(); begin = end) {
        while (end < pieces.size() && pieces[end].cell == pieces[begin].cell) ++end;
        addPatches(std::span(pieces).subspan(begin, end - begin), patches);
    }
    return patches;
}

Tissue tissueOf(const Character& character, const Volume& volume, const Flesh& material,
                const StiffnessRegions& regions, const TissueSettings& settings, const Jobs& jobs) {
    if (regions.empty() && settings.empty()) return {};
    const Cells& cells = volume.cells();
    FleshOfElements flesh;
    flesh.bones = volume.bones;
    flesh.middles = cellMiddles(volume);
    flesh.samples = samplesOf(volume.flesh);
    // In the middle of the whole cell, where its one quadrature point is.
    for (const Cells::Cell& cell : cells.cells)
        flesh.fibrePlaces.push_back(cells.position(cell.place) + Vec3d{0.5, 0.5, 0.5} * cells.width);
    flesh.distanceToSkin = [&](Vec3d p) { return volume.solid->distance(p); };
    flesh.patches = [&] { return skinPatches(*volume.solid, volume.flesh, jobs); };
    return sinew::tissueOf(character, flesh, material, regions, settings, jobs);
}

}  // namespace sinew::lattice
