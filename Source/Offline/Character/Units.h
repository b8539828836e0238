// From a file's units and axes to metres, Y up.
#pragma once

#include <optional>

#include "Offline/Character/Character.h"

namespace sinew {

// Detects what is not given, from the character's size and from joints called head and foot, turns and
// scales everything, and notes what was done in `units` and the findings.
void toMetresYUp(Character& character, std::optional<double> metresPerUnit, std::optional<UpAxis> up);

// Turns, then scales, the whole character; joints keep their scales.
void transformCharacter(Character& character, double scale, Quatd rotation);

}  // namespace sinew
