#include "Offline/Character/Motion/Retarget.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "Offline/Error.h"
#include "Support/Figures.h"

namespace sinew::motion {
namespace {

using test::FigureJoint;
using test::Noise;

constexpr int kFrames = 12;

Motion recorded(double unit = 100, double degrees = 40) {
    return parseMotion(test::recordedMotion(test::recordedFigure(), kFrames, unit, degrees), "walk.bvh");
}

// Unreal-like names, so that nothing matches by name alone.
std::vector<FigureJoint> gameFigure() {
    return {{"root", -1, {0, 0, 0}},
            {"pelvis", 0, {0, 1.0, 0}},
            {"thigh_l", 1, {0.12, 0.95, 0}},
            {"calf_l", 2, {0.13, 0.52, 0.01}},
            {"foot_l", 3, {0.14, 0.09, -0.02}},
            {"ball_l", 4, {0.16, 0.02, 0.12}},
            {"thigh_r", 1, {-0.12, 0.95, 0}},
            {"calf_r", 6, {-0.13, 0.52, 0.01}},
            {"foot_r", 7, {-0.14, 0.09, -0.02}},
            {"ball_r", 8, {-0.16, 0.02, 0.12}},
            {"spine_01", 1, {0, 1.08, -0.01}},
            {"spine_02", 10, {0, 1.18, -0.02}},
            {"spine_03", 11, {0, 1.28, -0.01}},
            {"spine_04", 12, {0, 1.36, 0}},
            {"spine_05", 13, {0, 1.42, 0.01}},
            {"neck_01", 14, {0, 1.52, 0}},
            {"head", 15, {0, 1.62, 0.01}},
            {"clavicle_l", 14, {0.03, 1.48, 0}},
            {"upperarm_l", 17, {0.18, 1.47, -0.02}},
            {"lowerarm_l", 18, {0.38, 1.27, -0.03}},
            {"hand_l", 19, {0.55, 1.1, 0}},
            {"clavicle_r", 14, {-0.03, 1.48, 0}},
            {"upperarm_r", 21, {-0.18, 1.47, -0.02}},
            {"lowerarm_r", 22, {-0.38, 1.27, -0.03}},
            {"hand_r", 23, {-0.55, 1.1, 0}},
            {"lowerarm_twist_01_l", 19, {0.46, 1.18, -0.01}}};
}

std::size_t indexOf(const Skeleton& skeleton, const std::string& name) {
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        if (skeleton.joints[j].name == name) return j;
    }
    ADD_FAILURE() << "no joint " << name;
    return 0;
}

Vec3d placeAt(const Skeleton& skeleton, const Clip& clip, double time, const std::string& name) {
    return jointFrames(skeleton, samplePose(skeleton, clip, time))[indexOf(skeleton, name)].translation;
}

Vec3d directionAt(const Skeleton& skeleton, const Clip& clip, double time, const std::string& from,
                  const std::string& to) {
    return normalized(placeAt(skeleton, clip, time, to) - placeAt(skeleton, clip, time, from));
}

struct Bone {
    const char *from, *to, *gameFrom, *gameTo;
};

const std::vector<Bone> kLimbs{{"LeftArm", "LeftForeArm", "upperarm_l", "lowerarm_l"},
                               {"LeftForeArm", "LeftHand", "lowerarm_l", "hand_l"},
                               {"RightArm", "RightForeArm", "upperarm_r", "lowerarm_r"},
                               {"RightForeArm", "RightHand", "lowerarm_r", "hand_r"},
                               {"LeftUpLeg", "LeftLeg", "thigh_l", "calf_l"},
                               {"LeftLeg", "LeftFoot", "calf_l", "foot_l"},
                               {"RightUpLeg", "RightLeg", "thigh_r", "calf_r"},
                               {"RightLeg", "RightFoot", "calf_r", "foot_r"}};

// Largest angle, in radians, between the bones of the motion and those of the character over all frames.
double limbError(const Motion& motion, const Skeleton& skeleton, const Clip& clip) {
    double largest = 0;
    for (std::size_t frame = 0; frame < motion.frames; ++frame) {
        const double time = static_cast<double>(frame) * motion.frameTime;
        for (const Bone& bone : kLimbs) {
            const Vec3d a = directionAt(motion.skeleton, motion.clip, time, bone.from, bone.to);
            const Vec3d b = directionAt(skeleton, clip, time, bone.gameFrom, bone.gameTo);
            largest = std::max(largest, std::atan2(length(cross(a, b)), dot(a, b)));
        }
    }
    return largest;
}

double largestDistance(const Skeleton& a, const Clip& clipA, const Skeleton& b, const Clip& clipB,
                       double scaleOfA = 1) {
    double largest = 0;
    for (int frame = 0; frame < kFrames; ++frame) {
        const std::vector<Affined> framesA = jointFrames(a, samplePose(a, clipA, 0.04 * frame));
        const std::vector<Affined> framesB = jointFrames(b, samplePose(b, clipB, 0.04 * frame));
        EXPECT_EQ(framesA.size(), framesB.size());
        for (std::size_t j = 0; j < framesA.size(); ++j) {
            largest = std::max(largest, length(framesA[j].translation * scaleOfA - framesB[j].translation));
        }
    }
    return largest;
}

const Finding* findCode(const std::vector<Finding>& findings, const std::string& code) {
    const auto found =
        std::find_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.code == code; });
    return found == findings.end() ? nullptr : &*found;
}

