// Reads a character from a glTF or GLB file, in the units and axes of the scene.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "Offline/Character/Character.h"

namespace sinew::gltf {

// `folder` is searched for external buffers; if it is empty, they are rejected.
Character readCharacter(std::span<const std::byte> bytes, const std::filesystem::path& folder);

}  // namespace sinew::gltf
