// Human joint ranges, for skeletons whose joint names identify the joints.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "Offline/Character/JointLimits.h"

namespace sinew {

// Unit axes in character space in the bind pose, right-handed. Positive bend is backwards for knees; forwards
// for elbows, hips, shoulders and the back; down for feet; up for toes; towards the palm for hands and
// fingers. Positive side is away from the middle, or to the left for back and head. Rotations are positive by
// the right-hand rule.
struct BodyAxes {
    Vec3d twist, bend, side;
};

struct AnatomicalRange {
    AngleRange twist, bend, side;  // radians from the bind pose
};

struct Anatomy {
    std::vector<BodyAxes> axes;                          // one per joint
    std::vector<std::optional<AnatomicalRange>> ranges;  // empty if the name is unknown
    bool person = false;  // the character stands upright; otherwise no joint gets a human range
};

// `moves` tells per joint whether it will be rotated. A range that several consecutive joints share is
// divided among those. `skinArea` is in m², per joint.
Anatomy readAnatomy(const Character& character, std::span<const double> skinArea,
                    std::span<const std::uint8_t> moves);

}  // namespace sinew
