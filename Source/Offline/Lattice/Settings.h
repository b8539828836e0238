// User settings of the lattice and of the solver on it.
#pragma once

#include <cstdint>

#include "Offline/Volume/Settings.h"

namespace sinew::lattice {

struct CellSettings {
    double width = 0;       // metres; 0 to derive it from `count`
    double count = 100000;  // number of cells, within 5 % if the surface allows it

    bool operator==(const CellSettings&) const = default;
};

struct VolumeSettings {
    CellSettings cells;
    std::vector<PartOverride> parts;
    BoneSettings bones;
    bool hollowBones = false;  // the flesh ends at the bones and can slide over them
};

struct ContactSettings {
    double stiffness = 2;     // of a contact spring, in units of Young's modulus times cell width
    double thickness = 0.15;  // distance between skins in contact, in cells

    bool operator==(const ContactSettings&) const = default;
};

// The method that finds the equilibrium.
enum class Method : std::uint8_t {
    Newton,          // a sequence of linear systems, solved by conjugate gradients with multigrid
    NonlinearCycle,  // McAdams et al. 2011, algorithm 3: coarser levels solve elasticity themselves
};

struct SolverSettings {
    bool selfContact = true;  // if false, flesh passes through flesh
    ContactSettings contact;
    Method method = Method::Newton;

    bool operator==(const SolverSettings&) const = default;
};

}  // namespace sinew::lattice
