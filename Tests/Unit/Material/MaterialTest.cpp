#include "Material/Material.h"
#include "Support/Dense.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>
#include <vector>

namespace sinew {
namespace {

template <class Energy>
class Material : public testing::Test {};
using Energies = testing::Types<StableNeoHookean<double>, Corotated<double>, StVenantKirchhoff<double>,
                                MooneyRivlin<double>, LogNeoHookean<double>>;
TYPED_TEST_SUITE(Material, Energies);

constexpr Lame<double> kFlesh = lameOf(3.0, 0.4);

Mat3d randomMatrix(std::mt19937& random, double size) {
    std::uniform_real_distribution<double> entry(-size, size);
    Mat3d a;
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) a(i, j) = entry(random);
    }
    return a;
}

Mat3d randomRotation(std::mt19937& random) {
    return svd3Scalar(randomMatrix(random, 1)).u;
}

// Deformations that flesh sees: near rest, stretched, squeezed, turned inside out, and the same along two or
// three axes, where the singular vectors are any.
std::vector<Mat3d> deformations() {
    std::mt19937 random(7);
    std::vector<Mat3d> all;
    for (int i = 0; i < 40; ++i) all.push_back(Mat3d::identity() + randomMatrix(random, 0.3));
    for (const Vec3d s :
         {Vec3d{2, 1.5, 0.3}, Vec3d{1.2, 1.1, -0.4}, Vec3d{3, 0.4, 0.2}, Vec3d{0.9, 0.7, -0.2},
          Vec3d{1.3, 1.3, 1.3}, Vec3d{1.2, 1.2, 0.5}, Vec3d{1, 0.5, 0.5 - 1e-9}, Vec3d{1.1, 0.7, 0.7}}) {
        all.push_back(randomRotation(random) * Mat3d::diagonal(s) * randomRotation(random));
    }
    return all;
}

double inner(const Mat3d& a, const Mat3d& b) {
    return trace(transpose(a) * b);
}

template <class Energy>
Mat3d trueDifferential(const Mat3d& f, const Mat3d& df) {
    const Svd3<double> d = svd3Scalar(f);
    const Mat3d vt = transpose(d.v), ut = transpose(d.u);
    return d.u * stressDifferential(trueStiffness(Energy::principal(d.sigma, kFlesh)), ut * df * d.v) * vt;
}

// The error of the central difference over steps h and h/4; a right derivative makes their ratio 16.
template <class Value>
double convergenceRatio(Value&& errorAt) {
    constexpr double kStep = 2e-3;
    return errorAt(kStep) / errorAt(kStep / 4);
}

TYPED_TEST(Material, StressIsTheGradientOfEnergyToSecondOrder) {
    std::mt19937 random(3);
    for (const Mat3d& f : deformations()) {
        const Mat3d df = randomMatrix(random, 1);
        const double slope = inner(firstPiola<TypeParam>(f, kFlesh), df);
        const auto error = [&](double h) {
            return std::abs((energyDensity<TypeParam>(f + df * h, kFlesh) -
                             energyDensity<TypeParam>(f - df * h, kFlesh)) /
                                (2 * h) -
                            slope);
        };
        if (error(2e-3) < 1e-10) continue;  // quadratic along df: the difference is exact
        EXPECT_NEAR(convergenceRatio(error), 16, 5) << "error " << error(2e-3);
        EXPECT_LT(error(2e-3), 1e-3 * (1 + std::abs(slope)));
    }
}

TYPED_TEST(Material, HessianIsTheGradientOfStressToSecondOrder) {
    std::mt19937 random(4);
    for (const Mat3d& f : deformations()) {
        const Mat3d df = randomMatrix(random, 1), expected = trueDifferential<TypeParam>(f, df);
        const auto error = [&](double h) {
            const Mat3d difference =
                (firstPiola<TypeParam>(f + df * h, kFlesh) - firstPiola<TypeParam>(f - df * h, kFlesh)) *
                (0.5 / h);
            return std::sqrt(squaredNorm(difference - expected));
        };
        if (error(2e-3) < 1e-9) continue;
        EXPECT_NEAR(convergenceRatio(error), 16, 6) << "error " << error(2e-3);
    }
}

TYPED_TEST(Material, PolynomialAndPrincipalFormsAgree) {
    for (const Mat3d& f : deformations()) {
        const Svd3<double> d = svd3Scalar(f);
        const Principal<double> p = TypeParam::principal(d.sigma, kFlesh);
        const Mat3d stress = d.u * Mat3d::diagonal(p.stress) * transpose(d.v);
        EXPECT_NEAR(p.energy, energyDensity<TypeParam>(f, kFlesh), 1e-12 * (1 + std::abs(p.energy)));
        EXPECT_LT(squaredNorm(stress - firstPiola<TypeParam>(f, kFlesh)), 1e-22 * (1 + squaredNorm(stress)));
    }
}

TYPED_TEST(Material, RestHasNoStressAndIsLinearElasticity) {
    const Mat3d i = Mat3d::identity();
    EXPECT_NEAR(energyDensity<TypeParam>(i, kFlesh), 0, 1e-15);
    EXPECT_LT(squaredNorm(firstPiola<TypeParam>(i, kFlesh)), 1e-28);
    std::mt19937 random(5);
    const Mat3d df = randomMatrix(random, 1), strain = (df + transpose(df)) * 0.5;
    const Mat3d expected = strain * (2 * kFlesh.mu) + i * (kFlesh.lambda * trace(strain));
    EXPECT_LT(squaredNorm(trueDifferential<TypeParam>(i, df) - expected), 1e-24 * squaredNorm(expected));
}

