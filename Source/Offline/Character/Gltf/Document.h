// A glTF or GLB file, read but not yet believed: JSON as tinygltf's plain structures, buffers as bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <tiny_gltf.h>

#include "Math/Affine.h"
#include "Offline/Character/Gltf/Accessor.h"

namespace sinew::gltf {

struct Document {
    tinygltf::Model model;
    std::vector<std::span<const std::byte>> buffers;
    std::vector<std::vector<std::byte>> owned;  // behind those of `buffers` that are not in the file itself
    std::size_t byteCount = 0;                  // of the file and its buffers: bounds what it can claim
};

// `bytes` must outlive the document. `folder` is where buffers in files of their own are looked for; empty:
// such buffers are refused. Textures are never read.
Document readDocument(std::span<const std::byte> bytes, const std::filesystem::path& folder);

// `index` within `count`, or an Error that names `what`.
std::size_t checkedIndex(int index, std::size_t count, const std::string& what);

AccessorSource accessorSource(const Document& document, int accessor, const std::string& what);

// The numbers of an accessor that must have `components` per element. `what` is for messages.
std::vector<double> readNumbers(const Document& document, int accessor, std::size_t components,
                                const std::string& what);
std::vector<std::uint32_t> readIndices(const Document& document, int accessor, const std::string& what);

// Column-major 4×4; the last row must be 0 0 0 1.
Affined affineFromColumns(const double* m, const std::string& what);

}  // namespace sinew::gltf
