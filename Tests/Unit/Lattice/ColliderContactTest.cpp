#include "Offline/Lattice/Contact/ColliderContact.h"

#include <gtest/gtest.h>

#include <set>

#include "Offline/Workers.h"
#include "Support/Bodies/FleshSamples.h"
#include "Support/Bodies/LatticeBodies.h"
#include "Support/Bodies/LatticeSamples.h"

namespace sinew::test {
namespace {

constexpr double kYoung = 30e3;
// Turned about no axis of its own.
const Frame kTurned{fromAxisAngle(normalized(Vec3d{1, 2, -0.5}), 0.7), {0.15, 0.32, -0.1}};

struct Skin {
    Character character = fleshArm();
    lattice::Volume volume = lattice::buildVolume(character, settings());
    lattice::ColliderContact touch{
        volume, {character.surface.positions, character.surface.triangles}, kYoung};
    std::vector<Vec3d> x = restNodes(volume.cells());

    static lattice::VolumeSettings settings() {
        lattice::VolumeSettings settings;
        settings.cells.width = 0.1;
        return settings;
    }
    const std::vector<Vec3d>& vertices() const { return character.surface.positions; }
    std::vector<lattice::Tie> ties(std::span<const Collider> colliders, const Jobs& jobs = {}) const {
        std::vector<lattice::Tie> found;
        touch.addTies(x, colliders, found, jobs);
        return found;
    }
};

Collider turned(ColliderKind kind, Vec3f half) {
    return {kind, kTurned, half, {}};
}

// Distances to a slope through the middle of a grid around all of the skin: straight, so that what is between
// its places is exact.
struct SlopeGrid {
    static constexpr std::uint32_t kSize[] = {31, 33, 35};
    static constexpr double kCell = 0.1;
    static inline const Vec3d kMiddle{1.5, 1.6, 1.7}, kUp = normalized(Vec3d{-1, 2, 0.5});
    std::vector<float> values;
    Collider collider = turned(ColliderKind::Grid, {});

    SlopeGrid() {
        for (std::uint32_t i = 0; i < kSize[0] * kSize[1] * kSize[2]; ++i) {
            const std::uint32_t row = i / kSize[0], layer = row / kSize[1];
            const Vec3d p{double(i % kSize[0]), double(row % kSize[1]), double(layer)};
            values.push_back(static_cast<float>(dot(kUp, p * kCell - kMiddle)));
        }
        collider.grid = {values, {kSize[0], kSize[1], kSize[2]}, static_cast<float>(kCell)};
        collider.frame.translation = -rotate(kTurned.rotation, kMiddle);
    }
};

// The way out, in the collider's own space: along `out`, `depth` metres; none where depth is not above 0.
struct WayOut {
    double depth;
    Vec3d out;
};

WayOut outOfBall(Vec3d p, Vec3d middle, double radius) {
    return {radius - length(p - middle), normalized(p - middle, {0, 1, 0})};
}

WayOut outOfCapsule(Vec3d p, double radius, double half) {
    return outOfBall(p, {0, std::clamp(p.y, -half, half), 0}, radius);
}

WayOut outOfBox(Vec3d p, Vec3d half) {
    WayOut best{1e300, {}};
    for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {-1.0, 1.0}) {
            Vec3d out;
            out[axis] = side;
            const double depth = half[axis] - side * p[axis];
            if (depth < best.depth) best = {depth, out};
        }
    }
    return best;
}

// All vertices, one by one, against what was found.
template <class Out>  // of a place in the collider's space
void expectPushedOut(const Skin& skin, const Collider& collider, double tolerance, Out&& wayOut) {
    const std::vector<lattice::TouchedSkin> found = skin.touch.touched(skin.x, std::span(&collider, 1), {});
    const std::vector<lattice::Tie> ties = skin.ties(std::span(&collider, 1));
    ASSERT_EQ(ties.size(), found.size());
    std::size_t next = 0;
    for (std::uint32_t v = 0; v < skin.vertices().size(); ++v) {
        const Vec3d p = skin.vertices()[v];
        const Frame& frame = collider.frame;
        const WayOut way = wayOut(rotate(conjugate(frame.rotation), p - frame.translation));
        const bool isFound = next < found.size() && found[next].vertex == v;
        if (std::abs(way.depth) > tolerance) {
            ASSERT_EQ(isFound, way.depth > 0) << v;
        }
        if (!isFound) continue;
        const lattice::Tie& tie = ties[next];
        const Vec3d out = rotate(frame.rotation, way.out);
        EXPECT_NEAR(found[next].depth, way.depth, tolerance);
        EXPECT_LT(length(found[next].normal - out), 10 * tolerance);
        EXPECT_LT(length(tie.target - (p + out * way.depth)), 10 * tolerance);
        EXPECT_GT(dot(tie.pushes, out), 0.99);
        EXPECT_TRUE(tie.isActive(stretchOf(tie, skin.volume.cells(), skin.x)));
        ++next;
    }
    EXPECT_EQ(next, found.size());
    EXPECT_GT(found.size(), 20u);
}

