// User settings of the tetrahedra.
#pragma once

#include "Offline/Volume/Settings.h"

namespace sinew::tets {

struct VolumeSettings {
    double edgeLength = 0;  // metres, long edge of the grid; 0 to derive it from `tets`
    double tets = 200000;   // number of tets, within 5 % if the surface allows it
    bool gaps = true;       // keep gaps open that are narrower than the grid
    std::vector<PartOverride> parts;
    BoneSettings bones;

    bool operator==(const VolumeSettings&) const = default;
};

}  // namespace sinew::tets
