// Skin that is in contact with a collider.
#pragma once

#include <cstdint>

#include "Math/Vec3.h"

namespace sinew::lattice {

// A skin vertex that is inside a collider.
struct TouchedSkin {
    std::uint32_t vertex = 0, collider = 0;
    std::uint32_t sample = 0;  // index of the sample
    Vec3d point, normal;       // the normal points away from the collider
    double depth = 0;          // metres
};

}  // namespace sinew::lattice
