// The Mannequin's skeleton, and what its skin is assigned to.
#pragma once

#include <array>
#include <vector>

#include "Offline/Character/Character.h"
#include "Samples/HeatWeights.h"

namespace sinew {

// Left and right counterparts stand `kArmJoints` or `kLegJoints` apart.
// NOLINTBEGIN(readability-identifier-naming): they are used as indices, so they are named as constants.
enum MannequinJoint : std::uint32_t {
    kHips,
    kSpine,
    kChest,
    kNeck,
    kHead,
    kClavicleL,
    kUpperarmL,
    kForearmL,
    kHandL,
    kMittL,
    kClavicleR,
    kUpperarmR,
    kForearmR,
    kHandR,
    kMittR,
    kThighL,
    kShinL,
    kFootL,
    kToeL,
    kThighR,
    kShinR,
    kFootR,
    kToeR,
    kMannequinJoints
};
// NOLINTEND(readability-identifier-naming)

// The joint on the other side; itself for those of the middle.
std::uint32_t mirrorOfJoint(std::uint32_t joint);

// Y of each frame runs along the bone, Z points forwards (up in the feet). Rest pose and bind pose are the
// same.
Skeleton mannequinSkeleton();

std::vector<Bone> mannequinBones();

// Where the UVs are cut: a number per patch of skin of the left half.
std::uint32_t mannequinPatch(std::span<const Bone> bones, Vec3d centre, Vec3d normal);

}  // namespace sinew
