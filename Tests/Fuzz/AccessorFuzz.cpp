// Any description of an accessor over any bytes decodes to the promised number of values or is refused.
#include <cstdlib>
#include <cstring>

#include "Offline/Character/Gltf/Accessor.h"
#include "Offline/Error.h"

namespace {

class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    template <class T>
    T take() {
        T value{};
        const std::size_t count = size_ < sizeof value ? size_ : sizeof value;
        std::memcpy(&value, data_, count);
        data_ += count;
        size_ -= count;
        return value;
    }

    std::span<const std::byte> rest() const { return {reinterpret_cast<const std::byte*>(data_), size_}; }

  private:
    const std::uint8_t* data_;
    std::size_t size_;
};

// Mostly small, now and then absurd: only then are both sides of the bounds met.
std::size_t takeSize(Bytes& bytes) {
    const auto value = bytes.take<std::uint8_t>();
    return value < 250 ? value : ~std::size_t{0} - (255u - value);
}

sinew::gltf::ComponentType takeComponent(Bytes& bytes) {
    return static_cast<sinew::gltf::ComponentType>(5119u + bytes.take<std::uint8_t>() % 9);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    sinew::gltf::AccessorSource source;
    source.name = "accessor 0";
    source.component = takeComponent(bytes);
    source.rows = bytes.take<std::uint8_t>() % 6;
    source.columns = bytes.take<std::uint8_t>() % 6;
    const auto flags = bytes.take<std::uint8_t>();
    source.normalised = (flags & 1) != 0;
    source.hasView = (flags & 2) != 0;
    source.count = takeSize(bytes);
    source.byteOffset = takeSize(bytes);
    source.byteStride = takeSize(bytes);
    source.countLimit = 100;
    if ((flags & 4) != 0) {
        source.sparse = {takeSize(bytes), takeComponent(bytes), {}, {}, takeSize(bytes), takeSize(bytes)};
    }
    source.view = bytes.rest();
    source.sparse.indices = source.view.first(source.view.size() / 2);
    source.sparse.values = source.view.last(source.view.size() / 2);
    try {
        if (sinew::gltf::decodeNumbers(source).size() != source.count * source.components()) std::abort();
        if (sinew::gltf::decodeIndices(source).size() != source.count) std::abort();
    } catch (const sinew::Error&) {
        return 0;
    }
    return 0;
}
