// User settings of a volume for any kind of element: which parts of the surface are flesh, what the flesh is
// made of, how large the bones are, where flesh is stiffer, and how it is divided into domains.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "Material/Parameters.h"

namespace sinew {

// The default flesh.
struct Flesh {
    MaterialKind kind = MaterialKind::StableNeoHookean;
    double young = 30e3;    // Pa
    double poisson = 0.45;  // below ½
    double density = 1000;  // kg/m³

    bool operator==(const Flesh&) const = default;
};

enum class PartRole {
    Flesh,  // has volume
    Rigid,  // follows the skeleton by its skin weights only: eyes, teeth, buckles
    Skin,   // bound to the flesh, without its own volume: lashes, hair cards, capes, belts
};

// The role of a part as set in a recipe. It takes precedence over the rules.
struct PartOverride {
    std::uint32_t part = 0;
    PartRole role = PartRole::Flesh;

    bool operator==(const PartOverride&) const = default;
};

struct BoneSettings {
    double radius = 0.4;       // fraction of the smallest distance to the skin along the bone
    double skullRadius = 0.7;  // fraction of the depth of a head, which is bone nearly up to the skin
    double jointGap = 1;  // free length at either side of a joint, as a fraction of its distance to the skin

    bool operator==(const BoneSettings&) const = default;
};

// Factors on Young's modulus. All factors that apply to an element are multiplied.
struct StiffnessRegions {
    struct OfJoint {
        std::string joint;  // applies to the elements nearest to the bones of this joint
        double factor = 1;

        bool operator==(const OfJoint&) const = default;
    };
    struct AtDistance {
        double metres = 0;  // distance from the surface of the nearest bone
        double factor = 1;

        bool operator==(const AtDistance&) const = default;
    };
    // Painted on the skin: the factors where a colour channel is 0 and where it is 1, interpolated
    // geometrically (½ to 2 has 1 in the middle). An element takes the value of the nearest skin vertex.
    struct Painted {
        int channel = 0;  // red, green, blue, alpha
        double atZero = 1, atOne = 1;

        bool operator==(const Painted&) const = default;
    };
    std::vector<OfJoint> joints = {};
    std::vector<AtDistance> distances = {};  // in ascending order; interpolated linearly, constant outside
    std::vector<Painted> painted = {};

    bool empty() const { return joints.empty() && distances.empty() && painted.empty(); }
    bool operator==(const StiffnessRegions&) const = default;
};

// A core about the bones (muscle) and soft fat over it. The depth of a point is 0 at the bone and 1 at the
// skin, so that the same number fits a thigh and a finger.
struct FleshLayers {
    double core = 0;                            // the depth at which the core ends; 0: no layers
    double coreYoung = 11000, fatYoung = 3000;  // Pa, in place of the flesh's

    bool operator==(const FleshLayers&) const = default;
};

// Skin: a membrane of collagen on the flesh, which resists being stretched along itself only (Layers.h).
struct SkinLayer {
    double thickness = 0;   // m; 0: no skin
    double young = 130000;  // Pa, stretched in one direction
    double toe = 0.02;      // strain from which it has this stiffness

    bool operator==(const SkinLayer&) const = default;
};

// Passive fibres in the flesh nearest to the bones of a joint; in its core only, where flesh has layers.
struct JointFibres {
    std::string joint;
    double stiffness = 100000;                            // Pa, of straight fibres
    double toe = 0.1;                                     // strain at which they are straight
    std::optional<std::array<double, 3>> direction = {};  // in the bind pose; along the bone if there is none

    bool operator==(const JointFibres&) const = default;
};

// What is in the flesh at which place, beside the factors on its stiffness.
struct TissueSettings {
    FleshLayers layers = {};
    SkinLayer skin = {};
    std::vector<JointFibres> fibres = {};

    bool empty() const { return layers.core == 0 && skin.thickness == 0 && fibres.empty(); }
    bool operator==(const TissueSettings&) const = default;
};

enum class DomainRule : std::uint8_t {
    NearestBone,  // an element belongs to the nearest bone
    SkinWeight,   // an element belongs to the joint with the largest weight at the nearest skin
};

struct DomainSettings {
    DomainRule rule = DomainRule::NearestBone;
    // Fraction of the body's volume; joints with less flesh are merged into their parents.
    double minFlesh = 0.004;
    double minLength = 0.2;           // fraction of the limb's thickness; shorter joints are merged
    double minTurn = 0.1;             // radians; joints that rotate less are merged
    std::vector<std::string> keep;    // joints that are never merged, by name
    std::vector<std::string> merged;  // joints that are always merged, by name

    bool operator==(const DomainSettings&) const = default;
};

}  // namespace sinew
