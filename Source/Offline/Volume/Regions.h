// Flesh of varying stiffness: factors on Young's modulus per element.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Character/Character.h"
#include "Offline/Volume/Bones.h"
#include "Offline/Volume/Settings.h"

namespace sinew {

// The factors of elements with these centres. Throws Error if a joint does not exist, or if the character
// does not have the vertex colours that are used.
std::vector<double> elementStiffness(const Character& character, std::span<const Bone> bones,
                                     std::span<const Vec3d> middles, const StiffnessRegions& regions,
                                     const Jobs& jobs = {});

// The index of a joint that the recipe names: "the recipe sets <what> of the joint ...". Throws Error if
// there is none of that name.
std::uint32_t jointNamed(const Skeleton& skeleton, const std::string& name, const std::string& what);

}  // namespace sinew
