#include "Offline/Character/Gltf/Accessor.h"

#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "Offline/Error.h"

namespace sinew {
namespace {

template <class T>
std::vector<std::byte> bytesOf(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

gltf::AccessorSource over(const std::vector<std::byte>& bytes, gltf::ComponentType component,
                          std::uint32_t rows, std::size_t count) {
    gltf::AccessorSource source;
    source.name = "accessor 0";
    source.component = component;
    source.rows = rows;
    source.count = count;
    source.hasView = true;
    source.view = bytes;
    return source;
}

TEST(GltfAccessor, NormalisedIntegersSpanTheirRange) {
    const auto u8 = bytesOf(std::vector<std::uint8_t>{0, 51, 255});
    const auto i8 = bytesOf(std::vector<std::int8_t>{-128, -127, 0, 127});
    const auto u16 = bytesOf(std::vector<std::uint16_t>{0, 65535});
    const auto i16 = bytesOf(std::vector<std::int16_t>{-32768, 32767});
    const auto decoded = [](const std::vector<std::byte>& bytes, gltf::ComponentType type,
                            std::size_t count) {
        gltf::AccessorSource source = over(bytes, type, 1, count);
        source.normalised = true;
        return gltf::decodeNumbers(source);
    };
    EXPECT_EQ(decoded(u8, gltf::ComponentType::UInt8, 3), (std::vector<double>{0, 0.2, 1}));
    EXPECT_EQ(decoded(i8, gltf::ComponentType::Int8, 4), (std::vector<double>{-1, -1, 0, 1}));
    EXPECT_EQ(decoded(u16, gltf::ComponentType::UInt16, 2), (std::vector<double>{0, 1}));
    EXPECT_EQ(decoded(i16, gltf::ComponentType::Int16, 2), (std::vector<double>{-1, 1}));
}

TEST(GltfAccessor, PlainIntegersKeepTheirValue) {
    const auto bytes = bytesOf(std::vector<std::uint32_t>{0, 4294967295u});
    EXPECT_EQ(gltf::decodeIndices(over(bytes, gltf::ComponentType::UInt32, 1, 2)),
              (std::vector<std::uint32_t>{0, 4294967295u}));
}

TEST(GltfAccessor, OffsetAndStrideSkipWhatIsBetween) {
    const auto bytes = bytesOf(std::vector<float>{9, 1, 2, 9, 3, 4, 9});
    gltf::AccessorSource source = over(bytes, gltf::ComponentType::Float32, 2, 2);
    source.byteOffset = 4;
    source.byteStride = 12;
    EXPECT_EQ(gltf::decodeNumbers(source), (std::vector<double>{1, 2, 3, 4}));
}

TEST(GltfAccessor, MatrixColumnsOfBytesArePadded) {
    const auto bytes = bytesOf(std::vector<std::uint8_t>{1, 2, 0, 0, 3, 4, 0, 0});
    gltf::AccessorSource source = over(bytes, gltf::ComponentType::UInt8, 2, 1);
    source.columns = 2;
    EXPECT_EQ(gltf::decodeNumbers(source), (std::vector<double>{1, 2, 3, 4}));
}

TEST(GltfAccessor, SparseValuesOverwriteZerosAndViews) {
    const auto base = bytesOf(std::vector<float>{1, 2, 3, 4});
    const auto indices = bytesOf(std::vector<std::uint16_t>{1, 3});
    const auto values = bytesOf(std::vector<float>{20, 40});
    gltf::AccessorSource source = over(base, gltf::ComponentType::Float32, 1, 4);
    source.sparse = {2, gltf::ComponentType::UInt16, indices, values, 0, 0};
    EXPECT_EQ(gltf::decodeNumbers(source), (std::vector<double>{1, 20, 3, 40}));
    source.hasView = false;
    EXPECT_EQ(gltf::decodeNumbers(source), (std::vector<double>{0, 20, 0, 40}));
    const auto beyond = bytesOf(std::vector<std::uint16_t>{1, 4});
    source.sparse.indices = beyond;
    EXPECT_THROW(gltf::decodeNumbers(source), Error);
    source.sparse.indices = indices;
    source.sparse.count = 5;
    EXPECT_THROW(gltf::decodeNumbers(source), Error);
}

// Each buffer is sized exactly, so that a sanitizer sees a read beyond it.
TEST(GltfAccessor, EveryLengthThatIsTooShortIsRefused) {
    for (std::size_t size = 0; size < 28; ++size) {
        const std::vector<std::byte> bytes(size);
        gltf::AccessorSource source = over(bytes, gltf::ComponentType::Float32, 2, 2);
        source.byteOffset = 4;
        source.byteStride = 16;
        EXPECT_THROW(gltf::decodeNumbers(source), Error) << size;
    }
    const std::vector<std::byte> enough(28);
    gltf::AccessorSource source = over(enough, gltf::ComponentType::Float32, 2, 2);
    source.byteOffset = 4;
    source.byteStride = 16;
    EXPECT_EQ(gltf::decodeNumbers(source).size(), 4u);
}

TEST(GltfAccessor, AbsurdCountsAreRefusedBeforeAnythingIsAllocated) {
    const std::vector<std::byte> bytes(64);
    constexpr std::size_t kHuge = std::numeric_limits<std::size_t>::max();
    for (const std::size_t count : {kHuge, kHuge / 4, kHuge / 8 + 2, std::size_t{1} << 40}) {
        EXPECT_THROW(gltf::decodeNumbers(over(bytes, gltf::ComponentType::Float32, 2, count)), Error);
        gltf::AccessorSource empty = over(bytes, gltf::ComponentType::Float32, 2, count);
        empty.hasView = false;
        EXPECT_THROW(gltf::decodeNumbers(empty), Error);
    }
    gltf::AccessorSource far = over(bytes, gltf::ComponentType::Float32, 1, 2);
    far.byteOffset = kHuge - 3;
    EXPECT_THROW(gltf::decodeNumbers(far), Error);
    far.byteOffset = 0;
    far.byteStride = kHuge;
    EXPECT_THROW(gltf::decodeNumbers(far), Error);
}

TEST(GltfAccessor, OverlappingElementsAndUnknownTypesAreRefused) {
    const std::vector<std::byte> bytes(64);
    gltf::AccessorSource source = over(bytes, gltf::ComponentType::Float32, 3, 2);
    source.byteStride = 4;
    EXPECT_THROW(gltf::decodeNumbers(source), Error);
    EXPECT_THROW(gltf::decodeNumbers(over(bytes, static_cast<gltf::ComponentType>(5124), 1, 1)), Error);
    EXPECT_THROW(gltf::decodeNumbers(over(bytes, gltf::ComponentType::Float32, 5, 1)), Error);
    EXPECT_THROW(gltf::decodeIndices(over(bytes, gltf::ComponentType::Float32, 1, 1)), Error);
}

}  // namespace
}  // namespace sinew
