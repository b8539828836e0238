#pragma once

#include <span>

#include "Offline/Geometry/Box.h"

namespace sinew {

// All zero where there is no point.
inline Box boundsOf(std::span<const Vec3d> points) {
    return points.empty() ? Box{{}, {}} : boxOf(points);
}

}  // namespace sinew
