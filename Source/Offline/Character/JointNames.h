// What a joint's name says about the body: `mixamorig:LeftArm`, `Bip01 L UpperArm`, `upperarm_l` are one
// thing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew {

enum class Side : std::uint8_t { None, Left, Right };

enum class Role : std::uint8_t {
    None,    // says nothing we know
    Helper,  // twist, roll, IK and end joints: never driven
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
    // Of a finger only: 1 thumb … 5 little, 0 all at once (a mitt); phalanx 1 is nearest the hand.
    std::uint8_t finger = 0, phalanx = 0;

    // The same joint of the same side, however the two rigs write it.
    friend bool sameName(const JointLabel& a, const JointLabel& b) {
        return a.key == b.key && a.side == b.side;
    }
    friend bool sameRole(const JointLabel& a, const JointLabel& b) {
        return a.role == b.role && a.side == b.side && a.finger == b.finger && a.phalanx == b.phalanx;
    }
};

// The names of one skeleton together, since some words depend on the others: a `Shoulder` is the upper arm
// where there is a collar, and the collar where there is an upper arm.
std::vector<JointLabel> labelJoints(const std::vector<std::string_view>& names);
std::vector<JointLabel> labelJoints(const Skeleton& skeleton);

}  // namespace sinew
