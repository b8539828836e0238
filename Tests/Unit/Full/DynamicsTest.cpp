// Dynamics of a small box by both full solvers.
#include "Offline/Full/Dynamics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "Offline/Workers.h"
#include "Support/Bodies/MovingBodies.h"

namespace sinew {
namespace {

using test::BoxSettings;
using test::Elements;
using test::MovingBody;
using test::movingBox;

struct Kind {
    const char* name;
    Elements elements;
    double poisson;
};
constexpr Kind kKinds[] = {{"linear tets", Elements::LinearTets, 0.45},
                           {"quadratic tets", Elements::QuadraticTets, 0.45},
                           {"cells", Elements::Cells, 0.45},
                           {"cells with pressures", Elements::Cells, 0.49}};
constexpr Integrator kIntegrators[] = {Integrator::BackwardEuler, Integrator::Newmark};

BoxSettings boxOf(const Kind& kind) {
    BoxSettings box;
    box.counts = {2, 2, 2};
    box.width = 0.1;
    box.flesh.poisson = kind.poisson;
    return box;
}

BoxSettings freeBoxOf(const Kind& kind) {
    BoxSettings box = boxOf(kind);
    box.held = false;
    return box;
}

// As exact as the precision of the solver allows.
DynamicsSettings settingsOf(const Kind& kind, Integrator integrator, double timeStep) {
    DynamicsSettings settings;
    settings.integrator = integrator;
    settings.timeStep = timeStep;
    const bool single = kind.elements == Elements::Cells;
    settings.newton.relative = single ? 1e-6 : 1e-9;
    settings.newton.absolute = single ? 5e-7 : 1e-9;
    settings.newton.maxIterations = 60;
    return settings;
}

Dynamics::BoneMotion atRest() {
    return [](double) { return std::vector<Affined>(1); };
}

template <class Velocity>  // of a rest position
std::vector<Vec3d> velocities(const MovingBody& of, Velocity&& velocity) {
    std::vector<Vec3d> v;
    for (const Vec3d& p : of.rest) v.push_back(velocity(p));
    return v;
}

Vec3d turning(Vec3d p) {
    return cross(Vec3d{0, 3, 1}, p) + Vec3d{0.5, 0, 0};
}

// Sets off from the rest shape.
template <class Velocity>
Dynamics setOff(MovingBody& of, const DynamicsSettings& settings, Velocity&& velocity,
                const Dynamics::BoneMotion& bones = atRest()) {
    Dynamics dynamics(of.body(), settings, bones);
    dynamics.start(0, of.rest, velocities(of, velocity));
    return dynamics;
}

double largestDistance(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, length(a[i] - b[i]));
    return largest;
}

double totalEnergy(const Dynamics& dynamics) {
    const Energies energies = dynamics.energies();
    return energies.kinetic + energies.elastic;
}

template <class Test>  // test(kind, integrator)
void forAll(Test&& test) {
    for (const Kind& kind : kKinds) {
        for (const Integrator integrator : kIntegrators) {
            SCOPED_TRACE(std::string(kind.name) +
                         (integrator == Integrator::Newmark ? ", Newmark" : ", backward Euler"));
            test(kind, integrator);
        }
    }
}

TEST(Dynamics, FreeFlightKeepsMomentum) {
    forAll([](const Kind& kind, Integrator integrator) {
        const auto body = movingBox(kind.elements, freeBoxOf(kind));
        DynamicsSettings settings = settingsOf(kind, integrator, 1e-3);
        settings.stiffnessDamping = 1e-3;
        Dynamics dynamics = setOff(*body, settings, turning);
        const Vec3d before = body->momentum(dynamics.state()), spin = body->spin(dynamics.state());
        ASSERT_TRUE(dynamics.advanceTo(0.05).converged);
        EXPECT_LT(length(body->momentum(dynamics.state()) - before), 1e-5 * length(before));
        EXPECT_LT(length(body->spin(dynamics.state()) - spin),
                  0.02 * length(spin));  // of first order in time
    });
}

TEST(Dynamics, FallsAsGalileiSays) {
    forAll([](const Kind& kind, Integrator integrator) {
        constexpr double kStep = 0.01, kGravity = 9.81;
        constexpr int kSteps = 20;
        BoxSettings box = freeBoxOf(kind);
        box.gravity = {0, -kGravity, 0};
        const auto body = movingBox(kind.elements, box);
        Dynamics dynamics = setOff(*body, settingsOf(kind, integrator, kStep), [](Vec3d) {
            return Vec3d{1, 0, 0};
        });
        ASSERT_TRUE(dynamics.advanceTo(kSteps * kStep).converged);
        // Backward Euler falls with the velocity at the end of each step.
        const double squares = integrator == Integrator::Newmark ? kSteps * kSteps : kSteps * (kSteps + 1);
        const Vec3d fallen{kSteps * kStep, -kGravity / 2 * kStep * kStep * squares, 0};
        for (std::size_t i = 0; i < body->rest.size(); ++i)
            EXPECT_LT(length(dynamics.state().x[i] - body->rest[i] - fallen), 1e-5 * length(fallen));
    });
}

// Half a turn in half a second, with time steps of a game: damping of strain must not brake it.
TEST(Dynamics, StiffnessDampingDoesNotBrakeASpin) {
    forAll([](const Kind& kind, Integrator integrator) {
        const auto spinKept = [&](double damping) {
            const auto body = movingBox(kind.elements, freeBoxOf(kind));
            DynamicsSettings settings = settingsOf(kind, integrator, 1.0 / 120);
            settings.stiffnessDamping = damping;
            Dynamics dynamics = setOff(*body, settings, turning);
            const double before = length(body->spin(dynamics.state()));
            EXPECT_TRUE(dynamics.advanceTo(0.5).converged);
            return length(body->spin(dynamics.state())) / before;
        };
        EXPECT_NEAR(spinKept(0.05), spinKept(0), 0.02);
    });
}

// A bone that turns the whole body at a constant rate does no work on flesh that turns with it, however
// strong the damping.
TEST(Dynamics, StiffnessDampingDoesNotDragOnATurningBone) {
    forAll([](const Kind& kind, Integrator integrator) {
        const auto lag = [&](double damping) {
            const auto body = movingBox(kind.elements, boxOf(kind));
            DynamicsSettings settings = settingsOf(kind, integrator, 1.0 / 240);
            settings.stiffnessDamping = damping;
            const Vec3d pivot{0, 0.1, 0.1};
            const auto turned = [&](double t) {
                const Mat3d turn = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, 5 * t));
                return std::vector<Affined>{{turn, pivot - turn * pivot}};
            };
            Dynamics dynamics = setOff(
                *body, settings,
                [&](Vec3d p) {
                    return cross(Vec3d{0, 0, 5}, p - pivot);
                },
                turned);
            EXPECT_TRUE(dynamics.advanceTo(1).converged);
            const Affined back = inverse(turned(1)[0]);
            Vec3d sum;  // by which the flesh is behind
            for (std::size_t i = 0; i < body->rest.size(); ++i)
                sum += transformPoint(back, dynamics.state().x[i]) - body->rest[i];
            return sum.y / static_cast<double>(body->rest.size());
        };
        EXPECT_NEAR(lag(0.1), lag(0.02), 2e-5);  // metres; it moves at 1 m/s
    });
}

