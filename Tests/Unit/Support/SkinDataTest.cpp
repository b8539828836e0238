// Skinning of characters made by others.
#include <gtest/gtest.h>

#include "Offline/Character/Import.h"
#include "Offline/Character/Motion/Retarget.h"
#include "Offline/Character/Pose.h"
#include "Offline/Geometry/Box.h"
#include "Offline/Geometry/Measure.h"
#include "Support/Characters/Skinned.h"
#include "Support/Data.h"

namespace sinew {
namespace {

double volumeInLitres(const Character& character, std::span<const Vec3d> positions) {
    return 1000 * signedVolume({positions, character.surface.triangles});
}

TEST(SkinData, TheHumanHasItsKnownVolumeAtRestUnderEitherMethod) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    const Character human = importCharacter(path);
    const auto matrices = skinMatrices(human.skeleton, restPose(human.skeleton));
    for (const SkinMethod method : test::kSkinMethods) {
        EXPECT_NEAR(volumeInLitres(human, skinPositions(human, matrices, method)), 54.90, 0.005);
    }
}

void expectFastEqualsSlow(const Character& character, const Pose& pose) {
    const auto matrices = skinMatrices(character.skeleton, pose);
    const SkinBatch batch = buildSkinBatch(character);
    for (const SkinMethod method : test::kSkinMethods) {
        const auto slow = skinPositions(character, matrices, method);
        Box box;
        for (const Vec3d& p : slow) box = merged(box, p);
        for (const InstructionSet set : supportedInstructionSets()) {
            const auto fast = test::skin(batch, matrices, method, set, {}, false).positions;
            EXPECT_LE(test::largestError(fast, slow), 1e-6 * length(extent(box))) << instructionSetName(set);
        }
    }
}

TEST(SkinData, FastAndSlowAgreeForTheHumanInAnExtremePose) {
    SINEW_DATA_OR_SKIP(body, "makehuman_human/human_body.glb");
    SINEW_DATA_OR_SKIP(pose, "makehuman_human/poses/benchmark.bvh");
    const Character human = importCharacter(body);
    std::vector<Finding> findings;
    const Clip clip = motion::retarget(motion::readMotion(pose), human, {}, findings);
    expectFastEqualsSlow(human, samplePose(human.skeleton, clip, 0));
}

class SkinCharacter : public testing::TestWithParam<const char*> {};

TEST_P(SkinCharacter, FastAndSlowAgreeThroughEveryClip) {
    SINEW_DATA_OR_SKIP(path, GetParam());
    const Character character = importCharacter(path);
    expectFastEqualsSlow(character, restPose(character.skeleton));
    for (const Clip& clip : character.clips) {
        SCOPED_TRACE(clip.name);
        expectFastEqualsSlow(character, samplePose(character.skeleton, clip, clip.duration * 0.4));
    }
}

INSTANTIATE_TEST_SUITE_P(Data, SkinCharacter,
                         testing::Values("makehuman_human/human_body.glb", "cesium_man/CesiumMan.glb",
                                         "fox/Fox.glb", "quaternius_wolf/Wolf.glb",
                                         "kaykit_knight/Knight.glb", "babylon_hand/r_hand_rhs.glb",
                                         "rigged_simple/RiggedSimple.glb"));

}  // namespace
}  // namespace sinew
