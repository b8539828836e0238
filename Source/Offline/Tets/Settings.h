// User settings of the tetrahedra and of the domains.
#pragma once

#include "Offline/Volume/Settings.h"

namespace sinew::tets {

// How displacement varies within a tet. Linear tets are too stiff in bending, the more so the nearer Poisson's
// ratio is to ½; quadratic tets are not (Mesh/Quadratic.h), but have about seven times as many nodes.
enum class TetOrder : std::uint8_t { Linear, Quadratic };

struct VolumeSettings {
    double edgeLength = 0;  // metres, long edge of the grid; 0 to derive it from `tets`
    double tets = 200000;   // number of tets, within 5 % if the surface allows it
    bool gaps = true;       // keep gaps open that are narrower than the grid
    TetOrder order = TetOrder::Linear;
    std::vector<PartOverride> parts;
    BoneSettings bones;

    bool operator==(const VolumeSettings&) const = default;
};

enum class DomainRule : std::uint8_t {
    NearestBone,  // a tet belongs to the nearest bone
    SkinWeight,   // a tet belongs to the joint with the largest weight at the nearest skin
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

}  // namespace sinew::tets