Clip onto(const Character& character, const Motion& motion, const RetargetOptions& options = {}) {
    std::vector<Finding> findings;
    return retarget(motion, character, options, findings);
}

TEST(Retarget, OntoItsOwnSkeletonEveryJointFrameIsReproduced) {
    const Motion motion = recorded();
    Character own;
    own.skeleton = motion.skeleton;
    std::vector<Finding> findings;
    const Clip clip = retarget(motion, own, {}, findings);
    EXPECT_NE(findCode(findings, "retarget-same-rig"), nullptr);
    for (std::size_t frame = 0; frame < motion.frames; ++frame) {
        const double time = static_cast<double>(frame) * motion.frameTime;
        const std::vector<Affined> expected =
            jointFrames(motion.skeleton, samplePose(motion.skeleton, motion.clip, time));
        const std::vector<Affined> made = jointFrames(own.skeleton, samplePose(own.skeleton, clip, time));
        for (std::size_t j = 0; j < made.size(); ++j) {
            EXPECT_LT(std::sqrt(squaredNorm(made[j].linear - expected[j].linear)), 1e-9);
            EXPECT_LT(length(made[j].translation - expected[j].translation), 1e-9);
        }
    }
}

TEST(Retarget, SlidingJointsOfTheSameRigSlideToo) {
    const std::string text =
        "HIERARCHY\nROOT a\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Yrotation Xrotation\nJOINT b\n{\nOFFSET 0 "
        "0.7 0\nCHANNELS 6 "
        "Xposition Yposition Zposition Zrotation Yrotation Xrotation\n}\n}\nMOTION\nFrames: 2\nFrame Time: "
        "1\n"
        "0 0 30 0 0.7 0 0 0 0\n10 0 30 0.2 0.8 0 0 20 0\n";
    const Motion motion = parseMotion(text, "slide.bvh");
    Character own;
    own.skeleton = motion.skeleton;
    const Clip clip = onto(own, motion);
    const Affined made = jointFrames(own.skeleton, samplePose(own.skeleton, clip, 1))[1];
    const Affined expected = jointFrames(motion.skeleton, samplePose(motion.skeleton, motion.clip, 1))[1];
    EXPECT_LT(length(made.translation - expected.translation), 1e-12);
    EXPECT_GT(length(made.translation - jointFrames(own.skeleton, restPose(own.skeleton))[1].translation),
              0.1);
}

