#include "Offline/Reduction/Cubature/Nnls.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "Support/Svd3Errors.h"

namespace sinew::reduction {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

NormalEquations equationsOf(const MatrixXd& a, const VectorXd& b) {
    NormalEquations equations;
    for (Index c = 0; c < a.cols(); ++c) {
        const VectorXd products = a.leftCols(c + 1).transpose() * a.col(c);
        equations.add({products.data(), static_cast<std::size_t>(products.size())}, a.col(c).dot(b));
    }
    return equations;
}

VectorXd solved(const MatrixXd& a, const VectorXd& b, std::span<const double> start = {}) {
    const NnlsSolution solution = nnls(equationsOf(a, b), start);
    EXPECT_TRUE(solution.converged);
    return Eigen::Map<const VectorXd>(solution.weights.data(), static_cast<Index>(solution.weights.size()));
}

MatrixXd randomMatrix(Index rows, Index columns, UniformSource& random) {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return random(); });
}

// The optimum, whatever way it was found: nothing negative, no descent along a column, none left in one in
// use.
void expectOptimal(const MatrixXd& a, const VectorXd& b, const VectorXd& w, double tolerance = 1e-8) {
    const VectorXd slope = a.transpose() * (b - a * w);
    for (Index i = 0; i < w.size(); ++i) {
        const double scale = tolerance * b.norm() * a.col(i).norm();
        EXPECT_GE(w[i], 0);
        EXPECT_LE(slope[i], scale) << "column " << i;
        if (w[i] > 0) {
            EXPECT_GE(slope[i], -scale) << "column " << i;
        }
    }
}

// Every set of columns with its own least squares: the slow, obvious twin.
double minimumByTryingAll(const MatrixXd& a, const VectorXd& b) {
    double smallest = b.norm();
    for (unsigned set = 1; set < 1U << a.cols(); ++set) {
        std::vector<Index> columns;
        for (Index c = 0; c < a.cols(); ++c) {
            if ((set >> c & 1U) != 0) columns.push_back(c);
        }
        const MatrixXd some = a(Eigen::all, columns);
        const VectorXd w = some.completeOrthogonalDecomposition().solve(b);
        if (w.minCoeff() >= 0) smallest = std::min(smallest, (b - some * w).norm());
    }
    return smallest;
}

TEST(Nnls, KnownAnswers) {
    EXPECT_EQ(solved(MatrixXd::Identity(3, 3), Eigen::Vector3d(1, -1, 2)), Eigen::Vector3d(1, 0, 2));
    // Without the bound (2, −1); on it, the foot of (1, −1) on the first column.
    const MatrixXd skew{{1, 1}, {0, 1}};
    EXPECT_NEAR((solved(skew, Eigen::Vector2d(1, -1)) - Eigen::Vector2d(1, 0)).norm(), 0, 1e-12);
    EXPECT_NEAR((solved(skew, Eigen::Vector2d(3, 1)) - Eigen::Vector2d(2, 1)).norm(), 0, 1e-12);
}

// (1, 1) is nearest to b and enters first; the other two together make it needless.
TEST(Nnls, AColumnThatEnteredFirstLeavesAgain) {
    const MatrixXd a{{1, 1, 0}, {1, 0, 1}, {0.2, 0, 0}};
    const Eigen::Vector3d b(1, 1.1, -0.1);
    const VectorXd w = solved(a, b);
    EXPECT_EQ(w[0], 0);
    EXPECT_NEAR(w[1], 1, 1e-12);
    EXPECT_NEAR(w[2], 1.1, 1e-12);
}

TEST(Nnls, RandomProblemsEndAtTheOptimum) {
    UniformSource random(1);
    for (int trial = 0; trial < 200; ++trial) {
        const Index rows = 1 + trial % 40, columns = 1 + trial * 7 % 31;
        const MatrixXd a = randomMatrix(rows, columns, random);
        const VectorXd b = randomMatrix(rows, 1, random);
        expectOptimal(a, b, solved(a, b));
    }
}

TEST(Nnls, NoSetOfColumnsDoesBetter) {
    UniformSource random(2);
    for (int trial = 0; trial < 60; ++trial) {
        const Index columns = 1 + trial % 10;
        MatrixXd a = randomMatrix(6 + trial % 7, columns, random);
        if (trial % 3 == 0 && columns > 2) a.col(columns - 1) = a.col(0) + 0.5 * a.col(1);
        const VectorXd b = randomMatrix(a.rows(), 1, random);
        EXPECT_NEAR((b - a * solved(a, b)).norm(), minimumByTryingAll(a, b), 1e-9 * b.norm()) << trial;
    }
}

