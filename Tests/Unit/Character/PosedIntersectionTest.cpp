// Self-intersections of a real body in real poses, against counts measured elsewhere.
#include <gtest/gtest.h>

#include "Offline/Character/Import.h"
#include "Offline/Character/Motion/Retarget.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Workers.h"
#include "Support/Data.h"

namespace sinew::test {
namespace {

TEST(PosedIntersections, LinearBlendSkinningOfTheHumanCutsItselfAsOftenAsMeasuredElsewhere) {
    SINEW_DATA_OR_SKIP(body, "makehuman_human/human_body.glb");
    const Workers workers;
    const Character character = importCharacter(body);
    const std::vector<Triangle>& triangles = character.surface.triangles;
    EXPECT_EQ(selfIntersections({character.surface.positions, triangles}, workers.jobs()).size(), 0u);
    for (const auto& [name, expected] : {std::pair{"tpose", 14u}, {"benchmark", 904u}}) {
        SINEW_DATA_OR_SKIP(path, std::string("makehuman_human/poses/") + name + ".bvh");
        std::vector<Finding> findings;
        const Clip clip = motion::retarget(motion::readMotion(path), character, {}, findings);
        const std::vector<Vec3d> posed = skinPositions(
            character, skinMatrices(character.skeleton, samplePose(character.skeleton, clip, 0)),
            SkinMethod::LinearBlend);
        EXPECT_EQ(selfIntersections({posed, triangles}, workers.jobs()).size(), expected) << name;
    }
}

}  // namespace
}  // namespace sinew::test
