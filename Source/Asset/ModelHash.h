// Hashes that identify the mesh and the skeleton that an asset was built for. They do not depend on the order
// of triangles and joints, which engines may change.
#pragma once

#include <cstdint>
#include <span>

#include "Math/Vec3.h"

namespace sinew {

// The hash of a triangle in the bind pose, in metres, independent of the first corner. The hashes of
// triangles are added, so the sum is the same for any order and for welded or split vertices. Positions are
// rounded to a tenth of a millimetre.
std::uint64_t hashTriangle(const Vec3d& a, const Vec3d& b, const Vec3d& c);

// The hash of a joint: its name, the name of its parent ("" for a root) and its position in the bind pose.
// The hashes of joints are added.
std::uint64_t hashJoint(std::span<const char> name, std::span<const char> parent, const Vec3d& position);

}  // namespace sinew
