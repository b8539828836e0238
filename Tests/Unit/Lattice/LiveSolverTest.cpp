#include "Offline/Lattice/LiveSolver.h"

#include <gtest/gtest.h>

#include <thread>

#include "Base/Hash.h"
#include "Offline/Character/Pose.h"
#include "Offline/Full/Continuation.h"
#include "Offline/Full/FullSolver.h"
#include "Offline/Lattice/Cells/Cells.h"
#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Lattice/Volume.h"
#include "Offline/Volume/Attachment.h"
#include "Offline/Workers.h"
#include "Support/Bodies/FleshSamples.h"

namespace sinew::lattice {
namespace {

using Clock = LiveInput::Clock;

constexpr double kCells = 1500;
// On an arm of two metres, between shapes whose forces are equal to a thousandth.
constexpr double kSameShape = 1e-3;

LiveSettings settingsFor(double cells) {
    LiveSettings settings;
    settings.volume.cells.count = cells;
    return settings;
}

std::vector<Affined> bentBy(double angle, Affined all = {}) {
    const Affined elbow{toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angle)), {}};
    return {all * Affined{Mat3d::identity(), {-1, 0, 0}}, all * elbow};
}

LiveInput towards(std::span<const Affined> frames) {
    LiveInput input;
    input.jointFrames = frames;
    return input;
}

double apart(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, length(a[i] - b[i]));
    return largest;
}

std::vector<Vec3d> bentAtOnce(double angle) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    const std::vector<Affined> frames = bentBy(angle);
    EXPECT_TRUE(live.advance(towards(frames)).finished);
    return live.nodesIn(frames);
}

TEST(LatticeLiveSolver, ReachesTheShapeOfThePoseSolver) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    const std::vector<Affined> frames = bentBy(1.4);
    const LiveReport report = live.advance(towards(frames));
    EXPECT_TRUE(report.finished);
    EXPECT_GE(report.substeps, 2);
    EXPECT_EQ(report.reached, 1);
    EXPECT_LE(report.force, report.allowed);

    const Carriers carriers = carriersOf(live.volume().bones, live.volume().attachment);
    PoseSolver solver(live.volume().cells(), {}, {}, carriers.ofNode, 2, 4, {}, {});
    PosedShape shape = solver.restShape();
    const Skeleton& skeleton = live.character().skeleton;
    const PoseReport pose = solver.moveTo(shape, [&](double t) {
        return skinMatrices(skeleton, framesBetween(skeleton, bindFrames(skeleton), frames, t));
    });
    EXPECT_TRUE(pose.converged);
    EXPECT_LT(apart(shape.x, live.nodesIn(frames)), kSameShape);
}

TEST(LatticeLiveSolver, ATinyBudgetGetsThereInManyCalls) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    const std::vector<Affined> frames = bentBy(1.4);
    LiveInput input = towards(frames);
    input.deadline = Clock::now();
    int calls = 0;
    double reached = 0;
    for (LiveReport report; !report.finished && calls < 100; ++calls) {
        report = live.advance(input);
        EXPECT_LE(report.iterations, 1);
        EXPECT_GE(report.reached, reached);
        reached = report.reached;
        for (const Vec3d& x : live.nodesIn(frames)) ASSERT_TRUE(isFinite(x));
    }
    EXPECT_GT(calls, 3);
    EXPECT_LT(apart(live.nodesIn(frames), bentAtOnce(1.4)), kSameShape);
}

TEST(LatticeLiveSolver, TargetsThatMoveFasterThanItSolvesDoNoHarm) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    std::vector<Affined> frames;
    for (int i = 1; i <= 20; ++i) {
        frames = bentBy(0.07 * i);
        LiveInput input = towards(frames);
        input.deadline = Clock::now();
        live.advance(input);
    }
    EXPECT_TRUE(live.advance(towards(frames)).finished);
    EXPECT_LT(apart(live.nodesIn(frames), bentAtOnce(1.4)), kSameShape);
}

