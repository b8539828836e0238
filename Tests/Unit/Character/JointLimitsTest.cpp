#include "Offline/Character/JointLimits.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "Offline/Character/Import.h"
#include "Offline/Character/Motion/Retarget.h"
#include "Offline/Character/SharedSkin.h"
#include "Offline/Error.h"
#include "Samples/MannequinRig.h"
#include "Support/Characters/CleanCharacter.h"
#include "Support/Characters/PosedCharacters.h"
#include "Support/Data.h"

namespace sinew {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

using test::mannequin;

Character withoutClips(Character character) {
    character.clips.clear();
    return character;
}

std::size_t jointNamed(const Character& character, const std::string& name) {
    const auto& joints = character.skeleton.joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        if (joints[j].name == name) return j;
    }
    throw std::runtime_error("no joint " + name);
}

// Where `end` goes, in the bind pose's axes, when `joint` alone turns by these angles.
Vec3d moved(const Character& character, std::span<const JointLimits> limits, std::size_t joint,
            std::size_t end, const JointAngles& angles) {
    const Pose bind = bindPose(character.skeleton);
    Pose pose = bind;
    pose[joint].rotation = bind[joint].rotation * turnOf(limits[joint], angles);
    return jointFrames(character.skeleton, pose)[end].translation -
           bindFrames(character.skeleton)[end].translation;
}

TEST(JointLimits, AnglesAndTurnsAreInverse) {
    JointLimits limits;
    limits.axes = normalized(Quatd{0.3, -0.2, 0.5, 0.7});
    for (const JointAngles& a :
         {JointAngles{0, 0, 0}, {0.5, 1.2, -0.4}, {-2, 0.1, 2.5}, {1, -2, -1}, {0, 3, 0}}) {
        const JointAngles b = anglesOf(limits, turnOf(limits, a));
        EXPECT_NEAR(a.twist, b.twist, 1e-12);
        EXPECT_NEAR(a.bend, b.bend, 1e-12);
        EXPECT_NEAR(a.side, b.side, 1e-12);
        const JointAngles c = anglesOf(limits, -turnOf(limits, a));  // the same rotation
        EXPECT_NEAR(a.bend, c.bend, 1e-12);
    }
}

TEST(JointLimits, TwistLeavesTheBoneWhereItIs) {
    const Character character = withoutClips(mannequin());
    const auto limits = planJointLimits(character);
    for (const auto& [joint, end] :
         {std::pair{kUpperarmL, kForearmL}, {kThighR, kShinR}, {kForearmR, kHandR}}) {
        EXPECT_LT(length(moved(character, limits, joint, end, {1, 0, 0})), 1e-3);
        EXPECT_GT(length(moved(character, limits, joint, end, {0, 1, 0})), 0.1);
    }
}

TEST(JointLimits, BindPoseIsWithinAllLimits) {
    for (const JointLimits& limits : planJointLimits(mannequin())) EXPECT_TRUE(within(limits, {}));
}

TEST(JointLimits, BindPoseComesFromTheBindMatrices) {
    Character character = mannequin();
    for (Joint& joint : character.skeleton.joints) joint.rest.rotation = normalized(Quatd{0.1, 0.2, 0.3, 1});
    const auto frames = jointFrames(character.skeleton, bindPose(character.skeleton));
    const auto bound = bindFrames(character.skeleton);
    for (std::size_t j = 0; j < frames.size(); ++j) {
        EXPECT_LT(length(frames[j].translation - bound[j].translation), 1e-7);
        EXPECT_LT(length(frames[j].linear.column[0] - bound[j].linear.column[0]), 1e-7);
    }
}

// The angle between the segments at a joint, 0 where they are in line, after bending it by `bend`.
double flexion(const Character& character, std::span<const JointLimits> limits, std::size_t above,
               std::size_t joint, std::size_t end, double bend) {
    const auto bound = bindFrames(character.skeleton);
    const Vec3d upper = bound[joint].translation - bound[above].translation;
    const Vec3d lower = bound[end].translation + moved(character, limits, joint, end, {0, bend, 0}) -
                        bound[joint].translation;
    return std::atan2(length(cross(upper, lower)), dot(upper, lower));
}