TEST(Retarget, LimbsPointTheWayTheMotionsLimbsDo) {
    const Motion motion = recorded();
    const Character character = test::standing(gameFigure());
    EXPECT_LT(limbError(motion, character.skeleton, onto(character, motion)), 1e-9);
    // Planted fault: the rest pose alone is far from it.
    EXPECT_GT(limbError(motion, character.skeleton, Clip{"", 0, std::vector<JointTracks>(26)}), 0.5);
}

// Turns the arms about the shoulders by `degrees` in the frontal plane.
std::vector<FigureJoint> withArms(std::vector<FigureJoint> figure, double degrees) {
    for (const double side : {1.0, -1.0}) {
        const std::size_t shoulder = side > 0 ? 18 : 22;
        const Quatd turn = fromAxisAngle(Vec3d{0, 0, 1}, side * degrees * 3.14159265358979 / 180);
        for (FigureJoint& joint : figure) {
            const bool arm = joint.name.rfind(side > 0 ? "_l" : "_r") == joint.name.size() - 2 &&
                             (joint.name.find("lowerarm") == 0 || joint.name.find("hand") == 0);
            if (arm)
                joint.place = figure[shoulder].place + rotate(turn, joint.place - figure[shoulder].place);
        }
    }
    return figure;
}

TEST(Retarget, TAndARestPosesOfOneSkeletonGiveTheSameMotion) {
    const Motion motion = recorded();
    const Character a = test::standing(gameFigure()), t = test::standing(withArms(gameFigure(), 45));
    ASSERT_GT(length(a.skeleton.joints[19].rest.translation - t.skeleton.joints[19].rest.translation), 0.15);
    const Clip clipA = onto(a, motion), clipT = onto(t, motion);
    for (std::size_t frame = 0; frame < motion.frames; ++frame) {
        const double time = static_cast<double>(frame) * motion.frameTime;
        for (std::size_t j = 0; j < 25; ++j) {  // all but the twist joint, which hangs beside its bone
            const std::string& name = a.skeleton.joints[j].name;
            EXPECT_LT(length(placeAt(a.skeleton, clipA, time, name) - placeAt(t.skeleton, clipT, time, name)),
                      1e-9)
                << name;
        }
    }
}

TEST(Retarget, TheTurnOfJointFramesInTheRigDoesNotMatter) {
    const Motion motion = recorded();
    Noise noise(3);
    const Character plain = test::standing(gameFigure()), turned = test::standing(gameFigure(), &noise);
    EXPECT_LT(largestDistance(plain.skeleton, onto(plain, motion), turned.skeleton, onto(turned, motion)),
              1e-9);
}

TEST(Retarget, TheSizeOfTheCharacterScalesItsSteps) {
    const Motion motion = recorded();
    std::vector<FigureJoint> giant = gameFigure();
    for (FigureJoint& joint : giant) joint.place *= 100;
    const Character small = test::standing(gameFigure()), large = test::standing(giant);
    EXPECT_LT(largestDistance(small.skeleton, onto(small, motion), large.skeleton, onto(large, motion), 100),
              1e-7);
}

TEST(Retarget, TheUnitOfTheMotionDoesNotMatter) {
    const Motion centimetres = recorded(100), odd = recorded(3.7);
    const Character character = test::standing(gameFigure());
    // The text has six decimals, so a coarse unit rounds.
    EXPECT_LT(largestDistance(character.skeleton, onto(character, centimetres), character.skeleton,
                              onto(character, odd)),
              1e-5);
}

TEST(Retarget, ACharacterThatFacesElsewhereIsTurnedToTheMotion) {
    const Motion motion = recorded();
    std::vector<FigureJoint> figure = gameFigure();
    for (FigureJoint& joint : figure) joint.place = {joint.place.z, joint.place.y, -joint.place.x};
    const Character character = test::standing(figure);
    EXPECT_LT(limbError(motion, character.skeleton, onto(character, motion)), 1e-9);
}

