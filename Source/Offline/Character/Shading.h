// What light falls on: normals and tangents of every file vertex, the file's own or made where it has none.
#pragma once

#include "Offline/Character/Character.h"

namespace sinew {

// Where the file says nothing, as the welded surface turns, without hard edges.
std::vector<Vec3f> shadingNormals(const Surface& surface);

// Where the file says nothing, along rising u; none at all without UVs and tangents in the file. Upright on
// the normals.
std::vector<Tangent> shadingTangents(const Surface& surface, const std::vector<Vec3f>& normals);

}  // namespace sinew
