#include "Offline/Lattice/Loads.h"
#include "Offline/Lattice/PoseSolver.h"

#include <gtest/gtest.h>

namespace sinew::test {
namespace {

constexpr double kWidth = 0.1;

// A bar between two bones.
struct Bar {
    lattice::Cells cells = lattice::boxOfCells({12, 4, 4}, kWidth);
    PoseSettings settings;

    std::int32_t boneOf(std::uint32_t node) const {
        const std::int32_t x = cells.placeOfNode[node][0];
        return x < 3 ? 0 : x > 9 ? 1 : -1;
    }
    lattice::PoseSolver solver() const {
        std::vector<std::int32_t> bones;
        for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) bones.push_back(boneOf(n));
        return {cells, Flesh{}, {}, bones, 2, 1, settings, {}};
    }
    // The second bone moved up by so many cells.
    static BonePath lifted(double widths) {
        return [=](double t) {
            Affined up;
            up.translation.y = t * widths * kWidth;
            return std::vector<Affined>{{}, up};
        };
    }
    lattice::Tie pulled(Vec3d target, double stiffness) const {
        lattice::CellPoint middle;
        middle.cell = cells.cellCount() / 2;
        middle.weights[0] = 1;
        return {middle, {}, target, Mat3f::identity() * static_cast<float>(stiffness)};
    }
};

int looksOnTheWay(double widths) {
    const Bar bar;
    lattice::PoseSolver solver = bar.solver();
    PosedShape shape = solver.restShape();
    int looks = 0;
    EXPECT_TRUE(solver
                    .moveTo(shape, Bar::lifted(widths),
                            [&](std::span<const Vec3d>, std::span<const Affined>,
                                std::vector<lattice::Tie>&) { ++looks; })
                    .converged);
    return looks;
}

TEST(LatticePoses, WhatTouchesIsLookedForAgainOnlyWhereFleshHasMoved) {
    EXPECT_EQ(looksOnTheWay(0.2), 1);
    EXPECT_GT(looksOnTheWay(4), 1);
}

// Something touches that is never where it was: no shape is at rest.
TEST(LatticePoses, WhatCannotBeKeptApartIsLetThrough) {
    Bar bar;
    bar.settings.newton.maxIterations = 4;
    lattice::PoseSolver solver = bar.solver();
    PosedShape shape = solver.restShape(), alone = shape;
    int looks = 0;
    const lattice::PoseSolver::TiesOf contacts = [&](std::span<const Vec3d> x, std::span<const Affined>,
                                                     std::vector<lattice::Tie>& ties) {
        const double side = ++looks % 2 == 0 ? 5 : -5;
        ties.push_back(bar.pulled(x[0] + Vec3d{0, side * kWidth, 0}, 100 * Flesh{}.young * kWidth));
    };
    const PoseReport report = solver.moveTo(shape, Bar::lifted(1), contacts);
    EXPECT_TRUE(report.converged);
    EXPECT_GT(report.failedSubsteps, 0);
    ASSERT_TRUE(solver.moveTo(alone, Bar::lifted(1)).converged);
    for (std::size_t n = 0; n < shape.x.size(); ++n) EXPECT_LT(length(shape.x[n] - alone.x[n]), kWidth);
}

// A touch that finds no rest on the first stretch of the way, and is easy to bear later on.
TEST(LatticePoses, WhatWasLetThroughOnTheWayIsKeptApartAtItsEnd) {
    Bar bar;
    bar.settings.newton.maxIterations = 6;
    bar.settings.stride.fewestSteps = 4;
    lattice::PoseSolver solver = bar.solver();
    PosedShape shape = solver.restShape();
    int looks = 0;
    const double stiffness = 3 * Flesh{}.young * kWidth;
    const Vec3d target{0.6, 0.4, 0.2};
    const lattice::PoseSolver::TiesOf contacts = [&](std::span<const Vec3d> x, std::span<const Affined> bones,
                                                     std::vector<lattice::Tie>& ties) {
        const bool isEarly = bones[1].translation.y < 0.3 * kWidth;
        const double side = ++looks % 2 == 0 ? 5 : -5;
        const Vec3d away = x[0] + Vec3d{0, side * kWidth, 0};
        ties.push_back(bar.pulled(isEarly ? away : target, isEarly ? 30 * stiffness : stiffness));
    };
    const PoseReport report = solver.moveTo(shape, Bar::lifted(1), contacts);
    ASSERT_TRUE(report.converged);
    ASSERT_GT(report.failedSubsteps, 0);
    EXPECT_EQ(report.contactStrength, 1);
    PosedShape direct = solver.restShape();
    ASSERT_TRUE(
        solver
            .moveTo(direct, Bar::lifted(1),
                    [&](std::span<const Vec3d>, std::span<const Affined>, std::vector<lattice::Tie>& ties) {
                        ties.push_back(bar.pulled(target, stiffness));
                    })
            .converged);
    for (std::size_t n = 0; n < shape.x.size(); ++n)
        EXPECT_LT(length(shape.x[n] - direct.x[n]), 0.02 * kWidth);
}

TEST(LatticePoses, WhereNothingTouchesNothingIsLetThrough) {
    Bar bar;
    bar.settings.newton.maxIterations = 2;
    lattice::PoseSolver solver = bar.solver();
    for (const bool looks : {false, true}) {
        PosedShape shape = solver.restShape();
        const lattice::PoseSolver::TiesOf nothing = [](std::span<const Vec3d>, std::span<const Affined>,
                                                       std::vector<lattice::Tie>&) {};
        const PoseReport report =
            solver.moveTo(shape, Bar::lifted(3), looks ? nothing : lattice::PoseSolver::TiesOf{});
        EXPECT_GT(report.failedSubsteps, 0);
        EXPECT_EQ(report.touching, 0u);
        EXPECT_EQ(report.contactStrength, 1);
    }
}

TEST(LatticePoses, FleshThatPressesOnFleshIsNoReaction) {
    const Bar bar;
    const std::vector<Vec3d> x = bar.solver().restShape().x;
    lattice::Tie tie = bar.pulled(x[0] + Vec3d{1, 0, 0}, 100);
    lattice::NodeVectors gradient(x.size());
    lattice::Balance held, between;
    lattice::addLoads({}, std::span(&tie, 1), bar.cells, x, gradient, held);
    tie.partner.cell = 0;
    tie.partner.weights[0] = 1;
    lattice::addLoads({}, std::span(&tie, 1), bar.cells, x, gradient, between);
    EXPECT_GT(held.reaction, 0);
    EXPECT_GT(between.energy, 0);
    EXPECT_EQ(between.reaction, 0);
}

// A bar whose bones hold it by springs, brought to where they are.
struct SoftBar : Bar {
    PosedShape shape;
    PoseReport report;

