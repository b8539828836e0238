// Skin that a collider is pressed into.
#pragma once

#include <cstdint>

#include "Math/Vec3.h"

namespace sinew::lattice {

// Where a skin vertex is pressed in.
struct TouchedSkin {
    std::uint32_t vertex = 0, collider = 0;
    std::uint32_t sample = 0;  // of those that are looked at
    Vec3d point, normal;       // the normal away from the collider
    double depth = 0;          // metres
};

}  // namespace sinew::lattice
