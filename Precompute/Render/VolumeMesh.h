// A volume as something to draw: its tetrahedra cut open, and the bones in them.
#pragma once

#include <vector>

#include "Offline/Tets/Volume.h"
#include "Render/Render.h"

namespace sinew {

enum class VolumeCut {
    None,
    Front,  // without what lies before the middle, towards +Z
    Left,   // without what lies left of the middle, towards +X
};

// The tets that remain, seen from outside and where they are cut, then the bones. Faces whose nodes all move
// with bones have the colour of their joint.
std::vector<RenderMesh> volumeMeshes(const tets::Volume& volume, VolumeCut cut);

}  // namespace sinew
