// The bones inside the flesh: capsules along the skeleton that do not touch each other at the joints.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Character/Character.h"
#include "Offline/Volume/Settings.h"

namespace sinew {

struct FleshParts;
class Solid;

// A capsule that moves with a joint. A joint that branches has several.
struct Bone {
    std::uint32_t joint = 0;
    Vec3d head, tail;  // bind pose, metres
    double radius = 0;
};

// The nearest point on the axis of the capsule.
Vec3d closestOnBone(const Bone& bone, Vec3d p);
// The distance from the axis of the capsule.
double distanceToBone(const Bone& bone, Vec3d p);

// The bone with the nearest capsule, and the distance to its surface, negative inside. The first bone wins a
// tie. There is none if there are no bones.
struct NearestBone {
    const Bone* bone = nullptr;
    double distance = std::numeric_limits<double>::infinity();
};
NearestBone nearestBone(std::span<const Bone> bones, Vec3d p);

// The joint of the nearest bone of each point; JointDecision::kNone if there are no bones.
std::vector<std::uint32_t> nearestJoints(std::span<const Bone> bones, std::span<const Vec3d> points,
                                         const Jobs& jobs = {});

struct JointDecision {
    std::uint32_t joint = 0;
    // The joint whose bones hold its flesh: itself or an ancestor; kNone if there is none.
    std::uint32_t carrier = 0;
    std::string reason;
    bool tooThin = false;  // a finer resolution would give a bone here
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
};

struct BonePlan {
    std::vector<Bone> bones;               // sorted by joint
    std::vector<JointDecision> decisions;  // one per joint
};

// `resolution` is the node spacing of the volume that the bones are for. A joint that moves less skin than
// that resolves is merged into its parent.
BonePlan planBones(const Character& character, const FleshParts& parts, const Solid& solid, double resolution,
                   const BoneSettings& settings = {});

}  // namespace sinew
