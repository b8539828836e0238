// Checks the skin: blocks of vertices, triangles, material slots, contact samples. The domains must be valid.
#pragma once

#include "Asset/View.h"

namespace sinew {

AssetProblem validateSkin(const AssetView& view) noexcept;

}  // namespace sinew
