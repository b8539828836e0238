// Matches the joints of a motion to those of a character.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Character/JointNames.h"
#include "Offline/Character/Motion/Motion.h"
#include "Offline/Character/Motion/NameMap.h"

namespace sinew::motion {

inline constexpr std::int32_t kNone = -1;  // stands for "no joint"

// Either one source joint whose rotation every target joint takes, or two chains, root first, over which the
// rotation is distributed. For a hand, all targets except the last take only their part of the twist about
// the forearm.
struct JointGroup {
    Role role = Role::None;
    std::vector<std::uint32_t> source, target;
};

enum class MatchKind { Names, Map, Roles };

struct JointMatch {
    MatchKind kind = MatchKind::Names;
    std::vector<JointGroup> groups;  // sorted by first target joint
};

// Matches by the map if there is one; otherwise by names if the rigs share nearly all of them; otherwise by a
// built-in map that fits; otherwise by the meaning of the names. `findings` reports the choice and the
// unmatched joints. Throws Error(BadInput) with the unmatched joints if too few match to move the character.
JointMatch matchJoints(const Motion& motion, const Character& character, const std::optional<NameMap>& map,
                       std::vector<Finding>& findings);

}  // namespace sinew::motion
