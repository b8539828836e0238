// How much flesh a cell has, and the four points that stand for it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "Offline/Geometry/Measure.h"
#include "Offline/Lattice/Cells/FourPoints.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeSamples.h"
#include "Support/Dice.h"
#include "Support/Svd3Errors.h"

namespace sinew::lattice {
namespace {

using test::Dice;
using test::MeshArrays;

constexpr double kExact = 1e-12;
constexpr std::int32_t kFine = 16;  // samples along a cell, for estimates

std::vector<TrianglePoints> trianglesOf(const MeshArrays& mesh) {
    std::vector<TrianglePoints> triangles;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) triangles.push_back(mesh.view().points(t));
    return triangles;
}

double gapBetween(const Moments& a, const Moments& b) {
    return std::abs(a.volume - b.volume) + length(a.first - b.first) +
           std::sqrt(squaredNorm(a.second - b.second));
}

// A box, turned about the middle of the unit cube: large ones cut the cube along planes.
struct Cut {
    Mat3d turn;
    Vec3d low, high;
    bool isOutside = false;  // flesh is what is not in the box

    bool holds(Vec3d p) const {
        const Vec3d q = transpose(turn) * (p - Vec3d{0.5, 0.5, 0.5}), inside = min(q - low, high - q);
        return (std::min({inside.x, inside.y, inside.z}) > -1e-12) != isOutside;
    }
    std::vector<TrianglePoints> surface() const {
        MeshArrays mesh = test::cube(low, high);
        for (Vec3d& p : mesh.positions) p = turn * p + Vec3d{0.5, 0.5, 0.5};
        if (isOutside) {
            for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
        }
        return trianglesOf(mesh);
    }
    Moments sampled() const {
        Moments sum;
        for (std::int32_t i = 0; i < kFine * kFine * kFine; ++i) {
            const Vec3d from =
                Vec3d{double(i % kFine), double(i / kFine % kFine), double(i / kFine / kFine)} / kFine;
            const Vec3d step = Vec3d{1, 1, 1} / kFine;
            if (holds(from + step / 2.0)) sum = sum + momentsOfBox(from, from + step);
        }
        return sum;
    }
    std::optional<Moments> exact() const { return momentsWithin(surface(), sampled().volume); }
};

// Half spaces, wedges, corners, slabs, and a cell without a slab.
std::vector<Cut> someCuts(int count) {
    UniformSource random(11);
    Dice dice(3);
    std::vector<Cut> cuts;
    for (int i = 0; i < count; ++i) {
        constexpr double kFar = 3;
        Cut cut{random.rotation(), {-kFar, -kFar, -kFar}, {kFar, kFar, kFar}};
        for (int axis = 0; axis <= std::min(i % 5, 2); ++axis) cut.low[axis] = dice.between(-0.6, 0.5);
        if (i % 5 >= 3) {
            cut.low = {dice.between(-0.6, 0.5), -kFar, -kFar};
            cut.high.x = cut.low.x + dice.between(0.05, 0.6);
        }
        cut.isOutside = i % 5 == 4;
        cuts.push_back(cut);
    }
    return cuts;
}

TEST(LatticeMoments, HalfACubeIsExact) {
    for (int axis = 0; axis < 3; ++axis) {
        Cut cut{Mat3d::identity(), {-2, -2, -2}, {2, 2, 2}};
        cut.low[axis] = 0.125;
        Vec3d low;
        low[axis] = 0.625;
        const auto found = cut.exact();
        ASSERT_TRUE(found);
        EXPECT_LT(gapBetween(*found, momentsOfBox(low, {1, 1, 1})), kExact);
    }
}

// x + 2y + 3z ≤ d cuts a tetrahedron off the corner of the cube.
TEST(LatticeMoments, ATiltedPlaneIsExact) {
    const Vec3d slope{1, 2, 3};
    for (const double d : {0.2, 0.6, 0.95}) {
        const Vec3d corner{d / slope.x, d / slope.y, d / slope.z};
        const MeshArrays tet{{{0, 0, 0}, {corner.x, 0, 0}, {0, corner.y, 0}, {0, 0, corner.z}},
                             {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
        const double volume = corner.x * corner.y * corner.z / 6;
        // The faces on the sides of the cube are none of its inside: only the plane is given.
        const auto found = momentsWithin({{trianglesOf(tet)[3]}}, volume);
        ASSERT_TRUE(found);
        EXPECT_NEAR(found->volume, volume, kExact);
        for (int i = 0; i < 3; ++i) {
            EXPECT_NEAR(found->first[i], volume * corner[i] / 4, kExact);
            for (int j = 0; j < 3; ++j)
                EXPECT_NEAR(found->second(i, j), volume * corner[i] * corner[j] / (i == j ? 10 : 20), kExact);
        }
    }
}

// A cap of height h of a sphere of radius r has the volume π h² (r − h/3) and its middle at
// 3 (2r − h)² / (4 (3r − h)) from the middle of the sphere.
TEST(LatticeMoments, ASphericalCapConvergesWithItsTrianglesToSecondOrder) {
    constexpr double kRadius = 0.6, kHeight = 0.2;
    const Vec3d middle{0.52, 0.47, kHeight - kRadius};
    const double volume = std::numbers::pi * kHeight * kHeight * (kRadius - kHeight / 3);
    const double from = 2 * kRadius - kHeight;
    const double height = middle.z + 3 * from * from / (4 * (3 * kRadius - kHeight));
    std::vector<double> errors, firstErrors;
    for (const std::uint32_t rings : {40u, 80u, 160u}) {
        const MeshArrays ball = test::sphere(middle, {kRadius, kRadius, kRadius}, 2 * rings, rings - 1);
        const auto found = momentsWithin(trianglesOf(ball), volume);
        ASSERT_TRUE(found);
        errors.push_back(std::abs(found->volume / volume - 1));
        firstErrors.push_back(std::abs(found->first.z / (volume * height) - 1));
        std::printf("%3u rings: volume %.2e, first moment %.2e\n", rings, errors.back(), firstErrors.back());
    }
    EXPECT_GT(std::log2(errors[0] / errors[2]) / 2, 1.8);
    EXPECT_GT(std::log2(firstErrors[0] / firstErrors[2]) / 2, 1.8);
    EXPECT_LT(errors[2], 2e-3);
}

TEST(LatticeMoments, CutsAreWhatSamplesSay) {
    for (const Cut& cut : someCuts(200)) {
        const auto found = cut.exact();
        ASSERT_TRUE(found);
        EXPECT_LT(gapBetween(*found, cut.sampled()), 1.5 / kFine);
        EXPECT_NEAR(found->volume, cut.sampled().volume, 0.5 / kFine);
    }
}

// Parts of a cube have the moments of the whole.
TEST(LatticeMoments, BothSidesOfACutAreTheCube) {
    for (Cut cut : someCuts(50)) {
        const auto inside = cut.exact();
        cut.isOutside = !cut.isOutside;
        const auto outside = cut.exact();
        ASSERT_TRUE(inside && outside);
        EXPECT_LT(gapBetween(*inside + *outside, momentsOfBox({}, {1, 1, 1})), kExact);
    }
}

TEST(LatticeMoments, ASurfaceWithAHoleBoundsNothing) {
    const Cut cut{Mat3d::identity(), {-0.2, -0.3, -0.4}, {0.1, 0.2, 0.3}};
    std::vector<TrianglePoints> surface = cut.surface();
    ASSERT_TRUE(momentsWithin(surface, 0.1));
    surface.pop_back();
    EXPECT_FALSE(momentsWithin(surface, 0.1));
}

TEST(LatticeFourPoints, AFullCellHasItsMomentsAndTheIntegralOfF2) {
    EXPECT_LT(gapBetween(momentsOf(pointsOfFullCell()), momentsOfBox({}, {1, 1, 1})), kExact);
    // ∫ (ηζ)² + (ζξ)² + (ξη)² over the cell, of the hourglass ξηζ.
    double sum = 0;
    for (const Vec3d& p : pointsOfFullCell().at)
        sum += (p.y * p.y * p.z * p.z + p.z * p.z * p.x * p.x + p.x * p.x * p.y * p.y) / 4;
    EXPECT_NEAR(sum, 1.0 / 3, kExact);
}

TEST(LatticeFourPoints, HaveTheMomentsOfTheFleshAndLieInIt) {
    int cells = 0;
    for (const Cut& cut : someCuts(1000)) {
        const auto flesh = cut.exact();
        ASSERT_TRUE(flesh);
        if (flesh->volume < 0.02) continue;
        ++cells;
        const auto isFlesh = [&](Vec3d p) { return cut.holds((p + Vec3d{1, 1, 1}) / 2.0); };
        const FourPoints points = pointsFor(*flesh, isFlesh);
        EXPECT_LT(gapBetween(momentsOf(points), *flesh), kExact);
        for (std::size_t q = 0; q < 4; ++q) {
            EXPECT_NEAR(points.weight[q], flesh->volume / 4, kExact);
            for (int i = 0; i < 3; ++i) EXPECT_LE(std::abs(points.at[q][i]), 1);
            EXPECT_TRUE(cut.isOutside || isFlesh(points.at[q]));  // a convex part holds them all
        }
    }
    EXPECT_GT(cells, 700);
}

// Nearly all flesh at one side and a little at the other: no equal weights have this spread.
TEST(LatticeFourPoints, UnequalWeightsServeFleshAtFarSides) {
    const Moments flesh = momentsOfBox({0, 0, 0}, {0.3, 1, 1}) + momentsOfBox({0.97, 0, 0}, {1, 1, 1});
    const FourPoints points = pointsFor(flesh, [](Vec3d) { return false; });
    EXPECT_LT(gapBetween(momentsOf(points), flesh), kExact);
    for (const Vec3d& p : points.at) EXPECT_LE(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), 1);
}

TEST(LatticeFourPoints, StayInTheCellWhereNoFourHaveTheMoments) {
    Moments corners;
    for (int c = 0; c < 8; ++c) {
        const Vec3d low = Vec3d{double(c & 1), double(c >> 1 & 1), double(c >> 2)} * 0.98;
        corners = corners + momentsOfBox(low, low + Vec3d{0.02, 0.02, 0.02});
    }
    const FourPoints points = pointsFor(corners, [](Vec3d) { return false; });
    EXPECT_NEAR(points.volume(), corners.volume, kExact);
    for (const Vec3d& p : points.at)
        EXPECT_LE(std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}), 1 + 1e-12);
}

