#include "Offline/Lattice/Loads.h"

#include <gtest/gtest.h>

#include <cmath>

#include "Support/Bodies/LatticeBodies.h"

namespace sinew::lattice {
namespace {

using test::Dice;
using test::LatticeBody;

constexpr double kSingle = 1e-5;  // what single precision leaves of a slope

CellPoint randomPoint(const LatticeBody& body, Dice& dice) {
    return {dice.below(body.cells.cellCount()), trilinearWeights(Vec3d{0.5, 0.5, 0.5} + dice.vector(0.5))};
}

// Stiffer along some direction than across it.
Mat3f randomStiffness(Dice& dice) {
    const Mat3f across = Mat3f::identity() * static_cast<float>(dice.between(10, 100));
    return springAlong(normalized(dice.vector(1), {1, 0, 0}), dice.between(50, 500)) + across;
}

// A body in a shape, what acts on it, and a direction to move it in.
struct Scene {
    LatticeBody body = test::oddBody(1, 3);
    std::vector<Vec3d> x = test::shaken(body, 0.5, 2);
    std::vector<Vec3d> along;
    Loads loads;
    std::vector<Tie> ties;
    std::vector<Vec3d> forces, targets;
    std::vector<float> inertia;

    Scene() {
        Dice dice(3);
        for (std::size_t n = 0; n < x.size(); ++n) along.push_back(dice.vector(1));
    }
    Scene(const Scene&) = delete;  // the loads point at it
    Scene& operator=(const Scene&) = delete;

    Balance balanceAt(std::span<const Vec3d> at, NodeVectors& gradient) const {
        Balance balance;
        gradient.assign(at.size(), NodeVector{});
        addLoads(loads, ties, body.cells, at, gradient, balance);
        return balance;
    }
    double energyAt(double step) const {
        std::vector<Vec3d> moved = x;
        for (std::size_t n = 0; n < x.size(); ++n) moved[n] += along[n] * step;
        NodeVectors unused;
        return balanceAt(moved, unused).energy;
    }
    // Of central differences, against the gradient.
    double error(double step) const {
        NodeVectors gradient;
        balanceAt(x, gradient);
        return slopeOf(gradient).errorOf((energyAt(step) - energyAt(-step)) / (2 * step));
    }
    // Along the direction; the terms' sizes, too, as they cancel in part.
    struct Slope {
        double sum = 0, sizes = 0;
        double errorOf(double other) const { return std::abs(other - sum) / sizes; }
    };
    Slope slopeOf(const NodeVectors& gradient) const {
        Slope slope;
        for (std::size_t n = 0; n < x.size(); ++n) {
            const double part = dot(asVec3(gradient[n]), along[n]);
            slope.sum += part;
            slope.sizes += std::abs(part);
        }
        return slope;
    }
};

// What is of second degree has no error of central differences, however long the step.
void expectExactSlopes(const Scene& scene) {
    for (const double step : {4e-2, 1e-2, 2.5e-3}) EXPECT_LT(scene.error(step), kSingle) << step;
}

TEST(LatticeLoads, GradientOfTiesToPlacesIsThatOfTheirEnergy) {
    Scene scene;
    Dice dice(4);
    for (int i = 0; i < 40; ++i) {
        const CellPoint point = randomPoint(scene.body, dice);
        const Vec3d target = positionOf(point, scene.body.cells, scene.x) + dice.vector(0.05);
        scene.ties.push_back({point, {}, target, randomStiffness(dice)});
    }
    expectExactSlopes(scene);
}

TEST(LatticeLoads, GradientOfTiesBetweenPointsIsThatOfTheirEnergy) {
    Scene scene;
    Dice dice(5);
    for (int i = 0; i < 40; ++i) {
        Tie tie{randomPoint(scene.body, dice), randomPoint(scene.body, dice), {}, randomStiffness(dice)};
        if (i % 4 == 0) tie.partner.cell = tie.point.cell;  // they may share nodes
        scene.ties.push_back(tie);
    }
    expectExactSlopes(scene);
}

// Ties that push one way, stretched by up to `limit` either way along it; every third has a partner.
std::vector<Tie> pushingTies(const Scene& scene, double limit) {
    Dice dice(6);
    std::vector<Tie> ties;
    for (int i = 0; i < 60; ++i) {
        const Vec3d normal = normalized(dice.vector(1), {1, 0, 0});
        Tie tie{randomPoint(scene.body, dice), {}, {}, springAlong(normal, dice.between(50, 500)), normal};
        tie.target = positionOf(tie.point, scene.body.cells, scene.x) - normal * dice.between(-limit, limit);
        if (i % 3 == 0) tie.partner = randomPoint(scene.body, dice);
        ties.push_back(tie);
    }
    return ties;
}

std::size_t activeCount(const Scene& scene) {
    return activeTies(scene.ties, scene.body.cells, scene.x).size();
}

// A long step takes ties across the place where they begin to push, a short one hardly any.
TEST(LatticeLoads, GradientOfTiesThatPushOneWayIsThatOfTheirEnergyOnBothSidesOfZero) {
    Scene scene;
    scene.ties = pushingTies(scene, 0.01);
    ASSERT_GT(activeCount(scene), 20u);
    ASSERT_LT(activeCount(scene), 40u);
    EXPECT_GT(scene.error(4e-2), 1e-2);
    EXPECT_LT(scene.error(1e-2), scene.error(4e-2) / 2);
    EXPECT_LT(scene.error(1e-4), 10 * kSingle);  // the shorter the step, the more rounding
}

TEST(LatticeLoads, TiesThatWouldPullInsteadOfPushDoNothing) {
    Scene scene;
    for (const Tie& tie : pushingTies(scene, 0.01)) {
        const Vec3d d = stretchOf(tie, scene.body.cells, scene.x);
        if (dot(d, tie.pushes) > 0) scene.ties.push_back(tie);
    }
    ASSERT_GT(scene.ties.size(), 20u);
    NodeVectors gradient;
    const Balance balance = scene.balanceAt(scene.x, gradient);
    EXPECT_EQ(balance.energy, 0);
    EXPECT_EQ(balance.reaction, 0);
    EXPECT_EQ(test::largest(gradient), 0);
}

TEST(LatticeLoads, GradientOfForcesIsThatOfTheirEnergy) {
    Scene scene;
    Dice dice(7);
    for (std::size_t n = 0; n < scene.x.size(); ++n) scene.forces.push_back(dice.vector(2));
    scene.loads.forces = scene.forces;
    expectExactSlopes(scene);
}

TEST(LatticeLoads, GradientOfInertiaIsThatOfItsEnergy) {
    Scene scene;
    Dice dice(8);
    for (std::size_t n = 0; n < scene.x.size(); ++n) {
        scene.inertia.push_back(static_cast<float>(dice.between(0.1, 20)));
        scene.targets.push_back(scene.x[n] + dice.vector(0.05));
    }
    scene.loads.inertia = scene.inertia;
    scene.loads.inertiaTargets = scene.targets;
    expectExactSlopes(scene);
}

TEST(LatticeLoads, AreAddedToWhatIsThere) {
    Scene scene;
    scene.ties = pushingTies(scene, 0.01);
    scene.forces.assign(scene.x.size(), Vec3d{1, 2, 3});
    scene.loads.forces = scene.forces;
    NodeVectors alone;
    const Balance loads = scene.balanceAt(scene.x, alone);
    Balance balance{7, 0, 5};
    NodeVectors gradient(scene.x.size(), NodeVector{4, 5, 6, 0});
    addLoads(scene.loads, scene.ties, scene.body.cells, scene.x, gradient, balance);
    EXPECT_NEAR(balance.energy, 7 + loads.energy, 1e-9);
    double ofForces = 0;
    for (const Vec3d& x : scene.x) ofForces -= dot(x, Vec3d{1, 2, 3});
    EXPECT_NEAR(balance.ofForces, ofForces, 1e-9);
    EXPECT_NEAR(balance.reaction, 5 + loads.reaction, 1e-9 * loads.reaction);
    for (std::size_t n = 0; n < gradient.size(); ++n)
        EXPECT_LT(length(asVec3(gradient[n] - alone[n]) - Vec3d{4, 5, 6}), 1e-5);
}

// Ties to 0 and a mass term, of displacements: on a level, and as loads of a shape.
struct Held : Scene {
    Level level{body.cells, body.stiffness, std::vector<bool>(body.rest.size())};
    NodeVectors u = test::randomVectors({body.cells, {}, std::vector<bool>(body.rest.size()), {}}, 9, 0.02);

