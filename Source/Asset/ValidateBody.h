// Checks the reduced physics: domains, modes, cubature, tensors, elimination.
#pragma once

#include "Asset/View.h"

namespace sinew {

// Checks the records of the domains, and that all arrays that they refer to have the right length.
AssetProblem validateDomains(const AssetView& view) noexcept;

// Checks all of it. META must be valid.
AssetProblem validateBody(const AssetView& view) noexcept;

}  // namespace sinew
