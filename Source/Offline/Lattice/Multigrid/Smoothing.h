// Sweeps that take the quickly varying part of an error away.
#pragma once

#include "Offline/Lattice/Multigrid/Level.h"

namespace sinew::lattice {

enum class Smoother { Jacobi, Chebyshev };

struct Sweeps {
    Smoother smoother = Smoother::Chebyshev;
    int count = 2;
    double smoothed = 8;  // Chebyshev: from this part of the largest eigenvalue on
};

// x += an approximation of A⁻¹(b − A x) by the level's operator. With `fromZero` x is taken for 0, whatever
// is in it. `direction` is scratch.
void smooth(Level& level, const NodeVectors& b, NodeVectors& x, NodeVectors& direction, const Sweeps& sweeps,
            bool fromZero, const Jobs& jobs);

}  // namespace sinew::lattice
