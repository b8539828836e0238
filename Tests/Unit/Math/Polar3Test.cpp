#include <gtest/gtest.h>

#include <vector>

#include "Math/Svd3.h"
#include "Support/Svd3Errors.h"

namespace sinew {
namespace {

constexpr double kTolerance = 4e-6;
constexpr std::size_t kBlocks = 1001;  // no multiple of what a kernel works on at once

std::vector<Mat3Block> randomBlocks(double largestScale) {
    UniformSource random(7);
    std::vector<Mat3Block> blocks(kBlocks);
    for (std::size_t i = 0; i < kBlocks * kBlockLanes; ++i) {
        setMatrixAt(blocks, i, convert<float>(random.mat3() * std::pow(10, largestScale * random())));
    }
    return blocks;
}

TEST(Polar3, RotationTimesStretchIsTheMatrix) {
    const std::vector<Mat3Block> a = randomBlocks(18);
    std::vector<Mat3Block> rotation(kBlocks), stretch(kBlocks);
    for (const InstructionSet set : supportedInstructionSets()) {
        polar3(a, rotation, stretch, set);
        double product = 0, orthogonality = 0, asymmetry = 0;
        for (std::size_t i = 0; i < kBlocks * kBlockLanes; ++i) {
            const Mat3d m = convert<double>(matrixAt(a, i)), r = convert<double>(matrixAt(rotation, i));
            const Mat3d s = convert<double>(matrixAt(stretch, i));
            Svd3Errors::raise(product, norm(m - r * s) / norm(m));
            Svd3Errors::raise(asymmetry, norm(s - transpose(s)));
            Svd3Errors::raise(orthogonality, orthogonalityError(matrixAt(rotation, i)));
            Svd3Errors::raise(orthogonality, std::abs(determinant(r) - 1));
        }
        EXPECT_LE(product, kTolerance) << instructionSetName(set);
        EXPECT_LE(orthogonality, kTolerance) << instructionSetName(set);
        EXPECT_EQ(asymmetry, 0) << instructionSetName(set);
    }
}

// How far R turns with A is bounded by 1/(σ₂ + σ₃), so its error is measured in that.
TEST(Polar3, RotationIsThatOfTheTwinInDouble) {
    const std::vector<Mat3Block> a = randomBlocks(0);
    std::vector<Mat3Block> rotation(kBlocks);
    for (const InstructionSet set : supportedInstructionSets()) {
        polar3(a, rotation, set);
        double worst = 0;
        for (std::size_t i = 0; i < kBlocks * kBlockLanes; ++i) {
            const Mat3d m = convert<double>(matrixAt(a, i));
            const Vec3d sigma = svd3Scalar(m).sigma;
            const double error = norm(convert<double>(matrixAt(rotation, i)) - polar3Scalar(m).rotation);
            worst = std::max(worst, error * (sigma.y + sigma.z) / sigma.x);
        }
        EXPECT_LE(worst, kTolerance) << instructionSetName(set);
    }
}

TEST(Polar3, RotationAloneHasTheBitsOfRotationWithStretch) {
    const std::vector<Mat3Block> a = randomBlocks(3);
    std::vector<Mat3Block> alone(kBlocks), rotation(kBlocks), stretch(kBlocks);
    for (const InstructionSet set : supportedInstructionSets()) {
        polar3(a, alone, set);
        polar3(a, rotation, stretch, set);
        for (std::size_t i = 0; i < kBlocks * kBlockLanes; ++i) {
            ASSERT_EQ(matrixAt(alone, i), matrixAt(rotation, i));
        }
    }
}

TEST(Polar3, SingularMatricesHaveARotation) {
    std::vector<Mat3Block> a(1), rotation(1), stretch(1);
    std::vector<Mat3f> singular{Mat3f{},
                                Mat3f::diagonal({1, 0, 0}),
                                Mat3f::diagonal({0, 1, 1}),
                                Mat3f::diagonal({0, -1, 0}),
                                Mat3f::diagonal({1, 1, -1}),
                                Mat3f::identity() * -1.0f};
    for (std::size_t i = 0; i < singular.size(); ++i) setMatrixAt(a, i, singular[i]);
    for (const InstructionSet set : supportedInstructionSets()) {
        polar3(a, rotation, stretch, set);
        for (std::size_t i = 0; i < singular.size(); ++i) {
            const Mat3f r = matrixAt(rotation, i);
            EXPECT_LE(orthogonalityError(r), kTolerance) << i;
            EXPECT_NEAR(determinant(r), 1, kTolerance) << i;
            EXPECT_LE(norm(convert<double>(r * matrixAt(stretch, i) - singular[i])), kTolerance) << i;
        }
    }
}

TEST(Polar3, DecomposesEveryMatrixOfMinusOneZeroAndOne) {
    const std::vector<Mat3f> plain = plainMatrices();
    std::vector<Mat3Block> a(blocksFor(plain.size())), rotation(a.size()), stretch(a.size());
    for (std::size_t i = 0; i < plain.size(); ++i) setMatrixAt(a, i, plain[i]);
    const auto check = [&](std::size_t i, const Mat3f& r, const Mat3f& s, const char* who) {
        ASSERT_LE(orthogonalityError(r), kTolerance) << who << ' ' << i;
        ASSERT_NEAR(determinant(r), 1, kTolerance) << who << ' ' << i;
        ASSERT_LE(norm(convert<double>(r * s - plain[i])), kTolerance * 3) << who << ' ' << i;
        ASSERT_LE(norm(convert<double>(s - transpose(s))), kTolerance) << who << ' ' << i;
    };
    for (const InstructionSet set : supportedInstructionSets()) {
        polar3(a, rotation, stretch, set);
        for (std::size_t i = 0; i < plain.size(); ++i) {
            check(i, matrixAt(rotation, i), matrixAt(stretch, i), instructionSetName(set));
        }
    }
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const Polar3<float> polar = polar3Scalar(plain[i]);
        check(i, polar.rotation, polar.stretch, "scalar");
    }
}

TEST(Polar3, WhatIsNotFiniteBecomesNanInItsOwnLane) {
    std::vector<Mat3Block> a(2), rotation(2), stretch(2);
    for (std::size_t i = 0; i < 2 * kBlockLanes; ++i) setMatrixAt(a, i, Mat3f::identity());
    a[1].at[1][2][3] = HUGE_VALF;
    for (const InstructionSet set : supportedInstructionSets()) {
        polar3(a, rotation, stretch, set);
        for (std::size_t i = 0; i < 2 * kBlockLanes; ++i) {
            const bool nan =
                std::isnan(matrixAt(rotation, i)(0, 0)) && std::isnan(matrixAt(stretch, i)(2, 1));
            EXPECT_EQ(nan, i == kBlockLanes + 3);
        }
    }
}

}  // namespace
}  // namespace sinew