// What is shown is in the pose asked for, also where the flesh is still on its way.
TEST(LatticeLiveSolver, BonesAreShownWhereTheyAreAtOnce) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    const std::vector<Affined> frames = bentBy(2.2);
    LiveInput input = towards(frames);
    input.deadline = Clock::now();
    EXPECT_FALSE(live.advance(input).finished);
    const std::vector<Vec3d> nodes = live.nodesIn(frames);
    const Cells& cells = live.volume().cells();
    for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) {
        const std::int32_t bone = live.volume().attachment.boneOfNode[n];
        if (bone < 0 || live.volume().bones[static_cast<std::size_t>(bone)].joint != 1) continue;
        EXPECT_LT(length(nodes[n] - transformPoint(frames[1], cells.nodePosition(n))), 1e-9);
    }
}

TEST(LatticeLiveSolver, StopsWithinASecondAndGoesOnFromThere) {
    LiveSolver live(test::fleshArm(), settingsFor(8000));
    const std::vector<Affined> frames = bentBy(2);
    LiveInput input = towards(frames);
    int asked = 0;
    Clock::time_point told;
    input.progress = [&](double) {
        told = Clock::now();
        return ++asked < 40;
    };
    EXPECT_THROW(live.advance(input), Stopped);
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - told).count(), 1);
    EXPECT_EQ(asked, 40);  // between two questions is less than a step
    for (const Vec3d& x : live.nodesIn(frames)) ASSERT_TRUE(isFinite(x));
    EXPECT_TRUE(live.advance(towards(frames)).finished);
}

TEST(LatticeLiveSolver, IsStoppedWhileItIsMade) {
    Clock::time_point told;
    EXPECT_THROW(LiveSolver(test::fleshArm(), settingsFor(8000), {},
                            [&](double done) {
                                told = Clock::now();
                                return done < 0.5;
                            }),
                 Stopped);
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - told).count(), 1);
}

TEST(LatticeLiveSolver, WhatAllBonesShareCostsNothing) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    const std::vector<Affined> before = bentBy(0.5);
    live.advance(towards(before));
    const std::vector<Vec3d> nodes = live.nodesIn(before);
    const Affined away{toMatrix(fromAxisAngle(normalized(Vec3d{1, 2, 3}), 2.5)), {100, -20, 3}};
    const std::vector<Affined> after = bentBy(0.5, away);
    const LiveReport report = live.advance(towards(after));
    EXPECT_TRUE(report.finished);
    EXPECT_LE(report.iterations, 1);
    const std::vector<Vec3d> moved = live.nodesIn(after);
    for (std::size_t n = 0; n < nodes.size(); ++n)
        EXPECT_LT(length(moved[n] - transformPoint(away, nodes[n])), 1e-3);
}

TEST(LatticeLiveSolver, TheSamePoseAgainIsFree) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    const std::vector<Affined> frames = bentBy(0.8);
    live.advance(towards(frames));
    const LiveReport again = live.advance(towards(frames));
    EXPECT_TRUE(again.finished);
    EXPECT_EQ(again.iterations + again.substeps, 0);
}

TEST(LatticeLiveSolver, StartsAnewWhereAsked) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    live.advance(towards(bentBy(-1.5)));
    const std::vector<Affined> frames = bentBy(1.2);
    LiveInput input = towards(frames);
    input.restart = true;
    EXPECT_TRUE(live.advance(input).finished);
    EXPECT_LT(apart(live.nodesIn(frames), bentAtOnce(1.2)), kSameShape);
}

TEST(LatticeLiveSolver, GivesUpOnAPoseButNotOnTheNext) {
    LiveSettings settings = settingsFor(kCells);
    settings.pose.newton.maxIterations = 1;
    settings.pose.stride.maxHalvings = 1;
    LiveSolver live(test::fleshArm(), settings);
    const std::vector<Affined> far = bentBy(2);
    const LiveReport report = live.advance(towards(far));
    EXPECT_TRUE(report.gaveUp);
    EXPECT_FALSE(report.finished);
    EXPECT_EQ(report.failedSubsteps, 2);
    EXPECT_EQ(live.advance(towards(far)).iterations, 0);
    for (const Vec3d& x : live.nodesIn(far)) ASSERT_TRUE(isFinite(x));
    const std::vector<Affined> near = bentBy(1e-5);
    LiveInput input = towards(near);
    input.restart = true;
    EXPECT_TRUE(live.advance(input).finished);
}

