// Tetrahedra against the reference cases. "Cells across" counts cells of six tets across the section of a
// body; a quadratic mesh has as many unknowns as a linear one with twice as many cells across.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "Offline/Workers.h"
#include "Support/Truth/Cases.h"
#include "Support/Truth/TetBackend.h"

namespace sinew::truth {
namespace {

using tets::TetOrder;

const Workers& workers() {
    static const Workers all;
    return all;
}

Solution solved(const Case& of, TetOrder order, std::uint32_t cellsAcross) {
    Solution solution = tetBackend(order, workers().jobs())(of, cellsAcross);
    EXPECT_TRUE(solution.converged) << of.name;
    return solution;
}

double error(const Case& of, const std::string& name, const Solution& solution) {
    const auto sought =
        std::find_if(of.sought.begin(), of.sought.end(), [&](const Sought& s) { return s.name == name; });
    EXPECT_NE(sought, of.sought.end()) << name;
    return errorOf(*sought, solution);
}

TEST(TetTruth, UniaxialStatesAreExact) {
    for (const TetOrder order : {TetOrder::Linear, TetOrder::Quadratic}) {
        for (const Uniaxial& state : uniaxialStates()) {
            const Case cube = stretchedCube(state);
            const Solution solution = solved(cube, order, 2);
            EXPECT_NEAR(errorOf(cube.sought[0], solution), 0, 1e-6)
                << kMaterialNames[static_cast<int>(state.kind)] << " " << cube.name;
            const Vec3d inside{0.03, 0.06, 0.05};
            EXPECT_LT(length(solution.position(inside) - cube.start(inside)), 1e-9) << cube.name;
        }
    }
}

TEST(TetTruth, QuadraticTetsBendACantileverWithoutLocking) {
    for (const double poisson : {0.45, 0.49}) {
        const Case bar = cantilever(300e3, poisson);
        const Solution solution = solved(bar, TetOrder::Quadratic, 4);
        EXPECT_NEAR(error(bar, "tip z", solution), 0, 0.015) << poisson;
        EXPECT_NEAR(error(bar, "energy", solution), 0, 0.02) << poisson;
    }
}

TEST(TetTruth, LinearTetsLock) {  // or the test above says nothing
    const Case bar = cantilever(300e3, 0.45);
    EXPECT_LT(error(bar, "tip z", solved(bar, TetOrder::Linear, 4)), -0.3);
}

TEST(TetTruth, QuadraticTetsTwistABar) {
    const Case bar = twistedBar(90);
    const Solution solution = solved(bar, TetOrder::Quadratic, 4);
    EXPECT_NEAR(error(bar, "energy", solution), 0, 0.01);
    EXPECT_NEAR(error(bar, "torque", solution), 0, 0.01);
    EXPECT_NEAR(error(bar, "edge at 1/2, y", solution), 0, 0.002);
}

TEST(TetTruth, QuadraticTetsShearCooksMembrane) {
    for (const double poisson : {0.3, 0.45}) {
        const Case membrane = cooksMembrane(poisson);
        EXPECT_NEAR(error(membrane, "corner y", solved(membrane, TetOrder::Quadratic, 12)), 0, 0.015)
            << poisson;
    }
}

TEST(TetTruth, QuadraticTetsVibrateAtTheRightFrequencies) {
    const Frequencies found =
        tetFrequencies(vibratingBar(), 4, slowestFrequencies().size(), TetOrder::Quadratic, workers().jobs());
    ASSERT_EQ(found.hertz.size(), slowestFrequencies().size());
    for (std::size_t mode = 0; mode < found.hertz.size(); ++mode) {
        EXPECT_NEAR(found.hertz[mode] / slowestFrequencies()[mode], 1, 0.02) << mode;
    }
}

// What follows prints tables.

const char* nameOf(TetOrder order) {
    return order == TetOrder::Linear ? "linear" : "quadratic";
}

void printCost(const std::string& name, TetOrder order, std::uint32_t cells, const Cost& cost) {
    std::printf("%-16s %-9s %2u across %7u unknowns %7.2f s + %7.2f s %3d steps %5.1f CG each |",
                name.c_str(), nameOf(order), cells, cost.unknowns, cost.prepareSeconds, cost.solveSeconds,
                cost.newtonSteps, static_cast<double>(cost.linearIterations) / std::max(1, cost.newtonSteps));
}

Solution printed(const Case& of, TetOrder order, std::uint32_t cells) {
    Solution solution = solved(of, order, cells);
    printCost(of.name, order, cells, solution.cost);
    for (const Sought& sought : of.sought) {
        std::printf(" %s %+.2f %%", sought.name.c_str(), 100 * errorOf(sought, solution));
    }
    std::printf("\n");
    std::fflush(stdout);
    return solution;
}

const std::vector<std::uint32_t> kCells{4, 6, 8, 12, 16};

void printTable(const Case& of) {
    for (const TetOrder order : {TetOrder::Linear, TetOrder::Quadratic}) {
        for (const std::uint32_t cells : kCells) printed(of, order, cells);
    }
}

// The target is an error of 5 % with six cells across.
TEST(TetTruth, CantileverTableLong) {
    for (const double poisson : {0.45, 0.49}) {
        const Case bar = cantilever(300e3, poisson);
        printTable(bar);
        EXPECT_NEAR(error(bar, "tip z", solved(bar, TetOrder::Quadratic, 6)), 0, 0.01);
    }
    printTable(cantilever(1e6, 0.45));
    printTable(cantilever(1e6, 0.49));
}

TEST(TetTruth, TwistedBarTableLong) {
    for (const int degrees : {90, 180}) {
        const Case bar = twistedBar(degrees);
        printTable(bar);
        EXPECT_NEAR(error(bar, "energy", solved(bar, TetOrder::Quadratic, 6)), 0, 0.01);
    }
}

TEST(TetTruth, CooksMembraneTableLong) {
    for (const double poisson : {0.3, 0.45, 0.49, 0.499, 0.4999}) {
        const Case membrane = cooksMembrane(poisson);
        for (const TetOrder order : {TetOrder::Linear, TetOrder::Quadratic}) {
            for (const std::uint32_t cells : {8u, 16u, 32u}) printed(membrane, order, cells);
        }
        const Solution finest = printed(membrane, TetOrder::Quadratic, 48);
        EXPECT_NEAR(error(membrane, "corner y", finest), 0, 0.02) << poisson;
    }
}

TEST(TetTruth, PressedBlockTableLong) {
    for (const double poisson : {0.45, 0.49}) {
        for (const int depth : {5, 10}) {
            const Case block = pressedBlock(poisson, depth);
            for (const std::uint32_t cells : {12u, 24u, 32u}) printed(block, TetOrder::Linear, cells);
            for (const std::uint32_t cells : {12u, 16u, 24u}) printed(block, TetOrder::Quadratic, cells);
        }
    }
}

TEST(TetTruth, StiffCoreTableLong) {
    for (const double poisson : {0.45, 0.49}) printTable(stiffCore(poisson));
}

TEST(TetTruth, FrequencyTableLong) {
    for (const TetOrder order : {TetOrder::Linear, TetOrder::Quadratic}) {
        for (const std::uint32_t cells : kCells) {
            const Frequencies found =
                tetFrequencies(vibratingBar(), cells, slowestFrequencies().size(), order, workers().jobs());
            printCost("T6", order, cells, found.cost);
            for (std::size_t mode = 0; mode < found.hertz.size(); ++mode) {
                std::printf(" %+.2f", 100 * (found.hertz[mode] / slowestFrequencies()[mode] - 1));
            }
            std::printf(" %%\n");
        }
    }
}

}  // namespace
}  // namespace sinew::truth