TEST(Nnls, LengthsOfColumnsDoNotMatter) {
    UniformSource random(3);
    const MatrixXd a = randomMatrix(20, 12, random);
    const VectorXd b = randomMatrix(20, 1, random), plain = solved(a, b);
    const VectorXd lengths = VectorXd::NullaryExpr(12, [&] { return std::pow(10.0, 6 * random()); });
    const VectorXd w = solved(a * lengths.asDiagonal(), b);
    EXPECT_NEAR((w.cwiseProduct(lengths) - plain).norm(), 0, 1e-9 * plain.norm());
}

TEST(Nnls, EqualAndCollinearColumnsShareOneAnswer) {
    UniformSource random(4);
    const MatrixXd some = randomMatrix(15, 4, random);
    MatrixXd a(15, 13);
    a << some, some, 3 * some, some.col(0) + some.col(1);
    const VectorXd b = some * Eigen::Vector4d(1, 2, 3, 4) + 1e-3 * randomMatrix(15, 1, random);
    const VectorXd w = solved(a, b);
    expectOptimal(a, b, w);
    EXPECT_NEAR((a * w - some * solved(some, b)).norm(), 0, 1e-9);
    EXPECT_LE((w.array() > 0).count(), 4);
    const VectorXd fromAll = solved(a, b, std::vector<double>(13, 1.0));
    expectOptimal(a, b, fromAll);
    EXPECT_NEAR((a * fromAll - a * w).norm(), 0, 1e-9);
    EXPECT_LE((fromAll.array() > 0).count(), 4);
}

TEST(Nnls, NearlyCollinearColumnsEndInTheBound) {
    UniformSource random(5);
    for (const double apart : {1e-3, 1e-6, 1e-8, 1e-12}) {
        const VectorXd middle = randomMatrix(30, 1, random);
        const MatrixXd a = middle.replicate(1, 40) + apart * randomMatrix(30, 40, random);
        const VectorXd b = randomMatrix(30, 1, random);
        const NnlsSolution solution = nnls(equationsOf(a, b));
        EXPECT_TRUE(solution.converged) << apart;
        EXPECT_LE(solution.steps, 410);
        const VectorXd w = Eigen::Map<const VectorXd>(solution.weights.data(), 40);
        EXPECT_GE(w.minCoeff(), 0);
        const double one = (b - middle * std::max(0.0, middle.dot(b)) / middle.squaredNorm()).norm();
        EXPECT_LE((b - a * w).norm(), one * (1 + 10 * apart)) << apart;
        if (apart > 1e-5) continue;
        EXPECT_LE((w.array() > 0).count(), 1) << apart;  // one stands for all
        const VectorXd fromAll = solved(a, b, std::vector<double>(40, 1.0));
        EXPECT_LE((fromAll.array() > 0).count(), 1) << apart;
    }
}

TEST(Nnls, NothingToFitOrNothingToFitWith) {
    UniformSource random(6);
    const MatrixXd a = randomMatrix(8, 5, random);
    EXPECT_EQ(solved(a, VectorXd::Zero(8)), VectorXd::Zero(5));
    EXPECT_EQ(solved(MatrixXd::Zero(8, 5), VectorXd::Ones(8)), VectorXd::Zero(5));
    EXPECT_TRUE(nnls(NormalEquations{}).weights.empty());
    MatrixXd withZero = a;
    withZero.col(2).setZero();
    const VectorXd b = a.col(2) + a.col(3), w = solved(withZero, b);
    EXPECT_EQ(w[2], 0);
    expectOptimal(withZero, b, w);
}

TEST(Nnls, AWarmStartEndsAtTheSameOptimumAndSooner) {
    UniformSource random(7);
    const MatrixXd a = randomMatrix(40, 25, random);
    const VectorXd b = randomMatrix(40, 1, random);
    const NormalEquations equations = equationsOf(a, b);
    const NnlsSolution cold = nnls(equations), warm = nnls(equations, cold.weights);
    EXPECT_GT(cold.steps, 3);
    EXPECT_EQ(warm.steps, 0);
    const VectorXd far = VectorXd::NullaryExpr(25, [&] { return 1 + random(); });
    const NnlsSolution other = nnls(equations, {far.data(), 25});
    for (std::size_t i = 0; i < 25; ++i) {
        EXPECT_NEAR(warm.weights[i], cold.weights[i], 1e-12);
        EXPECT_NEAR(other.weights[i], cold.weights[i], 1e-9);
    }
}

TEST(NormalEquations, KeepsTheProductsOfTheColumnsThatStay) {
    UniformSource random(8);
    const MatrixXd a = randomMatrix(9, 7, random);
    const VectorXd b = randomMatrix(9, 1, random);
    NormalEquations equations = equationsOf(a, b);
    equations.keep(std::vector<std::uint32_t>{0, 2, 3, 6});
    const std::vector<Index> columns{0, 2, 3, 6};
    const MatrixXd some = a(Eigen::all, columns);
    EXPECT_LT((equations.gram() - some.transpose() * some).norm(), 1e-14);
    EXPECT_LT((equations.target() - some.transpose() * b).norm(), 1e-14);
}

}  // namespace
}  // namespace sinew::reduction
