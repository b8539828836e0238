#include "Samples/Mannequin.h"

#include "Samples/Assemble.h"
#include "Samples/MannequinClips.h"
#include "Samples/MannequinRig.h"
#include "Samples/MannequinShape.h"
#include "Samples/Remesh.h"

namespace sinew {

Character makeMannequin() {
    const Shape shape = mannequinShape();
    const HalfMesh coarse = polygonise(shape, {0, -0.03, -0.20}, {0.75, 1.80, 0.25}, 0.012);
    const std::vector<Bone> bones = mannequinBones();
    MirroredSurface body =
        assembleMirrored(remesh(coarse, shape, mannequinSizing, 10),
                         [&](Vec3d centre, Vec3d normal) { return mannequinPatch(bones, centre, normal); });
    body.surface.materials = {"skin"};
    std::vector<std::uint32_t> across;
    for (std::uint32_t j = 0; j < kMannequinJoints; ++j) across.push_back(mirrorOfJoint(j));

    Character character;
    character.name = "Mannequin";
    character.skeleton = mannequinSkeleton();
    character.weights = heatWeights(body.surface.positions, body.surface.triangles, bones,
                                    {kMannequinJoints, 0.65, 4, body.mirrorOf, across});
    character.surface = std::move(body.surface);
    character.clips = mannequinClips(character.skeleton);
    return character;
}

}  // namespace sinew
