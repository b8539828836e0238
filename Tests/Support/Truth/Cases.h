// The reference cases, with values from meshes of quadratic and mixed elements in FEniCSx 0.5.2; frequencies
// and one cantilever were repeated in CalculiX 2.20. Tolerances are those of the values themselves.
#pragma once

#include "Support/Truth/Case.h"

namespace sinew::truth {

// Cook's membrane in plane strain: a tapered plate, clamped at the left and sheared at the right edge (Cook
// 1974). Poisson's ratio must be 0.3, 0.45, 0.49, 0.499 or 0.4999.
Case cooksMembrane(double poisson);

// A bar whose ends are turned against each other by 90 or 180 degrees.
Case twistedBar(int degrees);

// A bar under gravity, clamped at one end. 300 kPa or 1 MPa, with a Poisson's ratio of 0.45 or 0.49.
Case cantilever(double young, double poisson);

// A sphere pressed 5 or 10 mm into a block, with a Poisson's ratio of 0.45 or 0.49.
Case pressedBlock(double poisson, int millimetres);

// The cantilever at 30 kPa with a core a hundred times as stiff along its whole length. 0.45 or 0.49.
Case stiffCore(double poisson);

// The cantilever at 30 kPa without load, for vibrations, and its twelve slowest frequencies in Hz.
Case vibratingBar();
const std::vector<double>& slowestFrequencies();

// The cantilever at 100 kPa with skin, of which only what is stretched resists. There is no reference for it.
Case barWithSkin();

// A cube whose surface is held in a state of uniaxial stress. What is sought is the nominal stress.
struct Uniaxial {
    MaterialKind kind;
    double poisson, stretch, lateral;
    double stress;  // Pa, at a Young's modulus of 30 kPa
};
const std::vector<Uniaxial>& uniaxialStates();
Case stretchedCube(const Uniaxial& state);
// The same with fibres along the stretch, whose stress is that of a formula.
Case stretchedFibres(const Uniaxial& state, FibreLaw<double> law);

}  // namespace sinew::truth