// What a motion's idea of a hinge's axis may be off by, to both sides together.
constexpr double kHingeSlack = 30 * kDegree;

TEST(JointLimits, KneesBendBackwardsOnly) {
    const Character character = withoutClips(mannequin());
    const auto limits = planJointLimits(character);
    for (const auto& [thigh, shin, foot] : {std::array{kThighL, kShinL, kFootL}, {kThighR, kShinR, kFootR}}) {
        const AngleRange bend = limits[shin].bend;
        EXPECT_LT(moved(character, limits, shin, foot, {0, bend.high, 0}).z, -0.2);
        EXPECT_GT(flexion(character, limits, thigh, shin, foot, bend.high), 120 * kDegree);
        // Straight is the end: no farther forwards.
        EXPECT_LT(flexion(character, limits, thigh, shin, foot, bend.low), 2 * kDegree);
        EXPECT_NEAR(limits[shin].side.width(), kHingeSlack, 1e-9);
        EXPECT_EQ(limits[shin].twist.width(), 0);
    }
}

TEST(JointLimits, ElbowsBendForwardsOnly) {
    const Character character = withoutClips(mannequin());
    const auto limits = planJointLimits(character);
    for (const auto& [upper, fore, hand] :
         {std::array{kUpperarmL, kForearmL, kHandL}, {kUpperarmR, kForearmR, kHandR}}) {
        const AngleRange bend = limits[fore].bend;
        EXPECT_GT(moved(character, limits, fore, hand, {0, bend.high / 2, 0}).z, 0.15);
        EXPECT_GT(flexion(character, limits, upper, fore, hand, bend.high), 125 * kDegree);
        EXPECT_LT(flexion(character, limits, upper, fore, hand, bend.low), 2 * kDegree);
        EXPECT_NEAR(limits[fore].side.width(), kHingeSlack, 1e-9);
    }
}

TEST(JointLimits, PositiveAnglesGoWhereTheyAreSaidToGo) {
    const Character character = withoutClips(mannequin());
    const auto limits = planJointLimits(character);
    EXPECT_GT(moved(character, limits, kThighL, kShinL, {0, 0.5, 0}).z, 0.1);
    EXPECT_GT(moved(character, limits, kThighL, kShinL, {0, 0, 0.5}).x, 0.1);
    EXPECT_LT(moved(character, limits, kThighR, kShinR, {0, 0, 0.5}).x, -0.1);
    EXPECT_GT(moved(character, limits, kUpperarmL, kForearmL, {0, 0, 0.5}).y, 0.05);
    EXPECT_GT(moved(character, limits, kUpperarmR, kForearmR, {0, 0, 0.5}).y, 0.05);
    EXPECT_GT(moved(character, limits, kUpperarmR, kForearmR, {0, 0.5, 0}).z, 0.05);
    EXPECT_GT(moved(character, limits, kSpine, kHead, {0, 0.5, 0}).z, 0.1);
    EXPECT_GT(moved(character, limits, kSpine, kHead, {0, 0, 0.5}).x, 0.1);
    EXPECT_LT(moved(character, limits, kFootL, kToeL, {0, 0.5, 0}).y, -0.02);
}

TEST(JointLimits, LeftAndRightMirrorEachOther) {
    const Character character = withoutClips(mannequin());
    const auto limits = planJointLimits(character);
    for (std::uint32_t j = 0; j < kMannequinJoints; ++j) {
        const JointLimits &a = limits[j], &b = limits[mirrorOfJoint(j)];
        for (const auto& [x, y] : {std::pair{a.twist, b.twist}, {a.bend, b.bend}, {a.side, b.side}}) {
            EXPECT_NEAR(x.low, y.low, 1e-4) << character.skeleton.joints[j].name;
            EXPECT_NEAR(x.high, y.high, 1e-4);
        }
    }
    // The same angles make mirrored movements, twist too: seen at the hand when the bent arm twists.
    const auto hand = [&](std::uint32_t upper, std::uint32_t fore, std::uint32_t end) {
        Pose pose = bindPose(character.skeleton);
        pose[upper].rotation = pose[upper].rotation * turnOf(limits[upper], {0.6, 0.2, 0.3});
        pose[fore].rotation = pose[fore].rotation * turnOf(limits[fore], {0, 1, 0});
        return jointFrames(character.skeleton, pose)[end].translation;
    };
    const Vec3d l = hand(kUpperarmL, kForearmL, kHandL), r = hand(kUpperarmR, kForearmR, kHandR);
    EXPECT_LT(length(l - Vec3d{-r.x, r.y, r.z}), 1e-4);
}

