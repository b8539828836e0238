#include "Offline/Solve/PoseSolver.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "Base/Hash.h"
#include "Offline/Workers.h"
#include "Support/HeldBodies.h"

namespace sinew {
namespace {

// An arm along x: an upper and a lower bone inside, the joint between them at the middle.
constexpr double kLength = 0.6, kSide = 0.12, kJoint = 0.3;

std::vector<std::int32_t> bonesOf(const ElasticBody& body) {
    std::vector<std::int32_t> bone;
    for (const Vec3d& p : body.rest().nodes) {
        const bool core = std::abs(p.y - kSide / 2) < 0.031 && std::abs(p.z - kSide / 2) < 0.031;
        bone.push_back(!core ? -1 : p.x < kJoint - 0.07 ? 0 : p.x > kJoint + 0.07 ? 1 : -1);
    }
    return bone;
}

ElasticBody arm(std::uint32_t n = 6) {
    return {boxOfTets(5 * n, n, n, kSide / n), Flesh{}};
}

Affined elbow(double angle) {
    const Mat3d turn = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angle));
    const Vec3d joint{kJoint, kSide / 2, kSide / 2};
    return {turn, joint - turn * joint};
}

BonePath bending(double from, double to) {
    return [=](double t) { return std::vector<Affined>{{}, elbow(from + (to - from) * t)}; };
}

constexpr double kRight = std::numbers::pi / 2;

TEST(PoseSolver, BendsAnElbowAndKeepsItsVolume) {
    const ElasticBody body = arm();
    PoseSolver solver(body, bonesOf(body), 2, {}, {});
    PosedShape shape = solver.restShape();
    const PoseReport report = solver.moveTo(shape, bending(0, kRight));
    EXPECT_TRUE(report.converged);
    EXPECT_GE(report.substeps, 2);
    EXPECT_LE(report.newton.force, report.newton.allowed);
    EXPECT_GT(report.leastJ, 0);
    EXPECT_NEAR(report.volumeRatio, 1, 0.03);
    for (std::size_t i = 0; i < shape.x.size(); ++i) {
        const std::int32_t bone = bonesOf(body)[i];
        if (bone >= 0) {
            EXPECT_LT(length(shape.x[i] - transformPoint(shape.bones[static_cast<std::size_t>(bone)],
                                                         body.rest().nodes[i])),
                      1e-12);
        }
    }
}

TEST(PoseSolver, TheWayToAPoseDoesNotMatter) {
    const ElasticBody body = arm(4);
    PoseSettings settings;
    settings.newton.relative = 1e-7;
    settings.newton.absolute = 0;
    PoseSolver solver(body, bonesOf(body), 2, settings, {});
    PosedShape straight = solver.restShape(), detour = solver.restShape();
    EXPECT_TRUE(solver.moveTo(straight, bending(0, 0.5)).converged);
    EXPECT_TRUE(solver.moveTo(detour, bending(0, 0.8)).converged);
    EXPECT_TRUE(solver.moveTo(detour, bending(0.8, 0.5)).converged);
    EXPECT_LT(largestDistance(straight.x, detour.x), 1e-5);
}

TEST(PoseSolver, AWarmStartTakesFewerSteps) {
    const ElasticBody body = arm(4);
    PoseSolver solver(body, bonesOf(body), 2, {}, {});
    PosedShape shape = solver.restShape();
    const int cold = solver.moveTo(shape, bending(0, 1.0)).newton.steps;
    const int warm = solver.moveTo(shape, bending(1.0, 1.02)).newton.steps;
    EXPECT_LT(warm, cold);
}

TEST(PoseSolver, HalvesAStepThatFailsAndSaysSo) {
    const ElasticBody body = arm(4);
    PoseSettings settings;
    settings.largestTurn = 10;      // the whole way at once
    settings.newton.mostSteps = 4;  // which is too few for it
    PoseSolver solver(body, bonesOf(body), 2, settings, {});
    PosedShape shape = solver.restShape();
    const PoseReport report = solver.moveTo(shape, bending(0, 1.7));
    EXPECT_GT(report.failedSubsteps, 0);
    EXPECT_TRUE(report.converged);
}

TEST(PoseSolver, NeverHandsOutAnUnconvergedShape) {
    const ElasticBody body = arm(3);
    PoseSettings settings;
    settings.newton.mostSteps = 0;
    PoseSolver solver(body, bonesOf(body), 2, settings, {});
    PosedShape shape = solver.restShape();
    const PoseReport report = solver.moveTo(shape, bending(0, 1));
    EXPECT_FALSE(report.converged);
    EXPECT_LT(report.reached, 1);
    EXPECT_EQ(largestDistance(shape.x, body.rest().nodes), 0);
}

// A path that breaks off: what is handed out is at rest to the full tolerance, not to that of the way.
TEST(PoseSolver, GivingUpHandsOutAConvergedShape) {
    const ElasticBody body = arm(4);
    PoseSolver solver(body, bonesOf(body), 2, {}, {});
    PosedShape shape = solver.restShape();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const PoseReport report = solver.moveTo(shape, [&](double t) {
        return std::vector<Affined>{{}, t > 0.7 ? Affined{Mat3d::identity(), {nan, 0, 0}} : elbow(1.5 * t)};
    });
    EXPECT_FALSE(report.converged);
    EXPECT_GT(report.reached, 0);
    EXPECT_TRUE(report.newton.converged);
    EXPECT_LE(report.newton.force, report.newton.allowed);
}