// Bones set going from standing: their accelerations are those of the motion, not of the recursion.
TEST(Dynamics, BonesAtConstantSpeedStayBounded) {
    forAll([](const Kind& kind, Integrator integrator) {
        const auto body = movingBox(kind.elements, boxOf(kind));
        DynamicsSettings settings = settingsOf(kind, integrator, 1.0 / 120);
        settings.newton = DynamicsSettings{}.newton;
        settings.stiffnessDamping = 0.01;
        const auto moved = [](double t) { return std::vector<Affined>{{Mat3d::identity(), {t, 0, 0}}}; };
        Dynamics dynamics = setOff(
            *body, settings, [](Vec3d) { return Vec3d{}; }, moved);
        ASSERT_TRUE(dynamics.advanceTo(5).converged);
        for (const Vec3d& v : dynamics.state().v) EXPECT_LT(length(v - Vec3d{1, 0, 0}), 0.05);
        for (std::size_t i = 0; i < body->rest.size(); ++i)
            EXPECT_LT(length(dynamics.state().x[i] - body->rest[i] - Vec3d{5, 0, 0}), 1e-3);
    });
}

TEST(Dynamics, FleshThatIsCarriedAlongStaysAsItIs) {
    forAll([](const Kind& kind, Integrator integrator) {
        const auto body = movingBox(kind.elements, boxOf(kind));
        DynamicsSettings settings = settingsOf(kind, integrator, 0.01);
        settings.stiffnessDamping = 0.1;
        const auto moved = [](double t) { return std::vector<Affined>{{Mat3d::identity(), {2 * t, 0, t}}}; };
        Dynamics dynamics(body->body(), settings, moved);
        dynamics.start(0, body->rest);
        ASSERT_TRUE(dynamics.advanceTo(0.1).converged);
        for (std::size_t i = 0; i < body->rest.size(); ++i)
            EXPECT_LT(length(dynamics.state().x[i] - body->rest[i] - Vec3d{0.2, 0, 0.1}), 1e-7);
    });
}

