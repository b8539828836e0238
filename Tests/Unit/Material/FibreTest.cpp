#include "Material/Fibre.h"
#include "Support/Dense.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>
#include <vector>

#include "Math/Svd3Scalar.h"

namespace sinew {
namespace {

constexpr FibreLaw<double> kCollagen{2.5, 0.08};

Mat3d anyMatrix(std::mt19937& random, double size) {
    std::uniform_real_distribution<double> entry(-size, size);
    Mat3d a;
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) a(i, j) = entry(random);
    }
    return a;
}

Mat3d anyRotation(std::mt19937& random) {
    return svd3Scalar(anyMatrix(random, 1)).u;
}

struct Stretched {
    Mat3d f;
    Vec3d direction;
};

// Slack, in the toe, straight, far stretched and pressed flat, in any direction.
std::vector<Stretched> stretchedFibres() {
    std::mt19937 random(11);
    std::vector<Stretched> all;
    for (const double stretch : {0.0, 0.3, 0.95, 1.0, 1.03, 1.07, 1.09, 1.5, 3.0}) {
        for (int i = 0; i < 4; ++i) {
            const Mat3d turn = anyRotation(random);
            const Mat3d f =
                anyRotation(random) * Mat3d::diagonal({stretch, 0.7 + 0.2 * i, 1.2}) * transpose(turn);
            all.push_back({f, turn.column[0]});
        }
    }
    return all;
}

double innerProduct(const Mat3d& a, const Mat3d& b) {
    return trace(transpose(a) * b);
}

// Of a value that has an error at a step: the least over a few, so that no kink of a third derivative counts.
template <class Error>
double smallestError(Error&& errorAt) {
    double smallest = 1e300;
    for (const double step : {1e-3, 3e-4, 1e-4, 3e-5}) smallest = std::min(smallest, errorAt(step));
    return smallest;
}

TEST(Fibre, StressIsTheGradientOfEnergy) {
    std::mt19937 random(1);
    for (const auto& [f, w] : stretchedFibres()) {
        const Mat3d df = anyMatrix(random, 1);
        const double slope = innerProduct(fibrePiola(f, w, kCollagen), df);
        const double error = smallestError([&](double h) {
            return std::abs((fibreEnergyDensity(f + df * h, w, kCollagen) -
                             fibreEnergyDensity(f - df * h, w, kCollagen)) /
                                (2 * h) -
                            slope);
        });
        EXPECT_LT(error, 1e-7 * (1 + std::abs(slope)));
    }
}

TEST(Fibre, HessianIsTheGradientOfStress) {
    std::mt19937 random(2);
    for (const auto& [f, w] : stretchedFibres()) {
        const Mat3d df = anyMatrix(random, 1);
        const Mat3d exact = outer(fibreDifferential(fibreResponse(f * w, kCollagen), df * w), w);
        const double error = smallestError([&](double h) {
            const Mat3d difference =
                (fibrePiola(f + df * h, w, kCollagen) - fibrePiola(f - df * h, w, kCollagen)) * (0.5 / h);
            return std::sqrt(squaredNorm(difference - exact));
        });
        EXPECT_LT(error,
                  2e-3 * (1 + std::sqrt(squaredNorm(exact))));  // third derivatives jump at the toe's ends
        if (std::abs(length(f * w) - 1) > 0.02 && std::abs(length(f * w) - 1 - kCollagen.toe) > 0.005) {
            EXPECT_LT(error, 1e-6 * (1 + std::sqrt(squaredNorm(exact))));
        }
    }
}

TEST(Fibre, RotationTurnsTheStressAndChangesNothingElse) {
    std::mt19937 random(3);
    for (const auto& [f, w] : stretchedFibres()) {
        const Mat3d r = anyRotation(random);
        EXPECT_NEAR(fibreEnergyDensity(r * f, w, kCollagen), fibreEnergyDensity(f, w, kCollagen), 1e-12);
        const Mat3d gap = fibrePiola(r * f, w, kCollagen) - r * fibrePiola(f, w, kCollagen);
        EXPECT_LT(squaredNorm(gap), 1e-22);
    }
}

Eigen::MatrixXd hessianOf(const FibreResponse<double>& r) {
    Eigen::MatrixXd h(3, 3);
    for (int j = 0; j < 3; ++j) {
        Vec3d dy;
        dy[j] = 1;
        const Vec3d column = fibreDifferential(r, dy);
        for (int i = 0; i < 3; ++i) h(i, j) = column[i];
    }
    return h;
}

TEST(Fibre, HessianIsDefiniteForEveryShape) {
    for (const auto& [f, w] : stretchedFibres()) {
        const test::Eigenpairs of = test::eigenpairsOf(hessianOf(fibreResponse(f * w, kCollagen)));
        EXPECT_GE(of.values(0), -1e-14);
    }
}

// As an active muscle may have them that shortens.
TEST(Fibre, ProjectionDropsNegativeEigenvaluesOnly) {
    std::mt19937 random(4);
    for (const double across : {-0.7, 0.4}) {
        for (const double along : {-2.0, 1.5}) {
            const Vec3d axis = anyRotation(random).column[0];
            const FibreResponse<double> r{0, 0, across, along, axis};
            const test::Eigenpairs of = test::eigenpairsOf(hessianOf(r));
            const Eigen::MatrixXd expected =
                of.vectors * of.values.cwiseMax(0).asDiagonal() * of.vectors.transpose();
            EXPECT_LT((hessianOf(definite(r)) - expected).norm(), 1e-14);
        }
    }
}

TEST(Fibre, SlackFibresDoNothing) {
    for (const double stretch : {0.0, 0.5, 1.0}) {
        const FibreEnergy<double> e = passiveFibre(stretch, kCollagen);
        EXPECT_EQ(e.energy, 0);
        EXPECT_EQ(e.slope, 0);
        EXPECT_EQ(e.curve, 0);
    }
}

TEST(Fibre, StraightFibresHaveTheirStiffness) {
    const FibreEnergy<double> at = passiveFibre(1.2, kCollagen), on = passiveFibre(1.3, kCollagen);
    EXPECT_NEAR((on.slope - at.slope) / 0.1, kCollagen.stiffness, 1e-12);
    EXPECT_NEAR(at.slope, kCollagen.stiffness * (0.2 - kCollagen.toe / 2), 1e-15);
}

}  // namespace
}  // namespace sinew
