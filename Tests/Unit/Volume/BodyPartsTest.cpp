#include "Offline/Volume/BodyParts.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/Settings.h"
#include "Offline/Tets/Solver.h"
#include "Offline/Tets/Volume.h"
#include "Samples/Limb.h"

namespace sinew {
namespace {

struct Body {
    Character character;
    tets::Volume volume;
    std::vector<BodyPart> parts;

    std::vector<Vec3d> bent() const {
        const Skeleton& skeleton = character.skeleton;
        const Pose pose = samplePose(skeleton, character.clips[0], 1.0);
        return skinPositions(character, skinMatrices(skeleton, pose), SkinMethod::LinearBlend);
    }
};

const Body& limb() {
    static const Body body = [] {
        Body made{makeLimb(), {}, {}};
        tets::VolumeSettings settings;
        settings.tets = 3000;
        made.volume = tets::buildVolume(made.character, settings);
        made.parts = bodyParts(made.character,
                               {made.volume.bones, made.volume.report.joints, made.volume.report.parts});
        return made;
    }();
    return body;
}

TEST(BodyParts, EveryTetBelongsToOneJoint) {
    ASSERT_EQ(limb().parts.size(), 2u);
    const tets::Solver solver(limb().character, limb().volume, Flesh{}, {}, {});
    const std::vector<double> volumes = solver.volumesOfJoints();
    ASSERT_EQ(volumes.size(), 2u);
    for (const double volume : volumes) EXPECT_GT(volume, solver.body().volume() / 4);
    EXPECT_NEAR((volumes[0] + volumes[1]) / solver.body().volume(), 1, 1e-12);
}

TEST(BodyParts, SkinVolumesAddUpToTheWholeInAnyPose) {
    const std::vector<Triangle> flesh = fleshTriangles(limb().character, limb().volume.report.parts);
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
    tets::Solver solver(limb().character, limb().volume, Flesh{}, {}, {});
    const double before = skinVolume(part, skin), tetsBefore = solver.volumesOfJoints()[1];
    for (Vec3d& p : skin) p = p * 2 + Vec3d{3, 1, 4};
    for (Vec3d& p : nodes) p = p * 2 + Vec3d{3, 1, 4};
    solver.startAt(bindFrames(limb().character.skeleton), nodes);
    EXPECT_NEAR(skinVolume(part, skin) / before, 8, 1e-10);
    EXPECT_NEAR(solver.volumesOfJoints()[1] / tetsBefore, 8, 1e-10);
}

}  // namespace
}  // namespace sinew