// A ball so deep inside that no shape comes to rest in the few steps that are allowed.
Collider inTheMiddle() {
    Collider collider;
    collider.frame = {Quatd{0, 0, 0, 1}, {0.3, 0.1, 0}};
    collider.halfSize = {0.35f, 0, 0};
    return collider;
}

// Small turns are solved in the few steps that are allowed, a large one is not.
TEST(LatticeLiveSolver, AfterGivingUpThePoseBeforeIsAtRestAgainAtOnce) {
    LiveSettings settings = settingsFor(kCells);
    settings.pose.newton.maxIterations = 4;
    settings.pose.stride.maxHalvings = 0;
    settings.flesh.kind = MaterialKind::Corotated;  // neo-Hookean flesh has several creases to rest in there
    LiveSolver live(test::fleshArm(), settings);
    std::vector<Affined> touching;
    for (int i = 1; i <= 36; ++i) {
        touching = bentBy(0.05 * i);
        ASSERT_TRUE(live.advance(towards(touching)).finished) << i;
    }
    const std::vector<Vec3d> before = live.nodesIn(touching);
    ASSERT_TRUE(live.advance(towards(bentBy(2.35))).gaveUp);
    const LiveReport back = live.advance(towards(touching));
    EXPECT_TRUE(back.finished);
    EXPECT_LT(apart(live.nodesIn(touching), before), kSameShape);
}

TEST(LatticeLiveSolver, StartsAnewInTheBindPoseToo) {
    LiveSettings settings = settingsFor(kCells);
    settings.pose.newton.maxIterations = 2;
    LiveSolver live(test::fleshArm(), settings);
    const std::vector<Affined> frames = bentBy(0);
    const Collider ball = inTheMiddle();
    LiveInput input = towards(frames);
    input.colliders = {&ball, 1};
    ASSERT_TRUE(live.advance(input).gaveUp);
    EXPECT_EQ(live.advance(input).iterations, 0);
    input.restart = true;
    EXPECT_EQ(live.advance(input).iterations, 2);
}

TEST(LatticeLiveSolver, TellsTheForceThatIsLeftInEveryCall) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    const std::vector<Affined> frames = bentBy(0.8);
    const LiveReport first = live.advance(towards(frames)), again = live.advance(towards(frames));
    EXPECT_GT(first.force, 0);
    EXPECT_EQ(again.force, first.force);
    EXPECT_EQ(again.allowed, first.allowed);
}

// A bone that may turn so far at once would get past many cells.
TEST(LatticeLiveSolver, NoStrideIsLongerThanContactsCanTell) {
    const auto substeps = [](bool selfContact) {
        LiveSolver live(test::fleshArm(), settingsFor(30000));
        const std::vector<Affined> frames = bentBy(0.59);
        LiveInput input = towards(frames);
        input.selfContact = selfContact;
        const LiveReport report = live.advance(input);
        EXPECT_TRUE(report.finished);
        return report.substeps;
    };
    EXPECT_GT(substeps(true), substeps(false));
}

// Nor where flesh is not yet at rest when it is told to go on.
TEST(LatticeLiveSolver, NoStrideIsLongerThanThatFromWhereItIsOnItsWay) {
    LiveSolver live(test::fleshArm(), settingsFor(30000));
    const std::vector<Affined> first = bentBy(0.1), then = bentBy(0.65);
    LiveInput input = towards(first);
    input.deadline = Clock::now();
    ASSERT_FALSE(live.advance(input).finished);
    EXPECT_GT(live.advance(towards(then)).substeps, 2);
}

TEST(LatticeLiveSolver, FleshHangsWhereItIsPulled) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    const std::vector<Affined> frames = bentBy(0);
    const std::vector<Vec3d> rest = live.nodesIn(frames);
    LiveInput input = towards(frames);
    input.pull = {0, 0, 5};
    EXPECT_TRUE(live.advance(input).finished);
    Vec3d moved;
    const std::vector<Vec3d> nodes = live.nodesIn(frames);
    for (std::size_t n = 0; n < rest.size(); ++n) moved += nodes[n] - rest[n];
    EXPECT_GT(moved.z / static_cast<double>(rest.size()), 1e-5);
    EXPECT_LT(std::abs(moved.x) + std::abs(moved.y), 0.1 * moved.z);
    EXPECT_TRUE(live.advance(towards(frames)).finished);
    EXPECT_LT(apart(live.nodesIn(frames), rest), kSameShape);
}

