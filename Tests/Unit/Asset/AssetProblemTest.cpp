// The words for what is wrong with an asset, as the program and the C interface use them.
#include "Asset/Problem.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "Support/Runtime/AssetPatch.h"

namespace sinew {
namespace {

using test::textOf;

// The longest field and the largest numbers there can be.
AssetProblem worst(std::int32_t fault) {
    return {static_cast<AssetFault>(fault),
            ChunkId::CubaturePlaces,
            "first cubature block",
            kNoIndex - 1,
            kNoIndex,
            0};
}

TEST(AssetProblem, NamesTheChunkTheFieldAndTheIndex) {
    EXPECT_EQ(textOf({AssetFault::Value, ChunkId::Cubature, "weight", 17}),
              "Chunk CUBA, field \"weight\", index 17: the value is out of its allowed range.");
    EXPECT_EQ(textOf({AssetFault::Count, ChunkId::Meta, "joints", kNoIndex, 4, 3}),
              "Chunk META, field \"joints\": the count does not agree with the rest of the file (found 4, "
              "expected 3).");
    EXPECT_EQ(textOf({AssetFault::Truncated, ChunkId::None, "total size", kNoIndex, 10, 20}),
              "Header, field \"total size\": the file is cut short (found 10, expected 20).");
    EXPECT_EQ(textOf({}), "The asset has no problem.");
}

TEST(AssetProblem, EveryFaultHasItsOwnWordsAndARemedy) {
    std::set<std::string> texts;
    for (std::int32_t i = 0; i < kFaultCount; ++i) {
        const std::string text = textOf(worst(i));
        EXPECT_EQ(text.find("unknown"), std::string::npos) << text;
        EXPECT_EQ(text.back(), '.') << "cut short: " << text;
        texts.insert(text);
        EXPECT_EQ(std::strlen(remedyText(static_cast<AssetFault>(i))) == 0, i == 0) << text;
        EXPECT_EQ(statusOf(static_cast<AssetFault>(i)) == Status::Ok, i == 0);
    }
    // Older and newer formats are told apart by their numbers.
    EXPECT_EQ(texts.size(), static_cast<std::size_t>(kFaultCount) - 1);
    EXPECT_NE(textOf(worst(kFaultCount)).find("unknown"), std::string::npos);
}

TEST(AssetProblem, TextsAreCutWhereTheMemoryEnds) {
    const AssetProblem problem{AssetFault::Value, ChunkId::Cubature, "weight", 17};
    const std::string whole = textOf(problem);
    for (std::size_t size = 1; size <= whole.size() + 1; ++size) {
        std::vector<char> text(size, 'x');  // a sanitizer sees what is written past its end
        EXPECT_EQ(describeProblem(problem, text), size - 1);
        EXPECT_EQ(std::string(text.data()), whole.substr(0, size - 1));
    }
    EXPECT_EQ(describeProblem(problem, {}), 0u);
}

TEST(AssetProblem, ChunksAreNamedByWhatCanBeShown) {
    EXPECT_STREQ(chunkName(ChunkId::Uvs).text, "UVS ");
    EXPECT_STREQ(chunkName(ChunkId{0x41ff0a42}).text, "B??A");
    EXPECT_STREQ(chunkName(ChunkId::None).text, "");
}

}  // namespace
}  // namespace sinew
