// The frequencies of reference case T6 by both solvers: a bar that is set off in a vibration, and the time
// until it swings back.
#include <gtest/gtest.h>

#include <cstdio>
#include <numbers>

#include "Offline/Workers.h"
#include "Support/Bodies/MovingBodies.h"
#include "Support/Truth/Cases.h"
#include "Support/Truth/TetBackend.h"

namespace sinew::truth {
namespace {

using test::BoxSettings;
using test::Elements;

const Workers& workers() {
    static const Workers all;
    return all;
}

constexpr double kLength = 0.3, kSide = 0.05;  // metres

// A vibration: about the velocity of a place of the bar, and its number among the frequencies of T6.
struct Vibration {
    const char* name;
    std::size_t number;
    Vec3d (*velocity)(Vec3d p);
};

// Sections turn with the slope of the axis.
Vec3d bending(Vec3d p) {
    const double s = p.x / kLength;
    return {-(p.y - kSide / 2) * (3 * s - 1.5 * s * s) / kLength, s * s * (1.5 - 0.5 * s), 0};
}

Vec3d torsion(Vec3d p) {
    const double turn = std::sin(std::numbers::pi / 2 * p.x / kLength) / kSide;
    return {0, -turn * (p.z - kSide / 2), turn * (p.y - kSide / 2)};
}

Vec3d axial(Vec3d p) {
    return {std::sin(std::numbers::pi / 2 * p.x / kLength), 0, 0};
}

constexpr Vibration kVibrations[] = {{"bending", 0, bending}, {"torsion", 2, torsion}, {"axial", 5, axial}};

BoxSettings barOf(std::uint32_t cellsAcross, double poisson) {
    BoxSettings bar;
    bar.counts = {6 * cellsAcross, cellsAcross, cellsAcross};
    bar.width = kSide / cellsAcross;
    bar.flesh.poisson = poisson;
    bar.jobs = workers().jobs();
    return bar;
}

// The frequency in Hz; `about` is nearly it.
double rung(Elements elements, const BoxSettings& bar, const Vibration& vibration, double about) {
    constexpr double kAmplitude = 0.005;  // metres
    constexpr int kStepsPerPeriod = 60;
    const auto body = test::movingBox(elements, bar);
    DynamicsSettings settings;
    settings.integrator = Integrator::Newmark;
    settings.timeStep = 1 / (about * kStepsPerPeriod);
    settings.newton.relative = 1e-5;
    settings.newton.absolute = 2e-7;  // single precision has no more
    std::vector<Vec3d> set, v;
    for (const Vec3d& p : body->rest) {
        set.push_back(vibration.velocity(p));
        v.push_back(set.back() * (2 * std::numbers::pi * about * kAmplitude));
    }
    Dynamics dynamics(body->body(), settings, [](double) { return std::vector<Affined>(1); });
    dynamics.start(0, body->rest, v);
    // Along the vibration, weighted by mass: others are at right angles to it.
    const auto deflection = [&] {
        double sum = 0;
        for (std::size_t i = 0; i < set.size(); ++i)
            sum += body->body().masses()[i] * dot(set[i], dynamics.state().x[i] - body->rest[i]);
        return sum;
    };
    double last = 0;
    for (int i = 1; i < 2 * kStepsPerPeriod; ++i) {
        if (!dynamics.stepTo(i * settings.timeStep).converged) throw std::runtime_error("not converged");
        const double now = deflection();
        if (last < 0 && now >= 0) return 1 / ((i - now / (now - last)) * settings.timeStep);
        last = now;
    }
    return 0;
}

double printed(const char* name, std::uint32_t cells, double poisson, const Vibration& vibration,
               double found, double truth, Clock::time_point start) {
    std::printf("T6 %.2f %-15s %2u across %-8s %.4f Hz %+.2f %% %.1f s\n", poisson, name, cells,
                vibration.name, found, 100 * (found / truth - 1), secondsSince(start));
    std::fflush(stdout);
    return found / truth - 1;
}

double error(Elements elements, std::uint32_t cells, const Vibration& vibration, double poisson,
             double truth) {
    const Clock::time_point start = Clock::now();
    const char* name = elements == Elements::Cells ? "cells" : "quadratic tets";
    return printed(name, cells, poisson, vibration, rung(elements, barOf(cells, poisson), vibration, truth),
                   truth, start);
}

TEST(RingDown, CoarseCellsSwingAtNearlyTheRightFrequencies) {
    for (const Vibration& vibration : kVibrations) {
        const double off = error(Elements::Cells, 8, vibration, 0.45, slowestFrequencies()[vibration.number]);
        EXPECT_NEAR(off, 0, 0.1) << vibration.name;
    }
}

TEST(RingDown, QuadraticTetsSwingAtTheRightFrequenciesLong) {
    for (const Vibration& vibration : kVibrations) {
        EXPECT_NEAR(
            error(Elements::QuadraticTets, 4, vibration, 0.45, slowestFrequencies()[vibration.number]), 0,
            0.02);
    }
}

// With the finest cells the errors are below 2 %.
void expectCellsToConverge(double poisson, const std::vector<double>& truth) {
    for (const Vibration& vibration : kVibrations) {
        for (const std::uint32_t cells : {5u, 10u}) {
            error(Elements::Cells, cells, vibration, poisson, truth[vibration.number]);
        }
        EXPECT_NEAR(error(Elements::Cells, 20, vibration, poisson, truth[vibration.number]), 0, 0.02);
    }
}

TEST(RingDown, CellsSwingAtTheRightFrequenciesLong) {
    expectCellsToConverge(0.45, slowestFrequencies());
}

// There is no reference solution, but quadratic tets agree with that at 0.45, in torsion least well. There
// the volume does not change, and the frequency is as the root of the shear modulus.
TEST(RingDown, CellsWithPressuresSwingAtTheRightFrequenciesLong) {
    Case bar = vibratingBar();
    bar.flesh.poisson = 0.49;
    std::vector<double> truth = tetFrequencies(bar, 6, 6, tets::TetOrder::Quadratic, workers().jobs()).hertz;
    truth[2] = slowestFrequencies()[2] * std::sqrt(1.45 / 1.49);
    expectCellsToConverge(bar.flesh.poisson, truth);
}

}  // namespace
}  // namespace sinew::truth
