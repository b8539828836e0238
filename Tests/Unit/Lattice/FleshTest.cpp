#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <numbers>

#include "Offline/Error.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeSamples.h"

namespace sinew::test {
namespace {

MeshArrays egg() {
    return sphere({}, {1, 0.8, 0.6}, 80, 41);
}

void expectSame(const lattice::FleshCells& a, const lattice::FleshCells& b) {
    EXPECT_EQ(a.cells().width, b.cells().width);
    EXPECT_EQ(a.cells().links, b.cells().links);
    EXPECT_EQ(a.cells().nodesOfCell, b.cells().nodesOfCell);
    EXPECT_EQ(a.cells().placeOfNode, b.cells().placeOfNode);
    ASSERT_EQ(a.cells().cells.size(), b.cells().cells.size());
    for (std::uint32_t c = 0; c < a.cells().cellCount(); ++c) {
        ASSERT_EQ(a.cells().cells[c].place, b.cells().cells[c].place);
        ASSERT_EQ(a.subVoxels(c), b.subVoxels(c));
    }
}

TEST(LatticeFlesh, CoverageSumsToTheVolumeOfTheSolid) {
    const MeshArrays mesh = egg();
    const Solid solid = solidOf(mesh);
    const double volume = signedVolume(mesh.view());
    for (const double width : {0.2, 0.1, 0.05}) {
        const lattice::FleshCells flesh(solid, width);
        double sum = 0;
        for (const lattice::Cells::Cell& cell : flesh.cells().cells) {
            sum += static_cast<double>(cell.coverage) * width * width * width;
        }
        EXPECT_NEAR(sum / volume, 1, 0.02 * width) << width;
        EXPECT_NEAR(sum, flesh.volume(), 1e-12);
        // Cells as if they were full do not.
        EXPECT_GT(double(flesh.cells().cellCount()) * width * width * width / volume, 1 + width);
    }
}

// Of all that cross a plane, as if the cells ended where the flesh does.
TEST(LatticeFlesh, FacesBetweenCellsAreAsLargeAsTheCutThroughTheFlesh) {
    const Solid solid = solidOf(egg());
    constexpr double kWidth = 0.08;
    const lattice::FleshCells flesh(solid, kWidth);
    const lattice::Cells& cells = flesh.cells();
    const Vec3d half{1, 0.8, 0.6};
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
        std::map<std::int32_t, double> areas;  // by the place above the cut
        for (const lattice::Cells::Link& link : cells.links) {
            EXPECT_LE(flesh.faceArea(link), kWidth * kWidth * (1 + 1e-12));
            if (link.axis == axis) areas[cells.cells[link.upper].place[axis]] += flesh.faceArea(link);
        }
        for (const auto& [place, area] : areas) {
            const int along = static_cast<int>(axis);
            const double at = cells.position({place, place, place})[along] / half[along];
            const double cut = std::numbers::pi * (1 - at * at) * half.x * half.y * half.z / half[along];
            if (std::abs(at) > 0.7) continue;  // few cells
            EXPECT_NEAR(area / cut, 1, 0.04) << axis << " " << at;
        }
    }
}

TEST(LatticeFlesh, CellsAwayFromTheSurfaceAreFull) {
    const Solid solid = solidOf(egg());
    const lattice::FleshCells flesh(solid, 0.1);
    int full = 0;
    for (std::uint32_t c = 0; c < flesh.cells().cellCount(); ++c) {
        const Vec3d middle = flesh.cells().position(flesh.cells().cells[c].place) + Vec3d{1, 1, 1} * 0.05;
        if (solid.depth(middle) < 0.1) continue;
        EXPECT_EQ(flesh.cells().cells[c].coverage, 1);
        ++full;
    }
    EXPECT_GT(full, 100);
}

// All vertices in the middles of sub-voxels, so that lines meet edges and corners.
TEST(LatticeFlesh, LinesThroughEdgesAndCornersGoInAsOftenAsOut) {
    MeshArrays mesh = sphere({8, 8, 8}, {7, 6, 5}, 20, 11);
    for (Vec3d& p : mesh.positions) {
        for (int a = 0; a < 3; ++a) p[a] = std::floor(p[a]) + 0.5;
    }
    const Solid solid = solidOf(mesh);
    const lattice::SubGrid grid{{0, 0, 0}, 4, {5, 5, 5}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const lattice::GridLines lines(solid, grid, axis);
        int hits = 0;
        for (std::uint32_t row = 0; row < lines.rows(); ++row) {
            for (std::uint32_t line = 0; line < lattice::GridLines::kPerRow; ++line) {
                int winding = 0;
                for (const lattice::GridLines::Hit& hit : lines.hits(row, line)) winding += hit.jump;
                ASSERT_EQ(winding, 0);
                hits += static_cast<int>(lines.hits(row, line).size());
            }
        }
        EXPECT_GT(hits, 100);
    }
}

TEST(LatticeFlesh, ABoxWhoseFacesRunThroughMiddlesHasTheRightSize) {
    const Solid solid = solidOf(cube({0.5, 1.5, 2.5}, {4.5, 7.5, 4.5}));
    const lattice::SubVoxels sampled = lattice::sampleSolid(solid, {{0, 0, 0}, 4, {3, 3, 3}});
    int inside = 0;
    for (const lattice::SubMask mask : sampled.inside) inside += std::popcount(mask);
    EXPECT_EQ(inside, 4 * 6 * 2);
}

TEST(LatticeFlesh, SubVoxelsAreInsideWhereTheWindingNumberSaysSo) {
    const Solid solid = solidOf(torus(1, 0.4));
    const lattice::SubGrid grid = lattice::gridAround(solid.box(), 0.2);
    const lattice::SubVoxels sampled = lattice::sampleSolid(solid, grid);
    for (std::uint32_t place = 0; place < sampled.inside.size(); ++place) {
        const lattice::SubGrid::Place cell = grid.placeOf(place);
        for (int bit = 0; bit < 64; ++bit) {
            const Vec3d p =
                grid.middle({4 * cell[0] + bit % 4, 4 * cell[1] + bit / 4 % 4, 4 * cell[2] + bit / 16});
            ASSERT_EQ((sampled.inside[place] >> bit & 1) != 0, solid.inside(p));
        }
    }
}

TEST(LatticeFlesh, OverlappingShellsAreOnePieceCountedOnce) {
    MeshArrays both = sphere({}, {1, 1, 1}, 40, 21);
    append(both, sphere({0.7, 0.1, 0}, {1, 1, 1}, 40, 21));
    const Solid solid = solidOf(both);
    const lattice::FleshCells flesh(solid, 0.1);
    EXPECT_EQ(pieceCount(flesh), 1u);
    const double middles = std::sqrt(0.5), spheres = 8 * std::numbers::pi / 3;
    const double common = std::numbers::pi * (4 + middles) * (2 - middles) * (2 - middles) / 12;
    EXPECT_NEAR(flesh.volume(), spheres - common, 0.03 * spheres);
}

TEST(LatticeFlesh, AHoleInTheSurfaceDoesNotEmptyTheFlesh) {
    MeshArrays mesh = egg();
    const Solid closed = solidOf(mesh);
    std::erase_if(mesh.triangles, [&](const Triangle& t) { return mesh.positions[t[0]].x > 0.9; });
    const Solid open = solidOf(mesh);
    ASSERT_FALSE(open.isClosed());
    const lattice::FleshCells whole(closed, 0.1), holed(open, 0.1);
    EXPECT_NEAR(holed.volume(), whole.volume(), 0.02 * whole.volume());
    EXPECT_EQ(pieceCount(holed), 1u);
}

// Two bowls, one in the other, both open to the same side: by winding numbers their inside goes on far above
// their rims.
TEST(LatticeFlesh, AnInsideBeyondTheBoxOfTheSurfaceEndsAtTheGrid) {
    MeshArrays bowls;
    for (const double radius : {1.0, 0.9}) {
        MeshArrays half = sphere({}, {radius, radius, radius}, 24, 12);
        std::erase_if(half.triangles, [&](const Triangle& t) {
            return half.positions[t[0]].z + half.positions[t[1]].z + half.positions[t[2]].z > 0;
        });
        append(bowls, half);
    }
    const Solid solid = solidOf(bowls);
    ASSERT_TRUE(solid.inside({0, 0, solid.box().high.z + 0.1}));
    const lattice::FleshCells flesh(solid, 0.1);
    EXPECT_GT(flesh.cells().cellCount(), 100u);
    for (std::uint32_t c = 0; c < flesh.cells().cellCount(); ++c)
        ASSERT_LT(flesh.middle(c).z, solid.box().high.z + 0.1);
}

// A sheet between the middles of sub-voxels has no cell at all; where they end up far too small for it, that
// is not what is wrong with it.
TEST(LatticeFlesh, AThinSheetIsNotSaidToBeTooLarge) {
    const Solid solid = solidOf(turned(cube({-0.5, 0, -0.5}, {0.5, 1e-7, 0.5}), 0.8));
    EXPECT_TRUE(lattice::fleshOfCount(solid, 45000).cells().cells.empty());
}

TEST(LatticeFlesh, FingersCloserThanACellAreApart) {
    const Solid solid = solidOf(twoFingers(0.06));
    const lattice::FleshCells flesh(solid, 0.2);
    EXPECT_EQ(pieceCount(flesh), 2u);
}

TEST(LatticeFlesh, FingersCloserThanASubVoxelAreApartHoweverTheyStand) {
    for (const double angle : {0.0, 0.2, 0.5, 0.785, 1.1, 1.5}) {
        const Solid solid = solidOf(turned(twoFingers(0.004), angle));
        const lattice::FleshCells flesh(solid, 0.2);
        EXPECT_EQ(pieceCount(flesh), 2u) << angle;
    }
}

TEST(LatticeFlesh, FingersThatAreApartShareNoNodes) {
    const Solid solid = solidOf(twoFingers(0.004));
    const lattice::FleshCells flesh(solid, 0.2);
    const std::vector<std::uint32_t> pieces = flesh.pieces();
    std::vector<std::set<std::uint32_t>> nodes(2);
    for (std::uint32_t c = 0; c < flesh.cells().cellCount(); ++c) {
        ASSERT_LT(pieces[c], 2u);
        nodes[pieces[c]].insert(flesh.cells().nodesOfCell[c].begin(), flesh.cells().nodesOfCell[c].end());
    }
    for (const std::uint32_t n : nodes[0]) ASSERT_EQ(nodes[1].count(n), 0u);
}

TEST(LatticeFlesh, TwoShellsThatShareAFaceAreOnePiece) {
    MeshArrays mesh = cube({0, 0, 0}, {1, 1, 1});
    append(mesh, cube({1, 0, 0}, {2, 1, 1}));
    const Solid solid = solidOf(mesh);
    EXPECT_EQ(pieceCount(lattice::FleshCells(solid, 0.2)), 1u);
}

TEST(LatticeFlesh, AForkIsApartAtItsGapAndJoinedAtItsBase) {
    const Solid solid = solidOf(fork(0.02));
    const lattice::FleshCells flesh(solid, 0.22);
    EXPECT_EQ(pieceCount(flesh), 1u);
    for (const double height : {0.5, 1.0, 1.9}) {
        const std::uint32_t left = flesh.find({-0.02, height, 0.5}).point.cell,
                            right = flesh.find({0.02, height, 0.5}).point.cell;
        EXPECT_EQ(flesh.cells().cells[left].place, flesh.cells().cells[right].place) << height;
        EXPECT_EQ(sharedNodes(flesh.cells(), left, right), 0u) << height;
    }
    const std::uint32_t left = flesh.find({-0.02, -0.5, 0.5}).point.cell,
                        right = flesh.find({0.02, -0.5, 0.5}).point.cell;
    EXPECT_GE(sharedNodes(flesh.cells(), left, right), 4u);
}

TEST(LatticeFlesh, LinksJoinNeighboursWhoseFleshTouchesOnce) {
    const Solid solid = solidOf(fork(0.02));
    const lattice::FleshCells flesh(solid, 0.13);
    const lattice::Cells& cells = flesh.cells();
    std::set<std::array<std::uint32_t, 3>> seen;
    for (const lattice::Cells::Link& link : cells.links) {
        EXPECT_TRUE(seen.insert({link.lower, link.upper, link.axis}).second);
        lattice::Cells::Place next = cells.cells[link.lower].place;
        ++next[link.axis];
        ASSERT_EQ(cells.cells[link.upper].place, next);
        const lattice::SubMask face = (flesh.subVoxels(link.lower) & lattice::kHighFace[link.axis]) >>
                                      (3 * lattice::kSubStride[link.axis]);
        EXPECT_NE(face & flesh.subVoxels(link.upper), 0u);
        EXPECT_EQ(sharedNodes(cells, link.lower, link.upper), 4u);
    }
    EXPECT_GT(seen.size(), 1000u);
}

TEST(LatticeFlesh, PiecesOfACellAreThoseThatTouchWithoutACut) {
    const lattice::SubMask twoSlabs = lattice::kLowFace[0] | lattice::kHighFace[0];
    EXPECT_EQ(lattice::connectedPieces(twoSlabs, {}).size(), 2u);
    EXPECT_EQ(lattice::connectedPieces(lattice::kAllSubVoxels, {}).size(), 1u);
    const lattice::SubMask wall = lattice::kLowFace[1] << lattice::kSubStride[1];
    EXPECT_EQ(lattice::connectedPieces(lattice::kAllSubVoxels, {0, wall, 0}).size(), 2u);
    EXPECT_EQ(lattice::connectedPieces(lattice::kAllSubVoxels, {0, wall & (wall - 1), 0}).size(), 1u);
    // Bits that are neighbours as numbers only are not neighbours.
    EXPECT_EQ(lattice::connectedPieces(lattice::SubMask{0b11000}, {}).size(), 2u);
}

TEST(LatticeFlesh, CrumbsAreDroppedAndWhatIsThereGoesToANeighbour) {
    const Solid solid = solidOf(egg());
    const lattice::FleshCells flesh(solid, 0.1);
    for (const lattice::Cells::Cell& cell : flesh.cells().cells)
        EXPECT_GE(cell.coverage, lattice::FleshCells::kMinCoverage);
    ASSERT_GT(flesh.droppedCrumbs().size(), 5u);
    for (const Vec3d& crumb : flesh.droppedCrumbs()) {
        ASSERT_TRUE(solid.inside(crumb));
        const lattice::FleshCells::Found found = flesh.find(crumb);
        EXPECT_GT(found.distance, 0);
        EXPECT_LT(found.distance, 0.1);
    }
}

TEST(LatticeFlesh, WhatIsNotKeptIsGone) {
    const Solid solid = solidOf(twoFingers(0.3));
    lattice::FleshCells flesh(solid, 0.2);
    const std::vector<std::uint32_t> pieces = flesh.pieces();
    std::vector<bool> keep;
    for (std::uint32_t c = 0; c < flesh.cells().cellCount(); ++c) keep.push_back(flesh.middle(c).x < 0);
    flesh.keepOnly(keep);
    EXPECT_EQ(pieceCount(flesh), 1u);
    EXPECT_EQ(flesh.cells().cellCount(), std::count(keep.begin(), keep.end(), true));
    const lattice::FleshCells::Found found = flesh.find({0.5, 1, 0.5});
    EXPECT_LT(flesh.middle(found.point.cell).x, 0);
    EXPECT_NEAR(found.distance, 0.65, 0.03);
}

TEST(LatticeFlesh, ReachesTheNumberOfCellsAskedForWithinFivePercent) {
    const Solid solid = solidOf(egg());
    for (const double count : {500.0, 5000.0, 50000.0}) {
        EXPECT_NEAR(double(lattice::fleshOfCount(solid, count).cells().cellCount()), count, 0.05 * count);
    }
}

TEST(LatticeFlesh, SameBitsForAnyWorkerCount) {
    MeshArrays mesh = fork(0.004);
    for (const bool closed : {true, false}) {
        if (!closed) mesh.triangles.pop_back();
        const Solid solid = solidOf(mesh);
        const lattice::FleshCells serial(solid, 0.1);
        for (const unsigned threads : {1u, 2u, 3u}) {
            const Workers workers(threads);
            expectSame(serial, lattice::FleshCells(solid, 0.1, workers.jobs()));
        }
    }
}

TEST(LatticeFlesh, StopsWhenAsked) {
    const Solid solid = solidOf(egg());
    for (int last = 1; last < 8; ++last) {
        int calls = 0;
        EXPECT_THROW(lattice::FleshCells(solid, 0.1, {}, [&](double) { return ++calls < last; }), Stopped);
        EXPECT_EQ(calls, last);
    }
}

TEST(LatticeFlesh, RefusesWidthsThatMakeNoSense) {
    const Solid solid = solidOf(egg());
    EXPECT_THROW(lattice::FleshCells(solid, 0), Error);
    EXPECT_THROW(lattice::FleshCells(solid, 1e-4), Error);
    EXPECT_THROW(lattice::fleshOfCount(solid, 0), Error);
}

}  // namespace
}  // namespace sinew::test