// The same body turned about Y must get the same limits: the pairs of joints say where its front is.
TEST(JointLimits, FacingIsReadFromTheSkeleton) {
    Character turned = withoutClips(mannequin());
    const auto straight = planJointLimits(turned);
    const Affined turn{toMatrix(fromAxisAngle(Vec3d{0, 1, 0}, 2.0)), {}};
    for (Vec3d& p : turned.surface.positions) p = transformPoint(turn, p);
    for (Affined& toJoint : turned.skeleton.inverseBind) toJoint = toJoint * inverse(turn);
    const auto limits = planJointLimits(turned);
    for (std::size_t j = 0; j < limits.size(); ++j) {
        EXPECT_NEAR(limits[j].bend.high, straight[j].bend.high, 1e-6);
        EXPECT_GT(std::abs(dot(limits[j].axes, straight[j].axes)), 1 - 1e-9);
    }
}

TEST(JointLimits, ClipsAreWithinMeasuredLimits) {
    const Character& character = mannequin();
    const auto limits = planJointLimits(character, {}, {}, {.anatomy = false, .minRange = 0});
    const Pose bind = bindPose(character.skeleton);
    for (const Clip& clip : character.clips) {
        for (int k = 0; k <= static_cast<int>(clip.duration * 10); ++k) {
            const Pose pose = samplePose(character.skeleton, clip, k / 10.0);
            for (std::size_t j = 1; j < pose.size(); ++j) {
                const JointAngles angles =
                    anglesOf(limits[j], conjugate(bind[j].rotation) * pose[j].rotation);
                EXPECT_TRUE(within(limits[j], angles)) << clip.name << " " << k / 10.0;
            }
        }
    }
}

// Two joints of a limb, the second turned by a clip about X from −20° to 40°.
Character turnedLimb() {
    Character character = test::cleanCharacter();
    character.skeleton.joints[0].name = "a";
    character.skeleton.joints[1].name = "b";
    Clip clip{"c", 1, std::vector<JointTracks>(2)};
    clip.joints[1].rotation.times = {0, 0.5, 1};
    for (const double degrees : {-20.0, 0.0, 40.0})
        clip.joints[1].rotation.values.push_back(fromAxisAngle(Vec3d{1, 0, 0}, degrees * kDegree));
    character.clips = {clip};
    return character;
}

TEST(JointLimits, MeasuredRangeHasTheMargin) {
    const auto limits = planJointLimits(turnedLimb(), {}, {}, {.margin = 0.1});
    EXPECT_EQ(limits[1].origin, LimitOrigin::Clips);
    // The bend axis of a bone along Y, by the front, is X.
    EXPECT_NEAR(limits[1].bend.low, -26 * kDegree, 1e-6);
    EXPECT_NEAR(limits[1].bend.high, 46 * kDegree, 1e-6);
    EXPECT_EQ(limits[1].twist.width(), 0);
    EXPECT_EQ(limits[0].origin, LimitOrigin::AsBound);
    EXPECT_EQ(limits[0].reason, "moves the whole body rigidly");
}

TEST(JointLimits, GivenMotionsCountAsClipsDo) {
    Character character = turnedLimb();
    const std::vector<Clip> motions = std::exchange(character.clips, {});
    EXPECT_FALSE(planJointLimits(character)[1].moves());
    EXPECT_NEAR(planJointLimits(character, motions)[1].bend.high, 46 * kDegree, 1e-6);
}

TEST(JointLimits, UnknownJointsThatNoClipTurnsStayAsBound) {
    Character character = withoutClips(turnedLimb());
    const auto limits = planJointLimits(character);
    EXPECT_FALSE(limits[1].moves());
    EXPECT_EQ(limits[1].reason, "unknown name and no clips");
}

