// A volume of linear tetrahedra, in its rest shape.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "Math/Vec3.h"

namespace sinew {

// Positively oriented: (b − a) · ((c − a) × (d − a)) > 0.
using Tet = std::array<std::uint32_t, 4>;

struct TetMesh {
    std::vector<Vec3d> nodes;  // metres
    std::vector<Tet> tets;
};

}  // namespace sinew
