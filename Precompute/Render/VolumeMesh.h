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

// The stiffness of tets, to colour them by. Soft is yellow, stiff dark red.
struct VolumeStiffness {
    std::vector<double> young;  // Pa, per tet
    bool skin = false;          // leaves the surface in the colour of skin
};

// The tets that remain, seen from outside and where they are cut, then the bones. Faces whose nodes all move
// with bones have the colour of their joint. With `stiffness`, all faces have that of their tet, and there
// are no bones.
std::vector<RenderMesh> volumeMeshes(const tets::Volume& volume, VolumeCut cut,
                                     const VolumeStiffness* stiffness = nullptr);

}  // namespace sinew
