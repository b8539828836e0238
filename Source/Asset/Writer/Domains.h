// The reduced physics of an asset as arrays: domains, cubature, tensors, interfaces, elimination.
#pragma once

#include "Asset/Writer/Arrays.h"

namespace sinew {

// Throw Error(Failed) where shapes do not fit.
void packDomains(const AssetContent& content, AssetArrays& arrays);
void packInterfaces(const AssetContent& content, AssetArrays& arrays);

}  // namespace sinew