TEST(Retarget, SpinesOfDifferentCountsEndInTheSameTurn) {
    const Motion motion = recorded();
    const Character character = test::standing(gameFigure());
    const Clip clip = onto(character, motion);
    const double time = 7 * motion.frameTime;
    const auto rotationOf = [&](const Skeleton& skeleton, const Clip& moving, const std::string& name) {
        return jointFrames(skeleton, samplePose(skeleton, moving, time))[indexOf(skeleton, name)].linear;
    };
    const Mat3d chest = rotationOf(motion.skeleton, motion.clip, "Spine2");
    EXPECT_LT(std::sqrt(squaredNorm(rotationOf(character.skeleton, clip, "spine_05") - chest)), 1e-9);
    // Between hips and chest no joint bends more than the whole.
    const Quatd hips = toQuat(rotationOf(character.skeleton, clip, "pelvis"));
    const double whole = length(logMap(conjugate(hips) * toQuat(chest)));
    for (const char* name : {"spine_01", "spine_02", "spine_03", "spine_04", "spine_05"}) {
        const Quatd local =
            samplePose(character.skeleton, clip, time)[indexOf(character.skeleton, name)].rotation;
        EXPECT_LT(length(logMap(local)), whole + 0.35) << name;
        EXPECT_GT(length(logMap(local)), 1e-3) << name;
    }
}

TEST(Retarget, TwistJointsStayAtRest) {
    const Motion motion = recorded();
    std::vector<FigureJoint> figure = gameFigure();
    figure[25].name = "lowerarm_twist_02_l";
    EXPECT_TRUE(onto(test::standing(figure), motion).joints[25].rotation.values.empty());
}

TEST(Retarget, AForearmJointTakesHalfOfTheHandsTwistAndNoneOfItsBend) {
    const Motion motion = recorded();
    const Character character = test::standing(gameFigure());
    RetargetOptions options;
    options.map = findNameMap("cmu-to-unreal5");
    const Clip clip = onto(character, motion, options);
    const double time = 5 * motion.frameTime;
    const Pose pose = samplePose(character.skeleton, clip, time);
    const Vec3d forearm = character.skeleton.joints[20].rest.translation;  // the hand in the forearm's frame
    const Vec3d twist = logMap(pose[25].rotation), whole = logMap(pose[20].rotation);
    EXPECT_GT(length(twist), 0.02);
    EXPECT_LT(length(cross(normalized(twist), normalized(forearm))), 1e-6);
    EXPECT_GT(length(cross(normalized(whole), normalized(forearm))), 0.1);
    EXPECT_LT(length(twist), length(whole));
}

TEST(Retarget, ThighsThatHangOnTheSpineStayAtThePelvis) {
    const Motion motion = recorded();
    std::vector<FigureJoint> biped = gameFigure();
    // Biped's order: the spine first, the legs below it.
    std::rotate(biped.begin() + 2, biped.begin() + 10, biped.end());
    for (FigureJoint& joint : biped) {
        if (joint.parent >= 10) {
            joint.parent -= 8;
        } else if (joint.parent >= 2) {
            joint.parent += 16;
        }
        if (joint.name == "thigh_l" || joint.name == "thigh_r") joint.parent = 2;
    }
    const Character hung = test::standing(biped), plain = test::standing(gameFigure());
    const Clip hungClip = onto(hung, motion), plainClip = onto(plain, motion);
    for (const char* name : {"thigh_l", "foot_r", "hand_l"}) {
        EXPECT_LT(length(placeAt(hung.skeleton, hungClip, 0.2, name) -
                         placeAt(plain.skeleton, plainClip, 0.2, name)),
                  1e-9)
            << name;
    }
}

