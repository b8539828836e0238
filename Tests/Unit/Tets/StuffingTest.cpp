#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "Offline/Error.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/Topology.h"
#include "Offline/Tets/Mesh/Stuffing.h"
#include "Offline/Volume/TetTopology.h"
#include "Offline/Workers.h"
#include "Support/Characters/Meshes.h"

namespace sinew::test {
namespace {

tets::StuffedMesh stuffed(const MeshArrays& mesh, double spacing) {
    return tets::stuff(Solid(mesh.positions, mesh.triangles), spacing);
}

std::vector<Triangle> boundaryOf(const TetMesh& mesh) {
    std::vector<Triangle> triangles;
    for (const auto& face : tetTopology(mesh).boundary) triangles.push_back(face.nodes);
    return triangles;
}

TEST(BccGrid, TetsFillSpaceAndAreAllAlike) {
    TetMesh mesh;
    for (const auto& steps : tets::latticeTets()) {
        Tet tet{};
        for (std::size_t v = 0; v < 4; ++v) {
            tet[v] = static_cast<std::uint32_t>(mesh.nodes.size());
            mesh.nodes.push_back(tets::BccGrid{}.position(steps[v]));
        }
        mesh.tets.push_back(tet);
        EXPECT_NEAR(tetVolume(mesh, tet), 1.0 / 12, 1e-15);
    }
    EXPECT_NEAR(tetQuality(mesh).minDihedral, 60, 1e-9);
    EXPECT_NEAR(tetQuality(mesh).maxDihedral, 90, 1e-9);
}

TEST(BccGrid, EveryEdgeIsFoundByItsMiddle) {
    tets::BccGrid grid;
    grid.cells = {5, 6, 7};
    const std::uint32_t cell = grid.cellAt(2, 3, 4);
    for (std::uint32_t e = 0; e < tets::BccGrid::kEdgesPerCell; ++e) {
        const tets::BccEdge& edge = tets::latticeEdges()[e];
        const tets::BccGrid::Place from = grid.placeOfNode(2 * cell + (edge.fromCentre ? 1 : 0));
        const tets::EdgeName name = tets::edgeAt(
            grid, {from[0] + edge.step[0] / 2, from[1] + edge.step[1] / 2, from[2] + edge.step[2] / 2});
        EXPECT_EQ(name.cell, cell);
        EXPECT_EQ(name.edge, e);
    }
}

TEST(BccGrid, ATooSmallSpacingIsRefusedBeforeMemoryIsTaken) {
    EXPECT_THROW(tets::gridAround({{0, 0, 0}, {1, 2, 1}}, 1e-6), Error);
    EXPECT_THROW(tets::gridAround({{0, 0, 0}, {1, 2, 1}}, 0), Error);
}

TEST(Stuffing, AnglesOfSmoothShapesStayWithinTheMethodsBounds) {
    for (const MeshArrays& mesh : {sphere({0.1, 0.2, 0.05}, {1, 0.8, 1.2}, 64, 40), torus(0.7, 0.3, 64, 32),
                                   cube({0, 0, 0}, {1, 1, 1})}) {
        for (const double spacing : {0.31, 0.2, 0.09}) {
            const TetQuality quality = tetQuality(stuffed(mesh, spacing).mesh);
            EXPECT_GT(quality.minVolume, 0);
            EXPECT_GT(quality.minDihedral, tets::kMinDihedral);
            EXPECT_LT(quality.maxDihedral, tets::kMaxDihedral);
        }
    }
}

// Sides at random and cuts where they do most harm: just beyond the limits of warping, and just within.
TetQuality worstOfNoise(double alphaLong, double alphaShort) {
    TetQuality worst;
    worst.minVolume = 1;
    tets::BccGrid grid;
    grid.cells = {14, 14, 14};
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        std::vector<tets::BccSide> sides(std::size_t{2} * grid.cellCount(), tets::BccSide::Outside);
        for (std::uint32_t n = 0; n < sides.size(); ++n) {
            const tets::BccGrid::Place place = grid.placeOfNode(n);
            const bool within =
                std::all_of(place.begin(), place.end(), [](int x) { return x >= 12 && x <= 40; });
            if (random.uniform(0, 1) < 0.2 + 0.1 * (seed % 8) && within) sides[n] = tets::BccSide::Inside;
        }
        tets::BccCuts cuts(grid, std::move(sides), [&](Vec3d in, Vec3d out) {
            const double alpha = length(out - in) > 0.9 ? alphaLong : alphaShort;
            const double low = alpha + (random.integer(0, 1) == 0 ? -1e-9 : 1e-9);
            return random.integer(0, 9) == 0   ? random.uniform(0, 1)
                   : random.integer(0, 1) == 0 ? low
                                               : 1 - low;
        });
        cuts.warp(alphaLong, alphaShort);
        const TetQuality here = tetQuality(tets::tetsOf(grid, cuts).mesh);
        worst.minDihedral = std::min(worst.minDihedral, here.minDihedral);
        worst.maxDihedral = std::max(worst.maxDihedral, here.maxDihedral);
        worst.minVolume = std::min(worst.minVolume, here.minVolume);
    }
    return worst;
}

TEST(Stuffing, AnglesOfNoiseStayWithinTheMethodsBoundsAndReachThem) {
    const TetQuality worst = worstOfNoise(tets::kAlphaLong, tets::kAlphaShort);
    EXPECT_GT(worst.minVolume, 0);
    EXPECT_GT(worst.minDihedral, tets::kMinDihedral);
    EXPECT_LT(worst.maxDihedral, tets::kMaxDihedral);
    // Otherwise the cuts were not where they do harm.
    EXPECT_LT(worst.minDihedral, tets::kMinDihedral + 1);
    EXPECT_GT(worst.maxDihedral, tets::kMaxDihedral - 1);
}

// The planted fault: limits that are a little off.
TEST(Stuffing, OtherLimitsOfWarpingBreakTheBounds) {
    EXPECT_LT(worstOfNoise(0.25, 0.40).minDihedral, tets::kMinDihedral);
    EXPECT_GT(worstOfNoise(0.29, 0.3988).maxDihedral, tets::kMaxDihedral);
}

// The planted fault: without warping the bounds do not hold.
TEST(Stuffing, WithoutWarpingTheBoundsFail) {
    const MeshArrays mesh = sphere({0.1, 0.2, 0.05}, {1, 0.8, 1.2}, 64, 40);
    const Solid solid(mesh.positions, mesh.triangles);
    const tets::BccGrid grid = tets::gridAround(solid.box(), 0.2);
    const tets::BccCuts cuts(grid, tets::gridSides(solid, grid),
                             [&](Vec3d in, Vec3d out) { return solid.exit(in, out); });
    EXPECT_LT(tetQuality(tets::tetsOf(grid, cuts).mesh).minDihedral, 5);
}

TEST(Stuffing, BoundaryIsClosedAndItsNodesLieOnTheSurface) {
    const MeshArrays mesh = torus(0.7, 0.3, 64, 32);
    const Solid solid(mesh.positions, mesh.triangles);
    const tets::StuffedMesh result = tets::stuff(solid, 0.1);
    const std::vector<Triangle> boundary = boundaryOf(result.mesh);
    const EdgeTable edges = edgeTable(boundary);
    const Parts parts = connectedParts(boundary);
    ASSERT_EQ(parts.count, 1u);
    EXPECT_EQ(partTopologies(boundary, edges, parts)[0].genus(), 1);
    for (const Triangle& t : boundary) {
        for (const std::uint32_t n : t) ASSERT_LT(solid.distance(result.mesh.nodes[n]), 1e-9);
    }
    // Faces cut corners, by less than a tenth of a cell where the surface is that smooth.
    for (const Triangle& t : boundary) {
        const TrianglePoints p = TriangleMesh{result.mesh.nodes, boundary}.points(
            static_cast<std::uint32_t>(&t - boundary.data()));
        ASSERT_LT(solid.distance((p[0] + p[1] + p[2]) / 3.0), 0.1 * 0.1);
    }
}

TEST(Stuffing, TheTetsFillWhatTheirBoundaryEncloses) {
    const tets::StuffedMesh result = stuffed(sphere({}, {1, 1, 1}, 64, 40), 0.15);
    const std::vector<Triangle> boundary = boundaryOf(result.mesh);
    EXPECT_NEAR(signedVolume({result.mesh.nodes, boundary}), tetQuality(result.mesh).volume, 1e-12);
}

TEST(Stuffing, VolumeConvergesWithTheSquareOfTheSpacing) {
    const MeshArrays mesh = sphere({}, {1, 1, 1}, 192, 95);
    const double exact = signedVolume(mesh.view());
    const double coarse = exact - tetQuality(stuffed(mesh, 0.2).mesh).volume;
    const double fine = exact - tetQuality(stuffed(mesh, 0.1).mesh).volume;
    EXPECT_GT(std::log2(coarse / fine), 1.7);
    EXPECT_LT(fine / exact, 0.01);
    EXPECT_NEAR(stuffed(mesh, 0.1).solidVolume / exact, 1, 0.01);  // by counting nodes
}

TEST(Stuffing, SameBitsForAnyWorkerCount) {
    const MeshArrays mesh = torus(0.7, 0.3, 64, 32);
    const tets::StuffedMesh serial = stuffed(mesh, 0.07);
    for (const unsigned threads : {2u, 3u}) {
        const Workers workers(threads);
        const tets::StuffedMesh parallel =
            tets::stuff(Solid(mesh.positions, mesh.triangles, workers.jobs()), 0.07, workers.jobs());
        EXPECT_EQ(parallel.mesh.nodes, serial.mesh.nodes);
        EXPECT_EQ(parallel.mesh.tets, serial.mesh.tets);
    }
}

TEST(Stuffing, NeighboursInTheMeshAreNearInMemory) {
    const tets::StuffedMesh result = stuffed(sphere({}, {1, 1, 1}, 64, 40), 0.06);
    double spread = 0;
    for (const Tet& tet : result.mesh.tets) {
        const auto [low, high] = std::minmax_element(tet.begin(), tet.end());
        spread += *high - *low;
    }
    // A row by row order would spread a tet over two layers of the grid, a twentieth of all nodes.
    EXPECT_LT(spread / static_cast<double>(result.mesh.tets.size()),
              0.05 * static_cast<double>(result.mesh.nodes.size()));
}

TEST(Stuffing, AGapNarrowerThanTheLatticeStaysOpen) {
    MeshArrays mesh = cube({0, 0, 0}, {1, 1, 1});
    append(mesh, cube({1.04, 0, 0}, {2, 1, 1}));
    const Solid solid(mesh.positions, mesh.triangles);
    const tets::StuffedMesh result = tets::stuff(solid, 0.1);
    EXPECT_EQ(tetTopology(result.mesh).components, 2u);
    EXPECT_GT(result.opened.size(), 50u);
    EXPECT_GT(tetQuality(result.mesh).volume, 1.8);
    const TetQuality quality = tetQuality(result.mesh);
    EXPECT_GT(quality.minDihedral, tets::kMinDihedral);
    EXPECT_LT(quality.maxDihedral, tets::kMaxDihedral);
    // The planted fault: otherwise the two are one.
    EXPECT_EQ(tetTopology(tets::stuff(solid, 0.1, {}, {}, false).mesh).components, 1u);
}

TEST(Stuffing, NothingIsTakenOutWhereThereIsNoGap) {
    EXPECT_TRUE(stuffed(torus(0.7, 0.3, 64, 32), 0.1).opened.empty());
    MeshArrays overlapping = cube({0, 0, 0}, {1, 1, 1});
    append(overlapping, cube({0.96, 0, 0}, {2, 1, 1}));
    EXPECT_TRUE(stuffed(overlapping, 0.1).opened.empty());
}

TEST(Stuffing, StopsWhenAsked) {
    const MeshArrays mesh = sphere({}, {1, 1, 1});
    int calls = 0;
    EXPECT_THROW(
        tets::stuff(Solid(mesh.positions, mesh.triangles), 0.1, {}, [&](double) { return ++calls < 2; }),
        Stopped);
    EXPECT_EQ(calls, 2);
}

TEST(Stuffing, ASolidBelowTheResolutionGivesNoTets) {
    EXPECT_TRUE(stuffed(sphere({}, {0.01, 0.01, 0.01}), 1).mesh.tets.empty());
    EXPECT_TRUE(tets::stuff(Solid({}, {}), 1).mesh.tets.empty());
}

}  // namespace
}  // namespace sinew::test
