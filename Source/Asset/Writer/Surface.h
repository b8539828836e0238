// The skin of an asset as arrays: blocks of vertices, triangles, material slots, contact samples.
#pragma once

#include "Asset/Writer/Arrays.h"

namespace sinew {

// After the domains, whose scales, reach and samples it fills in. Throws Error(Failed) where shapes do not
// fit.
void packSurface(const AssetContent& content, AssetArrays& arrays);

}  // namespace sinew
