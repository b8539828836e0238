// Even, well-shaped triangles on a smooth shape.
#pragma once

#include <functional>

#include "Samples/HalfMesh.h"

namespace sinew {

// Wanted edge length in metres at a point.
using Sizing = std::function<double(Vec3d)>;

// Splits long edges, collapses short ones, flips towards six neighbours and smooths along the surface, over
// and over (Botsch and Kobbelt 2004, section 4), with the shape itself as what is projected to. The border
// stays on x = 0.
HalfMesh remesh(const HalfMesh& mesh, const Shape& shape, const Sizing& sizing, int rounds);

}  // namespace sinew
