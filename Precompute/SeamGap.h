// How far domains gape, from an asset's tensors.
#pragma once

#include <span>

#include "Asset/View.h"

namespace sinew {

// Metres: the root mean square over an interface's area, of the interface where it is largest. `coordinates`:
// without padding, as sinewCoordinates gives them.
double largestSeamGap(const AssetView& view, std::span<const Affined> skinMatrices,
                      std::span<const float> coordinates);

}  // namespace sinew