TYPED_TEST(Material, RotationChangesNothing) {
    std::mt19937 random(6);
    for (const Mat3d& f : deformations()) {
        const Mat3d r = randomRotation(random);
        EXPECT_NEAR(energyDensity<TypeParam>(r * f, kFlesh), energyDensity<TypeParam>(f, kFlesh), 1e-11);
        const Mat3d difference = firstPiola<TypeParam>(r * f, kFlesh) - r * firstPiola<TypeParam>(f, kFlesh);
        EXPECT_LT(squaredNorm(difference), 1e-20);
    }
}

// The projected Hessian as the 9×9 matrix it stands for.
template <class Energy>
Eigen::Matrix<double, 9, 9> nineByNine(const Mat3d& f, bool project) {
    const Svd3<double> d = svd3Scalar(f);
    const Principal<double> p = Energy::principal(d.sigma, kFlesh);
    const PrincipalStiffness<double> h = project ? projectedStiffness(p) : trueStiffness(p);
    Eigen::Matrix<double, 9, 9> matrix;
    for (int n = 0; n < 9; ++n) {
        Mat3d df;
        df(n % 3, n / 3) = 1;
        const Mat3d dp = d.u * stressDifferential(h, transpose(d.u) * df * d.v) * transpose(d.v);
        for (int m = 0; m < 9; ++m) matrix(m, n) = dp(m % 3, m / 3);
    }
    return matrix;
}

// Clamping the eigenvalues of the whole 9×9 matrix is the slow, obvious way.
TYPED_TEST(Material, ProjectedHessianIsTheTrueOneWithoutItsNegativeEigenvalues) {
    int indefinite = 0;
    for (const Mat3d& f : deformations()) {
        const test::Eigenpairs full = test::eigenpairsOf(nineByNine<TypeParam>(f, false));
        indefinite += full.values(0) < -1e-9;
        const Eigen::MatrixXd expected =
            full.vectors * full.values.cwiseMax(0).asDiagonal() * full.vectors.transpose();
        EXPECT_LT((nineByNine<TypeParam>(f, true) - expected).norm(), 1e-9 * (1 + expected.norm()));
    }
    EXPECT_GT(indefinite, 3);  // else the projection had nothing to do
}

TYPED_TEST(Material, StiffnessBlockIsTheHessianBetweenTwoShapeGradients) {
    std::mt19937 random(8);
    std::uniform_real_distribution<double> entry(-1, 1);
    for (const Mat3d& f : deformations()) {
        const Svd3<double> d = svd3Scalar(f);
        const PrincipalStiffness<double> h = projectedStiffness(TypeParam::principal(d.sigma, kFlesh));
        const Vec3d a{entry(random), entry(random), entry(random)},
            b{entry(random), entry(random), entry(random)};
        const Mat3d vt = transpose(d.v);
        const Mat3d block = d.u * stiffnessBlock(h, vt * a, vt * b) * transpose(d.u);
        for (int k = 0; k < 3; ++k) {
            Mat3d df;  // e_k bᵀ
            for (int j = 0; j < 3; ++j) df(k, j) = b[j];
            const Vec3d force = d.u * stressDifferential(h, transpose(d.u) * df * d.v) * vt * a;
            EXPECT_LT(length(force - block.column[k]), 1e-12 * (1 + length(force)));
        }
    }
}

template <class Energy>
struct InFloat;
template <template <class> class Energy>
struct InFloat<Energy<double>> {
    using Type = Energy<float>;
};

// One formula, two precisions.
TYPED_TEST(Material, FloatIsDoubleToItsPrecision) {
    using Float = typename InFloat<TypeParam>::Type;
    const Lame<float> flesh = lameOf(3.0f, 0.4f);
    for (const Mat3d& f : deformations()) {
        const Vec3d sigma = svd3Scalar(f).sigma;
        const Principal<double> exact = TypeParam::principal(sigma, kFlesh);
        const Principal<float> p = Float::principal(convert<float>(sigma), flesh);
        const double size = 1 + std::sqrt(squaredNorm(exact.stretch));
        EXPECT_NEAR(static_cast<double>(p.energy), exact.energy, 1e-5 * size);
        EXPECT_LT(length(convert<double>(p.stress) - exact.stress), 1e-5 * size);
        EXPECT_LT(squaredNorm(convert<double>(p.stretch) - exact.stretch), 1e-10 * size * size);
        EXPECT_LT(length(convert<double>(p.shear) - exact.shear), 2e-5 * size);
        EXPECT_LT(length(convert<double>(p.torque) - exact.torque), 2e-5 * size);
    }
}

TYPED_TEST(Material, IsFiniteWhenFlatAndPushesBackWhenInverted) {
    for (const Vec3d s : {Vec3d{1, 1, 0}, Vec3d{1, 0, 0}, Vec3d{0, 0, 0}, Vec3d{1, 0.5, -0.5},
                          Vec3d{1, 1, -1}, Vec3d{5, 0, 0}, Vec3d{5, 1, -1}}) {
        const Principal<double> p = TypeParam::principal(s, kFlesh);
        const PrincipalStiffness<double> h = projectedStiffness(p);
        EXPECT_TRUE(std::isfinite(p.energy) && isFinite(p.stress) && isFinite(h.same) && isFinite(h.cross));
        for (const Vec3d& column : h.stretch.column) EXPECT_TRUE(isFinite(column));
        EXPECT_LT(length(h.same), 1e5);  // bounded also where two singular values cancel
    }
    EXPECT_LT(TypeParam::principal({1, 1, -0.1}, kFlesh).stress.z, 0);
}

}  // namespace
}  // namespace sinew
