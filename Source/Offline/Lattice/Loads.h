// External loads on a body of cells.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "Offline/Lattice/Multigrid/Level.h"

namespace sinew::lattice {

struct Loads {
    // Adds the ties for the node positions x: springs and contacts. Called once per Newton iteration.
    std::function<void(std::span<const Vec3d> x, std::vector<Tie>& ties)> ties;
    std::span<const Vec3d> forces = {};  // N per node; empty for none
    // Inertial potential: ½ stiffness |x − target|² per node; empty for none.
    std::span<const float> inertia = {};
    std::span<const Vec3d> inertiaTargets = {};
    // Adds the gradient of a further potential and returns its energy in J. The caller adds its stiffness to
    // the levels.
    std::function<double(std::span<const Vec3d> x, NodeVectors& gradient)> damping = {};
};

// The energy of a shape and its distance from equilibrium.
struct Balance {
    double energy = 0;  // J
    // |force|² on free nodes; and on fixed nodes and by ties.
    double free = 0, reaction = 0;
    double ofForces = 0;  // J: the part of the energy that depends on the choice of the origin
};

// Adds the energy of the loads and the reactions of `ties` to `balance`, and their gradient to `gradient`.
void addLoads(const Loads& loads, std::span<const Tie> ties, const Cells& cells, std::span<const Vec3d> x,
              NodeVectors& gradient, Balance& balance);

// Adds the squared forces on the nodes to `balance`.
void addForces(const Level& level, const NodeVectors& gradient, Balance& balance);

// Acceptance rule of a line search: backtracking on the energy or, where rounding errors hide its change, on
// the slope. A step that still leads downhill at its end, or nearly so, is accepted.
struct Descent {
    double energy, slope;  // at the start; the slope is that of the whole step
    double noise;          // J: rounding error of the energies

    bool accepts(double fraction, double energyThere, double slopeThere) const;
    // The factor by which to extend a step that still leads downhill at its end; 1 if the step is long
    // enough. The definite stiffness, and that of coarse cells, is too stiff for flesh that folds, bends or
    // twists.
    double stretch(double slopeThere) const;
};

}  // namespace sinew::lattice
