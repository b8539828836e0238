#include "Offline/Character/Skinning.h"

#include <gtest/gtest.h>

#include <limits>

#include "Support/Characters/Skinned.h"
#include "Support/Runtime/SkinSamples.h"

namespace sinew {
namespace {

using test::kSkinMethods;
using test::SkinTube;

constexpr std::uint32_t kMiddle = SkinTube::kRings / 2;

Affined rotation(Vec3d axis, double angle) {
    return {toMatrix(fromAxisAngle(normalized(axis), angle)), {}};
}

double radiusAt(const std::vector<Vec3d>& positions, std::uint32_t ring) {
    double radius = 0;
    for (std::uint32_t i = 0; i < SkinTube::kAround; ++i) {
        const Vec3d p = positions[SkinTube::at(ring, i)];
        radius = std::fmax(radius, std::hypot(p.y, p.z));
    }
    return radius;
}

double largestDistance(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    double largest = 0;
    for (std::size_t v = 0; v < a.size(); ++v) {
        const double distance = length(a[v] - b[v]);
        if (std::isnan(distance)) return distance;
        largest = std::fmax(largest, distance);
    }
    return largest;
}

TEST(Skinning, IdentityMatricesGiveTheBindPose) {
    const SkinTube tube;
    const std::vector<Affined> identity(2);
    for (const SkinMethod method : kSkinMethods) {
        EXPECT_LT(largestDistance(skinPositions(tube.character, identity, method),
                                  tube.character.surface.positions),
                  1e-15);
        EXPECT_LT(
            largestDistance(skinNormals(tube.character, tube.normals(), identity, method), tube.normals()),
            1e-15);
    }
}

TEST(Skinning, OneAffineMotionOfAllJointsMovesTheSurfaceByIt) {
    const SkinTube tube;
    const Affined rigid{rotation({1, 2, -1}, 2.5).linear, {3, -4, 5}};
    const Affined sheared{{{{2, 0.3, 0}, {0, 0.5, 0.1}, {-0.4, 0, 1}}}, {1, 2, 3}};
    for (const SkinMethod method : kSkinMethods) {
        for (const Affined& motion : {rigid, sheared}) {
            std::vector<Vec3d> expected = tube.character.surface.positions;
            for (Vec3d& p : expected) p = transformPoint(motion, p);
            const std::vector<Affined> matrices(2, motion);
            EXPECT_LT(largestDistance(skinPositions(tube.character, matrices, method), expected), 1e-13);
        }
    }
}

TEST(Skinning, ATwistCollapsesTheLinearBlendButNotDualQuaternions) {
    const SkinTube tube;
    // Just short of half a turn, where the shorter way round is still the one that was meant.
    const std::vector<Affined> twist{{}, rotation({1, 0, 0}, std::numbers::pi - 1e-6)};
    const auto linear = skinPositions(tube.character, twist, SkinMethod::LinearBlend);
    const auto dual = skinPositions(tube.character, twist, SkinMethod::DualQuaternion);
    EXPECT_LT(radiusAt(linear, kMiddle), 1e-6);
    for (std::uint32_t ring = 0; ring < SkinTube::kRings; ++ring) EXPECT_NEAR(radiusAt(dual, ring), 1, 1e-12);
}

TEST(Skinning, DualQuaternionsTakeTheShorterWayWhateverTheSignOfARotation) {
    const SkinTube tube;
    for (const double start : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0}) {
        for (const double angle : {-3.0, -1.5, 0.5, 2.0, 4.0, 6.0}) {
            const std::vector<Affined> twist{rotation({1, 0, 0}, start), rotation({1, 0, 0}, start + angle)};
            const auto posed = skinPositions(tube.character, twist, SkinMethod::DualQuaternion);
            const double halfWay = start + std::remainder(angle, 2 * std::numbers::pi) / 2;
            const Vec3d expected = rotation({1, 0, 0}, halfWay).linear * Vec3d{0, 1, 0};
            EXPECT_LT(length(posed[SkinTube::at(kMiddle, 0)] - expected), 1e-7) << start << " " << angle;
        }
    }
}

TEST(Skinning, NormalsStayUnitAndFollowTheSurface) {
    const SkinTube tube;
    const Affined stretched{rotation({0, 1, 1}, 0.7).linear * Mat3d::diagonal({0.5, 3, 1}), {1, 0, 0}};
    const Affined mirrored{Mat3d::diagonal({1, -2, 1}), {}};
    for (const SkinMethod method : kSkinMethods) {
        for (const Affined& motion : {rotation({1, 1, 0}, 1.1), stretched, mirrored}) {
            const std::vector<Affined> matrices(2, motion);
            const auto p = skinPositions(tube.character, matrices, method);
            const auto n = skinNormals(tube.character, tube.normals(), matrices, method);
            for (std::uint32_t i = 0; i < SkinTube::kAround; ++i) {
                const Vec3d normal = n[SkinTube::at(kMiddle, i)];
                const Vec3d along = p[SkinTube::at(kMiddle + 1, i)] - p[SkinTube::at(kMiddle, i)];
                const Vec3d around =
                    p[SkinTube::at(kMiddle, i + 1)] - p[SkinTube::at(kMiddle, i + SkinTube::kAround - 1)];
                EXPECT_NEAR(length(normal), 1, 1e-14);
                EXPECT_NEAR(dot(normal, normalized(along)), 0, 1e-13);
                EXPECT_NEAR(dot(normal, normalized(around)), 0, 1e-13);
                EXPECT_GT(dot(normal, cross(around, along)), 0);  // the side the triangles face
            }
        }
    }
}

TEST(Skinning, AScaledJointKeepsItsPlaceUnderDualQuaternions) {
    SkinTube tube;
    const Vec3d elbow{0, 5, 7};
    for (Vec3d& p : tube.character.surface.positions) p += elbow;
    tube.character.surface.positions[SkinTube::at(kMiddle, 0)] = elbow;
    for (Affined& toJoint : tube.character.skeleton.inverseBind) toJoint.translation = -elbow;
    const Affined there{Mat3d::identity(), elbow}, back{Mat3d::identity(), -elbow};
    const Affined scale{Mat3d::diagonal({300, 20, 0.01}), {}};
    const std::vector<Affined> matrices{{}, there * rotation({0, 0, 1}, 1.5) * scale * back};
    const auto posed = skinPositions(tube.character, matrices, SkinMethod::DualQuaternion);
    EXPECT_LT(length(posed[SkinTube::at(kMiddle, 0)] - elbow), 1e-12);
}

TEST(Skinning, DegenerateJointsGiveFiniteResults) {
    const SkinTube tube;
    const Mat3d flat{{{1, 0, 0}, {1, 0, 0}, {0, 0, 0}}};
    for (const Mat3d& linear :
         {Mat3d{}, flat, Mat3d::diagonal({-1, -1, -1}), Mat3d::diagonal({1e-18, 1, 1e18})}) {
        for (const Affined& other : {Affined{}, rotation({1, 0, 0}, std::numbers::pi)}) {
            const std::vector<Affined> matrices{other, {linear, {1, 1, 1}}};
            for (const SkinMethod method : kSkinMethods) {
                for (const Vec3d p : skinPositions(tube.character, matrices, method))
                    EXPECT_TRUE(isFinite(p));
                for (const Vec3d n : skinNormals(tube.character, tube.normals(), matrices, method)) {
                    EXPECT_TRUE(isFinite(n));
                }
            }
        }
    }
}

TEST(Skinning, ANanJointSpoilsOnlyItsOwnVertices) {
    const SkinTube tube;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Affined> matrices{{}, {Mat3d::diagonal({nan, 1, 1}), {}}};
    for (const SkinMethod method : kSkinMethods) {
        const auto posed = skinPositions(tube.character, matrices, method);
        EXPECT_TRUE(isFinite(posed[SkinTube::at(0, 3)]));
        EXPECT_FALSE(isFinite(posed[SkinTube::at(kMiddle, 3)]));
    }
}

TEST(Skinning, VerticesWithoutWeightsStayWhereTheyAre) {
    Character mesh;
    mesh.surface.positions = {{1, 2, 3}};
    for (const SkinMethod method : kSkinMethods) {
        EXPECT_EQ(skinPositions(mesh, {}, method), mesh.surface.positions);
    }
}

TEST(Skinning, WeightsCountRelativeToTheirSum) {
    SkinTube tube;
    const std::vector<Affined> bent{{}, {rotation({0, 0, 1}, 1).linear, {1, 2, 3}}};
    SkinTube doubled;
    for (auto& influence : doubled.character.weights.influences) influence.weight *= 2;
    for (const SkinMethod method : kSkinMethods) {
        EXPECT_LT(largestDistance(skinPositions(tube.character, bent, method),
                                  skinPositions(doubled.character, bent, method)),
                  1e-14);
    }
}

TEST(Skinning, RigidPartsFollowTheirJoint) {
    RigidPart sword{"sword", 1, {}};
    sword.surface.positions = {{1, 0, 0}};
    const std::vector<Affined> frames{{}, {rotation({0, 0, 1}, std::numbers::pi / 2).linear, {0, 0, 5}}};
    EXPECT_LT(length(posedPositions(sword, frames)[0] - Vec3d{0, 1, 5}), 1e-15);
}

}  // namespace
}  // namespace sinew
