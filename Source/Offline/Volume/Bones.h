// The bones inside the flesh: capsules along the skeleton, kept clear of each other at the joints.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

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

// On the middle line.
Vec3d closestOnBone(const Bone& bone, Vec3d p);
// From the capsule's axis.
double distanceToBone(const Bone& bone, Vec3d p);

// The bone whose capsule is nearest, and how far its surface is: below 0 inside. The first of equals; none
// where there are no bones.
struct NearestBone {
    const Bone* bone = nullptr;
    double distance = std::numeric_limits<double>::infinity();
};
NearestBone nearestBone(std::span<const Bone> bones, Vec3d p);

struct JointDecision {
    std::uint32_t joint = 0;
    std::uint32_t carrier =
        0;  // the joint whose bones hold its flesh: itself, or an ancestor; kNone: nothing
    std::string reason;
    bool tooThin = false;  // it would have a bone in a finer lattice
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
};

struct BonePlan {
    std::vector<Bone> bones;               // by joint
    std::vector<JointDecision> decisions;  // one per joint
};

// `resolution`: the spacing of the lattice that the bones are for; what moves less skin than it resolves is
// merged into its parent.
BonePlan planBones(const Character& character, const FleshParts& parts, const Solid& solid, double resolution,
                   const BoneSettings& settings = {});

}  // namespace sinew
