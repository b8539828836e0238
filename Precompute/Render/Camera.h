#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "Math/Mat3.h"

namespace sinew {

struct Bounds {
    Vec3d low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};

    void include(Vec3d p) {
        low = min(low, p);
        high = max(high, p);
    }
    void include(const Bounds& other) {
        low = min(low, other.low);
        high = max(high, other.high);
    }
    bool isEmpty() const { return low.x > high.x; }
    Vec3d centre() const { return (low + high) * 0.5; }
};

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
Camera frameBounds(const Bounds& bounds, std::string_view view, double aspect);

}  // namespace sinew
