// Flesh that is not the same everywhere: factors on Young's modulus, element by element.
#pragma once

#include <string>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Character/Character.h"
#include "Offline/Volume/Bones.h"
#include "Offline/Volume/Settings.h"

namespace sinew {

// For elements with these middles. Throws Error naming the joint that is not there, or the colours that the
// character lacks.
std::vector<double> elementStiffness(const Character& character, std::span<const Bone> bones,
                                     std::span<const Vec3d> middles, const StiffnessRegions& regions,
                                     const Jobs& jobs = {});

}  // namespace sinew