struct Damping {
    double mass = 0, stiffness = 0;
};

// The shape after a fixed time on a bone that shakes, for a number of steps.
std::vector<Vec3d> shakenShape(const Kind& kind, Integrator integrator, int steps, Damping damping = {}) {
    const auto body = movingBox(kind.elements, boxOf(kind));
    constexpr double kTime = 0.04;
    DynamicsSettings settings = settingsOf(kind, integrator, kTime / steps);
    settings.massDamping = damping.mass;
    settings.stiffnessDamping = damping.stiffness;
    const auto shaken = [](double t) {
        const double angle = 0.3 * (1 - std::cos(20 * t));
        return std::vector<Affined>{{toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angle)), {0, 0, 4 * t * t}}};
    };
    Dynamics dynamics = setOff(
        *body, settings,
        [](Vec3d p) {
            return Vec3d{0, 4 * p.x, 0};
        },
        shaken);
    EXPECT_TRUE(dynamics.advanceTo(kTime).converged);
    return dynamics.state().x;
}

double timeOrder(const Kind& kind, Integrator integrator, Damping damping = {}) {
    const std::vector<Vec3d> exact = shakenShape(kind, Integrator::Newmark, 512, damping);
    const auto error = [&](int steps) {
        return largestDistance(shakenShape(kind, integrator, steps, damping), exact);
    };
    return std::log2(error(12) / error(48)) / 2;
}

TEST(Dynamics, BackwardEulerIsOfFirstOrderAndNewmarkOfSecond) {
    for (const Kind& kind : kKinds) {
        SCOPED_TRACE(kind.name);
        EXPECT_NEAR(timeOrder(kind, Integrator::BackwardEuler), 1, 0.2);
        EXPECT_NEAR(timeOrder(kind, Integrator::Newmark), 2, 0.25);
        EXPECT_NEAR(timeOrder(kind, Integrator::Newmark, {.mass = 20}), 2, 0.25);
        EXPECT_NEAR(timeOrder(kind, Integrator::Newmark, {.stiffness = 0.005}), 2, 0.3);
    }
}

TEST(Dynamics, NewmarkKeepsEnergyAndBackwardEulerTakesIt) {
    for (const Kind& kind : kKinds) {
        SCOPED_TRACE(kind.name);
        const auto energyAfter = [&](Integrator integrator) {
            const auto body = movingBox(kind.elements, boxOf(kind));
            Dynamics dynamics = setOff(*body, settingsOf(kind, integrator, 2e-3), [](Vec3d p) {
                return Vec3d{0, p.x, 0};
            });
            const double before = totalEnergy(dynamics);
            double last = before;
            for (int i = 1; i <= 100; ++i) {
                EXPECT_TRUE(dynamics.stepTo(2e-3 * i).converged);
                if (integrator == Integrator::BackwardEuler) {
                    EXPECT_LE(totalEnergy(dynamics), last + 1e-5 * before);
                }
                last = totalEnergy(dynamics);
            }
            return last / before;
        };
        EXPECT_NEAR(energyAfter(Integrator::Newmark), 1, 0.03);
        EXPECT_LT(energyAfter(Integrator::BackwardEuler), 0.9);
    }
}

