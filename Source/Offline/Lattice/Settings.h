// User settings of the lattice and of the solver on it.
#pragma once

#include <cstdint>

#include "Offline/Volume/Settings.h"

namespace sinew::lattice {

// Where the energy of a cell is evaluated.
enum class Quadrature : std::uint8_t {
    OnePoint,   // in its middle, as if flesh were spread evenly; cells resist hourglasses by a stiffness of
                // their own
    FourPoint,  // at four points of its flesh, exact to second order: limbs are as thick as their surface
                // says
};

struct CellSettings {
    double width = 0;       // metres; 0 to derive it from `count`
    double count = 100000;  // number of cells, within 5 % if the surface allows it
    Quadrature quadrature = Quadrature::OnePoint;

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