    Held() {
        Dice dice(10);
        for (int i = 0; i < 40; ++i) {
            ties.push_back({randomPoint(body, dice), {}, {}, randomStiffness(dice)});
            if (i % 3 == 0) ties.back().partner = randomPoint(body, dice);
        }
        for (std::size_t n = 0; n < x.size(); ++n) {
            x[n] = asVec3(u[n]);
            inertia.push_back(static_cast<float>(dice.between(0.1, 20)));
        }
        targets.assign(x.size(), Vec3d{});
        loads.inertia = inertia;
        loads.inertiaTargets = targets;
        level.setTies(Ties(ties, body.cells));
        level.setShift(inertia);
    }
    double holdsAt(double step, NodeVectors& gradient) {
        NodeVectors moved = u;
        for (std::size_t n = 0; n < u.size(); ++n) moved[n] = test::asNodeVector(x[n] + along[n] * step);
        gradient.assign(u.size(), NodeVector{});
        return level.addHolds(moved, gradient, {});
    }
};

TEST(LatticeLoads, GradientOfALevelsHoldsIsThatOfTheirEnergy) {
    Held held;
    NodeVectors gradient, unused;
    held.holdsAt(0, gradient);
    for (const double step : {4e-2, 1e-2, 2.5e-3}) {
        const double slope = (held.holdsAt(step, unused) - held.holdsAt(-step, unused)) / (2 * step);
        EXPECT_LT(held.slopeOf(gradient).errorOf(slope), kSingle) << step;
    }
}

TEST(LatticeLoads, ALevelsHoldsAreTheLoadsOfADisplacement) {
    Held held;
    NodeVectors ofLoads, ofHolds;
    const double energy = held.balanceAt(held.x, ofLoads).energy;
    EXPECT_NEAR(held.holdsAt(0, ofHolds), energy, kSingle * energy);
    std::vector<Vec3d> expected;
    for (const NodeVector& g : ofLoads) expected.push_back(asVec3(g));
    EXPECT_LT(test::largestGap(ofHolds, expected), kSingle * test::largest(expected));
}

}  // namespace
}  // namespace sinew::lattice
