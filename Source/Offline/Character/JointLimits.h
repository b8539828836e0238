// Stage 4: the range of each joint relative to the bind pose, and where it comes from.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Settings.h"

namespace sinew {

// A rotation relative to the bind pose, in radians: a twist about the bone, followed by a swing whose
// rotation vector is perpendicular to the bone. `bend` is the main movement of the joint (flexion for a
// knee), `side` the one at right angles to it.
struct JointAngles {
    double twist = 0, bend = 0, side = 0;
};

enum class LimitOrigin : std::uint8_t { AsBound, Clips, Anatomy, AnatomyAndClips, Recipe };

struct JointLimits {
    // Rotation from the axes (twist, bend, side) to the joint's own frame in the bind pose.
    Quatd axes;
    // Radians. Each range contains 0, the bind pose.
    AngleRange twist, bend, side;
    LimitOrigin origin = LimitOrigin::AsBound;
    std::string reason;

    bool moves() const { return twist.width() > 0 || bend.width() > 0 || side.width() > 0; }
};

// `turn` is the rotation from the bind pose, in the joint's frame.
JointAngles anglesOf(const JointLimits& limits, Quatd turn);
Quatd turnOf(const JointLimits& limits, const JointAngles& angles);
bool within(const JointLimits& limits, const JointAngles& angles, double tolerance = 1e-9);

// Plans one range per joint. A joint stays in the bind pose if rotating it strains no skin, if it would tear
// skin (a leg of an IK rig whose foot is the child of another joint), or if its range is unknown. `carrierOf`
// is as in SharedSkin.h; merged joints stay in the bind pose. `motions` are for this skeleton. Throws
// Error(BadInput) if an override names an unknown joint or does not include the bind pose.
std::vector<JointLimits> planJointLimits(const Character& character, std::span<const Clip> motions = {},
                                         std::span<const std::uint32_t> carrierOf = {},
                                         const LimitSettings& settings = {},
                                         std::span<const LimitOverride> overrides = {});

// A table of joints with their ranges in degrees and the origin of each range.
std::string describeLimits(const Skeleton& skeleton, std::span<const JointLimits> limits);

}  // namespace sinew
