// What an asset will cost at run time, counted in operations; rates are those that sinew-bench found.
#pragma once

#include "Asset/View.h"

namespace sinew {

// Floating point operations.
struct AssetCost {
    double stiffness = 0, forces = 0;  // of all cubature, once
    double coupling = 0, solve = 0;    // of one Newton step
    double surface = 0;                // of one frame

    double tickMs() const;
    double surfaceMs() const;
};

AssetCost costOf(const AssetView& view);

}  // namespace sinew
