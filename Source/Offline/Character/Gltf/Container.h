// The outermost layer of glTF: the GLB container, URIs of buffers, and the JSON, reduced to what a character
// needs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace sinew::gltf {

struct Chunks {
    std::span<const std::byte> json, binary;
    bool hasBinary = false;
};

// Splits a GLB file; a .gltf file is all JSON.
Chunks splitContainer(std::span<const std::byte> bytes);

// Parses the JSON and removes what is not used (images, textures, cameras, extras, extensions), so that it
// cannot cause errors. Rejects deep nesting, because later code recurses.
nlohmann::json parseJson(std::span<const std::byte> text);

// The bytes of a buffer's `uri`: base64 data, or a file in `folder` or below. Anything else is rejected.
std::vector<std::byte> readUri(const std::string& uri, const std::filesystem::path& folder,
                               const std::string& what);

}  // namespace sinew::gltf
