#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NO_FS
#include <fstream>  // tinygltf needs it and leaves it out
#include <nlohmann/json.hpp>

#include "Offline/Character/Gltf/Document.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "Offline/Character/Gltf/Container.h"
#include "Offline/Error.h"

namespace sinew::gltf {

namespace {

// Extensions that leave positions, weights and motion as the core format stores them. Quantised meshes only
// use integer accessors where the core format has floats.
bool isHarmless(std::string_view extension) {
    constexpr std::array<std::string_view, 6> prefixes{"KHR_materials_", "KHR_texture_", "EXT_texture_",
                                                       "MSFT_texture_",  "KHR_lights_",  "EXT_lights_"};
    for (const std::string_view prefix : prefixes) {
        if (extension.starts_with(prefix)) return true;
    }
    return extension == "KHR_mesh_quantization" || extension == "KHR_xmp_json_ld";
}

void refuseRequired(const nlohmann::json& root) {
    const auto required = root.find("extensionsRequired");
    if (required == root.end() || !required->is_array()) return;
    for (const nlohmann::json& entry : *required) {
        const std::string name = entry.is_string() ? entry.get<std::string>() : entry.dump();
        if (isHarmless(name)) continue;
        const std::string what = "the file cannot be read without the extension " + name;
        if (name == "KHR_draco_mesh_compression" || name == "EXT_meshopt_compression") {
            throw badInput(what + ", which compresses meshes",
                           "Decompress it: gltf-transform copy in.glb out.glb "
                           "(npm install --global @gltf-transform/cli), or export without compression.");
        }
        throw badInput(what + ", which Sinew does not support", "Export without this extension.");
    }
}

// The buffers, taken out of the JSON so that tinygltf does no reading of its own.
void takeBuffers(Document& document, nlohmann::json& root, const Chunks& chunks,
                 const std::filesystem::path& folder) {
    const nlohmann::json buffers = root.contains("buffers") ? root["buffers"] : nlohmann::json::array();
    root.erase("buffers");
    if (!buffers.is_array())
        throw badInput("the field \"buffers\" is not an array", "The file is damaged: export it again.");
    document.owned.reserve(buffers.size());
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const std::string what = "buffer " + std::to_string(i);
        const nlohmann::json& buffer = buffers[i];
        if (buffer.is_object() && buffer.contains("uri") && buffer["uri"].is_string()) {
            document.owned.push_back(readUri(buffer["uri"].get<std::string>(), folder, what));
            document.buffers.emplace_back(document.owned.back());
            document.byteCount += document.owned.back().size();
        } else {
            // A later buffer without bytes is a compressor's fallback: empty unless something reads it.
            document.buffers.push_back(i == 0 && chunks.hasBinary ? chunks.binary
                                                                  : std::span<const std::byte>{});
        }
    }
}

std::span<const std::byte> viewBytes(const Document& document, int index, const std::string& what) {
    const tinygltf::BufferView& view =
        document.model
            .bufferViews[checkedIndex(index, document.model.bufferViews.size(), what + ": buffer view")];
    const std::span<const std::byte> buffer =
        document.buffers[checkedIndex(view.buffer, document.buffers.size(), what + ": buffer")];
    if (view.byteOffset > buffer.size() || view.byteLength > buffer.size() - view.byteOffset) {
        throw badInput(what + ": buffer view " + std::to_string(index) + " reaches beyond the " +
                           std::to_string(buffer.size()) + " bytes of buffer " + std::to_string(view.buffer),
                       "The file is damaged, cut short or lacks its .bin file: export it again.");
    }
    return buffer.subspan(view.byteOffset, view.byteLength);
}

// What a library said, on one line and without its own tags ("[json.exception.type_error.302]").
std::string plain(std::string text) {
    if (text.starts_with('[')) text.erase(0, text.find(']') + 1);
    std::replace(text.begin(), text.end(), '\n', ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

void setShape(AccessorSource& source, int type) {
    const bool isMatrix =
        type == TINYGLTF_TYPE_MAT2 || type == TINYGLTF_TYPE_MAT3 || type == TINYGLTF_TYPE_MAT4;
    if (type == TINYGLTF_TYPE_SCALAR) {
        source.rows = 1;
    } else {
        source.rows = static_cast<std::uint32_t>(isMatrix ? type - TINYGLTF_TYPE_MAT2 + 2 : type);
    }
    source.columns = isMatrix ? source.rows : 1;
}

}  // namespace

Document readDocument(std::span<const std::byte> bytes, const std::filesystem::path& folder) {
    const Chunks chunks = splitContainer(bytes);
    nlohmann::json root = parseJson(chunks.json);
    refuseRequired(root);
    Document document;
    document.byteCount = bytes.size();
    takeBuffers(document, root, chunks, folder);
    const std::string text = root.dump();
    root = nullptr;
    tinygltf::TinyGLTF reader;
    std::string error, warning;
    bool read = false;
    try {
        read = reader.LoadASCIIFromString(&document.model, &error, &warning, text.data(),
                                          static_cast<unsigned>(text.size()), "", tinygltf::REQUIRE_VERSION);
    } catch (const std::exception& thrown) {
        error = thrown.what();
    }
    if (!read)
        throw badInput("the file is not well-formed glTF: " + plain(error), "Export it again as glTF 2.0.");
    if (!document.model.asset.version.starts_with("2.")) {
        throw badInput("the file is glTF " + document.model.asset.version + ", not 2.0",
                       "Convert the file, for example by importing and exporting it with Blender.");
    }
    return document;
}

std::size_t checkedIndex(int index, std::size_t count, const std::string& what) {
    if (index >= 0 && static_cast<std::size_t>(index) < count) return static_cast<std::size_t>(index);
    throw badInput(
        what + " " + std::to_string(index) + " does not exist (the file has " + std::to_string(count) + ")",
        "The file is damaged: export it again.");
}

AccessorSource accessorSource(const Document& document, int index, const std::string& what) {
    const tinygltf::Model& model = document.model;
    const tinygltf::Accessor& accessor =
        model.accessors[checkedIndex(index, model.accessors.size(), what + ": accessor")];
    AccessorSource source;
    source.name = what + ": accessor " + std::to_string(index);
    source.component = static_cast<ComponentType>(accessor.componentType);
    setShape(source, accessor.type);
    source.normalised = accessor.normalized;
    source.count = accessor.count;
    source.byteOffset = accessor.byteOffset;
    source.countLimit = document.byteCount;
    source.hasView = accessor.bufferView >= 0;
    if (source.hasView) {
        source.view = viewBytes(document, accessor.bufferView, source.name);
        source.byteStride = model.bufferViews[static_cast<std::size_t>(accessor.bufferView)].byteStride;
    }
    if (accessor.sparse.isSparse && accessor.sparse.count > 0) {
        source.sparse = {static_cast<std::size_t>(accessor.sparse.count),
                         static_cast<ComponentType>(accessor.sparse.indices.componentType),
                         viewBytes(document, accessor.sparse.indices.bufferView, source.name),
                         viewBytes(document, accessor.sparse.values.bufferView, source.name),
                         static_cast<std::size_t>(accessor.sparse.indices.byteOffset),
                         static_cast<std::size_t>(accessor.sparse.values.byteOffset)};
    }
    if (!source.hasView && source.sparse.count == 0) {
        throw badInput(source.name + " has no data",
                       "If the mesh is compressed, decompress it: gltf-transform copy in.glb out.glb.");
    }
    return source;
}

std::vector<double> readNumbers(const Document& document, int accessor, std::size_t components,
                                const std::string& what) {
    const AccessorSource source = accessorSource(document, accessor, what);
    if (source.components() != components) {
        throw badInput(source.name + " has " + std::to_string(source.components()) +
                           " components per element, not " + std::to_string(components),
                       "The file is damaged: export it again.");
    }
    std::vector<double> numbers = decodeNumbers(source);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (std::isfinite(numbers[i])) continue;
        throw badInput(
            source.name + " has a number that is not finite in element " + std::to_string(i / components),
            "Repair the mesh in the modelling program and export it again.");
    }
    return numbers;
}

std::vector<std::uint32_t> readIndices(const Document& document, int accessor, const std::string& what) {
    return decodeIndices(accessorSource(document, accessor, what));
}

Affined affineFromColumns(const double* m, const std::string& what) {
    const double lastRow = std::abs(m[3]) + std::abs(m[7]) + std::abs(m[11]) + std::abs(m[15] - 1);
    if (!(lastRow < 1e-3)) {
        throw badInput(what + " is not an affine matrix: its last row is not 0 0 0 1",
                       "Export the rig again without projective transforms.");
    }
    return {{{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}}, {m[12], m[13], m[14]}};
}

}  // namespace sinew::gltf
