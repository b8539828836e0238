// What a user may decide about a lattice of cells and the solver on it.
#pragma once

#include <cstdint>

#include "Offline/Volume/Settings.h"

namespace sinew::lattice {

struct CellSettings {
    double width = 0;       // metres; 0: as `count` asks
    double count = 100000;  // reached within 5 % where the surface lets it

    bool operator==(const CellSettings&) const = default;
};

struct VolumeSettings {
    CellSettings cells;
    std::vector<PartOverride> parts;
    BoneSettings bones;
    bool hollowBones = false;  // flesh ends at them, and can slide over them
};

struct ContactSettings {
    double stiffness = 2;     // of a spring, in units of Young's modulus times cell width
    double thickness = 0.15;  // cells that skins keep from each other

    bool operator==(const ContactSettings&) const = default;
};

// How a shape is brought to rest.
enum class Method : std::uint8_t {
    Newton,          // linear systems, one after the other, by conjugate gradients over multigrid cycles
    NonlinearCycle,  // McAdams et al. 2011, algorithm 3: coarser levels solve elasticity themselves
};

struct SolverSettings {
    bool selfContact = true;  // else flesh passes through flesh
    ContactSettings contact;
    Method method = Method::Newton;

    bool operator==(const SolverSettings&) const = default;
};

}  // namespace sinew::lattice
