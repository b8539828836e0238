// The skin: blocks of vertices, triangles, material slots, contact samples. Relies on the domains.
#pragma once

#include "Asset/View.h"

namespace sinew {

AssetProblem validateSkin(const AssetView& view) noexcept;

}  // namespace sinew
