// Skinning of characters made by others.
#include <gtest/gtest.h>

#include "Offline/Character/Import.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Retarget.h"
#include "Offline/Character/SkinBatch.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Geometry/Measure.h"
#include "Support/Data.h"

namespace sinew {
namespace {

constexpr SkinMethod kMethods[] = {SkinMethod::LinearBlend, SkinMethod::DualQuaternion};

double volumeInLitres(const Character& character, std::span<const Vec3d> positions) {
    return 1000 * signedVolume({positions, character.surface.triangles});
}

TEST(SkinData, TheHumanHasItsKnownVolumeAtRestUnderEitherMethod) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    const Character human = importCharacter(path);
    const auto matrices = skinMatrices(human.skeleton, restPose(human.skeleton));
    for (const SkinMethod method : kMethods) {
        EXPECT_NEAR(volumeInLitres(human, skinPositions(human, matrices, method)), 54.90, 0.005);
    }
}

double extent(std::span<const Vec3d> positions) {
    Vec3d low = positions[0], high = positions[0];
    for (const Vec3d& p : positions) low = min(low, p), high = max(high, p);
    return length(high - low);
}

double largestError(std::span<const Vec3f> fast, std::span<const Vec3d> slow) {
    double largest = 0;
    for (std::size_t v = 0; v < fast.size(); ++v) {
        const double error = length(convert<double>(fast[v]) - slow[v]);
        if (std::isnan(error)) return error;
        largest = std::max(largest, error);
    }
    return largest;
}

void expectFastEqualsSlow(const Character& character, const Pose& pose) {
    const auto matrices = skinMatrices(character.skeleton, pose);
    std::vector<Affinef> floats;
    for (const Affined& m : matrices) floats.push_back(convert<float>(m));
    const SkinBatch batch = buildSkinBatch(character);
    std::vector<float> scratch(skinScratchSize(batch.view()));
    std::vector<Vec3f> fast(character.surface.positions.size());
    for (const SkinMethod method : kMethods) {
        const auto slow = skinPositions(character, matrices, method);
        for (const InstructionSet set : supportedInstructionSets()) {
            const auto run = method == SkinMethod::LinearBlend ? skinLinearBlend : skinDualQuaternion;
            run(batch.view(), floats, scratch, {fast, {}}, {}, set);
            EXPECT_LE(largestError(fast, slow), 1e-6 * extent(slow)) << instructionSetName(set);
        }
    }
}

TEST(SkinData, FastAndSlowAgreeForTheHumanInAnExtremePose) {
    SINEW_DATA_OR_SKIP(body, "makehuman_human/human_body.glb");
    SINEW_DATA_OR_SKIP(pose, "makehuman_human/poses/benchmark.bvh");
    const Character human = importCharacter(body);
    std::vector<Finding> findings;
    const Clip clip = retarget(readMotion(pose), human, {}, findings);
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
