// Stage 4: how far each joint turns against the bind pose, and who says so.
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

// A rotation against the bind pose as a twist about the bone, followed by a swing whose rotation vector has
// no part along the bone: radians. `bend` is the joint's main movement (a knee's flexion), `side` the one at
// right angles to it.
struct JointAngles {
    double twist = 0, bend = 0, side = 0;
};

enum class LimitOrigin : std::uint8_t { AsBound, Clips, Anatomy, AnatomyAndClips, Recipe };

struct JointLimits {
    // From (twist, bend, side) axes to the joint's own frame in the bind pose.
    Quatd axes;
    // Radians. Each holds 0, the bind pose.
    AngleRange twist, bend, side;
    LimitOrigin origin = LimitOrigin::AsBound;
    std::string reason;

    bool moves() const { return twist.width() > 0 || bend.width() > 0 || side.width() > 0; }
};

// `turn`: in the joint's frame, from the bind pose.
JointAngles anglesOf(const JointLimits& limits, Quatd turn);
Quatd turnOf(const JointLimits& limits, const JointAngles& angles);
bool within(const JointLimits& limits, const JointAngles& angles, double tolerance = 1e-9);

// One per joint. Joints stay as bound where turning them strains no skin, would tear it (an IK rig's leg
// whose foot hangs on another joint), or nothing is known about them. `carrierOf` as in SharedSkin.h: merged
// joints stay as bound. `motions`: already on this skeleton. Throws Error (BadInput) where an override names
// no joint or holds no bind pose.
std::vector<JointLimits> planJointLimits(const Character& character, std::span<const Clip> motions = {},
                                         std::span<const std::uint32_t> carrierOf = {},
                                         const LimitSettings& settings = {},
                                         std::span<const LimitOverride> overrides = {});

// A table: joint, ranges in degrees, from where.
std::string describeLimits(const Skeleton& skeleton, std::span<const JointLimits> limits);

}  // namespace sinew
