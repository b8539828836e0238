// The list of chunks: what may be added to it, and that FORMAT.md says the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "Asset/Table.h"
#include "Asset/Writer/Arrays.h"
#include "Offline/Files.h"
#include "Support/Data.h"
#include "Support/Runtime/AssetPatch.h"
#include "Support/Runtime/AssetSamples.h"

namespace sinew {
namespace {

using namespace test;

constexpr ChunkId kAdded{fourCharacters("TEST")};
constexpr std::uint32_t kNumbers[] = {7, 8, 9};

// The format's list with one more chunk in its middle.
struct Added {
    ChunkPresence presence;
    std::size_t at = 13;

    ChunkKind kind() const { return {kAdded, sizeof(std::uint32_t), presence}; }
    std::vector<ChunkKind> kinds() const {
        std::vector<ChunkKind> all(std::begin(kChunkKinds), std::end(kChunkKinds));
        all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), kind());
        return all;
    }
};

const AssetContent& content() {
    static const AssetContent made = sampleAsset().content;
    return made;
}

const AssetBytes& without() {
    static const AssetBytes bytes = packAsset(content());
    return bytes;
}

// A file with `count` numbers in the added chunk.
AssetBytes with(const Added& added, std::size_t count = std::size(kNumbers)) {
    const AssetArrays arrays = arraysOf(content());
    std::vector<ChunkData> chunks = chunksOf(arrays);
    chunks.insert(chunks.begin() + static_cast<std::ptrdiff_t>(added.at), {added.kind(), kNumbers, count});
    return assembleAsset(content(), chunks);
}

constexpr Added kOptional{ChunkPresence::Optional};
constexpr Added kRequired{ChunkPresence::Required};

TEST(AssetChunks, AnOptionalChunkThatIsEmptyChangesNoByte) {
    EXPECT_TRUE(std::ranges::equal(with(kOptional, 0).bytes(), without().bytes()));
    EXPECT_FALSE(std::ranges::equal(with(kRequired, 0).bytes(), without().bytes())) << "planted";
}

TEST(AssetChunks, AFileWithoutAnOptionalChunkIsReadAndItsSpanIsEmpty) {
    EXPECT_TRUE(checkTable(without().bytes(), kOptional.kinds()).ok());
    EXPECT_TRUE(chunkOf<std::uint32_t>(without().bytes(), kAdded).empty());
    // The planted fault: the same file where the chunk is not optional.
    const AssetProblem missing = checkTable(without().bytes(), kRequired.kinds());
    EXPECT_EQ(missing.fault, AssetFault::MissingChunk);
    EXPECT_EQ(missing.chunk, kAdded);
}

TEST(AssetChunks, AFileWithAnOptionalChunkIsRead) {
    const AssetBytes bytes = with(kOptional);
    ASSERT_TRUE(checkTable(bytes.bytes(), kOptional.kinds()).ok());
    EXPECT_TRUE(checkChunkBytes(bytes.bytes()).ok());
    EXPECT_TRUE(std::ranges::equal(chunkOf<std::uint32_t>(bytes.bytes(), kAdded), kNumbers));
    const auto joints = chunkOf<AssetJoint>(bytes.bytes(), ChunkId::Joints);
    EXPECT_EQ(joints.size(), content().joints.size()) << "the others are found behind it";
}

TEST(AssetChunks, AFlippedByteOfAnOptionalChunkIsRefused) {
    AssetBytes bytes = with(kOptional);
    bytes.bytes()[elementOffset(bytes.bytes(), kAdded, 1)] ^= std::byte{1};
    ASSERT_TRUE(checkTable(bytes.bytes(), kOptional.kinds()).ok());
    const AssetProblem problem = checkChunkBytes(bytes.bytes());
    EXPECT_EQ(problem.fault, AssetFault::ChunkHash);
    EXPECT_EQ(problem.chunk, kAdded);
}

TEST(AssetChunks, AChunkThatIsNotInTheListIsRefused) {
    AssetView view;
    const AssetProblem problem = viewAsset(with(kOptional).bytes(), view);
    EXPECT_EQ(problem.fault, AssetFault::UnknownChunk);
    EXPECT_EQ(problem.chunk, kAdded);
    EXPECT_EQ(viewSizes(with(kOptional).bytes(), view).fault, AssetFault::UnknownChunk);
    EXPECT_TRUE(viewAsset(without().bytes(), view).ok()) << "and without it the file is good";
}

TEST(AssetChunks, AnOptionalChunkStandsWhereTheListHasIt) {
    const Added later{ChunkPresence::Optional, 14};
    EXPECT_TRUE(checkTable(with(later).bytes(), later.kinds()).ok());
    EXPECT_EQ(checkTable(with(later).bytes(), kOptional.kinds()).fault, AssetFault::ChunkOrder);
    const Added last{ChunkPresence::Optional, std::size(kChunkKinds)};
    EXPECT_TRUE(checkTable(with(last).bytes(), last.kinds()).ok());
}

// ---- FORMAT.md

constexpr const char* kBegin = "<!-- The list in Chunks.h, written by AssetFormat.TheTableIsTheList -->\n";
constexpr const char* kEnd = "<!-- End of the list -->\n";

std::string rowOf(const std::string& characters, const std::string& element, std::size_t size,
                  const std::string& member, ChunkPresence presence, const std::string& meaning) {
    return "| " + characters + " | `" + element + "` | " + std::to_string(size) + " | `" + member + "` | " +
           (presence == ChunkPresence::Optional ? "Optional. " : "") + meaning + " |\n";
}

std::string tableText() {
    std::string text = "| id | element | bytes | in the view | meaning |\n|---|---|---|---|---|\n";
#define SINEW_CHUNK(id, characters, Element, member, presence, meaning) \
    text += rowOf(characters, #Element, sizeof(Element), #member, ChunkPresence::presence, meaning);
    SINEW_ASSET_CHUNKS(SINEW_CHUNK)
#undef SINEW_CHUNK
    return text;
}

// FORMAT.md with the list in the place of what stands between the marks.
std::string withTable(const std::string& format) {
    const std::size_t begin = format.find(kBegin), end = format.find(kEnd);
    if (begin == std::string::npos || end == std::string::npos) return "FORMAT.md lacks its marks";
    return format.substr(0, begin + std::string(kBegin).size()) + tableText() + format.substr(end);
}

// SINEW_WRITE_FORMAT=1 writes FORMAT.md anew.
TEST(AssetFormat, TheTableIsTheList) {
    const std::filesystem::path path = sourcePath("Source/Asset/FORMAT.md");
    const std::string format = readFile(path);
    if (std::getenv("SINEW_WRITE_FORMAT") != nullptr) {
        writeFileAtomically(path, withTable(format));
        return;
    }
    EXPECT_EQ(format, withTable(format))
        << "FORMAT.md is out of date: run this test once with SINEW_WRITE_FORMAT=1";
}

TEST(AssetFormat, AnyOtherTableIsNoticed) {
    const std::string right = withTable(std::string(kBegin) + kEnd);
    ASSERT_EQ(right, withTable(right));
    const std::size_t row = right.find("| SURF"), next = right.find("| TRIS");
    std::string lacks = right, word = right, swapped = right;
    lacks.erase(row, next - row);
    word.replace(word.find("rising"), 6, "falling");
    swapped.insert(next, "| TRIS |\n");
    for (const std::string& planted : {lacks, word, swapped}) EXPECT_NE(planted, withTable(planted));
    EXPECT_NE("no marks", withTable("no marks"));
}

}  // namespace
}  // namespace sinew
