// The lattice against the reference cases that are boxes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "Material/Parameters.h"
#include "Offline/Workers.h"
#include "Support/Truth/Cases.h"
#include "Support/Truth/LatticeBackend.h"

namespace sinew::truth {
namespace {

const Workers& workers() {
    static const Workers all;
    return all;
}

Solution solved(const Case& of, std::uint32_t cellsAcross) {
    Solution solution = latticeBackend(workers().jobs())(of, cellsAcross);
    EXPECT_TRUE(solution.converged) << of.name;
    return solution;
}

Solution printed(const Case& of, std::uint32_t cells) {
    Solution solution = solved(of, cells);
    const Cost& cost = solution.cost;
    std::printf("%-16s %2u across %7u unknowns %7.2f s + %7.2f s %3d steps %5.1f iterations each |",
                of.name.c_str(), cells, cost.unknowns, cost.prepareSeconds, cost.solveSeconds,
                cost.newtonSteps, static_cast<double>(cost.linearIterations) / std::max(1, cost.newtonSteps));
    for (const Sought& sought : of.sought) {
        std::printf(" %s %+.2f %%", sought.name.c_str(), 100 * errorOf(sought, solution));
    }
    std::printf("\n");
    std::fflush(stdout);
    return solution;
}

TEST(LatticeTruth, CantileverTableLong) {
    for (const double young : {300e3, 1e6}) {
        for (const double poisson : {0.45, 0.49}) {
            for (const std::uint32_t cells : {4u, 6u, 8u, 12u}) printed(cantilever(young, poisson), cells);
        }
    }
}

TEST(LatticeTruth, TwistedBarTableLong) {
    for (const int degrees : {90, 180}) {
        for (const std::uint32_t cells : {4u, 6u, 8u, 12u}) printed(twistedBar(degrees), cells);
    }
}

TEST(LatticeTruth, PressedBlockTableLong) {
    for (const double poisson : {0.45, 0.49}) {
        for (const int depth : {5, 10}) {
            for (const std::uint32_t cells : {12u, 24u, 48u}) printed(pressedBlock(poisson, depth), cells);
        }
    }
}

TEST(LatticeTruth, StiffCoreTableLong) {
    for (const double poisson : {0.45, 0.49}) {
        for (const std::uint32_t cells : {5u, 10u, 15u}) printed(stiffCore(poisson), cells);
    }
}

// The stress is a difference of terms that are λ/μ times as large.
TEST(LatticeTruth, UniaxialStatesAreExactButForRounding) {
    constexpr double kRounding = 1e-6;
    for (const Uniaxial& state : uniaxialStates()) {
        const Case cube = stretchedCube(state);
        const Solution solution = solved(cube, 2);
        const Lame<double> lame = lameOf(cube.flesh.young, cube.flesh.poisson);
        EXPECT_NEAR(errorOf(cube.sought[0], solution), 0, kRounding * (2 + lame.lambda / lame.mu))
            << kMaterialNames[static_cast<int>(state.kind)] << " " << cube.name;
    }
}

}  // namespace
}  // namespace sinew::truth