// The energy of a vibration with Rayleigh's damping falls by exp(−2ζωt), ζ = α/2ω + βω/2.
TEST(Dynamics, DampingTakesWhatRayleighSays) {
    for (const Kind& kind : kKinds) {
        SCOPED_TRACE(kind.name);
        // How often the box swings past its rest shape, and how much of the energy is left.
        const auto swing = [&](Damping damping, double& frequency) {
            BoxSettings box = boxOf(kind);
            box.counts = {4, 2, 2};
            const auto body = movingBox(kind.elements, box);
            DynamicsSettings settings = settingsOf(kind, Integrator::Newmark, 5e-3);
            settings.massDamping = damping.mass;
            settings.stiffnessDamping = damping.stiffness;
            Dynamics dynamics = setOff(*body, settings, [](Vec3d p) { return Vec3d{0, 0.1 * p.x * p.x, 0}; });
            const double before = totalEnergy(dynamics);
            const auto height = [&] {
                double sum = 0;
                for (std::size_t i = 0; i < body->rest.size(); ++i)
                    sum += dynamics.state().x[i].y - body->rest[i].y;
                return sum;
            };
            double last = 0, first = 0, now = 0;
            int crossings = 0;
            for (int i = 1; i <= 400; ++i) {
                EXPECT_TRUE(dynamics.stepTo(5e-3 * i).converged);
                now = height();
                if (last * now < 0) {
                    const double at = 5e-3 * (i - now / (now - last));
                    if (crossings++ == 0) first = at;
                    frequency = std::numbers::pi * (crossings - 1) / (at - first);
                }
                last = now;
            }
            return totalEnergy(dynamics) / before;
        };
        double omega = 0, unused = 0;
        const double undamped = swing({}, omega);
        EXPECT_NEAR(undamped, 1, 0.02);
        ASSERT_GT(omega, 5);
        for (const Damping damping : {Damping{1, 0}, Damping{0, 1 / (omega * omega)}}) {
            const double rate = damping.mass + damping.stiffness * omega * omega;
            EXPECT_NEAR(std::log(swing(damping, unused)) / (-rate * 2), 1, 0.1) << damping.mass;
        }
    }
}

// For as long as the flesh is far behind its bone.
Dynamics::BoneMotion jerked() {
    return [](double t) { return std::vector<Affined>{{Mat3d::identity(), {0, t > 0 ? 0.5 : 0, 0}}}; };
}

TEST(Dynamics, AStepThatDoesNotConvergeIsHalved) {
    for (const Kind& kind : kKinds) {
        SCOPED_TRACE(kind.name);
        const auto body = movingBox(kind.elements, boxOf(kind));
        DynamicsSettings settings = settingsOf(kind, Integrator::BackwardEuler, 0.02);
        settings.newton = DynamicsSettings{}.newton;
        settings.newton.maxIterations = kind.poisson > 0.46 ? 3 : 2;
        Dynamics dynamics = setOff(*body, settings, [](Vec3d p) { return Vec3d{0, 40 * p.x, 0}; });
        const PoseReport report = dynamics.advanceTo(0.04);
        EXPECT_TRUE(report.converged);
        EXPECT_GT(report.failedSubsteps, 0);
        EXPECT_GT(report.substeps, 2);
        EXPECT_EQ(dynamics.time(), 0.04);
    }
}

