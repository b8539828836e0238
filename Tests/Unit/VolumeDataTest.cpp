#include <gtest/gtest.h>

#include "Offline/Character/Import.h"
#include "Offline/Volume/Stuffing.h"
#include "Offline/Volume/Volume.h"
#include "Offline/Workers.h"
#include "Support/Data.h"

namespace sinew::test {
namespace {

void expectSound(const Character& character, const Volume& volume) {
    const VolumeReport& report = volume.report;
    EXPECT_GT(report.quality.leastVolume, 0);
    EXPECT_GT(report.quality.leastDihedral, kLeastDihedral);
    EXPECT_LT(report.quality.largestDihedral, kLargestDihedral);
    EXPECT_LT(report.boundaryMean, 0.1);
    EXPECT_EQ(volume.skin.tetOfVertex.size(), character.surface.positions.size());
    EXPECT_EQ(volume.attachment.boneOfNode.size(), volume.tets.nodes.size());
    const std::vector<Vec3d> skin = embeddedPositions(volume.skin, volume.tets, volume.tets.nodes);
    for (std::size_t v = 0; v < skin.size(); ++v) {
        ASSERT_LT(length(skin[v] - character.surface.positions[v]), 1e-9);
    }
}

TEST(VolumeData, TheHumanFillsWithTwoHundredThousandTetsLong) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    const Character character = importCharacter(path);
    const Workers workers;
    const Volume volume = buildVolume(character, {}, workers.jobs());
    expectSound(character, volume);
    EXPECT_NEAR(static_cast<double>(volume.tets.tets.size()), 200000, 10000);
    EXPECT_NEAR(volume.report.quality.volume, 0.0549, 0.0008);
}

}  // namespace
}  // namespace sinew::test
