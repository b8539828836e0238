#include "Offline/Lattice/HexPoseSolver.h"

#include <gtest/gtest.h>

namespace sinew::test {
namespace {

constexpr double kWidth = 0.1;

// A bar between two bones.
struct Bar {
    HexCells cells = boxOfCells({12, 4, 4}, kWidth);
    PoseSettings settings;

    HexPoseSolver solver() const {
        std::vector<std::int32_t> bones;
        for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) {
            const std::int32_t x = cells.placeOfNode[n][0];
            bones.push_back(x < 3 ? 0 : x > 9 ? 1 : -1);
        }
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
    HexTie pulled(Vec3d target, double stiffness) const {
        HexPoint middle;
        middle.cell = cells.cellCount() / 2;
        middle.weights[0] = 1;
        return {middle, {}, target, Mat3f::identity() * static_cast<float>(stiffness)};
    }
};

int looksOnTheWay(double widths) {
    const Bar bar;
    HexPoseSolver solver = bar.solver();
    PosedShape shape = solver.restShape();
    int looks = 0;
    EXPECT_TRUE(
        solver
            .moveTo(shape, Bar::lifted(widths),
                    [&](std::span<const Vec3d>, std::span<const Affined>, std::vector<HexTie>&) { ++looks; })
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
    bar.settings.newton.mostSteps = 4;
    HexPoseSolver solver = bar.solver();
    PosedShape shape = solver.restShape(), alone = shape;
    int looks = 0;
    const HexPoseSolver::TiesOf contacts = [&](std::span<const Vec3d> x, std::span<const Affined>,
                                               std::vector<HexTie>& ties) {
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
    bar.settings.newton.mostSteps = 4;
    bar.settings.stride.fewestSteps = 4;
    HexPoseSolver solver = bar.solver();
    PosedShape shape = solver.restShape();
    int looks = 0;
    const double stiffness = 3 * Flesh{}.young * kWidth;
    const Vec3d target{0.6, 0.4, 0.2};
    const HexPoseSolver::TiesOf contacts = [&](std::span<const Vec3d> x, std::span<const Affined> bones,
                                               std::vector<HexTie>& ties) {
        const bool isEarly = bones[1].translation.y < 0.3 * kWidth;
        const double side = ++looks % 2 == 0 ? 5 : -5;
        const Vec3d away = x[0] + Vec3d{0, side * kWidth, 0};
        ties.push_back(bar.pulled(isEarly ? away : target, isEarly ? 1000 * stiffness : stiffness));
    };
    const PoseReport report = solver.moveTo(shape, Bar::lifted(1), contacts);
    ASSERT_TRUE(report.converged);
    ASSERT_GT(report.failedSubsteps, 0);
    EXPECT_EQ(report.contactStrength, 1);
    PosedShape direct = solver.restShape();
    ASSERT_TRUE(solver
                    .moveTo(direct, Bar::lifted(1),
                            [&](std::span<const Vec3d>, std::span<const Affined>, std::vector<HexTie>& ties) {
                                ties.push_back(bar.pulled(target, stiffness));
                            })
                    .converged);
    for (std::size_t n = 0; n < shape.x.size(); ++n)
        EXPECT_LT(length(shape.x[n] - direct.x[n]), 0.02 * kWidth);
}

TEST(LatticePoses, FleshThatPressesOnFleshIsNoReaction) {
    const Bar bar;
    const std::vector<Vec3d> x = bar.solver().restShape().x;
    HexTie tie = bar.pulled(x[0] + Vec3d{1, 0, 0}, 100);
    HexVectors gradient(x.size());
    HexBalance held, between;
    addLoads({}, std::span(&tie, 1), bar.cells, x, gradient, held);
    tie.partner.cell = 0;
    tie.partner.weights[0] = 1;
    addLoads({}, std::span(&tie, 1), bar.cells, x, gradient, between);
    EXPECT_GT(held.reaction, 0);
    EXPECT_GT(between.energy, 0);
    EXPECT_EQ(between.reaction, 0);
}

}  // namespace
}  // namespace sinew::test
