#include "Offline/Tets/Dynamics.h"

#include <gtest/gtest.h>

#include "Offline/Tets/Loads.h"
#include "Support/Bodies/HeldBodies.h"

namespace sinew::tets {
namespace {

ElasticBody cube(std::uint32_t n) {
    return {boxOfTets(n, n, n, 0.2 / n), Flesh{}};
}

bool atBottom(Vec3d p) {
    return p.y == 0;
}

NewtonSettings tight() {
    return {.relative = 1e-9, .absolute = 1e-9, .maxIterations = 60};
}

struct Momentum {
    Vec3d linear, angular;
};

Momentum momentumOf(const ElasticBody& body, const DynamicState& s) {
    Momentum m;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
        m.linear += s.v[i] * body.masses()[i];
        m.angular += cross(s.x[i], s.v[i]) * body.masses()[i];
    }
    return m;
}

double energyOf(const ElasticBody& body, const DynamicState& s) {
    double kinetic = 0;
    for (std::size_t i = 0; i < s.x.size(); ++i) kinetic += 0.5 * body.masses()[i] * dot(s.v[i], s.v[i]);
    return kinetic + Elasticity(body).energy(s.x, {});
}

std::vector<Vec3d> spinning(const ElasticBody& body) {
    std::vector<Vec3d> v;
    for (const Vec3d& p : body.rest().nodes) v.push_back(cross(Vec3d{0, 3, 1}, p) + Vec3d{0.5, 0, 0});
    return v;
}

TEST(Dynamics, FreeFlightKeepsMomentum) {
    const ElasticBody body = cube(3);
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Newmark}) {
        DynamicSolver solver(
            body, std::vector<bool>(body.nodes()),
            {.integrator = integrator, .timeStep = 1e-3, .stiffnessDamping = 1e-3, .newton = tight()}, {});
        DynamicState state = solver.start(body.rest().nodes, spinning(body));
        const Momentum before = momentumOf(body, state);
        for (int i = 0; i < 50; ++i) ASSERT_TRUE(solver.step(state, {}).converged);
        const Momentum after = momentumOf(body, state);
        EXPECT_LT(length(after.linear - before.linear), 1e-9 * length(before.linear));
        EXPECT_LT(length(after.angular - before.angular),
                  0.02 * length(before.angular));  // of first order in time
    }
}

// One turn a second at a game's rate: damping of strain must not brake it.
TEST(Dynamics, StiffnessDampingDoesNotStopAFreeSpin) {
    const ElasticBody body = cube(3);
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Newmark}) {
        const auto spinKept = [&](double damping) {
            DynamicSolver solver(body, std::vector<bool>(body.nodes()),
                                 {.integrator = integrator,
                                  .timeStep = 1.0 / 120,
                                  .stiffnessDamping = damping,
                                  .newton = tight()},
                                 {});
            DynamicState state = solver.start(body.rest().nodes, spinning(body));
            const double before = length(momentumOf(body, state).angular);
            for (int i = 0; i < 60; ++i) {
                if (!solver.step(state, {}).converged) throw std::runtime_error("not converged");
            }
            return length(momentumOf(body, state).angular) / before;
        };
        EXPECT_NEAR(spinKept(0.05), spinKept(0), 0.02);
    }
}

// Bones set going from standing: their accelerations are given motion, not the integrator's recursion.
TEST(Dynamics, BonesAtConstantSpeedStayBounded) {
    const ElasticBody body = cube(2);
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Newmark}) {
        DynamicSolver solver(body, heldWhere(body, atBottom),
                             {.integrator = integrator, .timeStep = 1.0 / 120, .stiffnessDamping = 0.01}, {});
        DynamicState state = solver.start(body.rest().nodes, std::vector<Vec3d>(body.nodes()));
        std::vector<Vec3d> at = body.rest().nodes;
        NewtonReport report;
        for (int i = 0; i < 1000; ++i) {
            for (Vec3d& p : at) p += Vec3d{1.0 / 120, 0, 0};
            report = solver.step(state, at);
            if (!report.converged) throw std::runtime_error("not converged");
        }
        for (std::size_t i = 0; i < state.v.size(); ++i) EXPECT_LT(length(state.v[i] - Vec3d{1, 0, 0}), 0.05);
        EXPECT_LT(report.allowed, 0.01);
        EXPECT_LT(largestDistance(state.x, at), 1e-3);
    }
}

