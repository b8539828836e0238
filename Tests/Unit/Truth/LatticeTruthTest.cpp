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

using lattice::Quadrature;

constexpr Quadrature kQuadratures[] = {Quadrature::OnePoint, Quadrature::FourPoint};

Solution solved(const Case& of, std::uint32_t cellsAcross, Quadrature quadrature) {
    Solution solution = latticeBackend(workers().jobs(), quadrature)(of, cellsAcross);
    EXPECT_TRUE(solution.converged) << of.name;
    return solution;
}

Solution printed(const Case& of, std::uint32_t cells, Quadrature quadrature) {
    Solution solution = solved(of, cells, quadrature);
    const Cost& cost = solution.cost;
    std::printf("%-16s %s %2u across %7u unknowns %7.2f s + %7.2f s %3d steps %5.1f iterations each |",
                of.name.c_str(), quadrature == Quadrature::OnePoint ? "one-point " : "four-point", cells,
                cost.unknowns, cost.prepareSeconds, cost.solveSeconds, cost.newtonSteps,
                static_cast<double>(cost.linearIterations) / std::max(1, cost.newtonSteps));
    for (const Sought& sought : of.sought) {
        std::printf(" %s %+.2f %%", sought.name.c_str(), 100 * errorOf(sought, solution));
    }
    std::printf("\n");
    std::fflush(stdout);
    return solution;
}

void printTable(const Case& of, std::initializer_list<std::uint32_t> cellsAcross) {
    for (const Quadrature quadrature : kQuadratures) {
        for (const std::uint32_t cells : cellsAcross) printed(of, cells, quadrature);
    }
}

TEST(LatticeTruth, CantileverTableLong) {
    for (const double young : {300e3, 1e6}) {
        for (const double poisson : {0.45, 0.49}) {
            printTable(cantilever(young, poisson), {4, 6, 8, 12});
        }
    }
}

TEST(LatticeTruth, TwistedBarTableLong) {
    for (const int degrees : {90, 180}) printTable(twistedBar(degrees), {4, 6, 8, 12});
}

TEST(LatticeTruth, PressedBlockTableLong) {
    for (const double poisson : {0.45, 0.49}) {
        for (const int depth : {5, 10}) printTable(pressedBlock(poisson, depth), {12, 24, 48});
    }
}

TEST(LatticeTruth, StiffCoreTableLong) {
    for (const double poisson : {0.45, 0.49}) {
        printTable(stiffCore(poisson), {5, 10, 15});
    }
}

// The stress is a difference of terms that are λ/μ times as large.
TEST(LatticeTruth, UniaxialStatesAreExactButForRounding) {
    constexpr double kRounding = 1e-6;
    for (const Uniaxial& state : uniaxialStates()) {
        const Case cube = stretchedCube(state);
        const Lame<double> lame = lameOf(cube.flesh.young, cube.flesh.poisson);
        for (const Quadrature quadrature : kQuadratures) {
            EXPECT_NEAR(errorOf(cube.sought[0], solved(cube, 2, quadrature)), 0,
                        kRounding * (2 + lame.lambda / lame.mu))
                << kMaterialNames[static_cast<int>(state.kind)] << " " << cube.name;
        }
    }
}

}  // namespace
}  // namespace sinew::truth
