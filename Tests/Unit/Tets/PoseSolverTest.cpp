#include "Offline/Tets/PoseSolver.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "Base/Hash.h"
#include "Offline/Error.h"
#include "Offline/Workers.h"
#include "Support/Bodies/HeldBodies.h"

namespace sinew::tets {
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
    EXPECT_GT(report.minJ, 0);
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

// Steps on the way may be loose, the last one not.
TEST(PoseSolver, TheEndOfAPathIsHeldToTheFullTolerance) {
    const ElasticBody body = arm(4);
    const std::vector<std::int32_t> bones = bonesOf(body);
    std::vector<bool> held;
    for (const std::int32_t bone : bones) held.push_back(bone >= 0);
    PoseSolver solver(body, bones, 2, {}, {});
    PosedShape shape = solver.restShape();
    const PoseReport report = solver.moveTo(shape, bending(0, 1.5));
    EXPECT_GT(report.substeps, 1);
    const NewtonReport again = NewtonSolver(body, held, {}).solve({}, shape.x, {.maxIterations = 0});
    EXPECT_TRUE(again.converged);
    EXPECT_NEAR(report.newton.allowed, again.allowed, 1e-9 * again.allowed);
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
    const int cold = solver.moveTo(shape, bending(0, 1.0)).newton.iterations;
    const int warm = solver.moveTo(shape, bending(1.0, 1.02)).newton.iterations;
    EXPECT_LT(warm, cold);
}

TEST(PoseSolver, HalvesAStepThatFailsAndSaysSo) {
    const ElasticBody body = arm(4);
    PoseSettings settings;
    settings.stride.maxTurn = 10;       // the whole way at once
    settings.newton.maxIterations = 4;  // which is too few for it
    PoseSolver solver(body, bonesOf(body), 2, settings, {});
    PosedShape shape = solver.restShape();
    const PoseReport report = solver.moveTo(shape, bending(0, 1.7));
    EXPECT_GT(report.failedSubsteps, 0);
    EXPECT_TRUE(report.converged);
}

TEST(PoseSolver, NeverHandsOutAnUnconvergedShape) {
    const ElasticBody body = arm(3);
    PoseSettings settings;
    settings.newton.maxIterations = 0;
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
    const std::vector<std::int32_t> bones = bonesOf(body);
    std::vector<Vec3d> f(shape.x.size());
    Elasticity(body).addForces(shape.x, f, {});
    const double stiffness = 20 * body.flesh().young * body.spacing();
    double gap = 0, unbalanced = 0;
    for (std::size_t i = 0; i < shape.x.size(); ++i) {
        if (bones[i] < 0) continue;
        const Vec3d stretch = shape.x[i] - transformPoint(shape.bones[static_cast<std::size_t>(bones[i])],
                                                          body.rest().nodes[i]);
        gap = std::max(gap, length(stretch));
        unbalanced = std::max(unbalanced, length(f[i] - stretch * stiffness));
    }
    EXPECT_GT(gap, 1e-6);
    EXPECT_LT(gap, 0.01);
    EXPECT_LT(unbalanced, 0.01 * gap * stiffness);
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
    EXPECT_GT(report.minJ, 0);
}

TEST(PoseSolver, MakingOneStopsWhenAsked) {
    const ElasticBody body = arm(6);
    int all = 0;
    PoseSettings settings;
    settings.newton.progress = [&](double) { return ++all > 0; };
    const PoseSolver made(body, bonesOf(body), 2, settings, {});
    EXPECT_GT(all, 4);  // more often than once per bone: within each solve and each level
    for (int last = 1; last <= all; ++last) {
        int calls = 0;
        settings.newton.progress = [&](double) { return ++calls < last; };
        EXPECT_THROW(PoseSolver(body, bonesOf(body), 2, settings, {}), Stopped);
        EXPECT_EQ(calls, last);
    }
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
    const BoneWeights weights = tets::harmonicBoneWeights(body, bonesOf(body), 2, {});
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

TEST(BoneWeights, RefuseFleshThatNoBoneHolds) {
    const ElasticBody alone = arm(3);
    EXPECT_THROW(tets::harmonicBoneWeights(alone, std::vector<std::int32_t>(alone.nodes(), -1), 0, {}),
                 Error);
    TetMesh two = boxOfTets(5, 1, 1, 0.1);
    const auto nodes = static_cast<std::uint32_t>(two.nodes.size());
    for (std::uint32_t i = 0; i < nodes; ++i) two.nodes.push_back(two.nodes[i] + Vec3d{0, 1, 0});
    for (std::size_t t = 0, tets = two.tets.size(); t < tets; ++t) {
        two.tets.push_back(two.tets[t]);
        for (std::uint32_t& node : two.tets.back()) node += nodes;
    }
    std::vector<std::int32_t> bones(2 * nodes, -1);
    bones[0] = 0;
    const ElasticBody body(two, Flesh{});
    EXPECT_THROW(tets::harmonicBoneWeights(body, bones, 1, {}), Error);
    bones[nodes] = 0;
    EXPECT_EQ(tets::harmonicBoneWeights(body, bones, 1, {}).shares.size(), 2 * nodes);
}

TEST(BoneWeights, CarryAlongAMotionThatAllBonesShare) {
    const ElasticBody body = arm(3);
    const BoneWeights weights = tets::harmonicBoneWeights(body, bonesOf(body), 2, {});
    Affined motion = elbow(1);
    motion.translation += Vec3d{1000, 0, 0};
    const std::vector<Affined> both{motion, motion};
    const std::vector<Vec3d> moved = carried(weights, both, body.rest().nodes, {});
    for (std::size_t i = 0; i < moved.size(); ++i) {
        EXPECT_LT(length(moved[i] - transformPoint(motion, body.rest().nodes[i])), 1e-9);
    }
}

}  // namespace
}  // namespace sinew::tets
