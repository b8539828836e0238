#include "Offline/Reduction/Bases/Basis.h"
#include "Support/Dense.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <array>

namespace sinew::reduction {
namespace {

// Columns of falling size, so that their principal shapes are well apart.
Eigen::MatrixXd someShapes(Eigen::Index rows, Eigen::Index columns, unsigned seed) {
    std::srand(seed);
    Eigen::MatrixXd shapes = Eigen::MatrixXd::Random(rows, columns);
    for (Eigen::Index c = 0; c < columns; ++c) shapes.col(c) *= std::pow(0.6, static_cast<double>(c));
    return shapes;
}

std::vector<double> someMasses(std::size_t nodes) {
    std::vector<double> masses;
    for (std::size_t n = 0; n < nodes; ++n) masses.push_back(0.5 + static_cast<double>(n % 7));
    return masses;
}

Eigen::VectorXd threefold(const std::vector<double>& masses) {
    Eigen::VectorXd m(3 * static_cast<Eigen::Index>(masses.size()));
    for (Eigen::Index i = 0; i < m.size(); ++i) m[i] = masses[static_cast<std::size_t>(i / 3)];
    return m;
}

TEST(Basis, PrincipalShapesAreTheLeftSingularVectors) {
    const Eigen::MatrixXd shapes = someShapes(90, 12, 1);
    const test::SingularValues svd = test::singularValuesOf(shapes);
    const Eigen::MatrixXd principal = principalShapes(shapes, 5);
    ASSERT_EQ(principal.cols(), 5);
    for (Eigen::Index c = 0; c < 5; ++c) {
        EXPECT_NEAR(std::abs(principal.col(c).dot(svd.u.col(c))), 1, 1e-10);
    }
}

TEST(Basis, KeepsNoMoreThanTheEnergyAsksFor) {
    const Eigen::MatrixXd shapes = someShapes(90, 12, 2);
    const Eigen::VectorXd energy = test::singularValuesOf(shapes).values.array().square();
    Eigen::Index enough = 0;
    for (double sum = 0; sum < 0.99 * energy.sum(); ++enough) sum += energy[enough];
    EXPECT_EQ(principalShapes(shapes, 12, 0.99).cols(), enough);
    EXPECT_LT(enough, 12);
}

TEST(Basis, TwiceTheSameShapeIsOne) {
    Eigen::MatrixXd shapes(30, 3);
    shapes << someShapes(30, 1, 3), someShapes(30, 1, 3) * 2, someShapes(30, 1, 3) * -1;
    EXPECT_EQ(principalShapes(shapes, 3).cols(), 1);
    EXPECT_EQ(principalShapes(Eigen::MatrixXd::Zero(30, 3), 3).cols(), 0);
}

TEST(Basis, IsMassOrthonormalHalfAndHalfWithSignsFixed) {
    const std::vector<double> masses = someMasses(40);
    const DomainBasis basis = makeBasis(masses, {masses, {}}, someShapes(120, 30, 4), someShapes(120, 30, 5),
                                        {.poses = 5, .vibrations = 5});
    ASSERT_EQ(basis.u.cols(), 10);
    EXPECT_EQ(basis.fromPoses, 5u);
    const Eigen::MatrixXd gram = basis.u.transpose() * threefold(masses).asDiagonal() * basis.u;
    EXPECT_LT((gram - Eigen::MatrixXd::Identity(10, 10)).norm(), 1e-12);
    const Eigen::MatrixXd weighted = threefold(masses).cwiseSqrt().asDiagonal() * basis.u;
    for (Eigen::Index c = 0; c < 10; ++c) {
        EXPECT_EQ(weighted.col(c).maxCoeff(), weighted.col(c).cwiseAbs().maxCoeff());
    }
}

// Which shapes: as weights say. What they are like: as masses do.
TEST(Basis, IsChosenByWeightsButMassOrthonormal) {
    const std::vector<double> masses = someMasses(40);
    std::vector<double> weights = masses;
    for (std::size_t n = 0; n < 10; ++n) weights[n] *= 50;
    const Eigen::MatrixXd poses = someShapes(120, 30, 8);
    const DomainBasis basis = makeBasis(masses, {weights, {}}, poses, Eigen::MatrixXd(120, 0), {.poses = 6});
    const Eigen::MatrixXd gram = basis.u.transpose() * threefold(masses).asDiagonal() * basis.u;
    EXPECT_LT((gram - Eigen::MatrixXd::Identity(6, 6)).norm(), 1e-12);
    const Eigen::VectorXd roots = threefold(weights).cwiseSqrt();
    const test::SingularValues svd = test::singularValuesOf(roots.asDiagonal() * poses);
    const Eigen::MatrixXd best = svd.u.leftCols(6), is = roots.asDiagonal() * basis.u;
    EXPECT_LT((is - best * (best.transpose() * is)).norm(), 1e-9 * is.norm());
}

// Two shapes of which one is larger and the other stretches more: the metric decides which is kept.
TEST(Basis, IsChosenByStretchToo) {
    const std::vector<double> masses(40, 1.0);
    Eigen::MatrixXd poses = Eigen::MatrixXd::Zero(120, 2);
    for (Eigen::Index n = 0; n < 40; ++n) {
        poses(3 * n, 0) = 1;                            // all the same way
        poses(3 * n + 1, 1) = n % 2 == 0 ? 0.5 : -0.5;  // each against its neighbours
    }
    Eigen::SparseMatrix<double> stretch(39 * 3, 120);
    for (Eigen::Index i = 0; i < stretch.rows(); ++i) {
        stretch.insert(i, i) = -2;
        stretch.insert(i, i + 3) = 2;
    }
    const auto dominates = [&](const ShapeMetric& metric, Eigen::Index row) {
        const DomainBasis basis = makeBasis(masses, metric, poses, Eigen::MatrixXd(120, 0), {.poses = 1});
        return std::abs(basis.u(row, 0)) > 0.1;
    };
    EXPECT_TRUE(dominates({masses, {}}, 0));
    EXPECT_TRUE(dominates({masses, stretch}, 1));
}

TEST(Basis, PosesFillWhatVibrationsCannotAndTheOtherWayRound) {
    const std::vector<double> masses = someMasses(40);
    EXPECT_EQ(makeBasis(masses, {masses, {}}, someShapes(120, 30, 4), someShapes(120, 2, 5),
                        {.poses = 5, .vibrations = 5})
                  .u.cols(),
              10);
    EXPECT_EQ(makeBasis(masses, {masses, {}}, someShapes(120, 2, 4), someShapes(120, 30, 5),
                        {.poses = 5, .vibrations = 5})
                  .u.cols(),
              10);
    EXPECT_EQ(makeBasis(masses, {masses, {}}, someShapes(120, 2, 4), someShapes(120, 3, 5),
                        {.poses = 5, .vibrations = 5})
                  .u.cols(),
              5);
}

// Fewer shapes where they have the energy: vibrations do not take their room.
TEST(Basis, IsSmallerWhereTheEnergySaysSo) {
    const std::vector<double> masses = someMasses(40);
    const Eigen::MatrixXd poses = someShapes(120, 30, 9);
    const auto basisOf = [&](double energy) {
        return makeBasis(masses, {masses, {}}, poses, someShapes(120, 30, 10), {.poses = 12, .vibrations = 3},
                         energy);
    };
    EXPECT_EQ(basisOf(1).u.cols(), 15);
    const DomainBasis few = basisOf(0.9);
    EXPECT_LT(few.fromPoses, 12u);
    EXPECT_EQ(few.u.cols(), few.fromPoses + 3);
    EXPECT_GE(few.captured, 0.9);
}

// What is captured is what projection leaves.
TEST(Basis, SaysHowMuchOfThePosesItShows) {
    const std::vector<double> masses = someMasses(40);
    const Eigen::MatrixXd poses = someShapes(120, 30, 6);
    const DomainBasis basis = makeBasis(masses, {masses, {}}, poses, Eigen::MatrixXd(120, 0), {.poses = 4});
    double missed = 0, whole = 0;
    const Eigen::VectorXd m = threefold(masses);
    for (Eigen::Index c = 0; c < poses.cols(); ++c) {
        const Eigen::VectorXd q = basis.u.transpose() * (m.asDiagonal() * poses.col(c));
        const Eigen::VectorXd left = poses.col(c) - basis.u * q;
        missed += left.dot(m.asDiagonal() * left);
        whole += poses.col(c).dot(m.asDiagonal() * poses.col(c));
    }
    EXPECT_NEAR(basis.captured, 1 - missed / whole, 1e-10);
    EXPECT_NEAR(missedEnergy(masses, basis.u, poses), missed / whole, 1e-10);
    EXPECT_GT(missed / whole, 1e-6);
}

TEST(Basis, EnergiesAreSquaredSingularValues) {
    const Eigen::MatrixXd shapes = someShapes(90, 6, 7);
    const Eigen::VectorXd singular = test::singularValuesOf(shapes).values;
    const std::vector<double> energies = principalEnergies(shapes);
    ASSERT_EQ(energies.size(), 6u);
    for (Eigen::Index i = 0; i < 6; ++i) {
        EXPECT_NEAR(energies[static_cast<std::size_t>(i)], singular[i] * singular[i], 1e-10 * energies[0]);
    }
}

// The sum of the energies that are left is the least of all ways to share: tried one by one.
TEST(Basis, ModesGoWhereTheyMatterMost) {
    const std::vector<std::vector<double>> energies{{9, 8, 7, 1, 0.5}, {6, 0.1, 0.01}, {10, 2, 0.3, 0.2}};
    const auto left = [&](std::array<std::uint32_t, 3> counts) {
        double sum = 0;
        for (std::size_t d = 0; d < 3; ++d) {
            for (std::size_t i = counts[d]; i < energies[d].size(); ++i) sum += energies[d][i];
        }
        return sum;
    };
    for (std::uint32_t modes = 0; modes <= 12; ++modes) {
        double best = 1e300;
        for (std::uint32_t a = 0; a <= 5; ++a) {
            for (std::uint32_t b = 0; b <= 3; ++b) {
                if (a + b <= modes && modes - a - b <= 4) best = std::min(best, left({a, b, modes - a - b}));
            }
        }
        const std::vector<std::uint32_t> counts = sharedModes(energies, modes, 0, 64);
        EXPECT_EQ(left({counts[0], counts[1], counts[2]}), best) << modes;
        EXPECT_EQ(counts[0] + counts[1] + counts[2], modes);
    }
}

TEST(Basis, EveryDomainGetsItsMinimumFirstAndNoneMoreThanTheMaximum) {
    const std::vector<std::vector<double>> energies{{9, 8, 7, 1, 0.5}, {6, 0.1, 0.01}, {1e-9}};
    using Counts = std::vector<std::uint32_t>;
    EXPECT_EQ(sharedModes(energies, 5, 2, 64), (Counts{2, 2, 1}));
    EXPECT_EQ(sharedModes(energies, 6, 2, 64), (Counts{3, 2, 1}));
    EXPECT_EQ(sharedModes(energies, 7, 1, 3), (Counts{3, 3, 1}));
    EXPECT_EQ(sharedModes(energies, 100, 2, 64), (Counts{5, 3, 1}));
    EXPECT_EQ(sharedModes(energies, 3, 2, 64), (Counts{2, 1, 0}));  // too few for all
}

}  // namespace
}  // namespace sinew::reduction
