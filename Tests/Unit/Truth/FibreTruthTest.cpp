// Fibres and skin, on the lattice and on tetrahedra: against a formula, and against each other.
#include <gtest/gtest.h>

#include <cstdio>

#include "Offline/Workers.h"
#include "Support/Truth/Cases.h"
#include "Support/Truth/LatticeBackend.h"
#include "Support/Truth/TetBackend.h"

namespace sinew::truth {
namespace {

using tets::TetOrder;

const Workers& workers() {
    static const Workers all;
    return all;
}

std::vector<Uniaxial> neoHookeanStates() {
    std::vector<Uniaxial> some;
    for (const Uniaxial& state : uniaxialStates()) {
        if (state.kind == MaterialKind::StableNeoHookean && state.poisson < 0.46) some.push_back(state);
    }
    return some;
}

constexpr FibreLaw<double> kSinew{200e3, 0.3};  // straight at a stretch of 1.5, wavy at 1.2

TEST(FibreTruth, UniaxialStatesAreExactOnTets) {
    for (const Uniaxial& state : neoHookeanStates()) {
        const Case cube = stretchedFibres(state, kSinew);
        for (const TetOrder order : {TetOrder::Linear, TetOrder::Quadratic}) {
            const Solution solution = tetBackend(order, workers().jobs())(cube, 2);
            EXPECT_TRUE(solution.converged);
            EXPECT_NEAR(errorOf(cube.sought[0], solution), 0, 1e-6) << cube.name;
        }
    }
}

TEST(FibreTruth, UniaxialStatesAreExactOnTheLatticeButForRounding) {
    for (const Uniaxial& state : neoHookeanStates()) {
        const Case cube = stretchedFibres(state, kSinew);
        const Solution solution = latticeBackend(workers().jobs())(cube, 2);
        EXPECT_TRUE(solution.converged);
        EXPECT_NEAR(errorOf(cube.sought[0], solution), 0, 1e-5) << cube.name;
    }
}

// Metres that the tip sinks.
double sag(const Case& bar, const Backend& backend, std::uint32_t cells) {
    const Solution solution = backend(bar, cells);
    EXPECT_TRUE(solution.converged);
    return -bar.sought[0].of(solution);
}

// The bar has no reference; quadratic tets have converged, and without skin they agree with one.
TEST(FibreTruth, SkinHoldsABarAsMuchWhateverTheResolution) {
    const Case bar = barWithSkin();
    Case bare = bar;
    bare.skin = {};
    const Backend quadratic = tetBackend(TetOrder::Quadratic, workers().jobs()),
                  lattice = latticeBackend(workers().jobs());
    const double truth = sag(bar, quadratic, 4);
    EXPECT_GT(sag(bare, lattice, 6), 1.35 * truth);
    EXPECT_NEAR(sag(bar, lattice, 4), truth, 0.08 * truth);
    EXPECT_NEAR(sag(bar, lattice, 6), truth, 0.05 * truth);
}

void printSags(const Case& bar, const char* name) {
    const Backend quadratic = tetBackend(TetOrder::Quadratic, workers().jobs()),
                  linear = tetBackend(TetOrder::Linear, workers().jobs()),
                  lattice = latticeBackend(workers().jobs());
    for (const std::uint32_t cells : {4u, 6u, 8u, 12u}) {
        std::printf("%-6s %2u across: lattice %7.2f mm, linear tets %7.2f mm, quadratic tets %7.2f mm\n",
                    name, cells, 1000 * sag(bar, lattice, cells), 1000 * sag(bar, linear, cells),
                    cells > 8 ? 0 : 1000 * sag(bar, quadratic, cells));
        std::fflush(stdout);
    }
}

TEST(FibreTruth, SkinTableLong) {
    Case bar = barWithSkin();
    printSags(bar, "skin");
    bar.skin = {};
    printSags(bar, "bare");
}

}  // namespace
}  // namespace sinew::truth
