#include "Offline/Poses/PoseChoice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <set>

#include "Offline/Character/Import.h"
#include "Offline/Character/Motion/Retarget.h"
#include "Offline/Poses/LimbOverlap.h"
#include "Offline/Poses/PoseTree.h"
#include "Samples/MannequinRig.h"
#include "Support/Characters/CleanCharacter.h"
#include "Support/Characters/PosedCharacters.h"
#include "Support/Data.h"

namespace sinew::poses {
namespace {

using test::mannequin;
using test::mannequinLimits;

const PoseMetric& mannequinMetric() {
    static const PoseMetric metric(mannequin());
    return metric;
}

PoseMetric::Signature turned(const PoseMetric& metric, std::uint32_t joint, double angle) {
    Pose pose = bindPose(mannequin().skeleton);
    pose[joint].rotation = pose[joint].rotation * fromAxisAngle(Vec3d{1, 0, 0}, angle);
    return metric.signatureOf(pose);
}

TEST(PoseMetric, TurningTheWholeBodyIsNoDifference) {
    const PoseMetric& metric = mannequinMetric();
    const auto bind = turned(metric, kHips, 0);
    EXPECT_LT(metric.distance(bind, turned(metric, kHips, 1.5)), 1e-6);
    EXPECT_GT(metric.distance(bind, turned(metric, kThighL, 1.5)), 0.1);
}

TEST(PoseMetric, CountsTheFleshThatAJointStrains) {
    const PoseMetric& metric = mannequinMetric();
    const auto bind = turned(metric, kHips, 0);
    const auto from = [&](std::uint32_t joint) { return metric.distance(bind, turned(metric, joint, 0.5)); };
    EXPECT_GT(from(kThighL), 1.5 * from(kShinL));
    EXPECT_GT(from(kShinL), 1.5 * from(kHandL));
    EXPECT_GT(from(kSpine), from(kNeck));
    EXPECT_NEAR(from(kShinL), from(kShinR), 1e-3 * from(kShinL));
    EXPECT_NEAR(metric.distance(turned(metric, kShinL, 0.2), turned(metric, kShinL, 0.7)), from(kShinL),
                1e-9);
}

// The limb of two joints has one pair: the distance is its angle, whatever the skin.
TEST(PoseMetric, IsTheAngleOfASingleJoint) {
    const Character limb = test::cleanCharacter();
    const PoseMetric metric(limb);
    Pose pose = bindPose(limb.skeleton);
    const auto bind = metric.signatureOf(pose);
    pose[1].rotation = fromAxisAngle(normalized(Vec3d{1, 2, 3}), 0.8);
    EXPECT_NEAR(metric.distance(bind, metric.signatureOf(pose)), 0.8, 1e-9);
}

TEST(PoseMetric, MergedJointsDoNotCount) {
    std::vector<std::uint32_t> carrierOf(kMannequinJoints);
    std::iota(carrierOf.begin(), carrierOf.end(), 0u);
    carrierOf[kMittL] = kHandL;
    const PoseMetric metric(mannequin(), carrierOf);
    const auto bind = turned(metric, kHips, 0);
    EXPECT_LT(metric.distance(bind, turned(metric, kMittL, 1)), 1e-9);
    EXPECT_GT(metric.distance(bind, turned(metric, kMittR, 1)), 1e-3);
}

// Whole weights, as on a robot: nothing is shared, and still a joint between two bones counts.
TEST(PoseMetric, HardWeightsCount) {
    Character limb = test::cleanCharacter();
    for (std::size_t v = 0; v < limb.surface.positions.size(); ++v) {
        const std::uint32_t first = limb.weights.firstOfVertex[v];
        for (std::uint32_t i = first; i < limb.weights.firstOfVertex[v + 1]; ++i)
            limb.weights.influences[i].weight = i == first ? 1.0f : 0.0f;
    }
    const PoseMetric metric(limb);
    ASSERT_FALSE(metric.pairs().empty());
    Pose pose = bindPose(limb.skeleton);
    const auto bind = metric.signatureOf(pose);
    pose[1].rotation = fromAxisAngle(Vec3d{1, 0, 0}, 0.8);
    EXPECT_NEAR(metric.distance(bind, metric.signatureOf(pose)), 0.8, 1e-9);
}

TEST(LimbOverlap, FindsAnArmInTheChestAndKneesInEachOther) {
    const LimbOverlap overlap(mannequin());
    const Pose bind = bindPose(mannequin().skeleton);
    const auto after = [&](std::initializer_list<std::pair<std::uint32_t, JointAngles>> turns) {
        Pose pose = bind;
        for (const auto& [joint, angles] : turns)
            pose[joint].rotation = bind[joint].rotation * turnOf(mannequinLimits()[joint], angles);
        return overlap.of(pose);
    };
    EXPECT_LT(overlap.of(bind), 1e-9);
    EXPECT_LT(after({{kUpperarmL, {0, 0, 0.8}}}), 0.1);                         // raised
    EXPECT_LT(after({{kForearmL, {0, 2, 0}}, {kShinR, {0, 2, 0}}}), 0.2);       // folded
    EXPECT_GT(after({{kUpperarmL, {0, 0, -1.3}}}), 1);                          // through the trunk
    EXPECT_GT(after({{kThighL, {0, 0, -0.2}}, {kThighR, {0, 0, -0.2}}}), 0.5);  // shins crossed
}

TEST(LimbOverlap, IsTheSameWhereverTheCharacterStands) {
    const LimbOverlap overlap(mannequin());
    Pose pose = bindPose(mannequin().skeleton);
    pose[kUpperarmL].rotation = pose[kUpperarmL].rotation * turnOf(mannequinLimits()[kUpperarmL], {0, 0, -1});
    const double here = overlap.of(pose);
    pose[kHips].translation += Vec3d{5, 0, 1};
    pose[kHips].rotation = fromAxisAngle(Vec3d{0, 1, 0}, 2.0) * pose[kHips].rotation;
    EXPECT_NEAR(overlap.of(pose), here, 1e-9);
    EXPECT_GT(here, 0.3);
}

TEST(PoseChoice, SamplesDoNotGoThroughThemselves) {
    const LimbOverlap overlap(mannequin());
    std::size_t knots = 0;
    for (const AngleSample& sample : sampleAngles(mannequin().skeleton, mannequinLimits(), 150))
        knots += overlap.of(poseOf(bindPose(mannequin().skeleton), mannequinLimits(), sample.joints)) > 0.5;
    EXPECT_GT(knots, 0u);
    EXPECT_LT(knots, 15u);
    PoseChoiceSettings settings;
    settings.sampled = 1;
    const PoseChoice choice = choosePoses(mannequin(), {}, mannequinLimits(), mannequinMetric(), settings);
    for (const ChosenPose& pose : choice.training) EXPECT_LE(overlap.of(pose.pose), settings.maxOverlap);
}

PoseChoiceSettings someSettings() {
    PoseChoiceSettings settings;
    settings.count = 41;
    settings.heldOut = 10;
    return settings;
}

PoseChoice chooseMannequin(const PoseChoiceSettings& settings) {
    return choosePoses(mannequin(), {}, mannequinLimits(), mannequinMetric(), settings);
}

std::size_t countOf(const std::vector<ChosenPose>& poses, PoseOrigin origin) {
    return static_cast<std::size_t>(std::count_if(
        poses.begin(), poses.end(), [&](const ChosenPose& pose) { return pose.origin == origin; }));
}

TEST(PoseChoice, KeepsItsQuotas) {
    const PoseChoice choice = chooseMannequin(someSettings());
    ASSERT_EQ(choice.training.size(), 41u);
    EXPECT_EQ(choice.training[0].name, "bind pose");
    EXPECT_EQ(countOf(choice.training, PoseOrigin::Bind), 1u);
    EXPECT_EQ(countOf(choice.training, PoseOrigin::Sample), 20u);
    EXPECT_EQ(countOf(choice.training, PoseOrigin::Clip), 20u);
    EXPECT_EQ(choice.heldOut.size(), 10u);
    EXPECT_EQ(countOf(choice.heldOut, PoseOrigin::Sample), 3u);
    PoseChoiceSettings all = someSettings();
    all.sampled = 1;
    EXPECT_EQ(countOf(chooseMannequin(all).training, PoseOrigin::Sample), 40u);
}

TEST(PoseChoice, FillsUpFromSamplesWhereThereAreNoClips) {
    Character still = mannequin();
    still.clips.clear();
    const PoseChoice choice = choosePoses(still, {}, mannequinLimits(), mannequinMetric(), someSettings());
    EXPECT_EQ(countOf(choice.training, PoseOrigin::Sample), 40u);
    EXPECT_EQ(choice.heldOut.size(), 10u);
}

TEST(PoseChoice, HeldOutPosesAreOthers) {
    const PoseChoice choice = chooseMannequin(someSettings());
    std::set<std::string> names;
    for (const ChosenPose& pose : choice.training) EXPECT_TRUE(names.insert(pose.name).second) << pose.name;
    for (const ChosenPose& held : choice.heldOut) {
        EXPECT_TRUE(names.insert(held.name).second) << held.name;
        for (const ChosenPose& pose : choice.training)
            EXPECT_GE(mannequinMetric().distance(held.signature, pose.signature), someSettings().minDistance);
    }
}

TEST(PoseChoice, IsTheSameEveryTime) {
    const PoseChoice a = chooseMannequin(someSettings()), b = chooseMannequin(someSettings());
    ASSERT_EQ(a.training.size(), b.training.size());
    for (std::size_t i = 0; i < a.training.size(); ++i) EXPECT_EQ(a.training[i].pose, b.training[i].pose);
    PoseChoiceSettings other = someSettings();
    other.samples.seed = 2;
    const PoseChoice c = chooseMannequin(other);
    EXPECT_NE(a.training[1].pose, c.training[1].pose);
}

// A recorded pose keeps its turns against each other, but stands where the bind pose does.
TEST(PoseChoice, RecordedPosesStandWhereTheBindPoseDoes) {
    const Vec3d hips = bindFrames(mannequin().skeleton)[kHips].translation;
    PoseChoiceSettings settings = someSettings();
    settings.sampled = 0;
    for (const ChosenPose& pose : chooseMannequin(settings).training) {
        const auto frames = jointFrames(mannequin().skeleton, pose.pose);
        EXPECT_LT(length(frames[kHips].translation - hips), 1e-6) << pose.name;
        EXPECT_GT(frames[kHips].linear(1, 1), 0.99) << pose.name;
    }
    std::map<std::string, PoseMetric::Signature> asRecorded;
    for (const Clip& clip : mannequin().clips) {
        for (int k = 0; k <= static_cast<int>(clip.duration * 10); ++k) {
            std::array<char, 16> time{};
            std::snprintf(time.data(), time.size(), " %.2f s", k / 10.0);
            asRecorded[clip.name + time.data()] =
                mannequinMetric().signatureOf(samplePose(mannequin().skeleton, clip, k / 10.0));
        }
    }
    for (const ChosenPose& pose : chooseMannequin(settings).heldOut) {
        if (pose.origin != PoseOrigin::Clip) continue;
        ASSERT_EQ(asRecorded.count(pose.name), 1u) << pose.name;
        EXPECT_LT(mannequinMetric().distance(asRecorded[pose.name], pose.signature), 1e-7) << pose.name;
    }
}

TEST(PoseChoice, NamesEachPoseOnce) {
    Character twice = mannequin();
    twice.clips[1].name = twice.clips[0].name;
    std::set<std::string> names;
    for (const ChosenPose& pose :
         choosePoses(twice, {}, mannequinLimits(), mannequinMetric(), someSettings()).training)
        EXPECT_TRUE(names.insert(pose.name).second) << pose.name;
}

// A hundred poses: steps in the tree are shorter than from the bind pose.
TEST(PoseTreeOfPoses, ShortensTheWayToThePoses) {
    const PoseChoice choice = chooseMannequin({});
    const PoseTree tree = growPoseTree(choice.training, mannequinMetric());
    double ways = 0, direct = 0;
    for (std::size_t i = 1; i < choice.training.size(); ++i) {
        ways += tree.distanceToParent[i];
        direct += mannequinMetric().distance(choice.training[0].signature, choice.training[i].signature);
    }
    EXPECT_LT(ways, 0.8 * direct);
}

TEST(PoseChoiceData, HumanBodyWalksAndIsSampled) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    SINEW_DATA_OR_SKIP(walk, "cmu_mocap_open/02_01.bvh");
    const Character body = importCharacter(path);
    const std::vector<Clip> motions{test::motionOn(body, walk)};
    const auto limits = planJointLimits(body, motions);
    const PoseMetric metric(body);
    PoseChoiceSettings settings;
    settings.count = 40;
    settings.heldOut = 8;
    const PoseChoice choice = choosePoses(body, motions, limits, metric, settings);
    EXPECT_GE(countOf(choice.training, PoseOrigin::Motion), 15u);
    EXPECT_GE(countOf(choice.heldOut, PoseOrigin::Motion), 4u);
    EXPECT_EQ(choice.training.size(), 40u);
    // The flesh nearest the root stands still; the walk would take it metres away.
    const Vec3d root = bindFrames(body.skeleton)[0].translation;
    for (const ChosenPose& pose : choice.training)
        EXPECT_LT(length(jointFrames(body.skeleton, pose.pose)[0].translation - root), 0.02) << pose.name;
}

// The wolf's rest pose is not its bind pose, its joints have a scale of 100 and its feet hang on controls.
TEST(PoseChoiceData, WolfMovesByItsClips) {
    SINEW_DATA_OR_SKIP(path, "quaternius_wolf/Wolf.glb");
    const Character wolf = importCharacter(path);
    const auto limits = planJointLimits(wolf);
    const PoseMetric metric(wolf);
    PoseChoiceSettings settings;
    settings.count = 30;
    const PoseChoice choice = choosePoses(wolf, {}, limits, metric, settings);
    EXPECT_EQ(choice.training.size(), 30u);
    const auto skinned = skinMatrices(wolf.skeleton, choice.training[0].pose);
    for (const Affined& motion : skinned) {
        EXPECT_LT(length(motion.translation), 1e-4);
        EXPECT_NEAR(motion.linear(0, 0), 1, 1e-4);
    }
    EXPECT_EQ(growPoseTree(choice.training, metric).order.size(), 30u);
}

}  // namespace
}  // namespace sinew::poses
