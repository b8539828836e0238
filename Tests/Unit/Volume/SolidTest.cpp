#include <gtest/gtest.h>

#include "Offline/Volume/Solid.h"
#include "Support/Characters/Meshes.h"

namespace sinew::test {
namespace {

Solid solidOf(const MeshArrays& mesh) {
    return Solid(mesh.positions, mesh.triangles);
}

TEST(Solid, OverlappingAndNestedShellsAreOneSolid) {
    MeshArrays mesh = sphere({}, {1, 1, 1});
    append(mesh, sphere({0.8, 0, 0}, {1, 1, 1}));
    append(mesh, sphere({0, 0.3, 0}, {0.2, 0.2, 0.2}));
    const Solid solid = solidOf(mesh);
    EXPECT_TRUE(solid.inside({0.4, 0, 0}));  // in both
    EXPECT_TRUE(solid.inside({0, 0.3, 0}));  // in the small one
    EXPECT_TRUE(solid.inside({1.7, 0, 0}));
    EXPECT_FALSE(solid.inside({0, 1.1, 0}));
}

TEST(Solid, DoubledAndTwoSidedFacesCountOnce) {
    for (const bool turned : {false, true}) {
        MeshArrays mesh = sphere({}, {1, 1, 1});
        const std::size_t count = mesh.triangles.size();
        for (std::size_t t = 0; t < count; ++t) {
            Triangle copy = mesh.triangles[t];
            if (turned) std::swap(copy[0], copy[1]);
            mesh.triangles.push_back(copy);
        }
        const Solid solid = solidOf(mesh);
        EXPECT_NEAR(solid.winding({0.1, 0, 0}), 1, 0.01);
        EXPECT_NEAR(solid.winding({2, 0, 0}), 0, 0.01);
    }
}

TEST(Solid, AHoleDoesNotEmptyTheBody) {
    MeshArrays mesh = sphere({}, {1, 1, 1}, 48, 31);
    std::erase_if(mesh.triangles, [&](const Triangle& t) { return mesh.positions[t[0]].y > 0.9; });
    const Solid solid = solidOf(mesh);
    EXPECT_TRUE(solid.inside({0, 0, 0}));
    EXPECT_TRUE(solid.inside({0, 0.8, 0}));
    EXPECT_FALSE(solid.inside({0, 1.1, 0}));
    // Through the hole the way out is where the winding number passes one half.
    const double out = solid.exit({0, 0, 0}, {0, 2, 0}) * 2;
    EXPECT_GT(out, 0.85);
    EXPECT_LT(out, 1.0);
}

TEST(Solid, TheWayOutIsWhereTheSurfaceIsCrossed) {
    const Solid solid = solidOf(cube({0, 0, 0}, {1, 1, 1}));
    EXPECT_NEAR(solid.exit({0.3, 0.4, 0.6}, {2.3, 0.4, 0.6}), 0.35, 1e-15);
    MeshArrays two = cube({0, 0, 0}, {1, 1, 1});
    append(two, cube({0.5, -0.1, -0.1}, {1.5, 1.1, 1.1}));
    EXPECT_NEAR(solidOf(two).exit({0.25, 0.41, 0.6}, {2.25, 0.41, 0.6}), 0.625, 1e-15);
}

TEST(Solid, ABoxIsOnOneSideOnlyWhenThatIsCertain) {
    MeshArrays mesh = sphere({}, {1, 1, 1}, 48, 31);
    const Solid closed = solidOf(mesh);
    const auto sure = [](const Solid& solid, const Box& box) {
        return solid.sameSide(box, solid.winding(center(box)));
    };
    EXPECT_TRUE(sure(closed, inflated(Box{{}, {}}, 0.4)));
    EXPECT_FALSE(sure(closed, inflated(Box{{}, {}}, 0.9)));
    // Nothing is certain in the mouth of a hole, though no triangle is near.
    std::erase_if(mesh.triangles, [&](const Triangle& t) { return mesh.positions[t[0]].y > 0.5; });
    const Solid open = solidOf(mesh);
    EXPECT_FALSE(sure(open, inflated(Box{{0, 0.6, 0}, {0, 0.6, 0}}, 0.2)));
    EXPECT_TRUE(sure(open, inflated(Box{{0, 9, 0}, {0, 9, 0}}, 1)));
}

// Boxes around the mouth of an open ball that no triangle touches: where the answer is yes, every place in
// them is on one side.
TEST(Solid, ABoxThatIsOnOneSideHasNoPlaceOnTheOther) {
    MeshArrays mesh = sphere({}, {1, 1, 1}, 48, 31);
    std::erase_if(mesh.triangles, [&](const Triangle& t) { return mesh.positions[t[0]].y > 0.5; });
    const Solid open = solidOf(mesh);
    Random random(8);
    int sure = 0, mixed = 0;
    for (int i = 0; i < 300; ++i) {
        const Vec3d middle{random.uniform(-0.2, 0.2), random.uniform(-0.3, 1.5), random.uniform(-0.2, 0.2)};
        const Box box = inflated(Box{middle, middle}, random.uniform(0.02, 0.45));
        int inside = 0;
        for (int c = 0; c < 27; ++c) {
            const int x = c % 3, y = c / 3 % 3, z = c / 9;
            const Vec3d at{x * 0.5, y * 0.5, z * 0.5};
            inside += open.inside(box.low + scaled(extent(box), at)) ? 1 : 0;
        }
        const bool oneSide = open.sameSide(box, open.winding(middle));
        sure += oneSide ? 1 : 0;
        mixed += inside > 0 && inside < 27 ? 1 : 0;
        EXPECT_TRUE(!oneSide || inside == 0 || inside == 27);
    }
    EXPECT_GT(sure, 5);
    EXPECT_GT(mixed, 50);
}

TEST(Solid, DepthIsPositiveInsideAndMeasuredToTheSurface) {
    const Solid solid = solidOf(cube({0, 0, 0}, {1, 1, 1}));
    EXPECT_NEAR(solid.depth({0.3, 0.5, 0.5}), 0.3, 1e-15);
    EXPECT_NEAR(solid.depth({0.5, 0.5, 1.5}), -0.5, 1e-15);
}

TEST(Solid, BuriedWallsAreNoBoundary) {
    MeshArrays mesh = cube({0, 0, 0}, {4, 1, 1});
    append(mesh, cube({2, 0.3, 0.3}, {6, 0.7, 0.7}));
    const Solid solid = solidOf(mesh);
    EXPECT_NEAR(solid.depth({2.5, 0.5, 0.5}), 0.5, 1e-12);  // between buried walls
    EXPECT_NEAR(solid.depth({2, 0.5, 0.5}), 0.5, 1e-12);    // on one
    EXPECT_NEAR(solid.depth({5, 0.5, 0.5}), 0.2, 1e-12);
    // The planted fault: to the nearest triangle of any kind that place has no depth at all.
    EXPECT_NEAR(closestPoint(solid.mesh(), solid.tree(), {2, 0.5, 0.5})->distance, 0, 1e-12);
}

TEST(Solid, TheLengthOutsideIsThatOfGapsAndOfWhatLiesBeyond) {
    MeshArrays mesh = cube({0, 0, 0}, {1, 1, 1});
    append(mesh, cube({0.7, 0.2, 0.2}, {1.5, 0.8, 0.8}));  // overlaps the first
    append(mesh, cube({1.7, 0, 0}, {2, 1, 1}));
    const Solid solid = solidOf(mesh);
    EXPECT_EQ(solid.lengthOutside({0.1, 0.4, 0.5}, {1.4, 0.4, 0.5}), 0);
    EXPECT_NEAR(solid.lengthOutside({0.1, 0.4, 0.5}, {1.9, 0.4, 0.5}), 0.2, 1e-12);
    EXPECT_NEAR(solid.lengthOutside({0.1, 0.4, 0.5}, {3, 0.4, 0.5}), 1.2, 1e-12);
    EXPECT_NEAR(solid.lengthOutside({0.1, 0.4, 0.5}, {1.5, 0.4, 0.5}), 0, 1e-9);  // on the surface
}

}  // namespace
}  // namespace sinew::test
