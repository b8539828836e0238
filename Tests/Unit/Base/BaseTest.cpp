#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "Base/Arena.h"
#include "Base/Hash.h"
#include "Base/Jobs.h"
#include "Base/Status.h"

namespace sinew {
namespace {

struct alignas(64) Block {
    std::byte bytes[256];
};

TEST(Arena, MeasuringTellsWhatHandingOutNeeds) {
    const auto layout = [](Arena& arena) {
        arena.take<float>(3);
        arena.take<double>(9);
    };
    Arena measure;
    layout(measure);
    EXPECT_EQ(measure.size(), 64u + 128u);

    Block block{};
    Arena exact(std::span(block.bytes, measure.size()));
    layout(exact);
    EXPECT_TRUE(exact.ok());
    Arena small(std::span(block.bytes, measure.size() - 1));
    layout(small);
    EXPECT_FALSE(small.ok());
}

TEST(Arena, HandsOutZeroedCacheLines) {
    Block block;
    std::memset(&block, 0xff, sizeof(block));
    Arena arena(block.bytes);
    arena.take<char>(1);
    const std::span<float> second = arena.take<float>(2);
    ASSERT_EQ(second.size(), 2u);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(second.data()) % Arena::kAlignment, 0u);
    EXPECT_EQ(second[1], 0.0f);
}

TEST(Arena, RefusesSizesThatOverflow) {
    Arena arena;
    arena.take<double>(SIZE_MAX / 4);
    EXPECT_FALSE(arena.ok());
}

TEST(Hash, DependsOnEveryByteAndOnTheSeed) {
    std::vector<std::uint32_t> values(100, 7);
    const std::uint64_t before = hashOf<std::uint32_t>(values);
    EXPECT_NE(before, hashOf<std::uint32_t>(values, 1));
    values[99] ^= 1u << 31;
    EXPECT_NE(before, hashOf<std::uint32_t>(values));
}

TEST(Hash, IsTheDocumentedXxh3) {
    EXPECT_EQ(hashBytes("", 0), 0x2d06800538d394c2u);  // the reference value of XXH3_64bits for no bytes
}

TEST(Status, EveryValueHasWords) {
    EXPECT_STREQ(statusText(Status::Ok), "ok");
    EXPECT_STRNE(statusText(Status::BadInput), statusText(Status::NotConverged));
    EXPECT_STREQ(statusText(static_cast<Status>(12345)), "unknown status");
}

TEST(Jobs, RangesCoverEverythingOnceWithoutAHost) {
    for (const std::uint32_t count : {0u, 1u, 7u, 8u, 9u, 100u}) {
        std::vector<int> seen(count, 0);
        parallelForRanges(Jobs{}, count, 8, [&](std::uint32_t begin, std::uint32_t end) {
            EXPECT_LE(end - begin, 8u);
            for (std::uint32_t i = begin; i < end; ++i) ++seen[i];
        });
        EXPECT_EQ(seen, std::vector<int>(count, 1));
    }
}

}  // namespace
}  // namespace sinew
