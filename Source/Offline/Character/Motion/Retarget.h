// A motion onto another skeleton: other names, rest pose, proportions and size.
#pragma once

#include <optional>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Character/Motion/Motion.h"
#include "Offline/Character/Motion/NameMap.h"

namespace sinew::motion {

struct RetargetOptions {
    std::optional<NameMap> map;  // matched by name where not set
    bool inPlace = false;        // the hips stay above where they stand at rest
};

// A clip for the character's skeleton with the motion's frames. A rig that the motion was made for (same
// names, same bones) gets its rotations as they are. Any other is brought into the motion's reference pose
// first; from there each joint turns in the world as the motion's does, hips move by the ratio of leg
// lengths, and the lower foot keeps the height above the ground that it had. Throws Error (BadInput) where
// too few joints match.
Clip retarget(const Motion& motion, const Character& character, const RetargetOptions& options,
              std::vector<Finding>& findings);

}  // namespace sinew::motion
