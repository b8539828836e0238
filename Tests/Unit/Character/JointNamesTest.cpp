#include "Offline/Character/JointNames.h"

#include <gtest/gtest.h>

namespace sinew {
namespace {

// Among the names of a skeleton that has every kind of joint, so that no word is read for want of another.
JointLabel labelAmong(std::string_view name, const std::vector<std::string_view>& others) {
    std::vector<std::string_view> names{name};
    names.insert(names.end(), others.begin(), others.end());
    return labelJoints(names)[0];
}

const std::vector<std::string_view> kMixamo{"mixamorig:Hips", "mixamorig:LeftArm", "mixamorig:LeftUpLeg",
                                            "mixamorig:LeftFoot"};

TEST(JointNames, OneJointIsOneNameHoweverItIsWritten) {
    const JointLabel arm = labelAmong("LeftUpperArm", kMixamo);
    for (const char* name :
         {"upperarm_l", "Bip01 L UpperArm", "upperarm.L", "mixamorig:LeftUpperArm", "L_UpperArm",
          "leftUpperArm", "ValveBiped.Bip01_L_UpperArm", "left_upper_arm", "J_Bip_L_UpperArm"}) {
        const JointLabel label = labelAmong(name, kMixamo);
        EXPECT_TRUE(sameName(label, arm)) << name << " became " << label.key;
        EXPECT_EQ(label.role, Role::UpperArm) << name;
        EXPECT_EQ(label.side, Side::Left) << name;
    }
    EXPECT_FALSE(sameName(labelAmong("upperarm_r", kMixamo), arm));
}

struct Known {
    const char* name;
    Role role;
    Side side;
};

void expectRoles(const std::vector<Known>& known) {
    std::vector<std::string_view> names;
    for (const Known& entry : known) names.push_back(entry.name);
    const std::vector<JointLabel> labels = labelJoints(names);
    for (std::size_t i = 0; i < known.size(); ++i) {
        EXPECT_EQ(labels[i].role, known[i].role) << known[i].name;
        EXPECT_EQ(labels[i].side, known[i].side) << known[i].name;
    }
}

TEST(JointNames, CommonRigsAreUnderstood) {
    const Side left = Side::Left, right = Side::Right, none = Side::None;
    expectRoles({{"Hips", Role::Hips, none},
                 {"LHipJoint", Role::Helper, left},
                 {"LeftUpLeg", Role::Thigh, left},
                 {"LeftLeg", Role::Shin, left},
                 {"LeftToeBase", Role::Toe, left},
                 {"LowerBack", Role::Spine, none},
                 {"Neck1", Role::Neck, none},
                 {"RightShoulder", Role::Clavicle, right},
                 {"RightArm", Role::UpperArm, right},
                 {"RightFingerBase", Role::Helper, right},
                 {"RThumb", Role::Finger, right}});
    expectRoles({{"root", Role::Root, none},
                 {"pelvis", Role::Hips, none},
                 {"spine_03", Role::Spine, none},
                 {"clavicle_l", Role::Clavicle, left},
                 {"upperarm_twist_01_l", Role::Helper, left},
                 {"lowerarm_r", Role::ForeArm, right},
                 {"calf_l", Role::Shin, left},
                 {"ball_r", Role::Toe, right},
                 {"ik_foot_root", Role::Helper, none},
                 {"neck_01", Role::Neck, none}});
    expectRoles({{"root", Role::Hips, none},
                 {"pelvis.L", Role::Helper, left},
                 {"upperleg01.L", Role::Thigh, left},
                 {"shoulder01.R", Role::Clavicle, right},
                 {"upperarm02.R", Role::UpperArm, right},
                 {"wrist.L", Role::Hand, left},
                 {"breast.L", Role::None, left},
                 {"toe3-1.L", Role::Toe, left}});
    // Skeletons that name the joint and not the bone.
    expectRoles({{"Pelvis", Role::Hips, none},
                 {"L_Hip", Role::Thigh, left},
                 {"L_Knee", Role::Shin, left},
                 {"L_Ankle", Role::Foot, left},
                 {"L_Foot", Role::Toe, left},
                 {"R_Collar", Role::Clavicle, right},
                 {"R_Shoulder", Role::UpperArm, right},
                 {"R_Elbow", Role::ForeArm, right},
                 {"R_Wrist", Role::Hand, right}});
    expectRoles({{"Bip01 Pelvis", Role::Hips, none},
                 {"Bip01 L Calf", Role::Shin, left},
                 {"Bip01 R Toe0", Role::Toe, right},
                 {"Bip01 LOuterEyebrow", Role::None, left},
                 {"Bip01 R Forearm", Role::ForeArm, right}});
    expectRoles({{"hips", Role::Hips, none},
                 {"kneeIK.l", Role::Helper, left},
                 {"handslot.l", Role::Helper, left},
                 {"control-toe-roll.r", Role::Helper, right},
                 {"toes.l", Role::Toe, left}});
}

TEST(JointNames, FingersAreCountedFromTheThumb) {
    struct Finger {
        const char* name;
        int finger, phalanx;
    };
    for (const Finger& known : {Finger{"finger2-3.L", 2, 3},
                                {"Bip01 L Finger0", 1, 1},
                                {"Bip01 L Finger12", 2, 3},
                                {"mixamorig:LeftHandPinky2", 5, 2},
                                {"thumb_01_l", 1, 1},
                                {"mitt_l", 0, 1}}) {
        const JointLabel label = labelAmong(known.name, kMixamo);
        EXPECT_EQ(label.role, Role::Finger) << known.name;
        EXPECT_EQ(label.finger, known.finger) << known.name;
        EXPECT_EQ(label.phalanx, known.phalanx) << known.name;
    }
}

}  // namespace
}  // namespace sinew
