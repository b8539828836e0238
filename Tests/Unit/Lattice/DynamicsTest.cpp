#include "Offline/Lattice/Dynamics.h"

#include <gtest/gtest.h>

#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeBodies.h"
#include "Support/Bodies/LatticeTwin.h"

namespace sinew::lattice {
namespace {

using test::LatticeBody;

struct Scene {
    LatticeBody body;
    Multigrid levels;
    std::vector<double> masses;
    DynamicSolver dynamics;

    Scene(LatticeBody b, double timeStep, double massDamping = 0, const Jobs& jobs = {})
        : body(std::move(b)),
          levels(body.cells, body.stiffness, body.fixed),
          masses(nodeMasses(body.cells, 1000)),
          dynamics(levels, masses, settingsOf(timeStep, massDamping), jobs) {}

    static DynamicsSettings settingsOf(double timeStep, double massDamping) {
        DynamicsSettings settings{timeStep, massDamping, {}};
        settings.newton.newton = {.relative = 1e-5, .absolute = 0, .maxIterations = 60};
        settings.newton.absoluteForce = 1e-3;  // N: rounding of cells' forces, E·width² being 12 N
        settings.newton.linearTolerance = 1e-3;
        return settings;
    }
    template <class Velocity>  // of a rest position
    DynamicState start(Velocity&& velocity) const {
        return {body.rest, test::mapped(body.rest, velocity)};
    }
    double energy(const DynamicState& s) const {
        double kinetic = 0;
        for (std::size_t n = 0; n < masses.size(); ++n) kinetic += 0.5 * masses[n] * dot(s.v[n], s.v[n]);
        return kinetic + test::Twin{body.cells, body.stiffness}.energy(s.x);
    }
    Vec3d momentum(const DynamicState& s) const {
        Vec3d sum;
        for (std::size_t n = 0; n < masses.size(); ++n) sum += s.v[n] * masses[n];
        return sum;
    }
    Vec3d spin(const DynamicState& s) const {
        Vec3d sum;
        for (std::size_t n = 0; n < masses.size(); ++n) sum += cross(s.x[n], s.v[n]) * masses[n];
        return sum;
    }
};

LatticeBody cantilever() {
    return test::bodyOf(boxOfCells({6, 4, 4}, 0.02), [](Vec3d p) { return p.x < 1e-9; });
}

TEST(LatticeDynamics, FreeFlightKeepsMomentum) {
    Scene scene(test::freeBox({5, 4, 4}, 0.02), 1e-3);
    DynamicState state = scene.start([](Vec3d p) { return cross(Vec3d{0, 3, 1}, p) + Vec3d{0.5, 0, 0}; });
    const Vec3d before = scene.momentum(state), spin = scene.spin(state);
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(scene.dynamics.step(state, {}).converged);
    EXPECT_LT(length(scene.momentum(state) - before), 1e-4 * length(before));
    EXPECT_LT(length(scene.spin(state) - spin), 0.02 * length(spin));  // of first order in time
}

TEST(LatticeDynamics, EnergyDoesNotGrow) {
    Scene scene(cantilever(), 2e-3);
    DynamicState state = scene.start([](Vec3d p) { return Vec3d{0, 8 * p.x, -4 * p.x}; });
    double before = scene.energy(state);
    const double first = before;
    for (int i = 0; i < 60; ++i) {
        ASSERT_TRUE(scene.dynamics.step(state, scene.body.rest).converged);
        const double after = scene.energy(state);
        EXPECT_LE(after, before + 1e-5 * first);
        before = after;
    }
    EXPECT_LT(before, 0.9 * first);
}

TEST(LatticeDynamics, FallsAsBackwardEulerDoes) {
    constexpr double kStep = 1.0 / 60;
    Scene scene(test::freeBox({4, 4, 4}, 0.02), kStep);
    std::vector<Vec3d> weight;
    for (const double m : scene.masses) weight.push_back(Vec3d{0, -9.81, 0} * m);
    DynamicState state = scene.start([](Vec3d) { return Vec3d{1, 0, 0}; });
    for (int i = 0; i < 10; ++i)
        ASSERT_TRUE(scene.dynamics.step(state, {}, {.ties = {}, .forces = weight}).converged);
    const Vec3d expected{10 * kStep, -9.81 * kStep * kStep * 55, 0};
    for (std::size_t n = 0; n < state.x.size(); ++n)
        EXPECT_LT(length(state.x[n] - scene.body.rest[n] - expected), 1e-3 * length(expected));
}

TEST(LatticeDynamics, MassDampingTakesItsShareOfTheVelocityInEveryStep) {
    constexpr double kStep = 1.0 / 100, kDamping = 5;
    Scene scene(test::freeBox({4, 4, 4}, 0.02), kStep, kDamping);
    DynamicState state = scene.start([](Vec3d) { return Vec3d{1, 2, 0}; });
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(scene.dynamics.step(state, {}).converged);
    const double left = std::pow(1 + kDamping * kStep, -10);
    for (const Vec3d& v : state.v) EXPECT_LT(length(v - Vec3d{1, 2, 0} * left), 1e-3);
}

std::vector<Vec3d> swung(int steps) {
    Scene scene(cantilever(), 0.04 / steps);
    DynamicState state = scene.start([](Vec3d p) { return Vec3d{0, 8 * p.x, 0}; });
    for (int i = 0; i < steps; ++i) {
        if (!scene.dynamics.step(state, scene.body.rest).converged) throw std::runtime_error("not converged");
    }
    return state.x;
}

TEST(LatticeDynamics, IsOfFirstOrderInTime) {
    const std::vector<Vec3d> exact = swung(512);
    const double order =
        std::log2(test::largestGap(swung(16), exact) / test::largestGap(swung(64), exact)) / 2;
    EXPECT_NEAR(order, 1.07, 0.2);  // 512 steps have an error, too
}

TEST(LatticeDynamics, FollowsWhatHoldsItAtConstantSpeed) {
    Scene scene(cantilever(), 1.0 / 120);
    DynamicState state = scene.start([](Vec3d) { return Vec3d{}; });
    std::vector<Vec3d> held = scene.body.rest;
    for (int i = 0; i < 400; ++i) {
        for (Vec3d& p : held) p += Vec3d{1.0 / 120, 0, 0};
        ASSERT_TRUE(scene.dynamics.step(state, held).converged);
    }
    for (const Vec3d& v : state.v) EXPECT_LT(length(v - Vec3d{1, 0, 0}), 0.05);
    EXPECT_LT(test::largestGap(state.x, held), 1e-3);
}

TEST(LatticeDynamics, AFailedStepLeavesTheStateAsItWas) {
    Scene scene(cantilever(), 1.0 / 120);
    DynamicState state = scene.start([](Vec3d p) { return Vec3d{0, p.x, 0}; });
    std::vector<Vec3d> held = scene.body.rest;
    ASSERT_TRUE(scene.body.fixed[0]);
    held[0].x = std::numeric_limits<double>::quiet_NaN();
    const DynamicState before = state;
    EXPECT_FALSE(scene.dynamics.step(state, held).converged);
    EXPECT_EQ(state.x, before.x);
    EXPECT_EQ(state.v, before.v);
}

// A spring from the middle of a cell to a place beside it.
Tie springAt(std::uint32_t cell, const LatticeBody& body, double stiffness) {
    Tie tie{{cell, trilinearWeights({0.5, 0.5, 0.5})}, {}, {}, Mat3f::identity() * float(stiffness)};
    tie.target = positionOf(tie.point, body.cells, body.rest) + Vec3d{0.01, -0.02, 0.005};
    return tie;
}

// Backward Euler: the pull is the one at the end of the step.
TEST(LatticeDynamics, ATieGivesTheMomentumOfItsPull) {
    constexpr double kStep = 1.0 / 120;
    Scene scene(test::freeBox({5, 4, 4}, 0.02), kStep);
    const Tie tie = springAt(10, scene.body, 40);
    const Loads loads{.ties = [&](auto, std::vector<Tie>& ties) { ties.push_back(tie); }};
    DynamicState state = scene.start([](Vec3d) { return Vec3d{}; });
    Vec3d given;
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(scene.dynamics.step(state, {}, loads).converged);
        given -= stretchOf(tie, scene.body.cells, state.x) * (40 * kStep);
    }
    EXPECT_GT(length(given), 1e-3);
    EXPECT_LT(length(scene.momentum(state) - given), 0.01 * length(given));
}

// So large that there is work for several workers.
DynamicState shakenFor(int steps, const Jobs& jobs) {
    Scene scene(test::heldBar({18, 18, 18}, 0.02), 1.0 / 120, 0, jobs);
    const Tie tie = springAt(2000, scene.body, 40);
    const Loads loads{.ties = [&](auto, std::vector<Tie>& ties) { ties.push_back(tie); }};
    DynamicState state = scene.start([](Vec3d p) { return Vec3d{0, 20 * p.x * (0.36 - p.x), 0}; });
    for (int i = 0; i < steps; ++i) scene.dynamics.step(state, scene.body.rest, loads);
    return state;
}

TEST(LatticeDynamics, SameBitsForAnyWorkerCount) {
    const DynamicState alone = shakenFor(2, {});
    EXPECT_GT(test::largest(alone.v), 0.1);
    for (const unsigned threads : {1u, 3u}) {
        const Workers workers(threads);
        const DynamicState many = shakenFor(2, workers.jobs());
        EXPECT_EQ(many.x, alone.x) << threads;
        EXPECT_EQ(many.v, alone.v) << threads;
    }
}

}  // namespace
}  // namespace sinew::lattice
