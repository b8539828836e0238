// The reduced physics of an asset as arrays: domains, cubature, tensors, interfaces, elimination.
#pragma once

#include "Asset/Writer/Arrays.h"

namespace sinew {

// Throw Error(Failed) if array sizes do not match.
void packDomains(const AssetContent& content, AssetArrays& arrays);
void packInterfaces(const AssetContent& content, AssetArrays& arrays);

}  // namespace sinew
