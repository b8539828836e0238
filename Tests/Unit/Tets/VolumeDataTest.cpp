#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "Offline/Character/Import.h"
#include "Offline/Tets/Mesh/Stuffing.h"
#include "Offline/Tets/Volume.h"
#include "Offline/Workers.h"
#include "Support/Data.h"

namespace sinew::test {
namespace {

void expectSound(const Character& character, const tets::Volume& volume) {
    const tets::VolumeReport& report = volume.report;
    EXPECT_GT(report.quality.minVolume, 0);
    EXPECT_GT(report.quality.minDihedral, tets::kMinDihedral);
    EXPECT_LT(report.quality.maxDihedral, tets::kMaxDihedral);
    EXPECT_LT(report.boundaryMean, 0.1);
    EXPECT_EQ(volume.skin.tetOfVertex.size(), character.surface.positions.size());
    EXPECT_EQ(volume.attachment.boneOfNode.size(), volume.tets.nodes.size());
    const std::vector<Vec3d> skin = tets::embeddedPositions(volume.skin, volume.tets, volume.tets.nodes);
    for (std::size_t v = 0; v < skin.size(); ++v) {
        ASSERT_LT(length(skin[v] - character.surface.positions[v]), 1e-9);
    }
}

struct Sample {
    const char* file;
    double litres, tolerance;  // of the flesh
};

class VolumeData : public testing::TestWithParam<Sample> {};

TEST_P(VolumeData, FillsAndHoldsEveryWeightedBoneOrSaysWhichNot) {
    SINEW_DATA_OR_SKIP(path, GetParam().file);
    const Character character = importCharacter(path);
    const Workers workers;
    tets::VolumeSettings settings;
    settings.tets = 40000;
    const tets::Volume volume = tets::buildVolume(character, settings, workers.jobs());
    expectSound(character, volume);
    EXPECT_NEAR(static_cast<double>(volume.tets.tets.size()), 40000, 2000);
    EXPECT_NEAR(volume.report.quality.volume * 1000, GetParam().litres, GetParam().tolerance);
    EXPECT_GT(volume.bones.size(), 1u);
    for (const Bone& bone : volume.bones) {
        const std::string& name = character.skeleton.joints[bone.joint].name;
        std::uint32_t nodes = 0;
        for (std::size_t b = 0; b < volume.bones.size(); ++b) {
            nodes += volume.bones[b].joint == bone.joint ? volume.attachment.nodesOfBone[b] : 0;
        }
        const auto& without = volume.report.bonesWithoutNodes;
        EXPECT_TRUE(nodes > 0 || std::count(without.begin(), without.end(), name) == 1) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(Files, VolumeData,
                         testing::Values(Sample{"makehuman_human/human_full.glb", 54.9, 1.5},
                                         Sample{"cesium_man/CesiumMan.glb", 53.7, 1.5},
                                         Sample{"fox/Fox.glb", 66.5, 2},
                                         Sample{"quaternius_wolf/Wolf.glb", 2.49, 0.06},
                                         Sample{"kaykit_knight/Knight.glb", 991, 20},
                                         Sample{"babylon_hand/r_hand_rhs.glb", 0.328, 0.005},
                                         Sample{"rigged_simple/RiggedSimple.glb", 11.4, 0.3}),
                         [](const auto& sample) {
                             return std::filesystem::path(sample.param.file).stem().string();
                         });

TEST(VolumeHuman, FillsWithTwoHundredThousandTetsLong) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    const Character character = importCharacter(path);
    const Workers workers;
    const tets::Volume volume = tets::buildVolume(character, {}, workers.jobs());
    expectSound(character, volume);
    EXPECT_NEAR(static_cast<double>(volume.tets.tets.size()), 200000, 10000);
    EXPECT_NEAR(volume.report.quality.volume, 0.0549, 0.0008);
}

TEST(VolumeHuman, EyesAndTeethRideLashesAreSkinTheRestIsFlesh) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_full.glb");
    const FleshParts parts = decideParts(importCharacter(path));
    ASSERT_EQ(parts.decisions.size(), 10u);
    EXPECT_EQ(parts.decisions[0].role, PartRole::Flesh);
    for (const std::size_t eyeOrTeeth : {1u, 2u, 3u, 4u}) {
        EXPECT_EQ(parts.decisions[eyeOrTeeth].role, PartRole::Rigid) << eyeOrTeeth;
    }
    for (const std::size_t lashOrTongue : {5u, 6u, 7u, 8u, 9u}) {
        EXPECT_EQ(parts.decisions[lashOrTongue].role, PartRole::Skin) << lashOrTongue;
    }
}

TEST(VolumeHand, EveryPhalanxThatMovesSkinHasNodes) {
    SINEW_DATA_OR_SKIP(path, "babylon_hand/r_hand_rhs.glb");
    const Character character = importCharacter(path);
    tets::VolumeSettings settings;
    settings.tets = 40000;
    const tets::Volume volume = tets::buildVolume(character, settings);
    std::map<std::string, std::uint32_t> nodes;
    for (std::size_t b = 0; b < volume.bones.size(); ++b) {
        nodes[character.skeleton.joints[volume.bones[b].joint].name] += volume.attachment.nodesOfBone[b];
    }
    EXPECT_EQ(nodes.size(), 15u);  // a thumb of two, four fingers of three, the wrist
    for (const auto& [name, count] : nodes) EXPECT_GE(count, 4u) << name;
}

}  // namespace
}  // namespace sinew::test
