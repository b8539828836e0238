#include "Samples/Limb.h"

#include "Offline/Character/Pose.h"
#include "Offline/Geometry/Trigonometry.h"
#include "Samples/Assemble.h"
#include "Samples/HeatWeights.h"
#include "Samples/Puppet.h"
#include "Samples/Remesh.h"

namespace sinew {

namespace {

constexpr double kMiddle = 0.32, kLength = 0.60;

// Upright, 0.6 m tall, with a belly on each segment and a slight waist at the joint.
Shape limbShape() {
    Shape shape;
    shape.add(Loft{{0, 0, 0},
                   {0, 1, 0},
                   {1, 0, 0},
                   {0, 0, 1},
                   0.045,
                   0.032,
                   {{0.045, 0, 0, 0.062, 0.062, 0.064, 0.064},
                    {0.140, 0, 0.004, 0.066, 0.066, 0.072, 0.068},
                    {0.240, 0, 0.002, 0.057, 0.057, 0.060, 0.058},
                    {kMiddle, 0, 0, 0.051, 0.051, 0.052, 0.054},
                    {0.390, 0, 0.002, 0.054, 0.054, 0.055, 0.056},
                    {0.480, 0, 0, 0.046, 0.046, 0.047, 0.047},
                    {kLength - 0.032, 0, 0, 0.036, 0.036, 0.037, 0.037}}},
              0.01);
    shape.mirror(0.0);
    return shape;
}

Skeleton limbSkeleton() {
    Skeleton skeleton;
    skeleton.joints = {{"upper", -1, {}}, {"lower", 0, {{0, kMiddle, 0}, {}, {1, 1, 1}}}};
    for (const Affined& frame : jointFrames(skeleton, restPose(skeleton))) {
        skeleton.inverseBind.push_back(inverse(frame));
    }
    return skeleton;
}

template <class TurnAt>
Clip limbClip(const Skeleton& skeleton, const char* name, int frames, TurnAt turnAt) {
    std::vector<Pose> poses;
    for (int k = 0; k <= frames; ++k) {
        Puppet puppet(skeleton);
        puppet.set(1, turnAt(2 * kPi * k / frames));
        poses.push_back(puppet.pose());
    }
    return clipOf(skeleton, name, poses);
}

}  // namespace

Character makeLimb() {
    const Shape shape = limbShape();
    const HalfMesh coarse = polygonise(shape, {0, -0.03, -0.09}, {0.09, kLength + 0.03, 0.09}, 0.008);
    MirroredSurface body = assembleMirrored(remesh(
                                                coarse, shape, [](Vec3d) { return 0.0105; }, 8),
                                            [](Vec3d centre, Vec3d) { return centre.z > 0 ? 0u : 1u; });
    body.surface.materials = {"skin"};
    const std::vector<Bone> bones{{0, {0, 0.03, 0}, {0, kMiddle, 0}, 0.05},
                                  {1, {0, kMiddle, 0}, {0, kLength - 0.02, 0}, 0.05}};
    const std::vector<std::uint32_t> across{0, 1};

    Character character;
    character.name = "Limb";
    character.skeleton = limbSkeleton();
    character.weights =
        heatWeights(body.surface.positions, body.surface.triangles, bones, {2, 1, 4, body.mirrorOf, across});
    character.surface = std::move(body.surface);
    character.clips = {
        limbClip(character.skeleton, "bend", 60, [](double a) { return turn(55 - 55 * cosine(a), 0, 0); }),
        limbClip(character.skeleton, "twist", 90, [](double a) { return turn(0, 120 * sine(a), 0); })};
    return character;
}

}  // namespace sinew
