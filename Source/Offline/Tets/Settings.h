// What a user may decide about tetrahedra and the domains they are divided into.
#pragma once

#include "Offline/Volume/Settings.h"

namespace sinew::tets {

struct VolumeSettings {
    double edgeLength = 0;  // metres, the grid's long edge; 0: as `tets` asks
    double tets = 200000;   // reached within 5 % where the surface lets it
    bool gaps = true;       // keep gaps open that are narrower than the grid
    std::vector<PartOverride> parts;
    BoneSettings bones;

    bool operator==(const VolumeSettings&) const = default;
};

enum class DomainRule : std::uint8_t {
    NearestBone,  // a tet belongs to the bone that it is nearest to
    SkinWeight,   // to the joint that moves the skin nearest to it most
};

struct DomainSettings {
    DomainRule rule = DomainRule::NearestBone;
    double leastFlesh = 0.004;        // of the body's volume; joints with less are merged into their parents
    double leastLength = 0.2;         // of the limb's thickness
    double leastTurn = 0.1;           // radians that a joint must be able to turn
    std::vector<std::string> keep;    // joints that are never merged, by name
    std::vector<std::string> merged;  // joints that always are

    bool operator==(const DomainSettings&) const = default;
};

}  // namespace sinew::tets
