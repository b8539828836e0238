// A character out of a glTF or GLB file, still in the scene's units and axes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "Offline/Character/Character.h"

namespace sinew::gltf {

// `folder` is where buffers kept in files of their own are looked for; empty: nowhere.
Character readCharacter(std::span<const std::byte> bytes, const std::filesystem::path& folder);

}  // namespace sinew::gltf