TEST(LatticeTouch, ABoxPushesOutThroughItsNearestFace) {
    const Vec3d half{0.25, 0.13, 0.3};
    expectPushedOut(Skin(), turned(ColliderKind::Box, convert<float>(half)), 1e-5,
                    [&](Vec3d p) { return outOfBox(p, half); });
}

TEST(LatticeTouch, ACapsulePushesAwayFromItsMiddleLine) {
    expectPushedOut(Skin(), turned(ColliderKind::Capsule, {0.2f, 0.3f, 0}), 1e-5,
                    [](Vec3d p) { return outOfCapsule(p, 0.2, 0.3); });
}

TEST(LatticeTouch, APlanePushesUpWhatIsBelowIt) {
    Collider plane = turned(ColliderKind::Plane, {});
    plane.frame.translation = {0, -0.2, 0};
    expectPushedOut(Skin(), plane, 1e-5, [](Vec3d p) { return WayOut{-p.y, {0, 1, 0}}; });
}

TEST(LatticeTouch, AGridPushesAlongTheSlopeOfItsDistance) {
    const SlopeGrid grid;
    expectPushedOut(Skin(), grid.collider, 1e-5, [](Vec3d p) {
        return WayOut{-dot(SlopeGrid::kUp, p - SlopeGrid::kMiddle), SlopeGrid::kUp};
    });
}

TEST(LatticeTouch, SpringsAreAlongTheNormalAndAsStiffAsTheSkinTheyStandForIsLarge) {
    const Skin skin;
    const Collider plane{ColliderKind::Plane, {{}, {0, 9, 0}}, {}, {}};  // all of the skin is below it
    double sum = 0;
    for (const lattice::Tie& tie : skin.ties(std::span(&plane, 1))) {
        EXPECT_NEAR(dot(tie.pushes, Vec3d{0, 1, 0}), 1, 1e-6);
        EXPECT_EQ(tie.stiffness(0, 0), 0);
        EXPECT_EQ(tie.stiffness(2, 2), 0);
        sum += static_cast<double>(tie.stiffness(1, 1));
    }
    double area = 0;
    for (const Triangle& t : skin.character.surface.triangles) {
        const Vec3d a = skin.vertices()[t[0]], b = skin.vertices()[t[1]], c = skin.vertices()[t[2]];
        area += length(cross(b - a, c - a)) / 2;
    }
    EXPECT_NEAR(sum, 10 * kYoung * area / skin.volume.cells().width, 1e-3 * sum);
}

TEST(LatticeTouch, SameForAnyWorkerCount) {
    const Skin skin;
    const SlopeGrid grid;
    const Collider colliders[] = {turned(ColliderKind::Box, {0.3f, 0.2f, 0.3f}),
                                  {ColliderKind::Plane, {{}, {0, 0.1, 0}}, {}, {}},
                                  grid.collider};
    const std::vector<lattice::Tie> alone = skin.ties(colliders);
    ASSERT_GT(alone.size(), 600u);
    for (const unsigned threads : {1u, 3u}) {
        const Workers workers(threads);
        const std::vector<lattice::Tie> many = skin.ties(colliders, workers.jobs());
        ASSERT_EQ(many.size(), alone.size());
        for (std::size_t i = 0; i < many.size(); ++i) {
            EXPECT_EQ(many[i].id, alone[i].id);
            EXPECT_EQ(many[i].point.cell, alone[i].point.cell);
            EXPECT_EQ(many[i].target, alone[i].target);
            EXPECT_EQ(many[i].pushes, alone[i].pushes);
        }
    }
}

// Those that are kept from one look to the next are told apart by them.
TEST(LatticeTouch, SpringsOfTwoCollidersAtOneVertexHaveTheirOwnIds) {
    const Skin skin;
    const Collider both[] = {turned(ColliderKind::Box, {0.3f, 0.3f, 0.3f}),
                             turned(ColliderKind::Sphere, {0.3f, 0, 0})};
    std::set<std::uint32_t> ids;
    const std::vector<lattice::Tie> ties = skin.ties(both);
    for (const lattice::Tie& tie : ties) ids.insert(tie.id);
    EXPECT_EQ(ids.size(), ties.size());
    EXPECT_GT(ties.size(), skin.ties(std::span(both, 1)).size());
}

}  // namespace
}  // namespace sinew::test
