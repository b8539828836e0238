// The reduced physics: domains, modes, cubature, tensors, elimination.
#pragma once

#include "Asset/View.h"

namespace sinew {

// The domains' records, and that all arrays that they point into are as long as they say.
AssetProblem validateDomains(const AssetView& view) noexcept;

// All of it. Relies on META.
AssetProblem validateBody(const AssetView& view) noexcept;

}  // namespace sinew
