#include "Math/Svd3.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "Support/Svd3Errors.h"

namespace sinew {
namespace {

constexpr double kTolerance = 4e-6;

std::vector<Svd3<float>> decompose(std::span<const Mat3f> a, InstructionSet set) {
    std::vector<Svd3<float>> result(a.size());
    svd3(a, result, set);
    return result;
}

std::vector<Svd3<float>> decomposeScalar(std::span<const Mat3f> a) {
    std::vector<Svd3<float>> result;
    for (const Mat3f& m : a) result.push_back(svd3Scalar(m));
    return result;
}

void expectSmall(const Svd3Errors& errors, const char* who) {
    EXPECT_LE(errors.reconstruction, kTolerance) << who;
    EXPECT_LE(errors.orthogonality, kTolerance) << who;
    EXPECT_EQ(errors.wrongOrder, 0) << who;
}

// For the scalar twin and for every instruction set that this machine has.
void expectDecomposes(std::span<const Mat3f> matrices) {
    const auto check = [&](const std::vector<Svd3<float>>& result, const char* who) {
        Svd3Errors errors;
        for (std::size_t i = 0; i < matrices.size(); ++i) errors.add(matrices[i], result[i]);
        expectSmall(errors, who);
    };
    check(decomposeScalar(matrices), "scalar");
    for (const InstructionSet set : supportedInstructionSets()) {
        check(decompose(matrices, set), instructionSetName(set));
    }
}

std::vector<Mat3f> randomMatrices(std::size_t count, std::uint64_t seed = 1) {
    UniformSource random(seed);
    std::vector<Mat3f> result(count);
    for (Mat3f& m : result) m = convert<float>(random.mat3());
    return result;
}

// `sigma(random)` gives the singular values of each.
template <class Sigma>
std::vector<Mat3f> matricesWith(Sigma&& sigma, std::size_t count = 4000) {
    UniformSource random(2);
    std::vector<Mat3f> result(count);
    for (Mat3f& m : result) {
        const Mat3d left = random.rotation(), right = random.rotation();
        m = convert<float>(left * Mat3d::diagonal(sigma(random)) * right);
    }
    return result;
}

void expectRandomDecompose(std::size_t chunks, std::uint64_t seed) {
    constexpr std::size_t kChunk = 50'000;
    for (std::size_t i = 0; i < chunks && !testing::Test::HasFailure(); ++i) {
        expectDecomposes(randomMatrices(kChunk, seed + i * 0x10001));
    }
}

TEST(Svd3, DecomposesAMillionRandomMatrices) {
    expectRandomDecompose(20, 3);
}

TEST(Svd3, DecomposesTenMillionRandomMatricesLong) {
    expectRandomDecompose(200, 4);
}

TEST(Svd3, DecomposesEveryMatrixOfMinusOneZeroAndOne) {
    expectDecomposes(plainMatrices());
}

TEST(Svd3, DecomposesRankOneAndTwo) {
    expectDecomposes(matricesWith([](UniformSource&) { return Vec3d{1, 0, 0}; }));
    expectDecomposes(matricesWith([](UniformSource& r) { return Vec3d{1, std::pow(10, 8 * r() - 8), 0}; }));
    expectDecomposes(matricesWith([](UniformSource&) { return Vec3d{1, 1, 0}; }));
}

TEST(Svd3, DecomposesInvertedAndBadlyConditioned) {
    expectDecomposes(matricesWith([](UniformSource& r) { return Vec3d{1, r() * 0.5 + 0.5, r()}; }));
    expectDecomposes(matricesWith([](UniformSource& r) {
        return Vec3d{1, std::pow(10, 6 * r() - 6), -std::pow(10, 9 * r() - 9)};
    }));
}

TEST(Svd3, DecomposesRepeatedAndNearlyEqualSingularValues) {
    const auto near = [](UniformSource& r) { return 1 + std::pow(10, 5 * r() - 5); };
    expectDecomposes(matricesWith([](UniformSource&) { return Vec3d{1, 1, 1}; }));
    expectDecomposes(matricesWith([](UniformSource&) { return Vec3d{1, 1, -1}; }));
    expectDecomposes(matricesWith([&](UniformSource& r) { return Vec3d{near(r), near(r), near(r)}; }));
    expectDecomposes(matricesWith([&](UniformSource& r) { return Vec3d{near(r), near(r), r() * 0.5}; }));
    expectDecomposes(matricesWith([&](UniformSource& r) {
        const double small = std::pow(10, 4 * r() - 4);
        return Vec3d{1, small * near(r), small * near(r)};
    }));
}

TEST(Svd3, DecomposesAtEveryScale) {
    for (int exponent = -36; exponent <= 36; exponent += 2) {
        std::vector<Mat3f> scaled = randomMatrices(500);
        for (Mat3f& m : scaled) m = m * static_cast<float>(std::pow(10.0, exponent));
        expectDecomposes(scaled);
    }
}

TEST(Svd3, TheSmallestSingularValueHasTheSignOfTheDeterminant) {
    const std::vector<Mat3f> a = randomMatrices(2000);
    const std::vector<Svd3<float>> result = decompose(a, bestInstructionSet());
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double det = determinant(convert<double>(a[i]));
        if (std::abs(det) > 1e-4) {
            EXPECT_EQ(result[i].sigma.z > 0, det > 0);
        }
    }
}

TEST(Svd3, SingularValuesAreThoseOfTheTwinInDouble) {
    const std::vector<Mat3f> a = randomMatrices(20'000);
    for (const InstructionSet set : supportedInstructionSets()) {
        const std::vector<Svd3<float>> result = decompose(a, set);
        double worst = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const Vec3d exact = svd3Scalar(convert<double>(a[i])).sigma;
            worst = std::max(worst, length(convert<double>(result[i].sigma) - exact) / exact.x);
        }
        EXPECT_LE(worst, kTolerance) << instructionSetName(set);
    }
}

TEST(Svd3, TheTwinInDoubleIsExactToDouble) {
    UniformSource random(5);
    for (int i = 0; i < 2000; ++i) {
        const Mat3d a = random.mat3();
        const Svd3<double> svd = svd3Scalar(a);
        EXPECT_LT(norm(a - svd.u * Mat3d::diagonal(svd.sigma) * transpose(svd.v)), 1e-14);
        EXPECT_LT(norm(transpose(svd.u) * svd.u - Mat3d::identity()), 1e-14);
    }
}

using Values = std::array<std::uint32_t, sizeof(Svd3<float>) / sizeof(float)>;

bool sameBits(const Svd3<float>& a, const Svd3<float>& b) {
    return std::bit_cast<Values>(a) == std::bit_cast<Values>(b);
}

bool allNan(const Svd3<float>& a) {
    const Values values = std::bit_cast<Values>(a);
    return std::all_of(values.begin(), values.end(),
                       [](std::uint32_t x) { return std::isnan(std::bit_cast<float>(x)); });
}

TEST(Svd3, WhatIsNotFiniteBecomesNanInItsOwnLane) {
    const std::vector<Mat3f> clean = randomMatrices(3 * kBlockLanes);
    const float infinity = std::numeric_limits<float>::infinity();
    for (const InstructionSet set : supportedInstructionSets()) {
        const std::vector<Svd3<float>> expected = decompose(clean, set);
        for (const float bad : {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity}) {
            for (std::size_t k = 0; k < 9 * 5; ++k) {
                std::vector<Mat3f> spoilt = clean;
                const std::size_t lane = k % clean.size();
                spoilt[lane](static_cast<int>(k % 3), static_cast<int>(k / 3 % 3)) = bad;
                const std::vector<Svd3<float>> result = decompose(spoilt, set);
                EXPECT_TRUE(allNan(svd3Scalar(spoilt[lane])));
                for (std::size_t i = 0; i < clean.size(); ++i) {
                    ASSERT_TRUE(i == lane ? allNan(result[i]) : sameBits(result[i], expected[i]))
                        << instructionSetName(set) << ": lane " << i << " with " << bad << " in lane "
                        << lane;
                }
            }
        }
    }
}

TEST(Svd3, TheLargestAndTheSmallestNumbersGiveRotations) {
    for (const float size :
         {std::numeric_limits<float>::max(), std::numeric_limits<float>::denorm_min(), 1e-40f}) {
        std::vector<Mat3f> a = randomMatrices(200);
        for (Mat3f& m : a) m = m * size;
        for (const InstructionSet set : supportedInstructionSets()) {
            for (const Svd3<float>& svd : decompose(a, set)) {
                EXPECT_LE(orthogonalityError(svd.u), kTolerance);
                EXPECT_LE(orthogonalityError(svd.v), kTolerance);
            }
        }
    }
}

TEST(Svd3, AnyCountGivesTheSameBits) {
    const std::vector<Mat3f> a = randomMatrices(150);
    for (const InstructionSet set : supportedInstructionSets()) {
        const std::vector<Svd3<float>> all = decompose(a, set);
        for (std::size_t count = 0; count <= a.size(); ++count) {
            const std::vector<Svd3<float>> some = decompose(std::span(a).first(count), set);
            for (std::size_t i = 0; i < count; ++i)
                ASSERT_TRUE(sameBits(some[i], all[i])) << i << " of " << count;
        }
    }
}

TEST(Svd3, ResultsMayOverwriteTheInput) {
    const std::vector<Mat3f> a = randomMatrices(7 * kBlockLanes);
    for (const InstructionSet set : supportedInstructionSets()) {
        std::vector<Mat3Block> blocks(7), v(7);
        std::vector<Vec3Block> sigma(7);
        for (std::size_t i = 0; i < a.size(); ++i) setMatrixAt(blocks, i, a[i]);
        svd3(blocks, blocks, sigma, v, set);
        const std::vector<Svd3<float>> expected = decompose(a, set);
        for (std::size_t i = 0; i < a.size(); ++i) {
            EXPECT_TRUE(sameBits({matrixAt(blocks, i), vectorAt(sigma, i), matrixAt(v, i)}, expected[i]));
        }
    }
}

TEST(Svd3, ErrorMeasureFindsPlantedFaults) {
    const Mat3f a = randomMatrices(1).front();
    const auto measure = [&](auto&& spoil) {
        Svd3<float> svd = svd3Scalar(a);
        spoil(svd);
        Svd3Errors errors;
        errors.add(a, svd);
        return errors;
    };
    expectSmall(measure([](Svd3<float>&) {}), "nothing planted");
    EXPECT_GT(measure([](Svd3<float>& s) { s.sigma.y *= 1.0001f; }).reconstruction, kTolerance);
    EXPECT_GT(measure([](Svd3<float>& s) { s.u.column[0] *= 1.0001f; }).orthogonality, kTolerance);
    EXPECT_GT(measure([](Svd3<float>& s) { s.v.column[2] *= -1.0f; }).orthogonality, kTolerance);
    EXPECT_EQ(measure([](Svd3<float>& s) { std::swap(s.sigma.x, s.sigma.y); }).wrongOrder, 1);
    EXPECT_GT(measure([](Svd3<float>& s) { s.u(0, 0) = NAN; }).orthogonality, kTolerance);
}

}  // namespace
}  // namespace sinew
