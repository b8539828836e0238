#include <gtest/gtest.h>

#include <cmath>

#include "Offline/Error.h"
#include "Offline/Volume/DistanceGrid.h"
#include "Offline/Workers.h"
#include "Support/Characters/Meshes.h"

namespace sinew::test {
namespace {

// The largest error of a sampled distance among places nearer to the surface than `within`.
template <class Sample>
double worstError(const Solid& solid, double within, Sample&& sample) {
    const Box box = inflated(solid.box(), within);
    Random random(9);
    double worst = 0;
    for (int i = 0; i < 3000; ++i) {
        const Vec3d p = box.low + scaled(extent(box), random.point(0, 1));
        if (solid.distance(p) > within) continue;
        worst = std::max(worst, std::abs(sample(p) + solid.depth(p)));
    }
    return worst;
}

double worstError(const Solid& solid, double spacing) {
    const DistanceGrid grid(solid, spacing, 2 * spacing);
    return worstError(solid, 2 * spacing, [&](Vec3d p) { return grid.at(p); });
}

TEST(DistanceGrid, IsFarBelowACellOnSphereAndTorusAndHalfACellAtTheEdgesOfABox) {
    const MeshArrays round = sphere({}, {1, 1, 1}, 64, 41), ring = torus(0.7, 0.3, 64, 32),
                     box = cube({0, 0, 0}, {1, 0.8, 0.6});
    EXPECT_LT(worstError(Solid(round.positions, round.triangles), 0.05), 0.05 * 0.05);
    EXPECT_LT(worstError(Solid(ring.positions, ring.triangles), 0.03), 0.06 * 0.03);
    EXPECT_LT(worstError(Solid(box.positions, box.triangles), 0.05), 0.5 * 0.05);
}

TEST(DistanceGrid, ErrorFallsWithTheSquareOfTheSpacing) {
    const MeshArrays mesh = sphere({}, {1, 1, 1}, 96, 63);
    const Solid solid(mesh.positions, mesh.triangles);
    const double coarse = worstError(solid, 0.2), fine = worstError(solid, 0.1);
    EXPECT_GT(std::log2(coarse / fine), 1.6);
    // The planted fault: the nearest node instead of interpolation is off by half a cell.
    const DistanceGrid grid(solid, 0.1, 0.2);
    const auto nearestNode = [&](Vec3d p) {
        const Vec3d origin = solid.box().low - Vec3d{0.3, 0.3, 0.3};
        for (int a = 0; a < 3; ++a) p[a] = origin[a] + 0.1 * std::round((p[a] - origin[a]) / 0.1);
        return grid.at(p);
    };
    EXPECT_GT(worstError(solid, 0.2, nearestNode), 0.04);
}

TEST(DistanceGrid, SignIsRightForOverlappingShellsAndOpenBodies) {
    MeshArrays mesh = sphere({}, {1, 1, 1}, 48, 31);
    append(mesh, sphere({0.8, 0, 0}, {0.9, 0.9, 0.9}, 48, 31));
    const Solid overlapping(mesh.positions, mesh.triangles);
    MeshArrays open = sphere({}, {1, 1, 1}, 48, 31);
    std::erase_if(open.triangles, [&](const Triangle& t) { return open.positions[t[0]].y > 0.9; });
    const Solid holed(open.positions, open.triangles);
    for (const Solid* solid : {&overlapping, &holed}) {
        const DistanceGrid grid(*solid, 0.08, 0.1);
        Random random(3);
        for (int i = 0; i < 1000; ++i) {
            const Vec3d p = random.point(-1.2, 1.8);
            // Right at the surface, and in the mouth of the hole, interpolation may decide otherwise.
            if (solid->distance(p) < 0.1 || std::abs(solid->winding(p) - 0.5) < 0.2) continue;
            ASSERT_EQ(grid.at(p) < 0, solid->inside(p));
        }
    }
    EXPECT_NEAR(DistanceGrid(overlapping, 0.08, 0.1).at({0.45, 0, 0}), -overlapping.depth({0.45, 0, 0}), 0.1);
}

TEST(DistanceGrid, GradientPointsAwayFromTheSurface) {
    const MeshArrays mesh = sphere({}, {1, 1, 1}, 64, 41);
    const DistanceGrid grid(Solid(mesh.positions, mesh.triangles), 0.08, 0.1);
    Random random(4);
    for (int i = 0; i < 200; ++i) {
        const Vec3d direction = normalized(random.point(-1, 1), {1, 0, 0});
        EXPECT_LT(length(grid.gradient(direction * 1.02) - direction), 0.1);
        EXPECT_LT(length(grid.gradient(direction * 0.95) - direction), 0.1);
    }
}

TEST(DistanceGrid, FarAwayTheDistanceGoesOn) {
    const MeshArrays mesh = sphere({}, {1, 1, 1}, 48, 31);
    const DistanceGrid grid(Solid(mesh.positions, mesh.triangles), 0.1, 0.2);
    EXPECT_NEAR(grid.at({11, 0, 0}), 10, 0.2);
    EXPECT_NEAR(grid.at({0, 0, 0}), -1, 0.4);
    EXPECT_EQ(DistanceGrid().at({0, 0, 0}), Box::kInfinity);
}

TEST(DistanceGrid, OnlyTheBandIsFine) {
    const MeshArrays mesh = sphere({}, {1, 1, 1}, 48, 31);
    const Solid solid(mesh.positions, mesh.triangles);
    // Of a sphere of 50 cells across; blocks of 8 are the grain.
    const auto fine = static_cast<double>(DistanceGrid(solid, 0.04, 0.04).fineNodes());
    const auto all = static_cast<double>(DistanceGrid(solid, 0.04, 1).fineNodes());
    EXPECT_LT(fine, 0.8 * all);
    EXPECT_GT(all, std::pow(50, 3));
}

TEST(DistanceGrid, SameBitsForAnyWorkerCount) {
    const MeshArrays mesh = torus(0.7, 0.3, 48, 24);
    const Solid solid(mesh.positions, mesh.triangles);
    const DistanceGrid serial(solid, 0.05, 0.1);
    const Workers workers(3);
    const DistanceGrid parallel(solid, 0.05, 0.1, workers.jobs());
    Random random(6);
    for (int i = 0; i < 2000; ++i) {
        const Vec3d p = random.point(-1.2, 1.2);
        ASSERT_EQ(serial.at(p), parallel.at(p));
    }
}

TEST(DistanceGrid, RefusesWhatWouldNotFitAndStopsWhenAsked) {
    const MeshArrays mesh = sphere({}, {1, 1, 1});
    const Solid solid(mesh.positions, mesh.triangles);
    EXPECT_THROW(DistanceGrid(solid, 1e-6, 1e-5), Error);
    EXPECT_THROW(DistanceGrid(solid, 0.05, 0.1, {}, [](double) { return false; }), Stopped);
}

}  // namespace
}  // namespace sinew::test
