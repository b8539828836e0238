// Decisions made while building the volume of a lattice, and where the cells differ from the surface.
#pragma once

#include <string>
#include <vector>

#include "Offline/Volume/FleshParts.h"
#include "Offline/Volume/SkinOnFlesh.h"

namespace sinew::lattice {

struct VolumeReport {
    double width = 0;                   // metres, width of the cells
    double volume = 0;                  // m³, volume of the flesh in the cells
    std::uint32_t doubled = 0;          // cells that share their place in the grid with others
    std::uint32_t embeddedOutside = 0;  // skin vertices outside the flesh of their cell
    double outsideMax = 0;              // metres
    std::vector<PartDecision> parts;
    std::vector<JointDecision> joints;
    std::vector<VolumeLoss>
        lost;  // skin vertices more than a cell width from the flesh: parts too thin for the cells
    std::vector<VolumeLoss> dropped;  // pieces of flesh without a bone
    std::vector<VolumeLoss> crumbs;   // flesh that was removed because it fills too little of its cell
    std::vector<std::string> bonesWithoutNodes;
};

}  // namespace sinew::lattice
