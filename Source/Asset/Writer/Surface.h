// The skin of an asset as arrays: blocks of vertices, triangles, material slots, contact samples.
#pragma once

#include "Asset/Writer/Arrays.h"

namespace sinew {

// Call after the domains are packed, because it sets their scales, reach and samples. Throws Error(Failed) if
// array sizes do not match.
void packSurface(const AssetContent& content, AssetArrays& arrays);

}  // namespace sinew
