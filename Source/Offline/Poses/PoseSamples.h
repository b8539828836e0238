// Poses from joint space: what nobody recorded but a player may see.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Offline/Character/JointLimits.h"
#include "Offline/Poses/Settings.h"

namespace sinew::poses {

// Per joint, the limb it belongs to, numbered from 0 in order of joints: a limb starts at a moving joint with
// no moving joint above it, or where several moving joints hang on one. kHeld for joints that do not move.
inline constexpr std::uint32_t kHeld = 0xFFFFFFFFu;
std::vector<std::uint32_t> limbsOf(const Skeleton& skeleton, std::span<const JointLimits> limits);

struct AngleSample {
    std::vector<JointAngles> joints;   // one per joint, zero where it does not move
    std::vector<std::uint8_t> active;  // per limb
};

// The first `count` samples; more of them begin with the same ones. A limb's sequence (SpreadPoints.h) goes
// on only when the limb is active, so that its active samples fill the limits evenly whatever the others do.
// Twist is uniform in its range; swings fill the ellipse in theirs, without the corners where bend and side
// are extreme together.
std::vector<AngleSample> sampleAngles(const Skeleton& skeleton, std::span<const JointLimits> limits,
                                      std::size_t count, const SampleSettings& settings = {});

Pose poseOf(const Pose& bind, std::span<const JointLimits> limits, std::span<const JointAngles> angles);

}  // namespace sinew::poses
