#include "Offline/Character/Motion/Motion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "Offline/Error.h"
#include "Support/Data.h"

namespace sinew::motion {
namespace {

constexpr double kRadians = 3.14159265358979323846 / 180;

MotionOptions metresYUp() {
    MotionOptions options;
    options.up = UpAxis::Y;
    options.metresPerUnit = 1;
    return options;
}

std::string oneJoint(const std::string& channels, const std::string& rows, int frames) {
    return "HIERARCHY\nROOT A\n{\nOFFSET 0 0 0\nCHANNELS " + channels +
           "\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\nMOTION\nFrames: " + std::to_string(frames) +
           "\nFrame Time: 0.5\n" + rows;
}

// The textbook matrix, entry by entry, so that nothing is shared with the code under test.
Mat3d axisMatrix(char axis, double degrees) {
    const double c = std::cos(degrees * kRadians), s = std::sin(degrees * kRadians);
    if (axis == 'X') return {{{1, 0, 0}, {0, c, s}, {0, -s, c}}};
    if (axis == 'Y') return {{{c, 0, -s}, {0, 1, 0}, {s, 0, c}}};
    return {{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}};
}

double largestDifference(const Mat3d& a, const Mat3d& b) {
    double largest = 0;
    for (int i = 0; i < 9; ++i) largest = std::max(largest, std::abs(a(i / 3, i % 3) - b(i / 3, i % 3)));
    return largest;
}

bool hasFinding(const std::vector<Finding>& findings, const std::string& code) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.code == code; });
}

