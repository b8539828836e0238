// The outermost layer of glTF: the GLB container, buffers' URIs, and JSON reduced to what a character needs.
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

// Splits a GLB; a plain .gltf is all JSON.
Chunks splitContainer(std::span<const std::byte> bytes);

// Without what is never used (images, textures, cameras, extras, extensions): those parts cannot then fail.
// Nesting deeper than any glTF has is refused, because readers further on recurse.
nlohmann::json parseJson(std::span<const std::byte> text);

// The bytes of a buffer's `uri`: base64 data or a file in `folder` or below; anything else is refused.
std::vector<std::byte> readUri(const std::string& uri, const std::filesystem::path& folder,
                               const std::string& what);

}  // namespace sinew::gltf
