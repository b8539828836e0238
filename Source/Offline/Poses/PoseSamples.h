// Poses sampled from joint space, for motion that was not recorded but may occur.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Offline/Character/JointLimits.h"
#include "Offline/Poses/Settings.h"

namespace sinew::poses {

// Per joint: the index of its limb, or kHeld for joints that do not move. Limbs are numbered from 0 in the
// order of joints. A limb starts at a moving joint without a moving joint above it, or where several moving
// joints have the same parent.
inline constexpr std::uint32_t kHeld = 0xFFFFFFFFu;
std::vector<std::uint32_t> limbsOf(const Skeleton& skeleton, std::span<const JointLimits> limits);

struct AngleSample {
    std::vector<JointAngles> joints;   // one per joint, zero where it does not move
    std::vector<std::uint8_t> active;  // per limb
};

// The first `count` samples; a larger count extends the same sequence. The sequence of a limb
// (SpreadPoints.h) advances only when the limb is active, so that its active samples fill the limits evenly,
// whatever other limbs do. Twist is uniform in its range. Swing fills the ellipse in its range, without the
// corners where bend and side are both extreme.
std::vector<AngleSample> sampleAngles(const Skeleton& skeleton, std::span<const JointLimits> limits,
                                      std::size_t count, const SampleSettings& settings = {});

Pose poseOf(const Pose& bind, std::span<const JointLimits> limits, std::span<const JointAngles> angles);

}  // namespace sinew::poses