TEST(Motion, EveryRotationOrderIsTheMatrixProductInFileOrder) {
    std::string order = "XYZ";
    const std::array<double, 3> angles{31, -47, 112};
    do {
        std::string channels = "3";
        Mat3d expected = Mat3d::identity();
        for (std::size_t i = 0; i < 3; ++i) {
            channels += std::string(" ") + order[i] + "rotation";
            expected = expected * axisMatrix(order[i], angles[i]);
        }
        const Motion motion = parseMotion(oneJoint(channels, "31 -47 112\n", 1), "m", metresYUp());
        const Quatd q = motion.clip.joints[0].rotation.values.at(0);
        EXPECT_LT(largestDifference(toMatrix(q), expected), 1e-14) << order;
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Motion, PositionsAndRotationsMayBeMixedInAnyOrder) {
    const Motion motion = parseMotion(
        oneJoint("6 Zrotation Xposition Xrotation Zposition Yposition Yrotation", "10 1 20 3 2 30\n", 1), "m",
        metresYUp());
    EXPECT_EQ(motion.clip.joints[0].translation.values.at(0), (Vec3d{1, 2, 3}));
    const Mat3d expected = axisMatrix('Z', 10) * axisMatrix('X', 20) * axisMatrix('Y', 30);
    EXPECT_LT(largestDifference(toMatrix(motion.clip.joints[0].rotation.values.at(0)), expected), 1e-14);
}

TEST(Motion, WrapsOfAFullTurnNeverGoTheLongWay) {
    const Motion motion =
        parseMotion(oneJoint("1 Zrotation", "170\n-170\n190\n540\n-181\n", 5), "m", metresYUp());
    const Track<Quatd>& track = motion.clip.joints[0].rotation;
    for (std::size_t k = 1; k < track.values.size(); ++k) {
        EXPECT_GT(dot(track.values[k], track.values[k - 1]), 0.98) << k;
    }
    // Half way from 170° to 190°.
    const Pose between = samplePose(motion.skeleton, motion.clip, 0.25);
    EXPECT_LT(largestDifference(toMatrix(between[0].rotation), axisMatrix('Z', 180)), 1e-12);
}

TEST(Motion, FramesLandOnTheirTimes) {
    const Motion motion = parseMotion(oneJoint("1 Xrotation", "0\n10\n20\n", 3), "dir/walk.bvh", metresYUp());
    EXPECT_EQ(motion.clip.name, "walk");
    EXPECT_EQ(motion.clip.duration, 1.0);
    EXPECT_EQ(motion.clip.joints[0].rotation.times, (std::vector<double>{0, 0.5, 1}));
    EXPECT_EQ(motion.frames, 3u);
}

std::string twoJoints(const std::string& rootOffset, const std::string& rows, int frames) {
    return "HIERARCHY\nROOT A\n{\nOFFSET " + rootOffset +
           "\nCHANNELS 3 Xposition Yposition Zposition\nJOINT B\n{\nOFFSET 0 2 0\nCHANNELS 6 Xposition "
           "Yposition Zposition "
           "Zrotation Yrotation Xrotation\nEnd Site\n{\nOFFSET 0 1 0\n}\n}\n}\nMOTION\nFrames: " +
           std::to_string(frames) + "\nFrame Time: 1\n" + rows;
}

TEST(Motion, PositionChannelsBelowTheRootReplaceOrAddToTheOffsetAsTheNumbersSay) {
    const Motion absolute = parseMotion(twoJoints("0 0 0", "0 5 0 0 2.1 0 0 0 0\n", 1), "m", metresYUp());
    EXPECT_EQ(absolute.clip.joints[1].translation.values.at(0), (Vec3d{0, 2.1, 0}));
    const Motion relative = parseMotion(twoJoints("0 0 0", "0 5 0 0 0.1 0 0 0 0\n", 1), "m", metresYUp());
    EXPECT_EQ(relative.clip.joints[1].translation.values.at(0), (Vec3d{0, 2.1, 0}));
    EXPECT_TRUE(hasFinding(relative.findings, "motion-position-channels"));
    MotionOptions set = metresYUp();
    set.positions = PositionChannels::Relative;
    const Motion forced = parseMotion(twoJoints("0 0 0", "0 5 0 0 2.1 0 0 0 0\n", 1), "m", set);
    EXPECT_EQ(forced.clip.joints[1].translation.values.at(0), (Vec3d{0, 4.1, 0}));
    // A joint that stays at its offset has no track at all.
    EXPECT_TRUE(parseMotion(twoJoints("0 0 0", "0 5 0 0 2 0 9 9 9\n", 1), "m", metresYUp())
                    .clip.joints[1]
                    .translation.values.empty());
}

// A figure of the given height along `up`, told apart by its names alone.
std::string figure(int up, double height, const std::string& rows, int frames) {
    const auto along = [&](double part) {
        Vec3d v;
        v[up] = part * height;
        return std::to_string(v.x) + " " + std::to_string(v.y) + " " + std::to_string(v.z);
    };
    const std::string channels = "\nCHANNELS 3 Zrotation Yrotation Xrotation\n";
    return "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0" + channels + "JOINT Head\n{\nOFFSET " + along(0.4) +
           channels + "End Site\n{\nOFFSET " + along(0.1) + "\n}\n}\nJOINT LeftFoot\n{\nOFFSET " +
           along(-0.5) + channels + "}\n}\nMOTION\nFrames: " + std::to_string(frames) + "\nFrame Time: 1\n" +
           rows;
}

const std::string kStill = "0 0 0 0 0 0 0 0 0\n";

TEST(Motion, UpAxisIsDetectedAndTurnedToY) {
    for (const int up : {0, 1, 2}) {
        const Motion motion = parseMotion(figure(up, 1.7, kStill, 1), "m");
        EXPECT_EQ(motion.units.up, static_cast<UpAxis>(up));
        const std::vector<Affined> frames = jointFrames(motion.skeleton, motion.reference);
        EXPECT_LT(length(frames[1].translation - Vec3d{0, 0.68, 0}), 1e-9) << up;
    }
}

TEST(Motion, ZUpKeepsXAndTurnsRotationsWithTheWorld) {
    MotionOptions options = metresYUp();
    options.up = UpAxis::Z;
    const Motion motion = parseMotion(
        oneJoint("6 Xposition Yposition Zposition Zrotation Yrotation Xrotation", "1 2 3 90 0 0\n", 1), "m",
        options);
    EXPECT_LT(length(motion.clip.joints[0].translation.values.at(0) - Vec3d{1, 3, -2}), 1e-12);
    const Mat3d turned = toMatrix(motion.clip.joints[0].rotation.values.at(0));
    EXPECT_LT(largestDifference(turned, axisMatrix('Y', 90)), 1e-12);
}

TEST(Motion, TheWorldsUpAxisWinsOverTheHierarchys) {
    // Built along Y, but its root lays it along Z in every frame: the world is Z up.
    const Motion motion = parseMotion(figure(1, 1.7, "0 0 90 0 0 0 0 0 0\n0 0 91 0 0 0 0 0 0\n", 2), "m");
    EXPECT_EQ(motion.units.up, UpAxis::Z);
    const Vec3d head =
        jointFrames(motion.skeleton, samplePose(motion.skeleton, motion.clip, 0))[1].translation;
    EXPECT_GT(head.y, 0.6);
}

TEST(Motion, UnitsAreDetectedFromTheFiguresSize) {
    const auto metresPerUnit = [](double height) {
        return parseMotion(figure(1, height, kStill, 1), "m").units.metresPerUnit;
    };
    EXPECT_EQ(metresPerUnit(1.8), 1.0);
    EXPECT_EQ(metresPerUnit(17), 0.1);
    EXPECT_EQ(metresPerUnit(160), 0.01);
    EXPECT_EQ(metresPerUnit(1750), 0.001);
    EXPECT_EQ(metresPerUnit(68), 0.0254);
    EXPECT_EQ(metresPerUnit(30), 0.0254 / 0.45);
    const Motion odd = parseMotion(figure(1, 5, kStill, 1), "m");
    EXPECT_NEAR(odd.units.metresPerUnit * 5, 1.7, 1e-9);
    const auto warned = std::find_if(odd.findings.begin(), odd.findings.end(),
                                     [](const Finding& f) { return f.code == "motion-units"; });
    ASSERT_NE(warned, odd.findings.end());
    EXPECT_EQ(warned->severity, Severity::Warning);
    EXPECT_FALSE(warned->remedy.empty());
}

TEST(Motion, AnInsertedFirstPoseIsTheReferenceAndNotPartOfTheMotion) {
    const std::string rows =
        "0 0 0 0 0 0 0 0 0\n50 20 30 40 10 5 60 5 20\n51 20 30 40 10 5 60 5 20\n52 20 30 40 10 5 60 5 20\n";
    const Motion motion = parseMotion(figure(1, 1.7, rows, 4), "m");
    EXPECT_EQ(motion.frames, 3u);
    EXPECT_TRUE(hasFinding(motion.findings, "motion-reference"));
    EXPECT_EQ(motion.reference[0].rotation, Quatd{});
    MotionOptions rest;
    rest.reference = ReferencePose::Rest;
    EXPECT_EQ(parseMotion(figure(1, 1.7, rows, 4), "m", rest).frames, 4u);
    // The same pose without the jump is a motion that begins at rest.
    const std::string smooth =
        "0 0 0 0 0 0 0 0 0\n5 2 3 4 1 0 6 0 2\n10 4 6 8 2 0 12 0 4\n15 6 9 12 3 0 18 0 6\n";
    EXPECT_EQ(parseMotion(figure(1, 1.7, smooth, 4), "m").frames, 4u);
}

TEST(Motion, AFirstFrameThatIsAllThereIsCannotBeTheReference) {
    MotionOptions options;
    options.reference = ReferencePose::FirstFrame;
    EXPECT_THROW(parseMotion(figure(1, 1.7, kStill, 1), "m", options), Error);
}

TEST(Motion, FilesOfOtherKindsAreRefusedWithTheWayToConvert) {
    try {
        readMotion("walk.fbx");
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(error.remedy().find("BVH"), std::string::npos);
    }
    EXPECT_THROW(readMotion("absent.bvh"), Error);
}

TEST(Motion, CmuFilesStandInMetresWithTheirTPoseTakenOff) {
    const std::array<std::pair<const char*, std::size_t>, 7> files{{{"02_01", 343},
                                                                    {"02_03", 173},
                                                                    {"05_04", 1199},
                                                                    {"136_33", 986},
                                                                    {"16_01", 322},
                                                                    {"22_14", 707},
                                                                    {"87_05", 511}}};
    for (const auto& [name, frames] : files) {
        SINEW_DATA_OR_SKIP(path, std::string("cmu_mocap_open/") + name + ".bvh");
        const Motion motion = readMotion(path);
        EXPECT_EQ(motion.frames, frames) << name;
        EXPECT_EQ(motion.units.up, UpAxis::Y) << name;
        EXPECT_NEAR(motion.units.metresPerUnit, 0.0564, 1e-4) << name;
        // The left arm of the reference pose points along +X, level.
        const std::vector<Affined> reference = jointFrames(motion.skeleton, motion.reference);
        Vec3d arm, hand;
        for (std::size_t j = 0; j < motion.skeleton.joints.size(); ++j) {
            if (motion.skeleton.joints[j].name == "LeftArm") arm = reference[j].translation;
            if (motion.skeleton.joints[j].name == "LeftHand") hand = reference[j].translation;
        }
        EXPECT_GT(normalized(hand - arm).x, 0.99) << name;
        for (const JointTracks& tracks : motion.clip.joints) {
            for (std::size_t k = 1; k < tracks.rotation.values.size(); ++k) {
                ASSERT_GE(dot(tracks.rotation.values[k - 1], tracks.rotation.values[k]), 0) << name;
            }
        }
    }
}

TEST(Motion, TheZombieIsTurnedFromZUp) {
    SINEW_DATA_OR_SKIP(path, "fair_mocap_zombie/fair1_zombie.bvh");
    const Motion motion = readMotion(path);
    EXPECT_EQ(motion.units.up, UpAxis::Z);
    EXPECT_EQ(motion.frames, 779u);
    const Vec3d hips =
        jointFrames(motion.skeleton, samplePose(motion.skeleton, motion.clip, 0))[0].translation;
    EXPECT_GT(hips.y, 0.7);
    EXPECT_LT(hips.y, 1.1);
}

}  // namespace
}  // namespace sinew::motion
