// Normals and tangents of every file vertex: those of the file, or computed if it has none.
#pragma once

#include "Offline/Character/Character.h"

namespace sinew {

// Normals that the file does not have are those of the welded surface, without hard edges.
std::vector<Vec3f> shadingNormals(const Surface& surface);

// Tangents that the file does not have point along increasing u. Empty if the file has neither UVs nor
// tangents. Tangents are perpendicular to the normals.
std::vector<Tangent> shadingTangents(const Surface& surface, const std::vector<Vec3f>& normals);

}  // namespace sinew