// What crumbs have is all that is missing.
TEST(LatticeMoments, CellsOfASolidAddUpToIt) {
    const MeshArrays egg = test::sphere({}, {1, 0.8, 0.6}, 80, 41);
    const Solid solid = test::solidOf(egg);
    const double volume = signedVolume(egg.view());
    for (const double width : {0.2, 0.1, 0.05}) {
        const FleshCells exact(solid, width, {}, {}, Quadrature::FourPoint), counted(solid, width);
        const double lost = static_cast<double>(exact.droppedCrumbs().size()) * 0.02 * width * width * width;
        EXPECT_LE(exact.volume(), volume * (1 + 1e-9));
        EXPECT_GE(exact.volume(), volume - lost);
        std::printf("width %.2f: volume lost %.1e, counted in sub-voxels %+.1e; %u and %u cells\n", width,
                    1 - exact.volume() / volume, counted.volume() / volume - 1, exact.cells().cellCount(),
                    counted.cells().cellCount());
        for (std::uint32_t c = 0; c < exact.cells().cellCount(); ++c) {
            EXPECT_NEAR(static_cast<double>(exact.cells().cells[c].coverage),
                        exact.cells().points[c].volume(), 1e-6);
        }
    }
}

// Moved by less than an eighth of a cell, a face falls between the middles of sub-voxels.
TEST(LatticeMoments, ThinLayersOfCellsAreNotLost) {
    for (const double part : {0.05, 0.08, 0.12, 0.2, 0.6}) {
        constexpr double kWidth = 0.1;
        const SubGrid grid{{-0.2, -0.2, -0.2}, kWidth, {14, 14, 14}};
        const Vec3d high{0.6, 0.6, 0.5 + part * kWidth};
        const Solid solid = test::solidOf(test::cube({0.03, 0.03, 0.03}, high));
        const FleshCells flesh(solid, grid, {}, {}, Quadrature::FourPoint);
        const Vec3d size = high - Vec3d{0.03, 0.03, 0.03};
        EXPECT_NEAR(flesh.volume() / (size.x * size.y * size.z), 1, 1e-9) << part;
        EXPECT_EQ(test::pieceCount(flesh), 1u);
    }
}

