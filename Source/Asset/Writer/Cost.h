// Estimates the cost of an asset at run time in operations, with rates measured by sinew-bench.
#pragma once

#include "Asset/View.h"

namespace sinew {

// Numbers of floating point operations.
struct AssetCost {
    double stiffness = 0, forces = 0;  // all cubature, once
    double coupling = 0, solve = 0;    // one Newton iteration
    double surface = 0;                // one frame

    double tickMs() const;
    double surfaceMs() const;
};

AssetCost costOf(const AssetView& view);

}  // namespace sinew
