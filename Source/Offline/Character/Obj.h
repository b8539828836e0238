// Reads Wavefront OBJ: positions, texture coordinates, faces, material names. It has no rig.
#pragma once

#include <cstddef>
#include <span>

#include "Offline/Character/Character.h"

namespace sinew {

Character readObj(std::span<const std::byte> bytes);

}  // namespace sinew