// The shape after a fixed time of swinging, for a number of steps.
std::vector<Vec3d> swungShape(Integrator integrator, int steps, double massDamping, double stiffnessDamping) {
    const ElasticBody body = cube(2);
    DynamicSolver solver(body, heldWhere(body, atBottom),
                         {.integrator = integrator,
                          .timeStep = 0.03 / steps,
                          .massDamping = massDamping,
                          .stiffnessDamping = stiffnessDamping,
                          .newton = tight()},
                         {});
    std::vector<Vec3d> v(body.nodes());
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = {body.rest().nodes[i].y * 4, 0, 0};
    DynamicState state = solver.start(body.rest().nodes, v);
    for (int i = 0; i < steps; ++i)
        if (!solver.step(state, body.rest().nodes).converged) throw std::runtime_error("not converged");
    return state.x;
}

double timeOrder(Integrator integrator, double massDamping = 0, double stiffnessDamping = 0) {
    const auto shape = [&](Integrator by, int steps) {
        return swungShape(by, steps, massDamping, stiffnessDamping);
    };
    const std::vector<Vec3d> exact = shape(Integrator::Newmark, 512);
    return std::log2(largestDistance(shape(integrator, 16), exact) /
                     largestDistance(shape(integrator, 64), exact)) /
           2;
}

TEST(Dynamics, BackwardEulerIsOfFirstOrderAndNewmarkOfSecond) {
    EXPECT_NEAR(timeOrder(Integrator::BackwardEuler), 1, 0.2);
    EXPECT_NEAR(timeOrder(Integrator::Newmark), 2, 0.25);
    EXPECT_NEAR(timeOrder(Integrator::Newmark, 20, 0), 2, 0.25);
    EXPECT_NEAR(timeOrder(Integrator::Newmark, 0, 0.005), 2, 0.3);
}

TEST(Dynamics, NewmarkKeepsEnergyAndDampingTakesIt) {
    const ElasticBody body = cube(2);
    const auto energyAfter = [&](double massDamping, double stiffnessDamping) {
        DynamicSolver solver(body, heldWhere(body, atBottom),
                             {.integrator = Integrator::Newmark,
                              .timeStep = 1e-3,
                              .massDamping = massDamping,
                              .stiffnessDamping = stiffnessDamping,
                              .newton = tight()},
                             {});
        std::vector<Vec3d> v(body.nodes());
        for (std::size_t i = 0; i < v.size(); ++i) v[i] = {body.rest().nodes[i].y, 0, 0};
        DynamicState state = solver.start(body.rest().nodes, v);
        const double before = energyOf(body, state);
        for (int i = 0; i < 200; ++i)
            if (!solver.step(state, body.rest().nodes).converged) throw std::runtime_error("not converged");
        return energyOf(body, state) / before;
    };
    EXPECT_NEAR(energyAfter(0, 0), 1, 0.03);
    EXPECT_LT(energyAfter(20, 0), 0.1);
    EXPECT_LT(energyAfter(0, 0.01), 0.5);
}

// Bones that carry a body along at constant speed must not stretch it, damped or not.
TEST(Dynamics, ABodyCarriedAlongFeelsNoStiffnessDamping) {
    const ElasticBody body = cube(3);
    const std::vector<bool> held = heldWhere(body, atBottom);
    DynamicSolver solver(body, held, {.timeStep = 0.01, .stiffnessDamping = 0.1, .newton = tight()}, {});
    const Vec3d speed{2, 0, 1};
    DynamicState state = solver.start(body.rest().nodes, std::vector<Vec3d>(body.nodes(), speed));
    std::vector<Vec3d> at = body.rest().nodes;
    for (int i = 0; i < 10; ++i) {
        for (Vec3d& p : at) p += speed * 0.01;
        ASSERT_TRUE(solver.step(state, at).converged);
    }
    EXPECT_LT(largestDistance(state.x, at), 1e-9);
}

TEST(Dynamics, FallsAsGalileiSays) {
    const ElasticBody body = cube(2);
    DynamicSolver solver(body, std::vector<bool>(body.nodes()),
                         {.integrator = Integrator::Newmark, .timeStep = 0.01, .newton = tight()}, {});
    const ConstantForces gravity = gravityOn(body.masses(), {0, -9.81, 0});
    const Potential* loads[] = {&gravity};
    DynamicState state = solver.start(body.rest().nodes, std::vector<Vec3d>(body.nodes()), loads);
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(solver.step(state, {}, loads).converged);
    for (std::size_t i = 0; i < state.x.size(); ++i) {
        EXPECT_NEAR(state.x[i].y, body.rest().nodes[i].y - 0.5 * 9.81 * 0.04, 1e-9);
    }
}

}  // namespace
}  // namespace sinew::tets
