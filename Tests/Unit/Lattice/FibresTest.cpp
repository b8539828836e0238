// Fibres of cells: the kernels against the twin, and against each other.
#include <gtest/gtest.h>

#include "Math/Quat.h"
#include "Offline/Lattice/Newton.h"
#include "Support/Bodies/FibreTwin.h"
#include "Support/Bodies/LatticeBodies.h"

namespace sinew::lattice {
namespace {

using test::FibreTwin;
using test::LatticeBody;

constexpr double kSingle = 3e-6;

// A level whose flesh is next to nothing, so that the fibres are what is seen.
struct FibreBody {
    LatticeBody body = test::oddBody(3, 3);
    std::vector<CellFibre> fibres = test::someFibres(body.cells, 4);
    FibreTwin twin{body.cells, fibres};
    std::vector<CellModuli> weak = std::vector<CellModuli>(body.cells.cellCount(), {1e-6f, 0});
    Level level{body.cells, weak, std::vector<bool>(body.cells.nodeCount(), false)};
    std::vector<Vec3d> x = test::shaken(body, 0.3, 5);

    FibreBody() { level.setFibres(fibres); }
    std::vector<Vec3d> gradient(std::span<const Vec3d> at) const {
        std::vector<Vec3d> sum(at.size());
        twin.addGradient(at, sum);
        return sum;
    }
};

TEST(LatticeFibres, EnergyAndGradientAreThoseOfTheTwin) {
    FibreBody of;
    NodeVectors gradient;
    const double exact = of.twin.energy(of.x);
    EXPECT_GT(exact, 0.01);
    EXPECT_NEAR(of.level.linearise(of.x, gradient, {}), exact, kSingle * exact);
    const std::vector<Vec3d> expected = of.gradient(of.x);
    EXPECT_LT(test::largestGap(gradient, expected), kSingle * test::largest(expected));
    EXPECT_NEAR(of.level.evaluate(of.x, gradient, {}), exact, kSingle * exact);
    EXPECT_LT(test::largestGap(gradient, expected), kSingle * test::largest(expected));
}

TEST(LatticeFibres, TheTwinsGradientIsThatOfItsEnergy) {
    const FibreBody of;
    test::Dice dice(6);
    std::vector<Vec3d> way = of.x;
    for (Vec3d& p : way) p = dice.vector(1);
    double slope = 0;
    const std::vector<Vec3d> gradient = of.gradient(of.x);
    for (std::size_t n = 0; n < way.size(); ++n) slope += dot(gradient[n], way[n]);
    constexpr double kStep = 1e-8;
    std::vector<Vec3d> ahead = of.x, behind = of.x;
    for (std::size_t n = 0; n < way.size(); ++n) ahead[n] += way[n] * kStep, behind[n] -= way[n] * kStep;
    EXPECT_NEAR((of.twin.energy(ahead) - of.twin.energy(behind)) / (2 * kStep), slope,
                1e-5 * std::abs(slope));
}

TEST(LatticeFibres, TheOperatorIsTheDerivativeOfTheGradient) {
    FibreBody of;
    NodeVectors gradient, product;
    of.level.linearise(of.x, gradient, {});
    const NodeVectors way = test::randomVectors(of.body, 7);
    std::vector<Vec3d> u, expected(of.x.size());
    for (const NodeVector& v : way) u.push_back(asVec3(v));
    of.twin.addProduct(of.x, u, expected);
    of.level.apply(way, product, {});
    EXPECT_LT(test::largestGap(product, expected), 1e-5 * test::largest(expected));
    // And the twin's is that of its gradient.
    constexpr double kStep = 1e-8;
    std::vector<Vec3d> ahead = of.x, behind = of.x;
    for (std::size_t n = 0; n < u.size(); ++n) ahead[n] += u[n] * kStep, behind[n] -= u[n] * kStep;
    const std::vector<Vec3d> high = of.gradient(ahead), low = of.gradient(behind);
    double gap = 0;
    for (std::size_t n = 0; n < u.size(); ++n)
        gap = std::max(gap, length((high[n] - low[n]) / (2 * kStep) - expected[n]));
    EXPECT_LT(gap, 1e-4 * test::largest(expected));
}

TEST(LatticeFibres, TheOperatorIsSymmetricAndDefiniteAndHasItsDiagonal) {
    FibreBody of;
    NodeVectors gradient;
    of.level.linearise(of.x, gradient, {});
    const Eigen::MatrixXd k = test::denseOf(of.level);
    EXPECT_LT((k - k.transpose()).norm(), 1e-5 * k.norm());
    EXPECT_GT(test::smallestEigenvalue(k), -1e-6 * k.norm());
    of.level.updateDiagonal({}, false);
    for (std::uint32_t n = 0; n < of.level.nodes(); ++n) {
        const NodeVector& inverse = of.level.inverseDiagonal()[n];
        EXPECT_NEAR(1 / static_cast<double>(inverse.x), k(3 * n, 3 * n), 1e-5 * k.diagonal().maxCoeff());
        EXPECT_NEAR(1 / static_cast<double>(inverse.z), k(3 * n + 2, 3 * n + 2),
                    1e-5 * k.diagonal().maxCoeff());
    }
}

TEST(LatticeFibres, RotationTurnsTheForces) {
    FibreBody of;
    const Mat3d turn = toMatrix(normalized(Quatd{0.4, 0.2, -0.5, 0.3}));
    NodeVectors here, there;
    const double energy = of.level.evaluate(of.x, here, {});
    const std::vector<Vec3d> turned = test::mapped(of.x, [&](Vec3d p) { return turn * p + Vec3d{1, 2, 3}; });
    EXPECT_NEAR(of.level.evaluate(turned, there, {}), energy, 1e-5 * energy);
    for (std::size_t n = 0; n < here.size(); ++n)
        EXPECT_LT(length(turn * asVec3(here[n]) - asVec3(there[n])), 1e-5 * test::largest(here));
}

// A shape as gradients in the middle of cells and a displacement on top of them, as coarser levels have it.
TEST(LatticeFibres, OnTopOfGradientsTheyStretchAsInTheShapeItself) {
    LatticeBody body = test::freeBox({4, 4, 4});
    std::vector<CellFibre> fibres = test::someFibres(body.cells, 8);
    for (CellFibre& fibre : fibres) fibre.place = {0.5f, 0.5f, 0.5f};
    Level level(body.cells, body.stiffness, body.fixed);
    level.setFibres(fibres);
    const std::vector<Vec3d> x = test::shaken(body, 0.1, 9), further = test::shaken(body, 0.12, 10);
    NodeVectors gradient, u(x.size());
    level.linearise(x, gradient, {});
    for (std::size_t n = 0; n < x.size(); ++n) u[n] = test::asNodeVector(further[n] - x[n]);
    NodeVectors onTop, directly;
    level.evaluate(u, onTop, false, {});
    Level plain(body.cells, body.stiffness, body.fixed);
    NodeVectors plainOnTop, plainDirectly;
    plain.linearise(x, gradient, {});
    plain.evaluate(u, plainOnTop, false, {});
    level.evaluate(further, directly, {});
    plain.evaluate(further, plainDirectly, {});
    for (std::size_t n = 0; n < x.size(); ++n) {
        const NodeVector a = onTop[n] - plainOnTop[n], b = directly[n] - plainDirectly[n];
        EXPECT_LT(length(asVec3(a) - asVec3(b)), 1e-4 * test::largest(directly));
    }
}

TEST(LatticeFibres, AllInstructionSetsAgree) {
    FibreBody of;
    const FibreArrays made = fibreArrays(of.fibres, of.level.map(), of.body.cells.width);
    std::vector<std::vector<NodeVector>> forces, products;
    const NodeVectors way = test::randomVectors(of.body, 11);
    for (const InstructionSet set : supportedInstructionSets()) {
        FibreArrays arrays = made;
        Bricks bricks = of.level.map().bricksOf(of.body.cells.width);
        bricks.fibres = arrays.view();
        std::vector<GroupTangent> tangents(of.level.map().groups());
        const BrickRange range{bricks, 0, of.level.map().bricks(), set};
        forces.emplace_back(of.level.map().slots());
        products.emplace_back(of.level.map().slots());
        std::vector<double> energies(of.level.map().bricks());
        evaluateBricks(range, of.x.data(), {of.level.moduli().data()}, {},
                       {nullptr, tangents.data(), forces.back().data(), energies.data()});
        applyBricks(range, tangents.data(), way.data(), products.back().data());
    }
    ASSERT_GE(forces.size(), 1u);
    for (std::size_t s = 1; s < forces.size(); ++s) {
        for (std::size_t i = 0; i < forces[0].size(); ++i) {
            EXPECT_LT(length(asVec3(forces[s][i]) - asVec3(forces[0][i])), 1e-5 * test::largest(forces[0]));
            EXPECT_LT(length(asVec3(products[s][i]) - asVec3(products[0][i])),
                      1e-5 * test::largest(products[0]));
        }
    }
}

// What fibres that are nearly the same become on a coarser level.
TEST(LatticeFibres, CoarserCellsHaveTheSameFibresInFewer) {
    const Cells fine = boxOfCells({8, 8, 8}, 0.01);
    std::vector<std::uint32_t> parents;
    const Cells coarse = coarsened(fine, parents);
    std::vector<CellFibre> fibres;
    double stiffness = 0;
    for (std::uint32_t c = 0; c < fine.cellCount(); ++c) {
        fibres.push_back({c, {0.5f, 0.5f, 0.5f}, c % 2 == 0 ? Vec3f{0, 1, 0} : Vec3f{0, -1, 0}, 2, 0.1f});
        stiffness += 2;
    }
    const std::vector<CellFibre> few = coarsened(fibres, fine, coarse, parents);
    EXPECT_LE(few.size(), std::size_t{8} * coarse.cellCount());
    double sum = 0;
    Vec3f middle;
    for (const CellFibre& fibre : few) {
        sum += static_cast<double>(fibre.stiffness);
        EXPECT_NEAR(std::abs(fibre.direction.y), 1, 1e-6);
        middle += fibre.place * (1 / static_cast<float>(few.size()));
    }
    EXPECT_NEAR(sum, stiffness, 1e-3);
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(middle[axis], 0.5, 0.05);
}

// A bar of stiff fibres, pulled: the iterations with and without them.
TEST(LatticeFibres, MultigridSolvesThemInAboutAsManyIterations) {
    LatticeBody body = test::heldBar({32, 8, 8});
    std::vector<int> iterations;
    for (const float stiffness : {0.0f, 10.0f}) {  // of Young's modulus
        std::vector<CellFibre> fibres;
        const auto volume = static_cast<float>(std::pow(body.cells.width, 3));
        for (std::uint32_t c = 0; c < body.cells.cellCount() && stiffness > 0; ++c)
            fibres.push_back({c, {0.5f, 0.5f, 0.5f}, {1, 0, 0}, stiffness * 30e3f * volume, 0.05f});
        Multigrid levels(body.cells, body.stiffness, body.fixed);
        levels.setFibres(fibres);
        LatticeNewtonSettings settings;
        settings.newton = {.relative = 1e-4, .absolute = 0};
        std::vector<Vec3d> x = test::mapped(body.rest, [](Vec3d p) { return Vec3d{1.3 * p.x, p.y, p.z}; });
        const NewtonReport report = NewtonSolver(levels).solve({}, x, settings, {});
        EXPECT_TRUE(report.converged);
        iterations.push_back(report.linearIterations);
    }
    EXPECT_LE(iterations[1], 4 * iterations[0]);
}

}  // namespace
}  // namespace sinew::lattice
