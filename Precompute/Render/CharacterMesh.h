// A posed character as something to draw.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "Offline/Character/Skinning.h"
#include "Render/Render.h"

namespace sinew {

enum class CharacterColouring { Plain, Joints, Materials, Parts };

// Throws Error(Usage) for an unknown name.
CharacterColouring colouringNamed(std::string_view name);

// The skin first, then the rigid parts. `jointFrames`: as Pose.h gives them.
std::vector<RenderMesh> characterMeshes(const Character& character, std::span<const Affined> jointFrames,
                                        SkinMethod method, CharacterColouring colouring);

}  // namespace sinew
