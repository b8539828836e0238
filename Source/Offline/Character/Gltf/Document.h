// A glTF or GLB file that is parsed but not yet validated: JSON as tinygltf structures, buffers as bytes.
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
    std::vector<std::vector<std::byte>> owned;  // storage of those `buffers` that are not in the file itself
    std::size_t byteCount = 0;  // size of the file and its buffers; limits what it can declare
};

// `bytes` must outlive the document. `folder` is searched for external buffers; if it is empty, they are
// rejected. Textures are never read.
Document readDocument(std::span<const std::byte> bytes, const std::filesystem::path& folder);

// Returns `index` if it is below `count`; otherwise throws an Error that names `what`.
std::size_t checkedIndex(int index, std::size_t count, const std::string& what);

AccessorSource accessorSource(const Document& document, int accessor, const std::string& what);

// The numbers of an accessor that must have `components` per element. `what` is for messages.
std::vector<double> readNumbers(const Document& document, int accessor, std::size_t components,
                                const std::string& what);
std::vector<std::uint32_t> readIndices(const Document& document, int accessor, const std::string& what);

// Column-major 4×4; the last row must be 0 0 0 1.
Affined affineFromColumns(const double* m, const std::string& what);

}  // namespace sinew::gltf
