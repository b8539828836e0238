// Which joints of a motion drive which joints of a character.
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

// One source joint whose turn every target takes, or two chains, root first, over which the turn is spread.
// Of a hand's turn all targets but the last take only their part of the twist about the forearm.
struct JointGroup {
    Role role = Role::None;
    std::vector<std::uint32_t> source, target;
};

enum class MatchKind { Names, Map, Roles };

struct JointMatch {
    MatchKind kind = MatchKind::Names;
    std::vector<JointGroup> groups;  // sorted by first target joint
};

// By the map where there is one; else by names where the rigs share nearly all of them; else by the built-in
// map that fits; else by what the names mean. Says in `findings` which it was and what did not match on
// either side. Throws Error (BadInput) listing both sides where too little matches to move the character.
JointMatch matchJoints(const Motion& motion, const Character& character, const std::optional<NameMap>& map,
                       std::vector<Finding>& findings);

}  // namespace sinew::motion