Collider ball(Vec3d middle, float radius) {
    Collider collider;
    collider.frame = {Quatd{0, 0, 0, 1}, middle};
    collider.halfSize = {radius, 0, 0};
    return collider;
}

TEST(LatticeLiveSolver, ABallPressesFleshInAndLeavesNoTrace) {
    LiveSolver live(test::fleshArm(), settingsFor(6000));
    const std::vector<Affined> frames = bentBy(0);
    const std::vector<Vec3d> rest = live.nodesIn(frames);
    const Collider in = ball({0, 0.45, 0}, 0.2f);  // 5 cm in
    LiveInput input = towards(frames);
    input.colliders = {&in, 1};
    const auto deepest = [&](std::span<const Vec3d> nodes) {
        double depth = 0;
        for (const TouchedSkin& t : live.touched(nodes, input.colliders, {}))
            depth = std::max(depth, t.depth);
        return depth;
    };
    EXPECT_GT(deepest(rest), 0.04);
    EXPECT_TRUE(live.advance(input).finished);
    EXPECT_LT(deepest(live.nodesIn(frames)), 0.012);
    EXPECT_TRUE(live.advance(towards(frames)).finished);
    EXPECT_LT(apart(live.nodesIn(frames), rest), 2 * kSameShape);
}

TEST(LatticeLiveSolver, ABallThatDoesNotTouchChangesNothing) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells));
    const std::vector<Affined> frames = bentBy(1.4);
    const Collider off = ball({0, 3, 0}, 0.5f);
    LiveInput input = towards(frames);
    input.colliders = {&off, 1};
    EXPECT_TRUE(live.advance(input).finished);
    EXPECT_EQ(apart(live.nodesIn(frames), bentAtOnce(1.4)), 0);
}

TEST(LatticeLiveSolver, FleshKeepsOutOfFleshWhereAsked) {
    const auto bent = [](double angle, bool selfContact) {
        LiveSolver live(test::fleshArm(), settingsFor(kCells));
        const std::vector<Affined> frames = bentBy(angle);
        LiveInput input = towards(frames);
        input.selfContact = selfContact;
        EXPECT_TRUE(live.advance(input).finished);
        return live.nodesIn(frames);
    };
    EXPECT_EQ(apart(bent(1, true), bent(1, false)), 0);  // nothing touches
    EXPECT_GT(apart(bent(2, true), bent(2, false)), 0.01);
}

// What went through itself could not get out again by springs.
TEST(LatticeLiveSolver, ContactThatIsSwitchedOnStartsAnew) {
    LiveSolver live(test::fleshArm(), settingsFor(kCells)), fresh(test::fleshArm(), settingsFor(kCells));
    const std::vector<Affined> frames = bentBy(2);
    LiveInput input = towards(frames);
    input.selfContact = false;
    live.advance(input);
    EXPECT_TRUE(live.advance(towards(frames)).finished);
    EXPECT_TRUE(fresh.advance(towards(frames)).finished);
    EXPECT_LT(apart(live.nodesIn(frames), fresh.nodesIn(frames)), 10 * kSameShape);
}

TEST(LatticeLiveSolver, SameBitsForAnyWorkerCount) {
    const auto hashWith = [](unsigned threads) {
        const Workers workers(threads);
        LiveSolver live(test::fleshArm(), settingsFor(kCells), workers.jobs());
        const std::vector<Affined> frames = bentBy(2);  // where it touches itself
        const Collider in = ball({0.5, 0.4, 0}, 0.2f);
        LiveInput input = towards(frames);
        input.colliders = {&in, 1};
        live.advance(input, workers.jobs());
        const std::vector<Vec3d> nodes = live.nodesIn(frames, workers.jobs());
        return hashBytes(nodes.data(), nodes.size() * sizeof nodes[0]);
    };
    const std::uint64_t alone = hashWith(1);
    EXPECT_EQ(hashWith(2), alone);
    EXPECT_EQ(hashWith(5), alone);
}

}  // namespace
}  // namespace sinew::lattice
