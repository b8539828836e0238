// What acts on a body of cells besides its elasticity.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "Offline/Lattice/HexLevel.h"

namespace sinew {

struct HexLoads {
    // Ties of a shape: springs, and what touches there. Asked once per step of Newton's method.
    std::function<void(std::span<const Vec3d> x, std::vector<HexTie>& ties)> ties;
    std::span<const Vec3d> forces = {};  // N per node; empty: none
    // Inertia: ½ stiffness |x − target|² per node; empty: none.
    std::span<const float> inertia = {};
    std::span<const Vec3d> inertiaTargets = {};
};

// Energy of a shape, and how far it is from rest.
struct HexBalance {
    double energy = 0;              // J
    double free = 0, reaction = 0;  // |force|² on free nodes, and of what holds: flesh does not hold itself
    double ofForces = 0;            // J of the energy that depend on where the origin is
};

// Adds the loads' energy and the reactions of `ties` to `balance` and their gradient to `gradient`.
void addLoads(const HexLoads& loads, std::span<const HexTie> ties, const HexCells& cells,
              std::span<const Vec3d> x, HexVectors& gradient, HexBalance& balance);

// Adds the squares of the forces on the nodes.
void addForces(const HexLevel& level, const HexVectors& gradient, HexBalance& balance);

// What a line search goes by: backtracking on the energy and, where rounding drowns that, on the slope. A
// step that still leads downhill where it ends, or nearly so, is good.
struct HexDescent {
    double energy, slope;  // at the start; the slope for all of the step
    double noise;          // J, of rounding in the energies

    bool accepts(double fraction, double energyThere, double slopeThere) const;
    // How far to go where all of the step leads down and still does at its end; 1 where that will do. The
    // definite stiffness, and that of coarse cells, is too much for flesh that folds, bends or twists.
    double stretch(double slopeThere) const;
};

}  // namespace sinew
