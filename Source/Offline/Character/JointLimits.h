// Stage 4: how far each joint turns against the bind pose, and who says so.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Character/Pose.h"

namespace sinew {

struct AngleRange {
    double low = 0, high = 0;

    bool contains(double angle, double tolerance = 0) const {
        return angle >= low - tolerance && angle <= high + tolerance;
    }
    double width() const { return high - low; }
};

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

// A recipe's word on one joint, in degrees. What is not set keeps what the clips and anatomy say.
struct LimitOverride {
    std::string joint;
    std::optional<AngleRange> twist, bend, side;
};

struct LimitSettings {
    bool clips = true, anatomy = true;
    double margin = 0.1;      // of the range that clips show, added at either end where nothing else is known
    double leastRange = 3;    // degrees; what clips move less is held still
    double maxWidening = 20;  // degrees by which clips widen what a person's joint is known to do
    double framesPerSecond = 30;  // at which clips are looked at
};

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
