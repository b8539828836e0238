// Imports characters from glTF 2.0 (.glb, .gltf) and, without a rig, OBJ files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "Offline/Character/Character.h"

namespace sinew {

struct ImportOptions {
    std::optional<double> metresPerUnit = std::nullopt;  // detected if not set
    // Of the scene, after the node transforms of the file; detected if not set.
    std::optional<UpAxis> up = std::nullopt;
};

// Throws an Error that names the file if it cannot be read.
Character importCharacter(const std::filesystem::path& path, const ImportOptions& options = {});

// The same from memory. `fileName` determines the format and is used in messages. External buffers are
// rejected.
Character importCharacter(std::span<const std::byte> bytes, const std::string& fileName,
                          const ImportOptions& options = {});

}  // namespace sinew
