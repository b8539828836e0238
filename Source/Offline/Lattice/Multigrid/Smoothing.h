// Smoothing sweeps: they reduce the high-frequency part of the error.
#pragma once

#include "Offline/Lattice/Multigrid/Level.h"

namespace sinew::lattice {

enum class Smoother { Jacobi, Chebyshev };

struct Sweeps {
    Smoother smoother = Smoother::Chebyshev;
    int count = 2;
    double smoothed = 8;  // Chebyshev: smooths eigenvalues above the largest divided by this
};

// Adds an approximation of A⁻¹(b − A x) to x, with the operator of the level. With `fromZero` the content of
// x is ignored and 0 is used. `direction` is scratch.
void smooth(Level& level, const NodeVectors& b, NodeVectors& x, NodeVectors& direction, const Sweeps& sweeps,
            bool fromZero, const Jobs& jobs);

}  // namespace sinew::lattice
