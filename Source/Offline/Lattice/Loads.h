// What acts on a body of cells besides its elasticity.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "Offline/Lattice/Multigrid/Level.h"

namespace sinew::lattice {

struct Loads {
    // Ties of a shape: springs, and what touches there. Asked once per step of Newton's method.
    std::function<void(std::span<const Vec3d> x, std::vector<Tie>& ties)> ties;
    std::span<const Vec3d> forces = {};  // N per node; empty: none
    // Inertia: ½ stiffness |x − target|² per node; empty: none.
    std::span<const float> inertia = {};
    std::span<const Vec3d> inertiaTargets = {};
};

// Energy of a shape, and how far it is from rest.
struct Balance {
    double energy = 0;              // J
    double free = 0, reaction = 0;  // |force|² on free nodes, and of what holds: flesh does not hold itself
    double ofForces = 0;            // J of the energy that depend on where the origin is
};

// Adds the loads' energy and the reactions of `ties` to `balance` and their gradient to `gradient`.
void addLoads(const Loads& loads, std::span<const Tie> ties, const Cells& cells, std::span<const Vec3d> x,
              NodeVectors& gradient, Balance& balance);

// Adds the squares of the forces on the nodes.
void addForces(const Level& level, const NodeVectors& gradient, Balance& balance);

// What a line search goes by: backtracking on the energy and, where rounding drowns that, on the slope. A
// step that still leads downhill where it ends, or nearly so, is good.
struct Descent {
    double energy, slope;  // at the start; the slope for all of the step
    double noise;          // J, of rounding in the energies

    bool accepts(double fraction, double energyThere, double slopeThere) const;
    // How far to go where all of the step leads down and still does at its end; 1 where that will do. The
    // definite stiffness, and that of coarse cells, is too much for flesh that folds, bends or twists.
    double stretch(double slopeThere) const;
};

}  // namespace sinew::lattice
