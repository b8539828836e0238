// The smallest character worth bending: an arm-like limb of two bones.
#pragma once

#include "Offline/Character/Character.h"

namespace sinew {

Character makeLimb();

}  // namespace sinew
