#include <gtest/gtest.h>

#include "Math/Affine.h"
#include "Offline/Volume/Solid.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeSamples.h"

namespace sinew::test {
namespace {

const Affined kField{{{{1.5, 0.2, -0.3}, {0.1, 0.7, 0.4}, {-0.6, 0.2, 1.1}}}, {3, -2, 1}};

TEST(LatticeFind, LinearFieldsAreReproducedInsideAndOutside) {
    const Solid solid = solidOf(sphere({}, {1, 0.8, 0.6}));
    const lattice::FleshCells flesh(solid, 0.1);
    std::vector<Vec3d> moved;
    for (const Vec3d& n : restNodes(flesh.cells())) moved.push_back(transformPoint(kField, n));
    Random random(1);
    int outside = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3d p = random.point(-1.1, 1.1);
        const lattice::FleshCells::Found found = flesh.find(p);
        const double far = 1 + found.distance / 0.1;
        ASSERT_LT(length(lattice::positionOf(found.point, flesh.cells(), moved) - transformPoint(kField, p)),
                  1e-6 * far * far * far);
        outside += found.distance > 0 ? 1 : 0;
    }
    EXPECT_GT(outside, 200);
}

TEST(LatticeFind, APlaceInTheFleshIsInItsCell) {
    const Solid solid = solidOf(sphere({}, {1, 0.8, 0.6}));
    const lattice::FleshCells flesh(solid, 0.1);
    Random random(2);
    int inside = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3d p = random.point(-1, 1);
        if (solid.depth(p) < 0.03) continue;
        const lattice::FleshCells::Found found = flesh.find(p);
        EXPECT_EQ(found.distance, 0);
        for (const float weight : found.point.weights) ASSERT_GE(weight, 0);
        ++inside;
    }
    EXPECT_GT(inside, 300);
}

// Though the nearest flesh may lie in the cell beside it.
TEST(LatticeFind, SkinIsInItsOwnCellWhereThatHasFlesh) {
    const MeshArrays mesh = sphere({}, {1, 0.8, 0.6}, 60, 31);
    const Solid solid = solidOf(mesh);
    const lattice::FleshCells flesh(solid, 0.1);
    std::set<lattice::Cells::Place> places;
    for (const lattice::Cells::Cell& cell : flesh.cells().cells) places.insert(cell.place);
    for (const Vec3d& p : mesh.positions) {
        const Vec3d steps = (p - flesh.cells().origin) / 0.1;
        const lattice::Cells::Place own{static_cast<std::int32_t>(steps.x),
                                        static_cast<std::int32_t>(steps.y),
                                        static_cast<std::int32_t>(steps.z)};
        if (places.count(own) == 0) continue;
        ASSERT_EQ(flesh.cells().cells[flesh.find(p).point.cell].place, own);
    }
}

// The gap is a tenth of a sub-voxel.
struct Fingers {
    double angle, gap = 0.005;
    Solid solid{solidOf(turned(twoFingers(gap), angle))};
    lattice::FleshCells flesh{solid, 0.2};
    std::vector<std::uint32_t> pieces = flesh.pieces();
    std::uint32_t left = pieceAt({-0.5, 1, 0.5}, {}), right = pieceAt({0.5, 1, 0.5}, {});

    Vec3d turn(Vec3d p) const { return turned({{p}, {}}, angle).positions[0]; }
    std::uint32_t pieceAt(Vec3d p, Vec3d normal) const {
        return pieces[flesh.find(turn(p), turn(normal)).point.cell];
    }
};

TEST(LatticeFind, SkinBetweenTwoFingersBelongsToItsOwn) {
    for (const double angle : {0.0, 0.3, 0.785, 1.2}) {
        const Fingers fingers{angle};
        ASSERT_NE(fingers.left, fingers.right);
        Random random(3);
        for (int i = 0; i < 300; ++i) {
            const double y = random.uniform(0, 2), z = random.uniform(0, 1), side = fingers.gap / 2;
            ASSERT_EQ(fingers.pieceAt({-side, y, z}, {1, 0, 0}), fingers.left)
                << angle << " " << y << " " << z;
            ASSERT_EQ(fingers.pieceAt({side, y, z}, {-1, 0, 0}), fingers.right)
                << angle << " " << y << " " << z;
        }
    }
}

TEST(LatticeFind, APlaceJustInsideAFingerBelongsToItWithoutANormal) {
    for (const double angle : {0.0, 0.3, 0.785, 1.2}) {
        const Fingers fingers{angle};
        Random random(4);
        for (int i = 0; i < 300; ++i) {
            const double y = random.uniform(0.01, 1.99), z = random.uniform(0.01, 0.99);
            ASSERT_EQ(fingers.pieceAt({-0.003, y, z}, {}), fingers.left) << angle;
            ASSERT_EQ(fingers.pieceAt({0.003, y, z}, {}), fingers.right) << angle;
        }
    }
}

TEST(LatticeFind, FarFromTheFleshTheNearestIsFoundAndHowFarItIs) {
    const Solid solid = solidOf(sphere({}, {1, 0.8, 0.6}, 60, 31));
    const lattice::FleshCells flesh(solid, 0.1);
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const Vec3d p = normalized(random.point(-1, 1)) * 3.0;
        EXPECT_NEAR(flesh.find(p).distance, solid.distance(p), 0.05);
    }
}

TEST(LatticeFind, ManyAtOnceAreTheSameForAnyWorkerCount) {
    const Fingers fingers{0.3};
    Random random(6);
    std::vector<Vec3d> points;
    for (int i = 0; i < 2000; ++i) points.push_back(random.point(-1.5, 2));
    const std::vector<lattice::FleshCells::Found> serial = fingers.flesh.find(points, {});
    for (const unsigned threads : {2u, 3u}) {
        const Workers workers(threads);
        const std::vector<lattice::FleshCells::Found> parallel =
            fingers.flesh.find(points, {}, workers.jobs());
        for (std::size_t i = 0; i < points.size(); ++i) {
            ASSERT_EQ(parallel[i].point.cell, serial[i].point.cell);
            ASSERT_EQ(parallel[i].point.weights, serial[i].point.weights);
            ASSERT_EQ(parallel[i].distance, serial[i].distance);
        }
    }
}

}  // namespace
}  // namespace sinew::test
