// Characters out of files: glTF 2.0 (.glb, .gltf) and, without a rig, OBJ.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "Offline/Character/Character.h"

namespace sinew {

struct ImportOptions {
    std::optional<double> metresPerUnit = std::nullopt;  // detected where not given
    std::optional<UpAxis> up = std::nullopt;             // of the scene, after the file's own node transforms
};

// Throws Error, naming the file, for what cannot be read.
Character importCharacter(const std::filesystem::path& path, const ImportOptions& options = {});

// The same from memory. `fileName` tells the format and is used in messages; buffers in other files are
// refused.
Character importCharacter(std::span<const std::byte> bytes, const std::string& fileName,
                          const ImportOptions& options = {});

}  // namespace sinew
