#include "Offline/Character/Gltf/Accessor.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "Offline/Error.h"

namespace sinew::gltf {

namespace {

const char* const kDamaged = "The file is damaged or was cut short: export it again.";

std::size_t sizeOf(ComponentType type, const std::string& name) {
    switch (type) {
        case ComponentType::Int8:
        case ComponentType::UInt8:
            return 1;
        case ComponentType::Int16:
        case ComponentType::UInt16:
            return 2;
        case ComponentType::UInt32:
        case ComponentType::Float32:
            return 4;
    }
    throw badInput(
        name + " has the unknown component type " + std::to_string(static_cast<std::uint32_t>(type)),
        kDamaged);
}

// glTF is little-endian; so is every machine this builds for.
template <class T>
T load(const std::byte* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

template <class T>
double normalisedNumber(T value) {
    constexpr auto top = static_cast<double>(std::numeric_limits<T>::max());
    return std::max(static_cast<double>(value) / top, -1.0);
}

template <class T>
double integer(const std::byte* bytes, bool normalised) {
    const T value = load<T>(bytes);
    return normalised ? normalisedNumber(value) : static_cast<double>(value);
}

double number(ComponentType type, const std::byte* bytes, bool normalised) {
    switch (type) {
        case ComponentType::Int8:
            return integer<std::int8_t>(bytes, normalised);
        case ComponentType::UInt8:
            return integer<std::uint8_t>(bytes, normalised);
        case ComponentType::Int16:
            return integer<std::int16_t>(bytes, normalised);
        case ComponentType::UInt16:
            return integer<std::uint16_t>(bytes, normalised);
        case ComponentType::UInt32:
            return integer<std::uint32_t>(bytes, normalised);
        case ComponentType::Float32:
            return static_cast<double>(load<float>(bytes));
    }
    return 0;
}

// Where the elements of one array lie in its bytes.
struct Layout {
    std::size_t componentSize, columnStride, elementSize, stride;
};

Layout layoutOf(const AccessorSource& source, std::size_t byteStride) {
    if (source.rows < 1 || source.rows > 4 || source.columns < 1 || source.columns > 4) {
        throw badInput(source.name + " has an unknown element type", kDamaged);
    }
    Layout layout{};
    layout.componentSize = sizeOf(source.component, source.name);
    const std::size_t column = layout.componentSize * source.rows;
    layout.columnStride = source.columns > 1 ? (column + 3) / 4 * 4 : column;
    layout.elementSize = layout.columnStride * source.columns;
    layout.stride = byteStride != 0 ? byteStride : layout.elementSize;
    if (layout.stride < layout.elementSize) {
        throw badInput(source.name + " has a stride of " + std::to_string(layout.stride) +
                           " bytes, which is less than the size of an element, " +
                           std::to_string(layout.elementSize),
                       kDamaged);
    }
    return layout;
}

// Written so that no product or sum of file-supplied numbers can wrap.
void requireBytes(const std::string& name, std::size_t available, std::size_t offset, std::size_t count,
                  std::size_t elementSize, std::size_t stride) {
    const bool fits = count == 0 || (offset <= available && elementSize <= available - offset &&
                                     count - 1 <= (available - offset - elementSize) / stride);
    if (fits) return;
    throw badInput(name + " needs " + std::to_string(count) + " elements from byte " +
                       std::to_string(offset) + " on, but its buffer view has " + std::to_string(available) +
                       " bytes",
                   kDamaged);
}

void decodeElement(const AccessorSource& source, const Layout& layout, const std::byte* element,
                   double* numbers) {
    for (std::size_t column = 0; column < source.columns; ++column) {
        for (std::size_t row = 0; row < source.rows; ++row) {
            const std::byte* const at = element + column * layout.columnStride + row * layout.componentSize;
            *numbers++ = number(source.component, at, source.normalised);
        }
    }
}

void overwriteSparse(const AccessorSource& source, std::vector<double>& numbers) {
    const AccessorSource::Sparse& sparse = source.sparse;
    if (sparse.count > source.count) {
        throw badInput(source.name + " replaces " + std::to_string(sparse.count) +
                           " elements, but has only " + std::to_string(source.count),
                       kDamaged);
    }
    const std::string indicesName = "the sparse indices of " + source.name;
    const bool isUnsigned = sparse.indexComponent == ComponentType::UInt8 ||
                            sparse.indexComponent == ComponentType::UInt16 ||
                            sparse.indexComponent == ComponentType::UInt32;
    if (!isUnsigned) throw badInput(indicesName + " are not unsigned integers", kDamaged);
    const std::size_t indexSize = sizeOf(sparse.indexComponent, indicesName);
    const Layout layout = layoutOf(source, 0);
    requireBytes(indicesName, sparse.indices.size(), sparse.indicesOffset, sparse.count, indexSize,
                 indexSize);
    requireBytes("the sparse values of " + source.name, sparse.values.size(), sparse.valuesOffset,
                 sparse.count, layout.elementSize, layout.stride);
    for (std::size_t i = 0; i < sparse.count; ++i) {
        const std::byte* const at = sparse.indices.data() + sparse.indicesOffset + i * indexSize;
        const auto element = static_cast<std::size_t>(number(sparse.indexComponent, at, false));
        if (element >= source.count) {
            throw badInput(indicesName + " refer to element " + std::to_string(element) + " of " +
                               std::to_string(source.count),
                           kDamaged);
        }
        decodeElement(source, layout, sparse.values.data() + sparse.valuesOffset + i * layout.stride,
                      numbers.data() + element * source.components());
    }
}

}  // namespace

std::vector<double> decodeNumbers(const AccessorSource& source) {
    const Layout layout = layoutOf(source, source.byteStride);
    if (source.hasView) {
        requireBytes(source.name, source.view.size(), source.byteOffset, source.count, layout.elementSize,
                     layout.stride);
    } else if (source.count > source.countLimit) {
        throw badInput(
            source.name + " declares " + std::to_string(source.count) + " elements, but has no data",
            kDamaged);
    }
    std::vector<double> numbers(source.count * source.components());
    if (source.hasView) {
        for (std::size_t i = 0; i < source.count; ++i) {
            decodeElement(source, layout, source.view.data() + source.byteOffset + i * layout.stride,
                          numbers.data() + i * source.components());
        }
    }
    if (source.sparse.count > 0) overwriteSparse(source, numbers);
    return numbers;
}

std::vector<std::uint32_t> decodeIndices(const AccessorSource& source) {
    const bool isUnsigned = source.component == ComponentType::UInt8 ||
                            source.component == ComponentType::UInt16 ||
                            source.component == ComponentType::UInt32;
    if (!isUnsigned || source.normalised || source.components() != 1) {
        throw badInput(source.name + " must contain unsigned integers, because it holds indices", kDamaged);
    }
    const std::vector<double> numbers = decodeNumbers(source);
    std::vector<std::uint32_t> indices(numbers.size());
    std::transform(numbers.begin(), numbers.end(), indices.begin(),
                   [](double value) { return static_cast<std::uint32_t>(value); });
    return indices;
}

}  // namespace sinew::gltf