TEST(PoseSolver, SoftBonesGiveALittle) {
    const ElasticBody body = arm(4);
    PoseSettings settings;
    settings.hold = Hold::Soft;
    PoseSolver solver(body, bonesOf(body), 2, settings, {});
    PosedShape shape = solver.restShape();
    EXPECT_TRUE(solver.moveTo(shape, bending(0, 1)).converged);
    double gap = 0;
    const std::vector<std::int32_t> bones = bonesOf(body);
    for (std::size_t i = 0; i < shape.x.size(); ++i) {
        if (bones[i] < 0) continue;
        gap =
            std::max(gap, length(shape.x[i] - transformPoint(shape.bones[static_cast<std::size_t>(bones[i])],
                                                             body.rest().nodes[i])));
    }
    EXPECT_GT(gap, 1e-6);
    EXPECT_LT(gap, 0.01);
}

TEST(PoseSolver, FleshSagsInGravityAndBonesDoNot) {
    const ElasticBody body = arm(4);
    PoseSettings settings;
    settings.gravity = {0, -9.81, 0};
    PoseSolver solver(body, bonesOf(body), 2, settings, {});
    PosedShape shape = solver.restShape();
    EXPECT_TRUE(solver.moveTo(shape, bending(0, 0)).converged);
    double sag = 0, mass = 0;
    for (std::uint32_t i = 0; i < body.nodes(); ++i) {
        const Vec3d moved = shape.x[i] - body.rest().nodes[i];
        EXPECT_TRUE(bonesOf(body)[i] < 0 || length(moved) == 0);
        sag -= moved.y * body.masses()[i];
        mass += body.masses()[i];
    }
    EXPECT_GT(sag / mass, 1e-5);
    EXPECT_LT(sag / mass, 5e-3);
}

// Stretched bones stretch the flesh along.
TEST(PoseSolver, FleshFollowsBonesThatGrow) {
    const ElasticBody body = arm(4);
    PoseSolver solver(body, bonesOf(body), 2, {}, {});
    PosedShape shape = solver.restShape();
    const PoseReport report = solver.moveTo(shape, [](double t) {
        return std::vector<Affined>(2, {Mat3d::identity() * (1 + 0.3 * t), {}});
    });
    EXPECT_TRUE(report.converged);
    EXPECT_GT(report.volumeRatio, 1.2);
    EXPECT_LT(report.volumeRatio, 1.3 * 1.3 * 1.3);
    EXPECT_GT(report.leastJ, 0);
}

TEST(PoseSolver, SameBitsForAnyWorkerCount) {
    const ElasticBody body = arm(5);
    std::vector<std::uint64_t> hashes;
    for (const unsigned threads : {1U, 2U, 5U}) {
        const Workers workers(threads);
        PoseSolver solver(body, bonesOf(body), 2, {}, workers.jobs());
        PosedShape shape = solver.restShape();
        EXPECT_TRUE(solver.moveTo(shape, bending(0, 0.9)).converged);
        hashes.push_back(hashBytes(shape.x.data(), shape.x.size() * sizeof(Vec3d)));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(BoneWeights, SumToOneAndFallOffBetweenBones) {
    const ElasticBody body = arm(4);
    const BoneWeights weights = harmonicBoneWeights(body, bonesOf(body), 2, {});
    for (std::uint32_t i = 0; i < body.nodes(); ++i) {
        float sum = 0, lower = 0;
        for (std::uint32_t k = weights.firstOfNode[i]; k < weights.firstOfNode[i + 1]; ++k) {
            sum += weights.shares[k].weight;
            if (weights.shares[k].bone == 1) lower = weights.shares[k].weight;
        }
        EXPECT_NEAR(sum, 1, 1e-6);
        const double x = body.rest().nodes[i].x;
        if (x < 0.1) {
            EXPECT_LT(lower, 0.05);
        }
        if (std::abs(x - kJoint) < 1e-9) {
            EXPECT_NEAR(lower, 0.5, 0.06);
        }
        if (x > kLength - 0.1) {
            EXPECT_GT(lower, 0.95);
        }
    }
}

TEST(BoneWeights, CarryAlongAMotionThatAllBonesShare) {
    const ElasticBody body = arm(3);
    const BoneWeights weights = harmonicBoneWeights(body, bonesOf(body), 2, {});
    Affined motion = elbow(1);
    motion.translation += Vec3d{1000, 0, 0};
    const std::vector<Affined> both{motion, motion};
    const std::vector<Vec3d> moved = carried(weights, both, body.rest().nodes, {});
    for (std::size_t i = 0; i < moved.size(); ++i) {
        EXPECT_LT(length(moved[i] - transformPoint(motion, body.rest().nodes[i])), 1e-9);
    }
}

}  // namespace
}  // namespace sinew
