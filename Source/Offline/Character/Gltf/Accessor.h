// Decodes glTF accessors. Every count, stride and offset is checked against the available bytes before
// anything is read or allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sinew::gltf {

// The values are those of glTF.
enum class ComponentType : std::uint32_t {
    Int8 = 5120,
    UInt8 = 5121,
    Int16 = 5122,
    UInt16 = 5123,
    UInt32 = 5125,
    Float32 = 5126,
};

// An accessor with the bytes of its buffer views.
struct AccessorSource {
    std::string name;  // for messages: "accessor 7"
    ComponentType component = ComponentType::Float32;
    std::uint32_t rows = 1;     // components of a column: 1 to 4
    std::uint32_t columns = 1;  // more than 1 for matrices, whose columns start on 4-byte boundaries
    bool normalised = false;
    std::size_t count = 0;
    bool hasView = false;  // without one, all elements are zero until `sparse` overwrites them
    std::span<const std::byte> view;
    std::size_t byteOffset = 0;
    std::size_t byteStride = 0;        // 0 if tightly packed
    std::size_t countLimit = 1 << 16;  // limit of `count` for an accessor without a view

    struct Sparse {
        std::size_t count = 0;  // 0 if not sparse
        ComponentType indexComponent = ComponentType::UInt16;
        std::span<const std::byte> indices, values;
        std::size_t indicesOffset = 0, valuesOffset = 0;
    };
    Sparse sparse;

    std::size_t components() const { return std::size_t{rows} * columns; }
};

// The components of all elements in order. Normalised integers become [0, 1] or [−1, 1]. Throws Error if the
// bytes do not contain what the accessor declares.
std::vector<double> decodeNumbers(const AccessorSource& source);

// The same for indices: unsigned integers, one component.
std::vector<std::uint32_t> decodeIndices(const AccessorSource& source);

}  // namespace sinew::gltf
