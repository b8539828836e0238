#include "Runtime/Tick/Frame.h"

#include <gtest/gtest.h>

#include "Runtime/Tick/Clock.h"
#include "Support/Runtime/AssetSamples.h"
#include "Support/Runtime/RuntimeBodies.h"

namespace sinew {
namespace {

using test::Dice;
using test::HeldBody;

std::vector<JointPose> bindPoses(const AssetView& view) {
    std::vector<JointPose> bones;
    for (const AssetJoint& joint : view.joints) bones.push_back({{}, joint.inverseBind.translation * -1.0f});
    return bones;
}

TEST(Frame, TheBindPoseIsTheIdentity) {
    const HeldBody body(test::sampleAsset().content);
    std::vector<Frame> frames(body.body.domains.size());
    PosedFrames posed;
    ASSERT_TRUE(framesOf(body.body.view, bindPoses(body.body.view), frames, posed));
    for (std::size_t d = 0; d < frames.size(); ++d) {
        EXPECT_LT(length(logMap(frames[d].rotation)), 1e-6);
        EXPECT_LT(length(frames[d].translation - convert<double>(body.body.view.domains[d].centre)), 1e-6);
    }
    EXPECT_EQ(posed.scale, 1.0f);
    EXPECT_EQ(posed.scaledJoint, ~0u);
}

TEST(Frame, PosedJointsAreWhereTheirSkinMatricesTakeThem) {
    const HeldBody body(test::sampleAsset().content);
    const AssetView& view = body.body.view;
    Dice dice(3);
    std::vector<JointPose> bones = bindPoses(view);
    std::vector<Affined> matrices;
    for (std::size_t j = 0; j < bones.size(); ++j) {
        const Quatd turn = expMap(dice.vector(2));
        bones[j].rotation = {static_cast<float>(turn.x), static_cast<float>(turn.y),
                             static_cast<float>(turn.z), static_cast<float>(turn.w)};
        bones[j].translation = convert<float>(dice.vector(1));
        matrices.push_back(Affined{toMatrix(turn), convert<double>(bones[j].translation)} *
                           convert<double>(view.joints[j].inverseBind));
    }
    std::vector<Frame> frames(view.domains.size());
    PosedFrames posed;
    ASSERT_TRUE(framesOf(view, bones, frames, posed));
    const std::vector<Frame> expected = test::framesOf(view, matrices);
    for (std::size_t d = 0; d < frames.size(); ++d) {
        EXPECT_LT(length(logMap(conjugate(frames[d].rotation) * expected[d].rotation)), 1e-6);
        EXPECT_LT(length(frames[d].translation - expected[d].translation), 1e-6);
    }
}

TEST(Frame, AScaleThatAllShareIsTakenOutAndOneOfItsOwnIsNamed) {
    const HeldBody body(test::sampleAsset().content);
    std::vector<JointPose> bones = bindPoses(body.body.view);
    for (JointPose& bone : bones) bone.translation = bone.translation * 2.0f, bone.scale = {2, 2, 2};
    std::vector<Frame> frames(body.body.domains.size());
    PosedFrames posed;
    ASSERT_TRUE(framesOf(body.body.view, bones, frames, posed));
    EXPECT_FLOAT_EQ(posed.scale, 2);
    EXPECT_EQ(posed.scaledJoint, ~0u);
    EXPECT_LT(length(frames[1].translation - convert<double>(body.body.view.domains[1].centre)), 1e-6);
    bones[1].scale = {3, 3, 3};
    ASSERT_TRUE(framesOf(body.body.view, bones, frames, posed));
    EXPECT_EQ(posed.scaledJoint, 1u);
}

TEST(Frame, WhatIsNoPoseIsRefused) {
    const HeldBody body(test::sampleAsset().content);
    const std::vector<JointPose> good = bindPoses(body.body.view);
    std::vector<Frame> frames(body.body.domains.size());
    PosedFrames posed;
    const auto refused = [&](auto spoil) {
        std::vector<JointPose> bones = good;
        spoil(bones[1]);
        return !framesOf(body.body.view, bones, frames, posed);
    };
    EXPECT_FALSE(refused([](JointPose&) {}));
    EXPECT_TRUE(refused([](JointPose& b) { b.translation.y = std::numeric_limits<float>::quiet_NaN(); }));
    EXPECT_TRUE(refused([](JointPose& b) { b.rotation.w = std::numeric_limits<float>::infinity(); }));
    EXPECT_TRUE(refused([](JointPose& b) { b.rotation = {0, 0, 0, 0}; }));
    EXPECT_TRUE(refused([](JointPose& b) { b.scale.x = 0; }));
    EXPECT_TRUE(refused([](JointPose& b) { b.scale = {1e30f, 1e30f, 1e30f}; }));
    EXPECT_TRUE(refused([](JointPose& b) { b.translation.z = 3e38f; }));  // infinite once it is skinned
}

// Newmark's formulas on prescribed motion would grow without bound here.
TEST(FrameMotion, AConstantVelocityStaysOneForEver) {
    FrameMotion motion;
    const double h = 1.0 / 120;
    for (int i = 1; i <= 1000000; ++i) {
        advance(motion, {{}, {0.0, 0.0, i * h}}, h);
        if (i % 1000 == 0) {
            ASSERT_NEAR(motion.velocity.z, 1, 1e-6);
            ASSERT_LT(length(motion.acceleration), 1e-4);
        }
    }
}

TEST(FrameMotion, ACircleIsACircle) {
    FrameMotion motion;
    const double h = 1e-3, w = 3, radius = 0.5;
    for (int i = 0; i < 200; ++i) {
        const double t = i * h;
        const Quatd turn = fromAxisAngle(Vec3d{0, 0, 1}, w * t);
        advance(motion, {turn, {radius * std::cos(w * t), radius * std::sin(w * t), 0}}, h);
    }
    EXPECT_NEAR(length(motion.velocity), radius * w, 1e-3);
    EXPECT_NEAR(length(motion.acceleration), radius * w * w, 1e-2);
    EXPECT_NEAR(motion.spin.z, w, 1e-6);
    EXPECT_LT(length(motion.spinRate), 1e-6);
}

TEST(FrameMotion, SpinIsInTheBodysAxes) {
    const Vec3d spin{1, 2, -3}, faster{0.5, -1, 2};
    const double h = 1e-3;
    FrameMotion motion;
    Quatd turned = expMap(Vec3d{0.4, -1.1, 0.7});
    for (int i = 0; i < 30; ++i) {
        advance(motion, {turned, {}}, h);
        turned = turned * expMap((spin + faster * (i * h)) * h);
    }
    EXPECT_LT(length(motion.spin - spin - faster * (28 * h)), 1e-6);
    EXPECT_LT(length(motion.spinRate - faster), 1e-3);
}

TEST(FrameMotion, AJumpIsNoBlow) {
    FrameMotion motion;
    const MotionLimits limits;
    advance(motion, {{}, {0, 0, 0}}, 0.01);
    advance(motion, {{}, {1000, 0, 0}}, 0.01);
    EXPECT_LE(length(motion.acceleration), limits.acceleration);
}

// At any frame rate the same steps end, and no time gets lost.
TEST(Clock, StepsDoNotDependOnFrames) {
    const std::int64_t step = timeUnits(1.0 / 60);
    for (const double rate : {15.0, 24.0, 30.0, 50.0, 60.0, 90.0, 120.0, 144.0, 240.0}) {
        Clock clock;
        std::int64_t steps = 0;
        double share = 0;
        for (int frame = 0; frame < static_cast<int>(10 * rate); ++frame) {
            clock.advance(timeUnits(1 / rate));
            while (clock.due(step, share)) {
                ++steps;
                EXPECT_GT(share, 0);
                EXPECT_LE(share, 1);
            }
            EXPECT_LT(clock.past(step), 1);
            clock.rebase();
        }
        EXPECT_NEAR(static_cast<double>(steps), 600, 1) << rate;
    }
}

TEST(Clock, AFrameThatEndsWithAStepIsExactlyAtItsEnd) {
    Clock clock;
    double share = 0;
    for (int i = 0; i < 1000; ++i) {
        clock.advance(timeUnits(1.0 / 60));
        ASSERT_TRUE(clock.due(timeUnits(1.0 / 60), share));
        ASSERT_EQ(share, 1.0);
        ASSERT_FALSE(clock.due(timeUnits(1.0 / 60), share));
        clock.rebase();
    }
}

}  // namespace
}  // namespace sinew
