// What a user may decide about a character's volume, whatever elements it is made of: which pieces of the
// surface are flesh, how large the bones are, and where flesh is stiffer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sinew {

enum class PartRole {
    Flesh,  // gives volume
    Rigid,  // follows the skeleton by its skin weights alone: eyes, teeth, buckles
    Skin,   // bound to the flesh, gives none: lashes, hair cards, capes, belts
};

// What a recipe says of a part wins over the rules.
struct PartOverride {
    std::uint32_t part = 0;
    PartRole role = PartRole::Flesh;

    bool operator==(const PartOverride&) const = default;
};

struct BoneSettings {
    double radius = 0.4;       // of the least distance to the skin along the bone
    double skullRadius = 0.7;  // of a head's depth: it is bone nearly to the skin
    double jointGap = 1;       // of the distance from the joint to the skin: what stays free at either side

    bool operator==(const BoneSettings&) const = default;
};

// Factors on Young's modulus. All that apply to an element are multiplied.
struct StiffnessRegions {
    struct OfJoint {
        std::string joint;  // its bones' flesh: the elements that are nearest to them
        double factor = 1;

        bool operator==(const OfJoint&) const = default;
    };
    struct AtDistance {
        double metres = 0;  // from the nearest bone's surface
        double factor = 1;

        bool operator==(const AtDistance&) const = default;
    };
    // Painted on the skin: the factor where a colour channel is 0 and where it is 1, in proportion between
    // (through powers, so that ½ to 2 has 1 in the middle). An element takes it from the nearest skin vertex.
    struct Painted {
        int channel = 0;  // red, green, blue, alpha
        double atZero = 1, atOne = 1;

        bool operator==(const Painted&) const = default;
    };
    std::vector<OfJoint> joints = {};
    std::vector<AtDistance> distances = {};  // rising; straight between them, constant outside
    std::vector<Painted> painted = {};

    bool empty() const { return joints.empty() && distances.empty() && painted.empty(); }
    bool operator==(const StiffnessRegions&) const = default;
};

}  // namespace sinew
