// Plain arrays of a host as a Character.
#pragma once

#include "Api/sinew_full.h"
#include "Offline/Character/FileMesh.h"

namespace sinew {

// Throws Error naming the vertex, triangle or joint that cannot be. What was repaired is in its findings.
Character characterOf(const SinewFullCharacter& given);

// A mesh that lies on a character. Throws Error, too.
Surface surfaceOf(const SinewMeshSource& given, const std::uint32_t* triangles, std::uint32_t triangleCount);

// Into the character's space. Throws Error where one is not a number or has no size.
std::vector<Affined> framesOf(std::span<const SinewBone> bones, const Skeleton& skeleton);

}  // namespace sinew
