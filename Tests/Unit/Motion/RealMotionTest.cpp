// Motions and characters made by others, onto each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "Offline/Character/Import.h"
#include "Offline/Character/Motion/JointMatch.h"
#include "Offline/Character/Motion/Retarget.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Error.h"
#include "Support/Data.h"

namespace sinew::motion {
namespace {

// Sum of signed tetrahedra, in cubic decimetres.
double volume(const std::vector<Vec3d>& positions, const std::vector<Triangle>& triangles) {
    double sum = 0;
    for (const Triangle& t : triangles) sum += dot(positions[t[0]], cross(positions[t[1]], positions[t[2]]));
    return sum / 6 * 1000;
}

double skinnedVolume(const Character& character, const Clip& clip, double time) {
    const std::vector<Affined> matrices =
        skinMatrices(character.skeleton, samplePose(character.skeleton, clip, time));
    return volume(skinPositions(character, matrices, SkinMethod::LinearBlend), character.surface.triangles);
}

TEST(RealMotion, MakeHumanPosesGiveTheVolumesMeasuredElsewhere) {
    SINEW_DATA_OR_SKIP(body, "makehuman_human/human_body.glb");
    const Character character = importCharacter(body);
    EXPECT_NEAR(volume(character.surface.positions, character.surface.triangles), 54.90, 0.005);
    for (const auto& [name, expected] : {std::pair{"tpose", 55.49}, {"benchmark", 54.35}}) {
        SINEW_DATA_OR_SKIP(path, std::string("makehuman_human/poses/") + name + ".bvh");
        std::vector<Finding> findings;
        const Clip clip = retarget(readMotion(path), character, {}, findings);
        EXPECT_NEAR(skinnedVolume(character, clip, 0), expected, 0.005) << name;
    }
}

const std::vector<std::string> kMotions{"cmu_mocap_open/02_01.bvh", "cmu_mocap_open/02_03.bvh",
                                        "cmu_mocap_open/05_04.bvh", "cmu_mocap_open/136_33.bvh",
                                        "cmu_mocap_open/16_01.bvh", "cmu_mocap_open/22_14.bvh",
                                        "cmu_mocap_open/87_05.bvh", "fair_mocap_zombie/fair1_zombie.bvh"};
const std::vector<std::string> kCharacters{"makehuman_human/human_body.glb", "cesium_man/CesiumMan.glb",
                                           "rocketbox_male_adult_01/Male_Adult_01.assimp.glb",
                                           "kaykit_knight/Knight.glb"};

struct LimbPair {
    std::uint32_t sourceFrom, sourceTo, targetFrom, targetTo;
};

// Every driven bone from upper arm to hand and from thigh to foot, of each side.
std::vector<LimbPair> limbPairs(const JointMatch& match, const Skeleton& target) {
    std::vector<LimbPair> pairs;
    const auto isBelow = [&](std::uint32_t below, std::uint32_t above) {
        std::int32_t j = static_cast<std::int32_t>(below);
        while (j > static_cast<std::int32_t>(above)) j = target.joints[static_cast<std::size_t>(j)].parent;
        return j == static_cast<std::int32_t>(above);
    };
    for (const JointGroup& near : match.groups) {
        if (near.role != Role::UpperArm && near.role != Role::ForeArm && near.role != Role::Thigh &&
            near.role != Role::Shin) {
            continue;
        }
        for (const JointGroup& far : match.groups) {
            if (static_cast<int>(far.role) != static_cast<int>(near.role) + 1) continue;
            if (!isBelow(far.target.back(), near.target.front())) continue;
            pairs.push_back({near.source[0], far.source[0], near.target[0], far.target.back()});
        }
    }
    return pairs;
}

double angleBetween(Vec3d a, Vec3d b) {
    return std::atan2(length(cross(a, b)), dot(a, b));
}

void expectSameLimbs(const Motion& motion, const Character& character, const std::string& what) {
    std::vector<Finding> findings;
    const Clip clip = retarget(motion, character, {}, findings);
    for (const Finding& finding : findings)
        EXPECT_EQ(finding.severity, Severity::Note) << what << ": " << finding.text;
    const std::vector<LimbPair> pairs =
        limbPairs(matchJoints(motion, character, std::nullopt, findings), character.skeleton);
    ASSERT_EQ(pairs.size(), 8u) << what;
    double largest = 0, lowest = 1e9;
    for (std::size_t frame = 0; frame < motion.frames; frame += 7) {
        const double time = static_cast<double>(frame) * motion.frameTime;
        const std::vector<Affined> from =
            jointFrames(motion.skeleton, samplePose(motion.skeleton, motion.clip, time));
        const std::vector<Affined> to =
            jointFrames(character.skeleton, samplePose(character.skeleton, clip, time));
        for (const LimbPair& pair : pairs) {
            const Vec3d s = from[pair.sourceTo].translation - from[pair.sourceFrom].translation;
            const Vec3d t = to[pair.targetTo].translation - to[pair.targetFrom].translation;
            largest = std::max(largest, angleBetween(s, t));
            lowest = std::min(lowest, to[pair.targetTo].translation.y);
        }
    }
    EXPECT_LT(largest, 0.035) << what;  // 2 degrees
    double ground = 1e9;
    for (const Vec3d& p : character.surface.positions) ground = std::min(ground, p.y);
    // Ankles and wrists stay above the ground: nobody sinks in.
    EXPECT_GT(lowest, ground - 0.03) << what;
}

TEST(RealMotion, LimbsOfEveryCharacterPointTheWayOfTheMotion) {
    for (const std::string& name : kCharacters) {
        SINEW_DATA_OR_SKIP(file, name);
        const Character character = importCharacter(file);
        for (const std::string& motion : kMotions) {
            SINEW_DATA_OR_SKIP(path, motion);
            std::string what = motion;
            what += " onto ";
            what += name;
            expectSameLimbs(readMotion(path), character, what);
        }
    }
}

TEST(RealMotion, AHandAloneIsRefusedWithItsJointsListed) {
    SINEW_DATA_OR_SKIP(file, "babylon_hand/r_hand_rhs.glb");
    SINEW_DATA_OR_SKIP(path, "cmu_mocap_open/02_03.bvh");
    std::vector<Finding> findings;
    try {
        retarget(readMotion(path), importCharacter(file), {}, findings);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("ring_tip_R"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("LeftUpLeg"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace sinew::motion
