// What flesh can press against: signed distance and the direction away from it, in the collider's own space.
#pragma once

#include "Runtime/Tick/Frame.h"

namespace sinew {

enum class ColliderKind : std::uint32_t { Sphere, Capsule, Box, Plane, Grid };

// Distances on a grid of places, x fastest; straight between them, and from outside the grid as far as its
// edge says.
struct DistanceGridView {
    std::span<const float> values;  // metres, below 0 inside
    std::uint32_t size[3] = {0, 0, 0};
    float cell = 0;  // metres
};

// In its own space: a sphere about the origin; a capsule along y; a box about the origin; a plane with y up;
// a grid from the origin on.
struct Collider {
    ColliderKind kind = ColliderKind::Sphere;
    Frame frame;  // its space → the world
    Vec3f
        halfSize;  // sphere: radius in x; capsule: radius in x, half length of the middle line in y; box: all
    DistanceGridView grid;
};

struct Touch {
    float distance = 0;  // below 0 inside
    Vec3f normal;        // away from the collider, of length 1
};

Touch touch(const Collider& collider, Vec3f p) noexcept;

bool isUsable(const Collider& collider) noexcept;

}  // namespace sinew