    SoftBar(double stiffness, const BonePath& path) {
        settings.hold = Hold::Soft;
        settings.springStiffness = stiffness;
        settings.newton.relative = 1e-5;
        lattice::PoseSolver soft = solver();
        shape = soft.restShape();
        report = soft.moveTo(shape, path);
    }
    template <class Visit>  // visit(node, how far it is off its bone)
    void forEachHeld(Visit&& visit) const {
        for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) {
            if (boneOf(n) < 0) continue;
            const Affined& bone = shape.bones[static_cast<std::size_t>(boneOf(n))];
            visit(n, shape.x[n] - transformPoint(bone, cells.nodePosition(n)));
        }
    }
    double farthestOff() const {
        double largest = 0;
        forEachHeld([&](std::uint32_t, Vec3d off) { largest = std::max(largest, length(off)); });
        return largest;
    }
};

TEST(LatticePoses, SoftlyHeldNodesFollowTheirBonesTheCloserTheStifferTheSprings) {
    const SoftBar stiff(100, Bar::lifted(4)), middling(5, Bar::lifted(4)), weak(0.2, Bar::lifted(4));
    for (const SoftBar* bar : {&stiff, &middling, &weak}) EXPECT_TRUE(bar->report.converged);
    EXPECT_LT(stiff.farthestOff(), 0.05 * kWidth);
    EXPECT_GT(middling.farthestOff(), 5 * stiff.farthestOff());
    EXPECT_GT(weak.farthestOff(), 2 * middling.farthestOff());
    EXPECT_LT(weak.farthestOff(), 2 * kWidth);
}

// All of their springs: nothing else acts from outside.
TEST(LatticePoses, TheSpringsOfSoftBonesBalance) {
    const SoftBar bar(5, Bar::lifted(4));
    Vec3d force, torque;
    double sizes = 0;
    bar.forEachHeld([&](std::uint32_t n, Vec3d off) {
        force += off;
        torque += cross(bar.shape.x[n], off);
        sizes += length(off);
    });
    EXPECT_GT(sizes, kWidth);
    EXPECT_LT(length(force), 1e-4 * sizes);
    EXPECT_LT(length(torque), 1e-4 * sizes);  // the bar is about a metre long
}

TEST(LatticePoses, SoftBonesThatMoveAsOneMakeNoStrain) {
    const SoftBar bar(20, [](double t) {
        const Affined moved{toMatrix(fromAxisAngle(normalized(Vec3d{1, 2, 3}), 1.2 * t)),
                            Vec3d{3, -1, 2} * t};
        return std::vector<Affined>{moved, moved};
    });
    EXPECT_TRUE(bar.report.converged);
    EXPECT_NEAR(bar.report.volumeRatio, 1, 1e-5);
    EXPECT_LT(bar.report.newton.energy, 1e-6);
    for (std::uint32_t n = 0; n < bar.cells.nodeCount(); ++n)
        EXPECT_LT(length(bar.shape.x[n] - transformPoint(bar.shape.bones[0], bar.cells.nodePosition(n))),
                  1e-5);
}

}  // namespace
}  // namespace sinew::test
