#pragma once

#include <span>

#include "Math/Vec3.h"

namespace sinew {

struct Box {
    Vec3d low{}, high{};
};

// All zero where there is no point.
inline Box boundsOf(std::span<const Vec3d> points) {
    if (points.empty()) return {};
    Box box{points[0], points[0]};
    for (const Vec3d p : points) {
        box.low = min(box.low, p);
        box.high = max(box.high, p);
    }
    return box;
}

}  // namespace sinew
