// A character as an asset remembers it: mesh, skeleton in the bind pose, the strongest skin weights; no
// clips.
#pragma once

#include "Asset/View.h"
#include "Offline/Character/Character.h"

namespace sinew {

Character characterOf(const AssetView& view);

}  // namespace sinew
