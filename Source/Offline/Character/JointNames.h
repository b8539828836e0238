// The meaning of joint names: `mixamorig:LeftArm`, `Bip01 L UpperArm` and `upperarm_l` are the same joint.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew {

enum class Side : std::uint8_t { None, Left, Right };

enum class Role : std::uint8_t {
    None,    // unknown
    Helper,  // twist, roll, IK and end joints, which motions do not move
    Root,
    Hips,
    Spine,
    Neck,
    Head,
    Clavicle,
    UpperArm,
    ForeArm,
    Hand,
    Finger,
    Thigh,
    Shin,
    Foot,
    Toe,
};

struct JointLabel {
    std::string key;  // letters and digits only, lower case, without rig prefixes and side
    Side side = Side::None;
    Role role = Role::None;
    // For fingers only: 1 thumb … 5 little finger, 0 all fingers (a mitt). Phalanx 1 is nearest to the hand.
    std::uint8_t finger = 0, phalanx = 0;

    // Returns whether both are the same joint of the same side, whatever the naming convention.
    friend bool sameName(const JointLabel& a, const JointLabel& b) {
        return a.key == b.key && a.side == b.side;
    }
    friend bool sameRole(const JointLabel& a, const JointLabel& b) {
        return a.role == b.role && a.side == b.side && a.finger == b.finger && a.phalanx == b.phalanx;
    }
};

// Labels all names of a skeleton together, because the meaning of some depends on others: a `Shoulder` is the
// upper arm if there is a collar bone, and the collar bone if there is an upper arm.
std::vector<JointLabel> labelJoints(const std::vector<std::string_view>& names);
std::vector<JointLabel> labelJoints(const Skeleton& skeleton);

}  // namespace sinew
