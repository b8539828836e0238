#include "Offline/Lattice/Multigrid/Multigrid.h"

#include <gtest/gtest.h>

#include <cstring>

#include "Offline/Lattice/Multigrid/Linear.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeBodies.h"
#include "Support/Dense.h"

namespace sinew::lattice {
namespace {

using test::LatticeBody;

// A body in a shape, all levels ready.
struct Solver {
    LatticeBody body;
    Multigrid levels;
    LinearSolver linear{levels};
    NodeVectors gradient;

    Solver(LatticeBody b, double shake, const Jobs& jobs = {})
        : body(std::move(b)), levels(body.cells, body.stiffness, body.fixed) {
        levels.linearise(test::shaken(body, shake, 3), gradient, jobs);
        levels.update(jobs);
    }
    LinearStats solve(const NodeVectors& b, NodeVectors& x, double tolerance,
                      Preconditioner preconditioner = Preconditioner::Multigrid, const Cycle& cycle = {},
                      const Jobs& jobs = {}) {
        return linear.solve(b, x, {tolerance, 5000, {}}, jobs, preconditioner, cycle);
    }
    double residualOf(const NodeVectors& b, const NodeVectors& x) {
        NodeVectors r;
        levels.finest().residual(b, x, r, {});
        return std::sqrt(dotProduct(r, r, {}) / dotProduct(b, b, {}));
    }
};

Cycle jacobi(int sweeps) {
    return {.smoother = Smoother::Jacobi, .sweeps = sweeps};
}

// Cubes held at two opposite faces, as in McAdams et al. 2011, section 9, in a shape that is bent a little.
Solver heldCube(int side) {
    return {test::heldBar({side, side, side}, 0.32 / side, 0.3), 0.1};
}

TEST(LatticeMultigrid, SolvesToTheAnswerOfADenseFactorisation) {
    for (std::uint32_t seed = 1; seed < 4; ++seed) {
        Solver solver(test::oddBody(seed, 3), 0.3);
        const NodeVectors b = test::randomVectors(solver.body, 5);
        const std::vector<std::uint32_t> free = test::freeNodesOf(solver.body.fixed);
        // Pieces that nothing holds drift: hold all a little.
        solver.levels.setShift(std::vector<float>(solver.body.cells.nodeCount(), 5.0f));
        solver.levels.update({});
        const Eigen::MatrixXd k = test::denseOf(solver.levels.finest());
        const Eigen::VectorXd exact = test::solvedDense(k, test::flat(b, free));
        NodeVectors x;
        const LinearStats stats = solver.solve(b, x, 1e-6);
        EXPECT_LE(stats.residual, 1e-6);
        EXPECT_LT((test::flat(x, free) - exact).norm(), 1e-4 * exact.norm()) << seed;
    }
}

TEST(LatticeMultigrid, FixedNodesStayWhereTheyAre) {
    Solver solver(test::heldBar({8, 4, 4}), 0.2);
    NodeVectors b(solver.body.cells.nodeCount(), NodeVector{1, 2, 3, 0}), x;
    for (std::uint32_t n = 0; n < b.size(); ++n) {
        if (solver.body.fixed[n]) b[n] = {};
    }
    solver.solve(b, x, 1e-4);
    for (std::uint32_t n = 0; n < b.size(); ++n) {
        if (!solver.body.fixed[n]) continue;
        EXPECT_EQ(length(asVec3(x[n])), 0);
    }
}

// What CG asks of a preconditioner.
void expectDefinite(Solver& solver, const Cycle& cycle) {
    const std::vector<std::uint32_t> free = test::freeNodesOf(solver.body.fixed);
    const Eigen::MatrixXd m = test::denseOf(
        free, solver.body.cells.nodeCount(),
        [&](const NodeVectors& r, NodeVectors& z) { solver.levels.cycle(r, z, cycle, true, {}); });
    EXPECT_LT((m - m.transpose()).cwiseAbs().maxCoeff(), 1e-4 * m.cwiseAbs().maxCoeff());
    EXPECT_GT(test::smallestEigenvalue(m), 0);
}

TEST(LatticeMultigrid, TheCycleIsSymmetricAndDefinite) {
    Solver bar(test::heldBar({7, 4, 3}), 0.3), odd(test::oddBody(2, 2), 0.4);
    odd.levels.setShift(std::vector<float>(odd.body.cells.nodeCount(), 5.0f));
    odd.levels.update({});
    for (Solver* solver : {&bar, &odd}) {
        expectDefinite(*solver, {});
        expectDefinite(*solver, {.sweeps = 1});
        expectDefinite(*solver, {.sweeps = 4});
        expectDefinite(*solver, jacobi(2));
        expectDefinite(*solver, jacobi(5));
    }
}

double largestEigenvalueOf(Level& level) {
    const Eigen::VectorXd root =
        test::flat(level.inverseDiagonal(), test::freeNodesOf(level.fixed())).cwiseSqrt();
    const Eigen::MatrixXd scaled = root.asDiagonal() * test::denseOf(level) * root.asDiagonal();
    return -test::smallestEigenvalue(-scaled);
}

// Short of it, sweeps would blow up what they should smooth.
TEST(LatticeMultigrid, SpectraReachAsFarAsIsSaid) {
    for (std::uint32_t seed = 1; seed < 9; ++seed) {
        for (const double shake : {0.0, 0.4, 2.0}) {
            Solver solver(test::oddBody(seed, 2), shake);
            for (std::size_t i = 0; i < solver.levels.levels(); ++i) {
                Level& level = solver.levels.level(i);
                const double exact = largestEigenvalueOf(level);
                EXPECT_GT(level.largestEigenvalue(), exact) << seed << " " << shake << " " << i;
                EXPECT_LT(level.largestEigenvalue(), 1.15 * exact) << seed << " " << shake << " " << i;
            }
        }
    }
}

// By so many Lanczos steps that it is as good as exact; each kept orthogonal to all before.
double lanczosEnd(Level& level, int steps) {
    const std::vector<std::uint32_t> free = test::freeNodesOf(level.fixed());
    const Eigen::VectorXd root = test::flat(level.inverseDiagonal(), free).cwiseSqrt();
    const auto applied = [&](const Eigen::VectorXd& v) {
        NodeVectors x(level.nodes()), y;
        for (std::size_t i = 0; i < free.size(); ++i) {
            const auto at = static_cast<Eigen::Index>(3 * i);
            x[free[i]] =
                test::asNodeVector({root(at) * v(at), root(at + 1) * v(at + 1), root(at + 2) * v(at + 2)});
        }
        level.apply(x, y, {});
        return Eigen::VectorXd(root.cwiseProduct(test::flat(y, free)));
    };
    Eigen::MatrixXd basis(root.size(), steps), t = Eigen::MatrixXd::Zero(steps, steps);
    test::Dice dice(11);
    Eigen::VectorXd v(root.size());
    for (double& entry : v) entry = dice.between(-1, 1);
    for (Eigen::Index i = 0; i < steps; ++i) {
        basis.col(i) = v.normalized();
        v = applied(basis.col(i));
        t(i, i) = basis.col(i).dot(v);
        v -= basis.leftCols(i + 1) * (basis.leftCols(i + 1).transpose() * v);
        if (i + 1 < steps) t(i, i + 1) = t(i + 1, i) = v.norm();
    }
    return -test::smallestEigenvalue(-t);
}

// Bodies of many nodes get a shorter look.
TEST(LatticeMultigrid, SpectraOfLargeBodiesReachAsFarAsIsSaid) {
    LatticeBody box = test::heldBar({20, 20, 20});
    test::Dice dice(12);
    for (CellModuli& s : box.stiffness) s.mu *= static_cast<float>(dice.between(0.1, 5));
    for (const LatticeBody& body : {box, test::oddBody(13, 9)}) {
        for (const double shake : {0.05, 0.5}) {
            Solver solver(body, shake);
            Level& level = solver.levels.finest();
            ASSERT_GT(level.nodes(), 4096u);
            const double exact = lanczosEnd(level, 80);
            EXPECT_GT(level.largestEigenvalue(), exact) << level.nodes() << " nodes, " << shake;
            EXPECT_LT(level.largestEigenvalue(), 1.15 * exact) << level.nodes() << " nodes, " << shake;
        }
    }
}

// What is new in the operator must be seen at once: ties of a contact come and go.
TEST(LatticeMultigrid, SpectraFollowAChangeOfTheOperator) {
    Solver solver(test::heldBar({8, 4, 4}), 0.2);
    const Tie tie{{60, trilinearWeights({0.5, 0.5, 0.5})}, {}, {}, Mat3f::identity() * 1e5f};
    for (int i = 0; i < 3; ++i) {
        solver.levels.setTies(i % 2 == 0 ? std::span(&tie, 1) : std::span<const Tie>());
        solver.levels.update({});
        Level& level = solver.levels.finest();
        const double exact = largestEigenvalueOf(level);
        EXPECT_GT(level.largestEigenvalue(), exact) << i;
        EXPECT_LT(level.largestEigenvalue(), 1.15 * exact) << i;
    }
}

// Where that is needed: LatticeHand.ClosesToAFistLong.
TEST(LatticeMultigrid, SpectraThatWereWidenedStaySoAndNotWithoutEnd) {
    Solver solver = heldCube(8);
    const double seen = solver.levels.finest().largestEigenvalue();
    EXPECT_TRUE(solver.levels.widenSpectra());
    solver.levels.update({});
    EXPECT_NEAR(solver.levels.finest().largestEigenvalue(), 1.2 * seen, 1e-6 * seen);
    int times = 1;
    while (solver.levels.widenSpectra()) ASSERT_LT(++times, 10);
    EXPECT_LT(solver.levels.finest().largestEigenvalue(), 3 * seen);
    const NodeVectors b = test::randomVectors(solver.body, 5);
    NodeVectors x;
    EXPECT_LT(solver.solve(b, x, 1e-5).iterations, 30);  // not as good, but good
}

TEST(LatticeMultigrid, WideningIsForgottenWhereAsked) {
    Solver solver = heldCube(8);
    const double seen = solver.levels.finest().largestEigenvalue();
    solver.levels.widenSpectra();
    solver.levels.forgetWidening();
    solver.levels.update({});
    EXPECT_EQ(solver.levels.finest().largestEigenvalue(), seen);
}

TEST(LatticeMultigrid, LevelsEndWhereTheyAreNoSmaller) {
    Cells crumbs;
    for (std::int32_t i = 0; i < 200; ++i) crumbs.cells.push_back({{3 * i, 0, 0}, 1});
    arrange(crumbs);
    const LatticeBody body = test::bodyOf(std::move(crumbs), [](Vec3d) { return false; });
    const Multigrid levels(body.cells, body.stiffness, body.fixed);
    EXPECT_EQ(levels.levels(), 1u);
}

// Fig. 7: what multigrid is for.
TEST(LatticeMultigrid, IterationsHardlyGrowWithResolutionWhileThoseOfDiagonalCgDo) {
    std::vector<int> multigrid, diagonal;
    for (const int side : {8, 16, 32}) {
        Solver solver = heldCube(side);
        const NodeVectors b = test::randomVectors(solver.body, 1);
        NodeVectors x;
        multigrid.push_back(solver.solve(b, x, 1e-4).iterations);
        diagonal.push_back(solver.solve(b, x, 1e-4, Preconditioner::Diagonal).iterations);
    }
    EXPECT_LE(multigrid[2], multigrid[0] + 4);
    EXPECT_LE(multigrid[2], 14);
    EXPECT_GT(diagonal[2], 2.5 * diagonal[0]);
}

// Thin bones between the nodes of coarser levels, so that hardly any of theirs are fixed.
TEST(LatticeMultigrid, FixedNodesThatCoarserLevelsDoNotHaveAreFeltThere) {
    const auto inBone = [](Vec3d p) {
        return std::lround(p.y * 100) % 6 == 3 && std::lround(p.z * 100) % 6 == 3;
    };
    Solver solver(test::bodyOf(boxOfCells({24, 24, 24}, 0.01), inBone), 0.1);
    NodeVectors x;
    EXPECT_LE(solver.solve(test::randomVectors(solver.body, 1), x, 1e-4).iterations, 12);
}

double rateOf(Solver& solver, const Cycle& cycle, int cycles) {
    const NodeVectors b = test::randomVectors(solver.body, 1);
    NodeVectors x(solver.body.cells.nodeCount());
    double before = 1, rate = 0;
    for (int i = 0; i < cycles; ++i) {
        solver.levels.cycle(b, x, cycle, false, {});
        const double after = solver.residualOf(b, x);
        rate = after / before;
        before = after;
    }
    return rate;
}

TEST(LatticeMultigrid, VCyclesAloneConvergeAtARateThatDoesNotDependOnResolution) {
    for (const Cycle& cycle : {jacobi(5), jacobi(10), Cycle{.sweeps = 4}}) {
        Solver coarse = heldCube(16), fine = heldCube(32);
        const double at16 = rateOf(coarse, cycle, 6), at32 = rateOf(fine, cycle, 6);
        EXPECT_LT(at16, 0.6);
        EXPECT_LT(at32, at16 + 0.15);
    }
}

TEST(LatticeMultigrid, SameBitsForAnyWorkerCount) {
    Solver alone(test::oddBody(6, 8), 0.3);
    const NodeVectors b = test::randomVectors(alone.body, 1);
    NodeVectors expected;
    alone.solve(b, expected, 1e-3);
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        const Workers workers(threads);
        Solver other(alone.body, 0.3, workers.jobs());
        NodeVectors x;
        other.solve(b, x, 1e-3, Preconditioner::Multigrid, {}, workers.jobs());
        EXPECT_EQ(std::memcmp(x.data(), expected.data(), x.size() * sizeof(NodeVector)), 0) << threads;
    }
}

TEST(LatticeMultigrid, NumbersThatAreNoneEndTheSolve) {
    Solver solver(test::heldBar({6, 4, 4}), 0.2);
    NodeVectors b = test::randomVectors(solver.body, 1), x;
    b[b.size() / 2].y = std::numeric_limits<float>::quiet_NaN();
    const double seen = solver.levels.finest().largestEigenvalue();
    const LinearStats stats = solver.solve(b, x, 1e-4);
    EXPECT_LT(stats.iterations, 3);
    EXPECT_GT(stats.residual, 1e-4);
    EXPECT_EQ(solver.levels.finest().largestEigenvalue(), seen);
}

TEST(LatticeMultigrid, AnOperatorOfNumbersThatAreNoneEndsTheSolve) {
    Solver solver(test::heldBar({6, 4, 4}), 0.2);
    const double seen = solver.levels.finest().largestEigenvalue();
    const float none = std::numeric_limits<float>::quiet_NaN();
    const Tie tie{{40, trilinearWeights({0.5, 0.5, 0.5})}, {}, {}, Mat3f::identity() * none};
    solver.levels.setTies(std::span(&tie, 1));
    solver.levels.update({});
    NodeVectors x;
    const LinearStats stats = solver.solve(test::randomVectors(solver.body, 1), x, 1e-4);
    EXPECT_LT(stats.iterations, 3);
    EXPECT_FALSE(stats.residual <= 1e-4);
    solver.levels.setTies({});
    solver.levels.update({});
    EXPECT_EQ(solver.levels.finest().largestEigenvalue(), seen);  // spectra were not to blame
}

TEST(LatticeMultigrid, NothingToSolveTakesNoIterations) {
    Solver solver(test::heldBar({6, 4, 4}), 0.2);
    NodeVectors b(solver.body.cells.nodeCount()), x;
    EXPECT_EQ(solver.solve(b, x, 1e-4).iterations, 0);
    EXPECT_EQ(test::largest(x), 0);
}

}  // namespace
}  // namespace sinew::lattice
