// What making a lattice's volume has decided, and where the cells are not what the surface is.
#pragma once

#include <string>
#include <vector>

#include "Offline/Volume/FleshParts.h"
#include "Offline/Volume/SkinOnFlesh.h"

namespace sinew::lattice {

struct VolumeReport {
    double width = 0;                   // of the cells, metres
    double volume = 0;                  // of the flesh in them, m³
    std::uint32_t doubled = 0;          // cells that share their place with others
    std::uint32_t embeddedOutside = 0;  // skin vertices outside the flesh of their cell
    double outsideMost = 0;             // metres
    std::vector<PartDecision> parts;
    std::vector<JointDecision> joints;
    std::vector<VolumeLoss> lost;     // skin vertices more than a width away: too thin for the cells
    std::vector<VolumeLoss> dropped;  // pieces of flesh that nothing holds
    std::vector<VolumeLoss> crumbs;   // flesh that fills too little of its cell
    std::vector<std::string> bonesWithoutNodes;
};

}  // namespace sinew::lattice
