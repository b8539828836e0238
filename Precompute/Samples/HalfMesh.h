// The half x ≥ 0 of a symmetric body: its open border lies exactly on x = 0.
#pragma once

#include <cstdint>
#include <vector>

#include "Math/Vec3.h"
#include "Offline/Character/Character.h"
#include "Samples/Shape.h"

namespace sinew {

struct HalfMesh {
    std::vector<Vec3d> positions;
    std::vector<Triangle> triangles;  // counter-clockwise from outside

    bool onPlane(std::uint32_t v) const { return positions[v].x == 0; }
};

// Surface nets (one vertex per cell that the surface passes) over the box from (0, low.y, low.z) to high.
// The shape must be symmetric in x. `cell`: edge of a grid cell in metres.
HalfMesh polygonise(const Shape& shape, Vec3d low, Vec3d high, double cell);

// A whole, closed mesh: the half and its mirror image, sharing the border.
struct MirroredMesh {
    std::vector<Vec3d> positions;
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> mirrorOf;  // the vertex on the other side; itself on the plane
};

// Vertices and triangles of the half come first, in their order.
MirroredMesh mirrored(const HalfMesh& half);

}  // namespace sinew
