// Motions and characters made by others, onto each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "Offline/Character/Import.h"
#include "Offline/Character/JointMatch.h"
#include "Offline/Character/Retarget.h"
#include "Offline/Character/Skinning.h"
#include "Support/Data.h"

namespace sinew {
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

}  // namespace
}  // namespace sinew
