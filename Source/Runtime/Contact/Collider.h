// Shapes that flesh can collide with. Each gives its signed distance and the direction away from it, in the
// collider's own space.
#pragma once

#include "Runtime/Tick/Frame.h"

namespace sinew {

enum class ColliderKind : std::uint32_t { Sphere, Capsule, Box, Plane, Grid };

// Signed distances on a regular grid, x fastest, interpolated trilinearly. Outside the grid the distance is a
// lower bound, computed from the nearest point of the grid.
struct DistanceGridView {
    std::span<const float> values;  // metres, negative inside
    std::uint32_t size[3] = {0, 0, 0};
    float cell = 0;  // metres
};

// In its own space, a sphere and a box are centred at the origin, a capsule lies along y, a plane has y as
// its normal, and a grid starts at the origin.
struct Collider {
    ColliderKind kind = ColliderKind::Sphere;
    Frame frame;     // collider space → world
    Vec3f halfSize;  // sphere: radius in x; capsule: radius in x, half the length of its axis in y; box: all
                     // three
    DistanceGridView grid;
};

struct Touch {
    float distance = 0;  // metres, negative inside
    Vec3f normal;        // unit vector away from the collider
};

Touch touch(const Collider& collider, Vec3f p) noexcept;

bool isUsable(const Collider& collider) noexcept;

}  // namespace sinew
