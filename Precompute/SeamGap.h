// The gap between domains at their seams, from an asset's coupling tensors.
#pragma once

#include <span>

#include "Asset/View.h"

namespace sinew {

// Metres: the largest gap of any interface, each the root mean square over the interface's area.
// `coordinates` are without padding, as sinewCoordinates returns them.
double largestSeamGap(const AssetView& view, std::span<const Affined> skinMatrices,
                      std::span<const float> coordinates);

}  // namespace sinew