TEST(Retarget, TheLowerFootKeepsItsHeightAboveTheGround) {
    const Motion motion = recorded(100, 20);
    const Character character = test::standing(gameFigure());
    const Clip clip = onto(character, motion);
    double lowest = 1e9;
    for (std::size_t frame = 0; frame < motion.frames; ++frame) {
        const double time = static_cast<double>(frame) * motion.frameTime;
        const double ball = std::min(placeAt(character.skeleton, clip, time, "ball_l").y,
                                     placeAt(character.skeleton, clip, time, "ball_r").y);
        const double ankle = std::min(placeAt(character.skeleton, clip, time, "foot_l").y,
                                      placeAt(character.skeleton, clip, time, "foot_r").y);
        lowest = std::min({lowest, ball - 0.02, ankle - 0.09});
    }
    EXPECT_NEAR(lowest, 0, 1e-9);
}

TEST(Retarget, InPlaceTheHipsOnlyRiseAndSink) {
    const Motion motion = recorded();
    const Character character = test::standing(gameFigure());
    const Clip free = onto(character, motion);
    RetargetOptions options;
    options.inPlace = true;
    const Clip held = onto(character, motion, options);
    const double last = held.duration;
    EXPECT_GT(placeAt(character.skeleton, free, last, "pelvis").z, 0.3);
    EXPECT_LT(std::abs(placeAt(character.skeleton, held, last, "pelvis").z), 1e-12);
    EXPECT_EQ(placeAt(character.skeleton, held, last, "pelvis").y,
              placeAt(character.skeleton, free, last, "pelvis").y);
}

TEST(Retarget, TooLittleInCommonIsRefusedWithBothLists) {
    const Character fish =
        test::standing({{"snout", -1, {0, 0, 1}}, {"fin", 0, {0, 0, 0}}, {"tail", 1, {0, 0, -1}}});
    try {
        onto(fish, recorded());
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::BadInput);
        for (const char* name : {"snout", "tail", "LeftForeArm"}) {
            EXPECT_NE(std::string(error.what()).find(name), std::string::npos) << name;
        }
        EXPECT_NE(error.remedy().find("--map"), std::string::npos);
    }
    EXPECT_THROW(onto(Character{}, recorded()), Error);
}

TEST(Retarget, WhatDidNotMatchIsListedOnBothSides) {
    std::vector<FigureJoint> figure = gameFigure();
    figure[20].name = "grabber_l";
    std::vector<Finding> findings;
    retarget(recorded(), test::standing(figure), {}, findings);
    const Finding* finding = findCode(findings, "retarget-unmatched");
    ASSERT_NE(finding, nullptr);
    EXPECT_NE(finding->text.find("grabber_l"), std::string::npos);
    EXPECT_NE(finding->text.find("LeftHand"), std::string::npos);
}

TEST(Retarget, AMapDrivesJointsThatNamesDoNotTell) {
    const Character crane = test::standing({{"base", -1, {0, 1, 0}},
                                            {"boom", 0, {0, 1.5, 0}},
                                            {"jib", 1, {0.5, 1.5, 0}},
                                            {"hook", 2, {0.5, 1, 0}}});
    const Motion motion = recorded();
    RetargetOptions options;
    options.map = parseNameMap(
        "[joints]\nHips = 'base'\nLeftArm = 'boom'\nLeftForeArm = 'jib'\nLeftHand = 'hook'\nTail = "
        "'nowhere'\n",
        "crane.toml");
    std::vector<Finding> findings;
    const Clip clip = retarget(motion, crane, options, findings);
    for (const double time : {0.0, 0.2, 0.4}) {
        EXPECT_LT(length(directionAt(crane.skeleton, clip, time, "boom", "jib") -
                         directionAt(motion.skeleton, motion.clip, time, "LeftArm", "LeftForeArm")),
                  1e-9);
    }
    const Finding* finding = findCode(findings, "retarget-map-unknown");
    ASSERT_NE(finding, nullptr);
    EXPECT_NE(finding->text.find("line 6: Tail in the motion"), std::string::npos) << finding->text;
    EXPECT_NE(finding->text.find("line 6: nowhere in the character"), std::string::npos);
}