TEST(Dynamics, WhatCannotBeReachedIsReportedAndTheLastStateKept) {
    for (const Kind& kind : kKinds) {
        SCOPED_TRACE(kind.name);
        const auto body = movingBox(kind.elements, boxOf(kind));
        const auto broken = [](double t) {
            const double x = t < 0.03 ? 0 : std::numeric_limits<double>::quiet_NaN();
            return std::vector<Affined>{{Mat3d::identity(), {x, 0, 0}}};
        };
        Dynamics dynamics = setOff(
            *body, settingsOf(kind, Integrator::Newmark, 0.01), [](Vec3d) { return Vec3d{}; }, broken);
        const PoseReport report = dynamics.advanceTo(0.05);
        EXPECT_FALSE(report.converged);
        EXPECT_NEAR(report.reached, 0.5, 0.1);
        EXPECT_LT(dynamics.time(), 0.03);
        for (const Vec3d& x : dynamics.state().x) EXPECT_TRUE(std::isfinite(dot(x, x)));
    }
}

// Newmark's method keeps what energy the jump has given, and more; backward Euler calms down.
TEST(Dynamics, ABoneThatJumpsLeavesFiniteFlesh) {
    forAll([](const Kind& kind, Integrator integrator) {
        const auto body = movingBox(kind.elements, boxOf(kind));
        DynamicsSettings settings = settingsOf(kind, integrator, 1.0 / 240);
        settings.newton = DynamicsSettings{}.newton;
        settings.stiffnessDamping = 0.004;
        Dynamics dynamics = setOff(
            *body, settings, [](Vec3d) { return Vec3d{}; }, jerked());
        const PoseReport report = dynamics.advanceTo(0.5);
        const double farthest = integrator == Integrator::Newmark ? 1e6 : 1;
        for (const Vec3d& x : dynamics.state().x) EXPECT_LT(length(x), farthest);
        if (integrator == Integrator::BackwardEuler) {
            EXPECT_TRUE(report.converged);
        }
    });
}

TEST(Dynamics, SoftBonesShakeTheFleshToo) {
    for (const Kind& kind : kKinds) {
        SCOPED_TRACE(kind.name);
        BoxSettings box = boxOf(kind);
        box.hold = Hold::Soft;
        const auto body = movingBox(kind.elements, box);
        const auto moved = [](double t) { return std::vector<Affined>{{Mat3d::identity(), {t, 0, 0}}}; };
        DynamicsSettings settings = settingsOf(kind, Integrator::BackwardEuler, 1.0 / 240);
        Dynamics dynamics = setOff(
            *body, settings, [](Vec3d) { return Vec3d{}; }, moved);
        ASSERT_TRUE(dynamics.advanceTo(1).converged);
        for (std::size_t i = 0; i < body->rest.size(); ++i)
            EXPECT_NEAR(dynamics.state().x[i].x - body->rest[i].x, 1, 0.02);
    }
}

// So large that there is work for several workers.
DynamicState swungBy(const Kind& kind, const Jobs& jobs) {
    BoxSettings box = boxOf(kind);
    box.counts = {16, 16, 16};
    box.width = 0.02;
    box.jobs = jobs;
    const auto body = movingBox(kind.elements, box);
    DynamicsSettings settings;
    settings.integrator = Integrator::Newmark;
    settings.massDamping = 1;
    settings.stiffnessDamping = 0.004;
    Dynamics dynamics = setOff(*body, settings, [](Vec3d p) { return Vec3d{0, 5 * p.x, 0}; });
    EXPECT_TRUE(dynamics.advanceTo(0.008).converged);
    return dynamics.state();
}

TEST(Dynamics, SameBitsForAnyWorkerCount) {
    for (const Kind& kind : kKinds) {
        if (kind.elements == Elements::QuadraticTets) continue;  // as linear ones
        SCOPED_TRACE(kind.name);
        const DynamicState alone = swungBy(kind, {});
        for (const unsigned threads : {1u, 3u}) {
            const Workers workers(threads);
            const DynamicState many = swungBy(kind, workers.jobs());
            EXPECT_EQ(many.x, alone.x) << threads;
            EXPECT_EQ(many.v, alone.v) << threads;
        }
    }
}

}  // namespace
}  // namespace sinew
