// Converts a host's plain arrays to a Character, and describes what was noticed.
#pragma once

#include "Api/sinew_full.h"
#include "Offline/Character/FileMesh.h"

namespace sinew {

namespace lattice {
struct VolumeReport;
}

// Throws Error that names the vertex, triangle or joint that cannot be used. Repairs are listed in the
// character's findings.
Character characterOf(const SinewFullCharacter& given);

// A mesh on a character. Throws Error like characterOf.
Surface surfaceOf(const SinewMeshSource& given, const std::uint32_t* triangles, std::uint32_t triangleCount);

// Transforms of the bones to the character's space. Throws Error if one is not finite or has a scale of 0.
std::vector<Affined> framesOf(std::span<const SinewBone> bones, const Skeleton& skeleton);

// Remarks for the author of the character, one sentence per line.
std::string notesOn(const Character& character, const lattice::VolumeReport& report);

}  // namespace sinew
