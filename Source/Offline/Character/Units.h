// Converts from the units and axes of a file to metres, Y up.
#pragma once

#include <optional>

#include "Offline/Character/Character.h"

namespace sinew {

// Detects values that are not given from the size of the character and from joints named head and foot.
// Rotates and scales the character, and reports the result in `units` and the findings.
void toMetresYUp(Character& character, std::optional<double> metresPerUnit, std::optional<UpAxis> up);

// Rotates, then scales the whole character. The scales of joints do not change.
void transformCharacter(Character& character, double scale, Quatd rotation);

}  // namespace sinew