TEST(Retarget, AMistypedNameInAMapFindsWhatWasMeant) {
    RetargetOptions options;
    options.map = parseNameMap(
        "[joints]\nHips = 'pelvis'\nLeftUpLeg = 'thigh_l'\nRightUpLeg = 'thigh_r'\nLeftAmr = 'uperarm_l'\n",
        "mine.toml");
    std::vector<Finding> findings;
    retarget(recorded(), test::standing(gameFigure()), options, findings);
    const Finding* finding = findCode(findings, "retarget-map-unknown");
    ASSERT_NE(finding, nullptr);
    EXPECT_NE(finding->text.find("line 5: LeftAmr in the motion (did you mean LeftArm?)"), std::string::npos)
        << finding->text;
    EXPECT_NE(finding->text.find("did you mean upperarm_l?"), std::string::npos) << finding->text;
}

TEST(Retarget, APersonsMotionOntoARigWithoutUpperLegsIsRefused) {
    std::vector<FigureJoint> beast = gameFigure();
    for (FigureJoint& joint : beast) {
        const std::string name = joint.name;
        if (name == "thigh_l") joint.name = "haunch_l";
        if (name == "thigh_r") joint.name = "haunch_r";
    }
    try {
        onto(test::standing(beast), recorded());
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("the character has no joints for LeftUpLeg, RightUpLeg"),
                  std::string::npos)
            << error.what();
    }
}

TEST(Retarget, WithoutHipsOrUpperLegsDrivenItIsRefusedAndTheyAreNamed) {
    for (const auto& [text, undriven] :
         {std::pair{"[joints]\nLeftArm = 'upperarm_l'\nLeftUpLeg = 'thigh_l'\nRightUpLeg = 'thigh_r'\n",
                    "pelvis"},
          std::pair{"[joints]\nHips = 'pelvis'\nLeftUpLeg = 'thigh_l'\nLeftArm = 'upperarm_l'\n",
                    "thigh_r"}}) {
        RetargetOptions options;
        options.map = parseNameMap(text, "mine.toml");
        try {
            onto(test::standing(gameFigure()), recorded(), options);
            ADD_FAILURE() << text;
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::BadInput);
            EXPECT_NE(std::string(error.what()).find(std::string("the motion has no joints for ") + undriven),
                      std::string::npos)
                << error.what();
        }
    }
}

TEST(NameMap, BrokenMapsAreRefusedByLine) {
    for (const char* text :
         {"", "[joints]\n", "[joints]\nA = 3\n", "[joints]\nA = [1]\n", "[joint]\nA = 'b'\n", "A = \n",
          "[[chains]]\nsource = ['a']\n", "[joints]\nA = 'x'\nB = 'x'\n"}) {
        try {
            parseNameMap(text, "m.toml");
            ADD_FAILURE() << "not refused: " << text;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("m.toml"), std::string::npos);
            EXPECT_FALSE(error.remedy().empty());
        }
    }
    try {
        findNameMap("cmu-to-mixamu");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Io);
        EXPECT_NE(std::string(error.what()).find("did you mean cmu-to-mixamo?"), std::string::npos);
    }
}

TEST(NameMap, BuiltInMapsParseAndAreFoundByName) {
    ASSERT_GE(builtInMaps().size(), 8u);
    for (const BuiltInMap& map : builtInMaps()) {
        const NameMap parsed = findNameMap(std::string(map.name));
        EXPECT_GE(parsed.joints.size(), 14u) << map.name;
        EXPECT_FALSE(parsed.chains.empty()) << map.name;
    }
}

}  // namespace
}  // namespace sinew::motion
