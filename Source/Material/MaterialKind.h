// The names of the energies, without what they compute.
#pragma once

#include <cstdint>

namespace sinew {

enum class MaterialKind : std::uint8_t { StableNeoHookean, Corotated, StVenantKirchhoff, MooneyRivlin };

}  // namespace sinew