TEST(LatticeMoments, HolesAndOverlapsFallBackToSubVoxels) {
    MeshArrays both = test::sphere({}, {1, 1, 1}, 40, 21);
    append(both, test::sphere({0.7, 0.1, 0}, {1, 1, 1}, 40, 21));
    MeshArrays open = test::sphere({}, {1, 0.8, 0.6}, 80, 41);
    std::erase_if(open.triangles, [&](const Triangle& t) { return open.positions[t[0]].x > 0.9; });
    for (const MeshArrays& mesh : {both, open}) {
        const Solid solid = test::solidOf(mesh);
        const FleshCells exact(solid, 0.1, {}, {}, Quadrature::FourPoint), counted(solid, 0.1);
        EXPECT_NEAR(exact.volume() / counted.volume(), 1, 0.01);
        EXPECT_EQ(test::pieceCount(exact), 1u);
    }
}

TEST(LatticeMoments, WhatIsCarvedIsTakenOffThePoints) {
    const Solid solid = test::solidOf(test::sphere({}, {1, 1, 1}, 40, 21));
    FleshCells flesh(solid, 0.1, {}, {}, Quadrature::FourPoint);
    const double before = flesh.volume();
    flesh.carve([](Vec3d p) { return std::hypot(p.x, p.y) - 0.3; });
    EXPECT_NEAR((before - flesh.volume()) / (std::numbers::pi * 0.09 * 2 * 0.985), 1, 0.03);
    for (std::uint32_t c = 0; c < flesh.cells().cellCount(); ++c) {
        EXPECT_NEAR(static_cast<double>(flesh.cells().cells[c].coverage), flesh.cells().points[c].volume(),
                    1e-6);
        EXPECT_GE(flesh.cells().cells[c].coverage, FleshCells::kMinCoverage);
    }
}

TEST(LatticeMoments, SameBitsForAnyWorkerCount) {
    const Solid solid = test::solidOf(test::fork(0.004));
    const FleshCells serial(solid, 0.1, {}, {}, Quadrature::FourPoint);
    for (const unsigned threads : {1u, 3u}) {
        const Workers workers(threads);
        const FleshCells other(solid, 0.1, workers.jobs(), {}, Quadrature::FourPoint);
        ASSERT_EQ(other.cells().links, serial.cells().links);
        ASSERT_EQ(other.cells().points.size(), serial.cells().points.size());
        for (std::size_t c = 0; c < serial.cells().points.size(); ++c) {
            ASSERT_EQ(other.cells().points[c].at, serial.cells().points[c].at);
            ASSERT_EQ(other.cells().points[c].weight, serial.cells().points[c].weight);
        }
    }
}

}  // namespace
}  // namespace sinew::lattice
