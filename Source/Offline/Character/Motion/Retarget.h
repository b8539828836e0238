// Transfers a motion to a skeleton with other names, rest pose, proportions and size.
#pragma once

#include <optional>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Character/Motion/Motion.h"
#include "Offline/Character/Motion/NameMap.h"

namespace sinew::motion {

struct RetargetOptions {
    std::optional<NameMap> map;  // joints are matched automatically if not set
    bool inPlace = false;        // the hips stay above their position at rest
};

// Returns a clip for the skeleton of the character with the frames of the motion. A rig that the motion was
// made for (same names, same bones) gets the rotations unchanged. Any other rig is first aligned with the
// reference pose of the motion. From there each joint rotates in the world as the joint of the motion does,
// the hips move by the ratio of leg lengths, and the lower foot keeps its height above the ground. Throws
// Error(BadInput) if too few joints match.
Clip retarget(const Motion& motion, const Character& character, const RetargetOptions& options,
              std::vector<Finding>& findings);

}  // namespace sinew::motion
