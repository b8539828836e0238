// The project's own humanoid, made from nothing but the formulas beside this file.
#pragma once

#include "Offline/Character/Character.h"

namespace sinew {

Character makeMannequin();

}  // namespace sinew
