#include "Offline/Character/Pose.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

Skeleton twoJoints() {
    Skeleton skeleton;
    skeleton.joints = {{"root", -1, {{0, 1, 0}, {}, {1, 1, 1}}}, {"tip", 0, {{0, 1, 0}, {}, {1, 1, 1}}}};
    for (const Affined& frame : jointFrames(skeleton, restPose(skeleton))) {
        skeleton.inverseBind.push_back(inverse(frame));
    }
    return skeleton;
}

Clip clipWithRootTranslation(Track<Vec3d> track) {
    Clip clip{"move", 1.0, std::vector<JointTracks>(2)};
    clip.joints[0].translation = std::move(track);
    return clip;
}

TEST(Pose, RestPoseOfABoundSkeletonSkinsToIdentity) {
    const Skeleton skeleton = twoJoints();
    for (const Affined& m : skinMatrices(skeleton, restPose(skeleton))) EXPECT_EQ(m, Affined{});
}

TEST(Pose, ChildrenFollowTheirParents) {
    const Skeleton skeleton = twoJoints();
    Pose pose = restPose(skeleton);
    pose[0].rotation = fromAxisAngle(Vec3d{0, 0, 1}, 3.14159265358979 / 2);
    const Vec3d tip = jointFrames(skeleton, pose)[1].translation;
    EXPECT_LT(length(tip - Vec3d{-1, 1, 0}), 1e-12);
}

TEST(Pose, InterpolationFollowsItsKind) {
    const Skeleton skeleton = twoJoints();
    const auto heightAt = [&](Track<Vec3d> track, double time) {
        return samplePose(skeleton, clipWithRootTranslation(std::move(track)), time)[0].translation.y;
    };
    const std::vector<Vec3d> line{{0, 0, 0}, {0, 4, 0}};
    EXPECT_EQ(heightAt({Interpolation::Linear, {0, 1}, line}, 0.25), 1.0);
    EXPECT_EQ(heightAt({Interpolation::Step, {0, 1}, line}, 0.99), 0.0);
    EXPECT_EQ(heightAt({Interpolation::Linear, {0, 1}, line}, 7.0), 4.0);
    EXPECT_EQ(heightAt({Interpolation::Linear, {}, {}}, 0.5), 1.0);  // no keys: the rest pose
    // Cubic with both tangents equal to the slope is the straight line, also when keys are not one second
    // apart.
    const std::vector<Vec3d> cubic{{0, 2, 0}, {0, 0, 0}, {0, 2, 0}, {0, 2, 0}, {0, 4, 0}, {0, 2, 0}};
    EXPECT_NEAR(heightAt({Interpolation::CubicSpline, {0, 2}, cubic}, 0.5), 1.0, 1e-15);
}

}  // namespace
}  // namespace sinew