TEST(JointLimits, ClipsWidenAPersonsRangeButNotAHinge) {
    Character character = withoutClips(mannequin());
    const auto known = planJointLimits(character);
    Clip clip{"extreme", 1, std::vector<JointTracks>(kMannequinJoints)};
    const auto turn = [&](std::uint32_t j, const JointAngles& angles) {
        clip.joints[j].rotation.times = {0};
        clip.joints[j].rotation.values = {character.skeleton.joints[j].rest.rotation *
                                          turnOf(known[j], angles)};
    };
    turn(kHandL, {0, known[kHandL].bend.high + 10 * kDegree, 0});
    turn(kThighL, {0, known[kThighL].bend.high + 60 * kDegree, 0});
    turn(kShinL, {0.4, 1, 0});
    character.clips = {clip};
    const auto limits = planJointLimits(character);
    EXPECT_NEAR(limits[kHandL].bend.high, known[kHandL].bend.high + 10 * kDegree, 1e-6);
    EXPECT_EQ(limits[kHandL].origin, LimitOrigin::AnatomyAndClips);
    EXPECT_NEAR(limits[kThighL].bend.high, known[kThighL].bend.high + 20 * kDegree, 1e-6);
    EXPECT_EQ(limits[kShinL].twist.width(), 0);
    EXPECT_EQ(limits[kShinL].origin, LimitOrigin::Anatomy);
}

TEST(JointLimits, RecipeHasTheLastWord) {
    const std::vector<LimitOverride> overrides{{"thigh_l", {}, AngleRange{-5, 30}, {}}};
    const auto plain = planJointLimits(mannequin());
    const auto limits = planJointLimits(mannequin(), {}, {}, {}, overrides);
    EXPECT_NEAR(limits[kThighL].bend.high, 30 * kDegree, 1e-12);
    EXPECT_EQ(limits[kThighL].origin, LimitOrigin::Recipe);
    EXPECT_EQ(limits[kThighL].twist.high, plain[kThighL].twist.high);
    EXPECT_EQ(limits[kThighR].bend.high, plain[kThighR].bend.high);
}

TEST(JointLimits, RecipeMistakesAreSaid) {
    const std::vector<LimitOverride> unknown{{"tail", {}, AngleRange{-5, 30}, {}}};
    EXPECT_THROW(planJointLimits(mannequin(), {}, {}, {}, unknown), Error);
    const std::vector<LimitOverride> noBind{{"thigh_l", {}, AngleRange{5, 30}, {}}};
    EXPECT_THROW(planJointLimits(mannequin(), {}, {}, {}, noBind), Error);
}

TEST(JointLimits, MergedJointsStayAsBoundAndOthersTakeTheirShare) {
    const Character character = withoutClips(mannequin());
    std::vector<std::uint32_t> carrierOf(kMannequinJoints);
    for (std::uint32_t j = 0; j < kMannequinJoints; ++j) carrierOf[j] = j;
    const double half = planJointLimits(character, {}, carrierOf)[kChest].bend.high;
    carrierOf[kSpine] = kHips;
    carrierOf[kMittL] = kHandL;
    const auto limits = planJointLimits(character, {}, carrierOf);
    EXPECT_FALSE(limits[kSpine].moves());
    EXPECT_FALSE(limits[kMittL].moves());
    EXPECT_EQ(limits[kMittL].reason, "merged into \"hand_l\"");
    EXPECT_NEAR(limits[kChest].bend.high, 2 * half, 1e-12);
}

TEST(JointLimits, HumanRangesAreForThoseWhoStandUpright) {
    Character lying = withoutClips(mannequin());
    const Affined turn{toMatrix(fromAxisAngle(Vec3d{1, 0, 0}, 90 * kDegree)), {}};
    for (Vec3d& p : lying.surface.positions) p = transformPoint(turn, p);
    for (Affined& toJoint : lying.skeleton.inverseBind) toJoint = toJoint * inverse(turn);
    for (const JointLimits& limits : planJointLimits(lying)) EXPECT_FALSE(limits.moves());
}

