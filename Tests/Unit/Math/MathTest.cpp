#include <gtest/gtest.h>

#include <random>

#include "Math/Affine.h"

namespace sinew {
namespace {

class RandomSource {
  public:
    double operator()() { return distribution_(engine_); }
    Vec3d vec3() { return {(*this)(), (*this)(), (*this)()}; }
    Quatd rotation() { return normalized(Quatd{(*this)(), (*this)(), (*this)(), (*this)()}); }
    Mat3d mat3() { return {{vec3(), vec3(), vec3()}}; }

  private:
    std::mt19937_64 engine_{1};
    std::uniform_real_distribution<double> distribution_{-1, 1};
};

double distance(const Mat3d& a, const Mat3d& b) {
    return std::sqrt(squaredNorm(a - b));
}

TEST(Mat3, InverseUndoesTheMatrix) {
    RandomSource random;
    for (int i = 0; i < 100; ++i) {
        const Mat3d a = random.mat3();
        if (std::abs(determinant(a)) < 0.01) continue;
        EXPECT_LT(distance(a * inverse(a), Mat3d::identity()), 1e-11);
    }
}

TEST(Mat3, CofactorIsDeterminantTimesInverseTranspose) {
    const Mat3d a = RandomSource().mat3();
    EXPECT_LT(distance(cofactor(a), transpose(inverse(a)) * determinant(a)), 1e-13);
}

TEST(Quat, MatrixAndQuaternionRotateAlike) {
    RandomSource random;
    for (int i = 0; i < 1000; ++i) {
        const Quatd q = random.rotation();
        const Vec3d v = random.vec3();
        EXPECT_LT(length(rotate(q, v) - toMatrix(q) * v), 1e-14);
        EXPECT_NEAR(std::abs(dot(toQuat(toMatrix(q)), q)), 1.0, 1e-14);
    }
}

TEST(Quat, ProductIsCompositionOfRotations) {
    RandomSource random;
    const Quatd a = random.rotation(), b = random.rotation();
    EXPECT_LT(distance(toMatrix(a * b), toMatrix(a) * toMatrix(b)), 1e-14);
}

TEST(Quat, HalfTurnsSurviveTheMatrix) {
    for (const Vec3d axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
        const Quatd q = fromAxisAngle(axis, 3.14159265358979);
        EXPECT_NEAR(std::abs(dot(toQuat(toMatrix(q)), q)), 1.0, 1e-14);
    }
}

TEST(Quat, ExpAndLogAreInverses) {
    RandomSource random;
    for (int i = 0; i < 1000; ++i) {
        const Vec3d v = random.vec3() * 1.5;
        EXPECT_LT(length(logMap(expMap(v)) - v), 1e-13);
    }
    EXPECT_EQ(length(logMap(Quatd{})), 0.0);
}

TEST(Quat, SlerpTakesTheShortWayAtConstantSpeed) {
    const Quatd a = fromAxisAngle(Vec3d{0, 0, 1}, 0.2), b = fromAxisAngle(Vec3d{0, 0, 1}, 1.0);
    for (const double t : {0.0, 0.25, 0.5, 1.0}) {
        EXPECT_NEAR(logMap(slerp(a, -b, t)).z, 0.2 + 0.8 * t, 1e-14);
    }
}

TEST(Quat, RotationBetweenTurnsOneVectorOntoTheOther) {
    RandomSource random;
    for (int i = 0; i < 1000; ++i) {
        const Vec3d a = normalized(random.vec3()), b = i % 10 == 0 ? -a : normalized(random.vec3());
        EXPECT_LT(length(rotate(rotationBetween(a, b), a) - b), 1e-12);
    }
}

template <class T>
double worstTurn(double angleFromOpposed) {
    RandomSource random;
    double worst = 0;
    for (int i = 0; i < 200; ++i) {
        const Vec3d a = normalized(random.vec3()), axis = anyPerpendicular(a);
        const Vec3<T> from = convert<T>(a),
                      to = convert<T>(-rotate(fromAxisAngle(axis, angleFromOpposed), a));
        const Quat<T> q = rotationBetween(from, to);
        worst = std::max(worst, double(length(rotate(q, from) - to)));
        worst = std::max(worst, std::abs(1 - double(dot(q, q))));
    }
    return worst;
}

TEST(Quat, RotationBetweenNearlyOpposedVectorsIsExactToRounding) {
    for (int exponent = -18; exponent <= 0; ++exponent) {
        const double angle = 2 * std::pow(10.0, exponent);
        EXPECT_LT(worstTurn<double>(angle), 4e-15) << angle;
        EXPECT_LT(worstTurn<float>(angle), 2e-6) << angle;
    }
}

TEST(Quat, HalfATurnApartTheSideIsThatOfTheFirstComponentWhateverTheRounding) {
    const Quatd other = RandomSource().rotation();
    const Quatd half = other * Quatd{0.6, 0.8, 0, 0};
    for (const double noise : {-1e-7, 0.0, 1e-7}) {
        const Quatd q{half.x + noise, half.y - noise, half.z + noise, half.w};
        EXPECT_EQ(sideOf(q, other), 1);
        EXPECT_EQ(sideOf(-q, other), -1);
    }
    EXPECT_EQ(sideOf(-other, other), -1);
}

TEST(Vec3, AnyPerpendicularIsAUnitVectorAtRightAngles) {
    RandomSource random;
    for (int i = 0; i < 1000; ++i) {
        const Vec3d a = i < 3 ? Vec3d{i == 0 ? 1e9 : 0, i == 1 ? 1e-9 : 0, i == 2 ? 1.0 : 0} : random.vec3();
        EXPECT_NEAR(length(anyPerpendicular(a)), 1, 1e-15);
        EXPECT_NEAR(dot(anyPerpendicular(a), normalized(a)), 0, 1e-15);
    }
    EXPECT_EQ(length(anyPerpendicular(Vec3d{})), 1);
}

TEST(Affine, TransformRoundTripsWithZeroScales) {
    RandomSource random;
    for (int i = 0; i < 800; ++i) {
        const Vec3d scale{(i & 1) != 0 ? 2.0 : 0, (i & 2) != 0 ? 0.5 : 0, (i & 4) != 0 ? 1.5 : 0};
        const Affined a = toAffine(Transformd{random.vec3(), random.rotation(), scale});
        const Transformd t = toTransform(a);
        EXPECT_LT(distance(toAffine(t).linear, a.linear), 1e-14) << i;
        EXPECT_LT(length(t.scale - scale), 1e-14) << i;
        EXPECT_NEAR(dot(t.rotation, t.rotation), 1, 1e-14) << i;
    }
}

TEST(Affine, TransformRoundTripsWithMirroring) {
    RandomSource random;
    for (int i = 0; i < 1000; ++i) {
        const Transformd t{random.vec3(), random.rotation(), {i % 2 == 0 ? 2.0 : -2.0, 0.5, 1.5}};
        const Affined a = toAffine(t);
        EXPECT_LT(distance(toAffine(toTransform(a)).linear, a.linear), 1e-13);
        EXPECT_EQ(toTransform(a).translation, t.translation);
    }
}

TEST(Affine, InverseUndoesTheMap) {
    RandomSource random;
    const Affined a{toMatrix(random.rotation()) * 3.0, random.vec3()};
    const Vec3d p = random.vec3();
    EXPECT_LT(length(transformPoint(inverse(a) * a, p) - p), 1e-14);
}

}  // namespace
}  // namespace sinew
