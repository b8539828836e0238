#include "Offline/Reduction/Basis.h"

#include <gtest/gtest.h>

#include <Eigen/SVD>

namespace sinew {
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
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(shapes, Eigen::ComputeThinU);
    const Eigen::MatrixXd principal = principalShapes(shapes, 5);
    ASSERT_EQ(principal.cols(), 5);
    for (Eigen::Index c = 0; c < 5; ++c) {
        EXPECT_NEAR(std::abs(principal.col(c).dot(svd.matrixU().col(c))), 1, 1e-10);
    }
}

TEST(Basis, KeepsNoMoreThanTheEnergyAsksFor) {
    const Eigen::MatrixXd shapes = someShapes(90, 12, 2);
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(shapes);
    const Eigen::VectorXd energy = svd.singularValues().array().square();
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
    const DomainBasis basis = makeBasis(masses, masses, someShapes(120, 30, 4), someShapes(120, 30, 5),
                                        {.rank = 10, .vibrations = 0.5});
    ASSERT_EQ(basis.u.cols(), 10);
    EXPECT_EQ(basis.fromPoses, 5u);
    const Eigen::MatrixXd gram = basis.u.transpose() * threefold(masses).asDiagonal() * basis.u;
    EXPECT_LT((gram - Eigen::MatrixXd::Identity(10, 10)).norm(), 1e-12);
    const Eigen::MatrixXd weighted = threefold(masses).cwiseSqrt().asDiagonal() * basis.u;
    for (Eigen::Index c = 0; c < 10; ++c) {
        EXPECT_EQ(weighted.col(c).maxCoeff(), weighted.col(c).cwiseAbs().maxCoeff());
    }
}

TEST(Basis, PosesFillWhatVibrationsCannotAndTheOtherWayRound) {
    const std::vector<double> masses = someMasses(40);
    EXPECT_EQ(makeBasis(masses, masses, someShapes(120, 30, 4), someShapes(120, 2, 5),
                        {.rank = 10, .vibrations = 0.5})
                  .u.cols(),
              10);
    EXPECT_EQ(makeBasis(masses, masses, someShapes(120, 2, 4), someShapes(120, 30, 5),
                        {.rank = 10, .vibrations = 0.5})
                  .u.cols(),
              10);
    EXPECT_EQ(makeBasis(masses, masses, someShapes(120, 2, 4), someShapes(120, 3, 5),
                        {.rank = 10, .vibrations = 0.5})
                  .u.cols(),
              5);
}

// What is captured is what projection leaves.
TEST(Basis, SaysHowMuchOfThePosesItShows) {
    const std::vector<double> masses = someMasses(40);
    const Eigen::MatrixXd poses = someShapes(120, 30, 6);
    const DomainBasis basis = makeBasis(masses, masses, poses, Eigen::MatrixXd(120, 0), {.rank = 4});
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

}  // namespace
}  // namespace sinew
