#include "Asset/ModelHash.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace sinew {
namespace {

constexpr Vec3d kA{0.1, 0.2, 0.3}, kB{0.4, 0.2, 0.3}, kC{0.1, 0.7, 0.35};

TEST(ModelHash, ATriangleMayStartAtAnyCorner) {
    EXPECT_EQ(hashTriangle(kA, kB, kC), hashTriangle(kB, kC, kA));
    EXPECT_EQ(hashTriangle(kA, kB, kC), hashTriangle(kC, kA, kB));
}

// Smaller than the hash resolves: two corners are in one place.
TEST(ModelHash, SoMayOneWithTwoCornersInOnePlace) {
    for (const Vec3d& other : {kB, kC}) {
        EXPECT_EQ(hashTriangle(kA, kA, other), hashTriangle(kA, other, kA));
        EXPECT_EQ(hashTriangle(kA, kA, other), hashTriangle(other, kA, kA));
        EXPECT_EQ(hashTriangle(kA, other, other), hashTriangle(other, kA, other));
        EXPECT_EQ(hashTriangle(kA, other, other), hashTriangle(other, other, kA));
    }
}

TEST(ModelHash, ATriangleTurnedOverOrMovedIsAnother) {
    const std::uint64_t is = hashTriangle(kA, kB, kC);
    EXPECT_NE(is, hashTriangle(kA, kC, kB));
    EXPECT_NE(is, hashTriangle(kA + Vec3d{2e-4, 0, 0}, kB, kC));
    EXPECT_NE(is, hashTriangle(kA, kB + Vec3d{0, 2e-4, 0}, kC));
    EXPECT_NE(is, hashTriangle(kA, kB, kC + Vec3d{0, 0, -2e-4}));
}

TEST(ModelHash, RoundingToFloatDoesNotCount) {
    const auto rounded = [](const Vec3d& p) { return convert<double>(convert<float>(p * 100.0)) / 100.0; };
    EXPECT_EQ(hashTriangle(kA, kB, kC), hashTriangle(rounded(kA), rounded(kB), rounded(kC)));
    EXPECT_EQ(hashTriangle({-0.0, 0, 0}, kB, kC), hashTriangle({0, 0, 0}, kB, kC));
}

TEST(ModelHash, AJointIsItsNameItsParentAndItsPlace) {
    const std::string_view knee = "knee", hip = "hip", none;
    const std::uint64_t is = hashJoint(knee, hip, kA);
    EXPECT_EQ(is, hashJoint(knee, hip, kA + Vec3d{1e-6, 0, 0}));
    EXPECT_NE(is, hashJoint(hip, knee, kA));
    EXPECT_NE(is, hashJoint(knee, none, kA));
    EXPECT_NE(is, hashJoint(knee, hip, kB));
}

}  // namespace
}  // namespace sinew
