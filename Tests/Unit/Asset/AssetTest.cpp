// The file around the arrays: what is written is read, and nothing else is.
#include <gtest/gtest.h>

#include <algorithm>
#include <new>

#include "Offline/Error.h"
#include "Offline/Files.h"
#include "Support/Data.h"
#include "Support/Runtime/AssetPatch.h"
#include "Support/Runtime/AssetSamples.h"

namespace sinew {
namespace {

using namespace test;

// Memory of exactly this size, so that a sanitizer sees the first byte that is read too much.
class ExactBuffer {
  public:
    explicit ExactBuffer(std::span<const std::byte> bytes, std::size_t shift = 0)
        : size_(bytes.size()), shift_(shift) {
        memory_ = static_cast<std::byte*>(::operator new (size_ + shift_, std::align_val_t{kAssetAlignment}));
        std::copy(bytes.begin(), bytes.end(), memory_ + shift_);
    }
    ~ExactBuffer() { ::operator delete (memory_, std::align_val_t{kAssetAlignment}); }
    ExactBuffer(const ExactBuffer&) = delete;
    ExactBuffer& operator=(const ExactBuffer&) = delete;

    std::span<std::byte> bytes() { return {memory_ + shift_, size_}; }

  private:
    std::byte* memory_;
    std::size_t size_, shift_;
};

AssetProblem problemOf(std::span<const std::byte> bytes) {
    AssetView view;
    const AssetProblem problem = viewAsset(bytes, view);
    EXPECT_EQ(problem.ok(), view.meta != nullptr)
        << "a view is filled where there is no problem, and only there";
    return problem;
}

const AssetBytes& packed() {
    static const AssetBytes bytes = packAsset(sampleAsset().content);
    return bytes;
}

// A copy with something changed and, where asked for, hashes that fit again.
template <class Change>
AssetProblem afterChange(const Change& change, bool fit = true) {
    AssetBytes copy = packed();
    change(copy.bytes());
    if (fit) rehash(copy.bytes());
    return problemOf(copy.bytes());
}

template <class Change>
AssetProblem afterEntry(ChunkId id, const Change& change) {
    return afterChange([&](std::span<std::byte> bytes) {
        const std::size_t entry = entryOffset(chunkIndex(bytes, id));
        auto chunk = readAt<AssetChunk>(bytes, entry);
        change(chunk);
        writeAt(bytes, entry, chunk);
    });
}

template <class Change>
AssetProblem afterHeader(const Change& change) {
    return afterChange([&](std::span<std::byte> bytes) {
        auto header = readAt<AssetHeader>(bytes, 0);
        change(header);
        writeAt(bytes, 0, header);
    });
}

TEST(Asset, WhatIsWrittenIsRead) {
    const SampleAsset sample = sampleAsset();
    AssetView view;
    ASSERT_TRUE(viewAsset(packed().bytes(), view).ok());
    EXPECT_EQ(view.header->recipeHash, 11u);
    EXPECT_EQ(view.header->meshHash, 12u);
    EXPECT_EQ(view.header->skeletonHash, 13u);
    EXPECT_EQ(std::string(view.recipe.begin(), view.recipe.end()), sample.content.recipe);
    EXPECT_STREQ(view.name(view.meta->programVersion), "0.1.0");
    EXPECT_STREQ(view.name(view.meta->characterName), "Chain");
    EXPECT_EQ(view.meta->seed, 42u);
    EXPECT_EQ(view.meta->modes, 5u);
    EXPECT_FLOAT_EQ(view.meta->young, 30e3f);
    ASSERT_EQ(view.joints.size(), 3u);
    EXPECT_STREQ(view.name(view.joints[2].name), "joint2");
    EXPECT_EQ(view.joints[2].domain, kNoDomain);
    EXPECT_FLOAT_EQ(view.joints[1].inverseBind.translation.x, -1);
    EXPECT_STREQ(view.name(view.rigidParts[0].name), "sword");
    EXPECT_STREQ(view.name(view.slots[1].name), "nails");
}

TEST(Asset, CubatureAndBoundsAreReadBack) {
    const SampleAsset sample = sampleAsset();
    AssetView view;
    ASSERT_TRUE(viewAsset(packed().bytes(), view).ok());
    const AssetDomain& d = view.domains[1];
    const DomainContent& from = sample.content.domains[1];
    ASSERT_EQ(d.cubaturePoints, from.cubature.size());
    for (std::uint32_t tet = 0; tet < d.cubaturePoints; ++tet) {
        EXPECT_FLOAT_EQ(view.cubature[d.firstCubatureBlock].weight[tet],
                        static_cast<float>(from.cubature[tet].weight));
        EXPECT_EQ(view.cubaturePlaces[d.firstCubatureBlock * kAssetLanes + tet],
                  convert<float>(from.cubature[tet].place));
        const float* const basis = cubatureBasisOf(view, d, tet);
        for (std::uint32_t row = 0; row < 9; ++row) {
            for (std::uint32_t j = 0; j < d.rank; ++j)
                EXPECT_EQ(basis[row * kModeLanes + j], static_cast<float>(from.cubature[tet].basis(row, j)));
        }
    }
    EXPECT_FLOAT_EQ(view.bounds[d.firstLane + 1], -1.1f);
    EXPECT_FLOAT_EQ(view.bounds[view.lanes + d.firstLane + 1], 1.1f);
    EXPECT_FLOAT_EQ(view.bounds[2 * view.lanes + d.firstLane + 1], 2);
}

TEST(Asset, StabilisationIsReadBackAndIsNotThereWhereThereIsNone) {
    SampleAsset sample = sampleAsset();
    AssetView view;
    ASSERT_TRUE(viewAsset(packed().bytes(), view).ok());
    EXPECT_TRUE(view.stabilisation.empty());
    stabilise(sample.content);
    const AssetBytes with = packAsset(sample.content);
    ASSERT_TRUE(viewAsset(with.bytes(), view).ok());
    std::size_t square = 0;
    for (std::size_t d = 0; d < view.domains.size(); ++d) {
        const std::uint32_t rank = view.domains[d].rank, lanes = paddedModes(rank);
        for (std::uint32_t i = 0; i < rank; ++i) {
            for (std::uint32_t j = 0; j < rank; ++j) {
                EXPECT_EQ(view.stabilisation[square + i * lanes + j],
                          static_cast<float>(sample.content.domains[d].stabilisation(i, j)));
            }
        }
        square += squareFloats(rank);
    }
    EXPECT_EQ(view.stabilisation.size(), square);
}

TEST(Asset, FibresAreReadBackAndAreNotThereWhereThereAreNone) {
    SampleAsset sample = sampleAsset();
    AssetView view;
    ASSERT_TRUE(viewAsset(packed().bytes(), view).ok());
    EXPECT_TRUE(view.fibres.empty());
    addFibres(sample.content);
    const AssetBytes with = packAsset(sample.content);
    const AssetProblem problem = viewAsset(with.bytes(), view);
    ASSERT_TRUE(problem.ok()) << textOf(problem);
    ASSERT_EQ(view.fibres.size(), 4u);  // two of each of the two blocks
    for (std::size_t record = 0; record < 4; ++record) {
        const AssetFibres& f = view.fibres[record];
        EXPECT_EQ(f.block, record / 2);
        const std::vector<CubatureContent>& points = sample.content.domains[f.block].cubature;
        for (std::size_t lane = 0; lane < kAssetLanes; ++lane) {
            const bool has = lane < points.size() && record % 2 < points[lane].fibres.size();
            EXPECT_EQ(f.stiffness[lane],
                      has ? static_cast<float>(points[lane].fibres[record % 2].stiffness) : 0);
            EXPECT_EQ(f.direction[1][lane],
                      has ? static_cast<float>(points[lane].fibres[record % 2].direction.y) : 0);
            EXPECT_EQ(f.toe[lane], has ? static_cast<float>(points[lane].fibres[record % 2].toe) : 1);
        }
    }
}

TEST(Asset, RecordsAreReadBack) {
    AssetView view;
    ASSERT_TRUE(viewAsset(packed().bytes(), view).ok());
    ASSERT_EQ(view.interfaces.size(), 3u);
    const AssetInterface& f = view.interfaces[1];  // sorted: 0–1, 0–2, 1–2
    EXPECT_EQ(f.a, 0u);
    EXPECT_EQ(f.b, 2u);
    EXPECT_EQ(f.coupling, 2e6f);
    EXPECT_EQ(f.damping, 50.0f);
    EXPECT_EQ(f.nodes, 5u);
    EXPECT_EQ(view.domains[1].radius, 3.0f);
    EXPECT_EQ(view.domains[1].centre.x, 1.0f);
    EXPECT_GT(view.domains[1].mass, 2.0f);
    EXPECT_NEAR(view.domains[0].reach, 0.7, 0.1);  // half a domain, half a band, half a width
    EXPECT_EQ(view.tangents[1].side, -32767);
    EXPECT_EQ(view.uvs[0].v, 0.5f);
    EXPECT_EQ(view.rigidParts[0].radius, 0.5f);
    EXPECT_EQ(view.rigidParts[0].vertices, 12u);
    EXPECT_EQ(view.meta->boundsMax.y, 0.1f);
}

TEST(Asset, TheSameContentGivesTheSameBytes) {
    const AssetBytes again = packAsset(sampleAsset().content);
    EXPECT_TRUE(std::ranges::equal(packed().bytes(), again.bytes()));
}

TEST(Asset, EveryTruncationIsRefused) {
    for (std::size_t size = 0; size < packed().bytes().size(); ++size) {
        ExactBuffer cut(packed().bytes().first(size));
        const AssetProblem problem = problemOf(cut.bytes());
        ASSERT_EQ(problem.fault, size < sizeof(AssetHeader) ? AssetFault::TooShort : AssetFault::Truncated)
            << size;
    }
}

// Also where the header was made to agree: the table then says which chunk is cut.
TEST(Asset, EveryTruncationThatTheHeaderAgreesToIsRefused) {
    const std::size_t table = entryOffset(chunkCount(packed().bytes())), first = alignedUp(table);
    for (std::size_t size = sizeof(AssetHeader); size < packed().bytes().size(); ++size) {
        ExactBuffer cut(packed().bytes().first(size));
        writeAt(cut.bytes(), offsetof(AssetHeader, totalSize), std::uint64_t{size});
        rehash(cut.bytes());
        const AssetFault expected = size < table   ? AssetFault::ChunkCount
                                    : size < first ? AssetFault::Truncated
                                                   : AssetFault::ChunkSize;
        ASSERT_EQ(problemOf(cut.bytes()).fault, expected) << size;
    }
}

TEST(Asset, OneByteMoreIsRefused) {
    std::vector<std::byte> longer(packed().bytes().begin(), packed().bytes().end());
    longer.push_back(std::byte{0});
    EXPECT_EQ(problemOf(ExactBuffer(longer).bytes()).fault, AssetFault::TooLong);
    longer.resize(packed().bytes().size() + kAssetAlignment);
    writeAt(std::span(longer), offsetof(AssetHeader, totalSize), std::uint64_t{longer.size()});
    rehash(longer);
    EXPECT_EQ(problemOf(ExactBuffer(longer).bytes()).fault, AssetFault::TooLong);
}

TEST(Asset, EveryFlippedByteIsRefused) {
    AssetBytes copy = packed();
    for (std::size_t i = 0; i < copy.bytes().size(); ++i) {
        for (const int bits : {0x01, 0x80, 0xff}) {
            copy.bytes()[i] ^= static_cast<std::byte>(bits);
            ASSERT_FALSE(problemOf(copy.bytes()).ok()) << "byte " << i;
            copy.bytes()[i] ^= static_cast<std::byte>(bits);
        }
    }
    EXPECT_TRUE(problemOf(copy.bytes()).ok());
}

TEST(Asset, BuffersOffTheCacheLineAreRefused) {
    for (const std::size_t shift : {1u, 4u, 32u}) {
        ExactBuffer moved(packed().bytes(), shift);
        EXPECT_EQ(problemOf(moved.bytes()).fault, AssetFault::Misaligned);
    }
    EXPECT_EQ(statusOf(AssetFault::Misaligned), Status::InvalidArgument);
}

TEST(Asset, OtherFilesAndDamagedHeadersAreNamed) {
    EXPECT_EQ(afterHeader([](AssetHeader& h) { h.magic[5] = '\n'; }).fault, AssetFault::NoMagic);
    const auto flipped = [](std::size_t at) {
        return afterChange([&](std::span<std::byte> bytes) { bytes[at] ^= std::byte{1}; }, false).fault;
    };
    EXPECT_EQ(flipped(offsetof(AssetHeader, meshHash)), AssetFault::HeaderHash);
    EXPECT_EQ(flipped(entryOffset(3) + 9), AssetFault::TableHash);
    EXPECT_EQ(flipped(alignedUp(entryOffset(chunkCount(packed().bytes()))) + 5), AssetFault::ChunkHash);
}

TEST(Asset, OlderAndNewerFormatsAreNamed) {
    const AssetProblem older = afterHeader([](AssetHeader& h) { h.version = 0; });
    EXPECT_EQ(older.fault, AssetFault::OldFormat);
    EXPECT_EQ(statusOf(older.fault), Status::WrongVersion);
    EXPECT_EQ(textOf(older), "The file has format 0, but this version of Sinew reads format 4.");
    EXPECT_STREQ(remedyText(older.fault), "Rebuild the asset with `sinew build`.");
    const AssetProblem newer = afterHeader([](AssetHeader& h) { h.version = 7; });
    EXPECT_EQ(newer.fault, AssetFault::NewFormat);
    EXPECT_EQ(textOf(newer), "The file has format 7, but this version of Sinew reads format 4.");
}

// Files of formats that were are kept: each is refused by its number, whatever has changed since.
TEST(Asset, FilesOfEveryOlderFormatAreRefusedByName) {
    const std::filesystem::path folder = sourcePath("Tests/Data/Formats");
    for (std::uint32_t version = 1; version < static_cast<std::uint32_t>(kAssetVersion); ++version) {
        try {
            loadAsset(folder / (std::to_string(version) + ".sinew"));
            FAIL() << "format " << version << " was accepted";
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("has format " + std::to_string(version)),
                      std::string::npos)
                << error.what();
        }
    }
}

TEST(Asset, UnknownTwiceMissingAndReorderedChunksAreNamed) {
    const AssetProblem unknown = afterEntry(ChunkId::Mass, [](AssetChunk& c) { c.id = ChunkId{0x41414141}; });
    EXPECT_EQ(unknown.fault, AssetFault::UnknownChunk);
    EXPECT_EQ(textOf(unknown),
              "Chunk AAAA, field \"id\", index 11: this version of Sinew does not know the chunk.");
    const AssetProblem twice = afterEntry(ChunkId::Mass, [](AssetChunk& c) { c.id = ChunkId::Fill; });
    EXPECT_EQ(twice.fault, AssetFault::DuplicateChunk);
    EXPECT_EQ(twice.chunk, ChunkId::Fill);
    const AssetProblem missing = afterHeader([](AssetHeader& h) { --h.chunkCount; });
    EXPECT_EQ(missing.fault, AssetFault::MissingChunk);
    EXPECT_EQ(missing.chunk, ChunkId::RigidParts);
    EXPECT_EQ(afterHeader([](AssetHeader& h) { h.chunkCount = 0xffffffff; }).fault, AssetFault::ChunkCount);
    const AssetProblem reordered = afterChange([](std::span<std::byte> bytes) {
        const auto first = readAt<AssetChunk>(bytes, entryOffset(4)),
                   second = readAt<AssetChunk>(bytes, entryOffset(5));
        writeAt(bytes, entryOffset(4), second);
        writeAt(bytes, entryOffset(5), first);
    });
    EXPECT_EQ(reordered.fault, AssetFault::ChunkOrder);
}

TEST(Asset, ChunksThatOverlapOrLeaveGapsAreRefused) {
    for (const std::uint64_t by :
         {std::uint64_t{64}, std::uint64_t{1}, ~std::uint64_t{63}, std::uint64_t{1} << 63}) {
        const AssetProblem moved = afterEntry(ChunkId::Coupling, [&](AssetChunk& c) { c.offset += by; });
        EXPECT_EQ(moved.fault, AssetFault::ChunkPlace);
        EXPECT_EQ(moved.chunk, ChunkId::Coupling);
    }
}

TEST(Asset, SizesThatDoNotFitAreRefused) {
    const auto fault = [](const auto& change) { return afterEntry(ChunkId::Joints, change).fault; };
    EXPECT_EQ(fault([](AssetChunk& c) { c.elementSize = 4; }), AssetFault::ElementSize);
    EXPECT_EQ(fault([](AssetChunk& c) { ++c.count; }), AssetFault::ChunkSize);
    EXPECT_EQ(fault([](AssetChunk& c) { ++c.size; }), AssetFault::ChunkSize);
    EXPECT_EQ(fault([](AssetChunk& c) { c.size = ~std::uint64_t{0}; }), AssetFault::ChunkSize);
    // 60 · count wraps around to the size that is there.
    EXPECT_EQ(fault([](AssetChunk& c) { c.count += std::uint64_t{1} << 62; }), AssetFault::ChunkSize);
}

TEST(Asset, BytesBetweenChunksMustBeZero) {
    const AssetProblem between = afterChange([](std::span<std::byte> bytes) {
        const auto joints = readAt<AssetChunk>(bytes, entryOffset(chunkIndex(bytes, ChunkId::Joints)));
        ASSERT_NE((joints.offset + joints.size) % kAssetAlignment, 0u) << "nothing to plant in";
        bytes[joints.offset + joints.size] = std::byte{1};
    });
    EXPECT_EQ(between.fault, AssetFault::Padding);
    EXPECT_EQ(between.chunk, ChunkId::Joints);
    const AssetProblem table = afterChange([](std::span<std::byte> bytes) {
        const std::size_t end = entryOffset(chunkCount(bytes));
        ASSERT_NE(end % kAssetAlignment, 0u) << "nothing to plant in";
        bytes[end] = std::byte{1};
    });
    EXPECT_EQ(table.fault, AssetFault::Padding);
}

TEST(Asset, FilesAreLoadedOrRefusedWithARemedy) {
    const std::filesystem::path path = std::filesystem::temp_directory_path() / "sinew-asset-test.sinew";
    writeAsset(path, sampleAsset().content);
    const LoadedAsset loaded = loadAsset(path);
    EXPECT_TRUE(std::ranges::equal(loaded.bytes.bytes(), packed().bytes()));
    EXPECT_EQ(loaded.view.domains.size(), 3u);
    for (const std::string& text : {std::string("glTF"), std::string(), readFile(path).substr(0, 4000)}) {
        writeFileAtomically(path, text);
        try {
            loadAsset(path);
            ADD_FAILURE() << "nothing was thrown";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::BadInput);
            EXPECT_FALSE(error.remedy().empty());
        }
    }
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace sinew
