#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "Math/Vec3.h"

namespace sinew {

// A perspective camera. Image y grows downwards; depth is the distance along the viewing direction.
struct Camera {
    Vec3d eye;
    Vec3d right, up, forward;  // orthonormal
    double focal = 1;          // in half image heights
};

// Characters face +Z, as glTF asks. Names: front, back, left, right (of the character), top, and
// three-quarter (the default portrait), back-three-quarter.
const std::vector<std::string>& viewNames();

// Looks from a named side so that all points are in a picture of the given width/height ratio. Points that
// are not finite do not count. Throws Error(Usage) for an unknown name.
Camera framePoints(std::span<const Vec3d> points, std::string_view view, double aspect);

}  // namespace sinew
