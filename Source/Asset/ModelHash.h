// What tells whether a mesh or a skeleton is the one that an asset was made for, in whatever order an engine
// has put them.
#pragma once

#include <cstdint>
#include <span>

#include "Math/Vec3.h"

namespace sinew {

// Of one triangle in the bind pose, metres, whichever corner it starts at. Triangles add up: the same for any
// order, and for vertices welded or split. Positions count to a tenth of a millimetre.
std::uint64_t hashTriangle(const Vec3d& a, const Vec3d& b, const Vec3d& c);

// Of one joint: its name, its parent's name ("" for a root) and where it is in the bind pose. Joints add up.
std::uint64_t hashJoint(std::span<const char> name, std::span<const char> parent, const Vec3d& position);

}  // namespace sinew