// A foot that hangs on the root, as IK rigs have it: turning the leg would leave it behind.
TEST(JointLimits, JointsWhoseSkinOthersHoldStayAsBound) {
    Character character = withoutClips(mannequin());
    EXPECT_TRUE(planJointLimits(character)[kShinL].moves());
    character.skeleton.joints[kFootL].parent = kHips;
    const auto limits = planJointLimits(character);
    EXPECT_FALSE(limits[kShinL].moves());
    EXPECT_FALSE(limits[kThighL].moves());
    EXPECT_EQ(limits[kShinL].reason, "its skin is also attached to \"foot_l\", which is not below it");
    EXPECT_TRUE(limits[kShinR].moves());
    EXPECT_TRUE(limits[kSpine].moves());
}

TEST(JointLimits, TableSaysWhatWasDecidedAndFromWhere) {
    const auto limits = planJointLimits(withoutClips(mannequin()));
    const std::string table = describeLimits(mannequin().skeleton, limits);
    EXPECT_NE(table.find("hips        -              -              -              none"), std::string::npos)
        << table;
    EXPECT_NE(table.find("hand_l      -70..70        -50..60        -20..20        anatomy"),
              std::string::npos);
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), kMannequinJoints + 1);
}

TEST(SharedSkin, CountsWhatTwoJointsHoldTogether) {
    const Character character = test::cleanCharacter();
    const SharedSkin share = shareSkin(character);
    double area = 0, shared = 0;
    for (std::size_t v = 0; v < share.vertexArea.size(); ++v) {
        const double y = std::clamp(character.surface.positions[v].y, 0.0, 1.0);
        area += share.vertexArea[v];
        shared += share.vertexArea[v] * 4 * y * (1 - y);
    }
    ASSERT_EQ(share.pairs.size(), 1u);
    EXPECT_NEAR(share.pairs[0].area, shared, 1e-6 * area);
    EXPECT_NEAR(share.jointArea[0] + share.jointArea[1], area, 1e-6 * area);
    EXPECT_LT(length(share.pairs[0].middle - Vec3d{0, 0.5, 0}), 1e-3);
    EXPECT_GT(share.pairs[0].radius, 0.15);
    EXPECT_LT(share.pairs[0].radius, 0.35);
    const std::vector<std::uint32_t> merged{0, 0};
    EXPECT_TRUE(shareSkin(character, merged).pairs.empty());
}

TEST(JointLimitsData, WolfLegsAreHeldByTheirControls) {
    SINEW_DATA_OR_SKIP(path, "quaternius_wolf/Wolf.glb");
    const Character wolf = importCharacter(path);
    const auto limits = planJointLimits(wolf);
    EXPECT_FALSE(limits[jointNamed(wolf, "FrontLowerLeg.L")].moves());
    EXPECT_FALSE(limits[jointNamed(wolf, "Body")].moves());
    EXPECT_EQ(limits[jointNamed(wolf, "Neck2")].origin, LimitOrigin::Clips);
    EXPECT_EQ(limits[jointNamed(wolf, "Tail4")].origin, LimitOrigin::Clips);
}

TEST(JointLimitsData, HumanBodySharesTheSpineAndKeepsTheKneesHinged) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    SINEW_DATA_OR_SKIP(walk, "cmu_mocap_open/02_01.bvh");
    const Character body = importCharacter(path);
    const std::vector<Clip> motions{test::motionOn(body, walk)};
    const auto limits = planJointLimits(body, motions);
    for (const char* side : {".L", ".R"}) {
        const std::size_t knee = jointNamed(body, std::string("lowerleg01") + side);
        EXPECT_EQ(limits[knee].twist.width(), 0);
        EXPECT_GT(limits[knee].bend.high, 100 * kDegree);
        EXPECT_LT(moved(body, limits, knee, jointNamed(body, std::string("foot") + side), {0, 1, 0}).z, -0.1);
        const std::size_t elbow = jointNamed(body, std::string("lowerarm01") + side);
        EXPECT_GT(moved(body, limits, elbow, jointNamed(body, std::string("wrist") + side), {0, 0.7, 0}).z,
                  0.05);
        EXPECT_TRUE(limits[jointNamed(body, "head")].moves());
    }
    double bend = 0;
    for (const char* name : {"spine01", "spine02", "spine03", "spine04", "spine05"})
        bend += limits[jointNamed(body, name)].bend.high;
    EXPECT_NEAR(bend, 60 * kDegree, 1e-9);
}

}  // namespace
}  // namespace sinew
