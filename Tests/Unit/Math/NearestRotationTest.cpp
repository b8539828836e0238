#include "Math/NearestRotation.h"

#include <gtest/gtest.h>

#include <limits>

#include "Math/Svd3Scalar.h"
#include "Support/Skinning/RandomSkin.h"

namespace sinew {
namespace {

using test::Dice;

Mat3d randomMatrix(Dice& dice) {
    return {{dice.vector(1), dice.vector(1), dice.vector(1)}};
}

// By singular values: the textbook's way.
Mat3d bySvd(const Mat3d& a) {
    return polar3Scalar(a).rotation;
}

TEST(NearestRotation, IsThePolarFactorAlsoOfMirroredAndHugeAndTinyMatrices) {
    Dice dice(3);
    for (int i = 0; i < 2000; ++i) {
        const Mat3d a = randomMatrix(dice), expected = bySvd(a);
        for (const double scale : {1.0, 1e-18, 1e18}) {
            const Mat3d r = toMatrix(nearestRotation(a * scale));
            // Where two singular values cancel, the two ways differ by rounding over that difference.
            EXPECT_LT(std::sqrt(squaredNorm(r - expected)), 1e-9) << i;
        }
    }
}

// Float has a rounding of its own, and a range in which squares of 1e-25 vanish.
TEST(NearestRotation, IsAsGoodInFloatAtAnyScale) {
    Dice dice(5);
    for (int i = 0; i < 2000; ++i) {
        const Mat3d a = randomMatrix(dice);
        const Vec3d sigma = svd3Scalar(a).sigma;
        for (const float scale : {1.0f, 1e-25f, 1e25f}) {
            const Mat3d r = convert<double>(toMatrix(nearestRotation(convert<float>(a) * scale)));
            EXPECT_LT(std::sqrt(squaredNorm(r - bySvd(a))) * (sigma.y + sigma.z) / sigma.x, 4e-6) << i;
        }
    }
}

TEST(NearestRotation, OfAMirroredMatrixFollowsItWithoutJumps) {
    const Mat3d mirrored = Mat3d::diagonal({-1, 1, 1});
    for (int i = 0; i < 100; ++i) {
        const Mat3d turned = toMatrix(fromAxisAngle(normalized(Vec3d{1, 2, 3}), 0.1 * i));
        EXPECT_LT(std::sqrt(squaredNorm(toMatrix(motionRotation(turned * mirrored)) - turned)), 1e-14);
    }
}

TEST(NearestRotation, GivesBackARotation) {
    Dice dice(4);
    for (int i = 0; i < 1000; ++i) {
        const Quatd q = fromAxisAngle(normalized(dice.vector(1), {1, 0, 0}), dice.between(-7, 7));
        EXPECT_NEAR(std::abs(dot(nearestRotation(toMatrix(q)), q)), 1, 1e-14);
    }
}

TEST(NearestRotation, IsARotationForAnyRank) {
    for (const Mat3d& a :
         {Mat3d{}, Mat3d::diagonal({1, 0, 0}), Mat3d::diagonal({0, -2, 3}), Mat3d::identity() * -1.0}) {
        const Quatd q = nearestRotation(a);
        EXPECT_NEAR(dot(q, q), 1, 1e-14);
        EXPECT_NEAR(trace(transpose(toMatrix(q)) * a), trace(transpose(bySvd(a)) * a), 1e-13);
    }
}

TEST(NearestRotation, EndsForNan) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    nearestRotation(Mat3d::diagonal({nan, 1, 1}));
}

}  // namespace
}  // namespace sinew
