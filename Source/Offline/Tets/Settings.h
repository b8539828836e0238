// User settings of the tetrahedra.
#pragma once

#include "Offline/Volume/Settings.h"

namespace sinew::tets {

// How displacement varies within a tet. Linear tets are too stiff in bending, the more so the nearer
// Poisson's ratio is to ½; quadratic tets are not (Mesh/Quadratic.h), but have about seven times as many
// nodes.
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

}  // namespace sinew::tets
