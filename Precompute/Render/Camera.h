#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "Offline/Geometry/Box.h"

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

// Looks at the box from a named side so that all of it is in a picture of the given width/height ratio.
// Throws Error(Usage) for an unknown name.
Camera frameBox(const Box& box, std::string_view view, double aspect);

}  // namespace sinew
