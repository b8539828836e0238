// What a person's joints can do, for skeletons whose joint names say which is which.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "Offline/Character/JointLimits.h"

namespace sinew {

// In character space, in the bind pose: unit, right-handed. Positive bend: knees backwards, elbows, hips,
// shoulders and the back forwards, feet down, toes up, hands and fingers towards the palm. Positive side:
// away from the middle; of the back and head, to the left. Turning about an axis is positive by the
// right-hand rule.
struct BodyAxes {
    Vec3d twist, bend, side;
};

struct AnatomicalRange {
    AngleRange twist, bend, side;  // radians from the bind pose
};

struct Anatomy {
    std::vector<BodyAxes> axes;                          // one per joint
    std::vector<std::optional<AnatomicalRange>> ranges;  // nothing where the name says nothing
    bool person = false;  // stands upright; else human ranges are given to no joint
};

// `moves`: per joint, whether it will be turned; a range that several joints in a row share is divided among
// those that will. `skinArea`: per joint, m².
Anatomy readAnatomy(const Character& character, std::span<const double> skinArea,
                    std::span<const std::uint8_t> moves);

}  // namespace sinew
