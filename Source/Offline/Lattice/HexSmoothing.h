// Sweeps that take the quickly varying part of an error away.
#pragma once

#include "Offline/Lattice/HexLevel.h"

namespace sinew {

enum class HexSmoother { Jacobi, Chebyshev };

struct HexSweeps {
    HexSmoother smoother = HexSmoother::Chebyshev;
    int count = 2;
    double smoothed = 8;  // Chebyshev: from this part of the largest eigenvalue on
};

// x += an approximation of A⁻¹(b − A x) by the level's operator. With `fromZero` x is taken for 0, whatever
// is in it. `direction` is scratch.
void smooth(HexLevel& level, const HexVectors& b, HexVectors& x, HexVectors& direction,
            const HexSweeps& sweeps, bool fromZero, const Jobs& jobs);

}  // namespace sinew
