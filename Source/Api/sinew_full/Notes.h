// What was noticed while a solver was made, for whoever made the character.
#pragma once

#include "Offline/Lattice/HexVolume.h"

namespace sinew {

// A sentence per line.
std::string notesOn(const Character& character, const HexVolumeReport& report);

}  // namespace sinew
