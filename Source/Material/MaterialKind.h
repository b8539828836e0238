// The names of the energies, without their formulas.
#pragma once

#include <cstdint>

namespace sinew {

enum class MaterialKind : std::uint8_t { StableNeoHookean, Corotated, StVenantKirchhoff, MooneyRivlin };

}  // namespace sinew
