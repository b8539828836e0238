// What a view's spans hold, on top of what Table.h checks of the file around them: every index is in range,
// counts agree and numbers are finite.
#pragma once

#include "Asset/View.h"

namespace sinew {

AssetProblem validateContent(const AssetView& view) noexcept;

// Only what the memory that an asset needs is computed from: META, DOMN and the sizes of the spans.
AssetProblem validateSizes(const AssetView& view) noexcept;

}  // namespace sinew
