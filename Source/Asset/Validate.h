// Checks the content of the spans of a view, after Table.h has checked the structure of the file: every index
// is in range, counts agree and numbers are finite.
#pragma once

#include "Asset/View.h"

namespace sinew {

AssetProblem validateContent(const AssetView& view) noexcept;

// Checks only the data from which the memory of an asset is computed: META, DOMN and the sizes of the spans.
AssetProblem validateSizes(const AssetView& view) noexcept;

}  // namespace sinew
