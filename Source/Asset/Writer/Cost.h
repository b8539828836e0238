// What an asset will cost at run time, counted in operations: a prediction until the tick itself is timed.
#pragma once

#include "Asset/View.h"

namespace sinew {

// Floating point operations.
struct AssetCost {
    double cubature = 0, coupling = 0, solve = 0;  // of one Newton step
    double surface = 0;                            // of one frame

    double tickMs() const;
    double surfaceMs() const;
};

AssetCost costOf(const AssetView& view);

}  // namespace sinew
