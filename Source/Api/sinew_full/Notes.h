// What was noticed while a solver was made, for whoever made the character.
#pragma once

#include "Offline/Lattice/Volume.h"

namespace sinew {

// A sentence per line.
std::string notesOn(const Character& character, const lattice::VolumeReport& report);

}  // namespace sinew
