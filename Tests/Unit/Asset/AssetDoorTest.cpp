// Assets through the C interface: what measuring reads, what creating refuses, and how a problem is told.
#include <gtest/gtest.h>

#include <cstring>

#include "Api/sinew.h"
#include "Support/Runtime/AssetPatch.h"
#include "Support/Runtime/AssetSamples.h"

namespace sinew {
namespace {

using namespace test;

const AssetBytes& packed() {
    static const AssetBytes bytes = packAsset(sampleAsset().content);
    return bytes;
}

SinewStatus measure(const AssetBytes& bytes, std::uint64_t& size) {
    return sinewAssetMeasure(bytes.bytes().data(), bytes.bytes().size(), &size);
}

SinewStatus create(const AssetBytes& bytes, std::uint64_t size) {
    AssetBytes memory(size);
    SinewAsset* asset = nullptr;
    const SinewStatus status = sinewAssetCreate(bytes.bytes().data(), bytes.bytes().size(),
                                                memory.bytes().data(), memory.bytes().size(), &asset);
    EXPECT_EQ(status == SINEW_OK, asset != nullptr);
    return status;
}

SinewAssetProblem problemOf(const AssetBytes& bytes) {
    SinewAssetProblem problem;
    std::memset(&problem, 0x55, sizeof problem);
    problem.structSize = sizeof problem;
    EXPECT_EQ(sinewAssetProblem(bytes.bytes().data(), bytes.bytes().size(), &problem), SINEW_OK);
    EXPECT_EQ(problem.structSize, sizeof problem);
    return problem;
}

// As a host does it: the size first, then the asset.
SinewStatus load(const AssetBytes& bytes) {
    std::uint64_t size = 0;
    const SinewStatus status = measure(bytes, size);
    return status == SINEW_OK ? create(bytes, size) : status;
}

TEST(AssetDoor, WhatWasMeasuredIsEnoughAndNotAByteTooMuch) {
    std::uint64_t size = 0;
    ASSERT_EQ(measure(packed(), size), SINEW_OK);
    EXPECT_EQ(create(packed(), size), SINEW_OK);
    EXPECT_EQ(create(packed(), size - 64), SINEW_OUT_OF_MEMORY);
}

// Bytes that are hashed do not go unnoticed: where measuring answers the same for a chunk of other bytes, it
// has not hashed it. Creating hashes all of them, so that both together hash the file once.
TEST(AssetDoor, MeasuringHashesNoChunkAndCreatingHashesAll) {
    std::uint64_t right = 0;
    ASSERT_EQ(measure(packed(), right), SINEW_OK);
    AssetBytes copy = packed();
    for (std::size_t i = 0; i < chunkCount(copy.bytes()); ++i) {
        const auto chunk = readAt<AssetChunk>(copy.bytes(), entryOffset(i));
        if (chunk.id == ChunkId::Meta || chunk.id == ChunkId::Domains || chunk.size < 2) continue;
        std::byte& spoilt = copy.bytes()[chunk.offset + chunk.size / 2];
        spoilt ^= std::byte{0x80};
        std::uint64_t size = 0;
        EXPECT_EQ(measure(copy, size), SINEW_OK) << chunkName(chunk.id).text;
        EXPECT_EQ(size, right) << chunkName(chunk.id).text;
        EXPECT_EQ(create(copy, right), SINEW_BAD_ASSET) << chunkName(chunk.id).text;
        spoilt ^= std::byte{0x80};
    }
}

// Records whose bytes are not hashed, either, but decide about memory.
TEST(AssetDoor, MeasuringRefusesCountsThatDoNotAgree) {
    const auto measured = [](ChunkId id, std::size_t offset, std::uint32_t value) {
        AssetBytes copy = packed();
        writeAt(copy.bytes(), elementOffset(copy.bytes(), id, 0) + offset, value);
        std::uint64_t size = 99;
        const SinewStatus status = measure(copy, size);
        EXPECT_EQ(size, 99u) << "nothing is written where the answer is no";
        return status;
    };
    for (const std::uint32_t value : {5u, 64u, 65u, 0x7fffffffu, 0xffffffffu}) {
        EXPECT_EQ(measured(ChunkId::Domains, offsetof(AssetDomain, rank), value), SINEW_BAD_ASSET);
        EXPECT_EQ(measured(ChunkId::Domains, offsetof(AssetDomain, samples), value), SINEW_BAD_ASSET);
        EXPECT_EQ(measured(ChunkId::Domains, offsetof(AssetDomain, cubaturePoints), value + 32),
                  SINEW_BAD_ASSET);
        EXPECT_EQ(measured(ChunkId::Meta, offsetof(AssetMeta, fileVertices), value), SINEW_BAD_ASSET);
    }
}

TEST(AssetDoor, EveryFlippedByteIsRefusedByOneOfTheTwo) {
    AssetBytes copy = packed();
    int measured = 0;
    for (std::size_t i = 0; i < copy.bytes().size(); ++i) {
        copy.bytes()[i] ^= std::byte{0x10};
        std::uint64_t size = 0;
        const SinewStatus status = measure(copy, size);
        measured += status == SINEW_OK ? 1 : 0;
        ASSERT_NE(load(copy), SINEW_OK) << "byte " << i;
        copy.bytes()[i] ^= std::byte{0x10};
    }
    EXPECT_GT(measured, 1000) << "measuring alone does not see them";
    EXPECT_EQ(load(copy), SINEW_OK);
}

TEST(AssetDoor, EveryTruncationIsRefusedByMeasuring) {
    for (std::size_t size = 0; size < packed().bytes().size(); size += 7) {
        AssetBytes cut(size);
        if (size > 0) std::memcpy(cut.bytes().data(), packed().bytes().data(), size);
        std::uint64_t needed = 0;
        const std::byte none{};
        ASSERT_NE(sinewAssetMeasure(size > 0 ? cut.bytes().data() : &none, size, &needed), SINEW_OK) << size;
    }
}

TEST(AssetDoor, AProblemNamesChunkFieldIndexAndRemedy) {
    AssetBytes copy = packed();
    writeAt(copy.bytes(), elementOffset(copy.bytes(), ChunkId::Joints, 1) + offsetof(AssetJoint, parent), 9);
    EXPECT_STREQ(problemOf(copy).text, "Chunk JNTS, field \"hash\": the chunk is damaged.");
    rehash(copy.bytes());
    const SinewAssetProblem problem = problemOf(copy);
    EXPECT_EQ(problem.status, SINEW_BAD_ASSET);
    EXPECT_EQ(problem.status, load(copy));
    EXPECT_STREQ(problem.chunk, "JNTS");
    EXPECT_STREQ(problem.field, "parent");
    EXPECT_EQ(problem.index, 1u);
    EXPECT_STREQ(problem.text,
                 "Chunk JNTS, field \"parent\", index 1: the index is out of range or points at the wrong "
                 "element.");
    EXPECT_STREQ(problem.remedy, "Copy the file again from where it came, or rebuild it with `sinew build`.");
}

TEST(AssetDoor, AnotherFormatIsToldWithBothNumbers) {
    AssetBytes copy = packed();
    writeAt(copy.bytes(), offsetof(AssetHeader, version), std::uint32_t{3});
    const SinewAssetProblem problem = problemOf(copy);
    EXPECT_EQ(problem.status, SINEW_WRONG_VERSION);
    EXPECT_STREQ(problem.chunk, "");
    EXPECT_EQ(problem.found, 3u);
    EXPECT_EQ(problem.expected, static_cast<std::uint64_t>(kAssetVersion));
    EXPECT_EQ(problem.index, UINT64_MAX);
    EXPECT_STREQ(problem.remedy, "Rebuild the asset with `sinew build`.");
}

TEST(AssetDoor, AGoodAssetHasNoProblem) {
    const SinewAssetProblem problem = problemOf(packed());
    EXPECT_EQ(problem.status, SINEW_OK);
    EXPECT_STREQ(problem.text, "The asset has no problem.");
    EXPECT_STREQ(problem.field, "");
    EXPECT_STREQ(problem.remedy, "");
}

TEST(AssetDoor, WhatCannotBeAskedIsRefused) {
    const auto bytes = packed().bytes();
    SinewAssetProblem problem{};
    EXPECT_EQ(sinewAssetProblem(bytes.data(), bytes.size(), nullptr), SINEW_INVALID_ARGUMENT);
    EXPECT_EQ(sinewAssetProblem(bytes.data(), bytes.size(), &problem), SINEW_INVALID_ARGUMENT);  // no size
    problem.structSize = sizeof problem + 8;
    EXPECT_EQ(sinewAssetProblem(bytes.data(), bytes.size(), &problem), SINEW_INVALID_ARGUMENT);
    problem.structSize = sizeof problem;
    EXPECT_EQ(sinewAssetProblem(nullptr, bytes.size(), &problem), SINEW_INVALID_ARGUMENT);
    EXPECT_EQ(sinewAssetProblem(bytes.data() + 4, bytes.size() - 4, &problem), SINEW_OK);
    EXPECT_EQ(problem.status, SINEW_INVALID_ARGUMENT);  // not at a multiple of 64
}

}  // namespace
}  // namespace sinew
