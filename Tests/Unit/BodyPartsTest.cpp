#include "Offline/Solve/BodyParts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Geometry/Measure.h"
#include "Samples.h"

namespace sinew {
namespace {

struct Body {
    Character character;
    Volume volume;
    std::vector<BodyPart> parts;

    std::vector<Vec3d> bent() const {
        const Skeleton& skeleton = character.skeleton;
        const Pose pose = samplePose(skeleton, character.clips[0], 1.0);
        return skinPositions(character, skinMatrices(skeleton, pose), SkinMethod::LinearBlend);
    }
};

const Body& limb() {
    static const Body body = [] {
        Body made{makeSamples()[0], {}, {}};
        VolumeSettings settings;
        settings.tets = 3000;
        made.volume = buildVolume(made.character, settings);
        made.parts = bodyParts(made.character, made.volume);
        return made;
    }();
    return body;
}

TEST(BodyParts, EveryTetBelongsToOneJoint) {
    ASSERT_EQ(limb().parts.size(), 2u);
    std::vector<int> count(limb().volume.tets.tets.size(), 0);
    for (const BodyPart& part : limb().parts) {
        EXPECT_GT(part.tets.size(), count.size() / 4);
        for (const std::uint32_t t : part.tets) ++count[t];
    }
    EXPECT_EQ(std::count(count.begin(), count.end(), 1), static_cast<long>(count.size()));
}

TEST(BodyParts, SkinVolumesAddUpToTheWholeInAnyPose) {
    const std::vector<Triangle> flesh = fleshTriangles(limb().character, limb().volume);
    for (const std::vector<Vec3d>& skin : {limb().character.surface.positions, limb().bent()}) {
        double sum = 0;
        for (const BodyPart& part : limb().parts) {
            EXPECT_GT(skinVolume(part, skin), 0);
            sum += skinVolume(part, skin);
        }
        EXPECT_NEAR(sum / signedVolume({skin, flesh}), 1, 1e-12);
    }
}

TEST(BodyParts, VolumesGrowWithTheCubeOfTheSize) {
    const BodyPart& part = limb().parts[1];
    std::vector<Vec3d> skin = limb().character.surface.positions, nodes = limb().volume.tets.nodes;
    const double before = skinVolume(part, skin), tetsBefore = tetVolume(part, limb().volume.tets, nodes);
    for (Vec3d& p : skin) p = p * 2 + Vec3d{3, 1, 4};
    for (Vec3d& p : nodes) p = p * 2 + Vec3d{3, 1, 4};
    EXPECT_NEAR(skinVolume(part, skin) / before, 8, 1e-10);
    EXPECT_NEAR(tetVolume(part, limb().volume.tets, nodes) / tetsBefore, 8, 1e-10);
}

}  // namespace
}  // namespace sinew
