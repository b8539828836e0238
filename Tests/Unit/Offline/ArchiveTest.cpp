#include "Offline/Archive.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace sinew {
namespace {

std::string written() {
    ArchiveWriter writer("pose 1");
    writer.add(std::vector<double>{1.5, -2});
    writer.add(std::vector<std::uint32_t>{});
    writer.add("squat 1.00 s");
    return writer.finish();
}

TEST(Archive, GivesBackWhatWasPutIn) {
    auto reader = ArchiveReader::open(written(), "pose 1");
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->take<double>(), (std::vector<double>{1.5, -2}));
    EXPECT_TRUE(reader->take<std::uint32_t>().empty());
    EXPECT_EQ(reader->takeText(), "squat 1.00 s");
    EXPECT_THROW(reader->take<double>(), std::out_of_range);
}

TEST(Archive, AnythingDamagedOrOfAnotherKindIsAbsent) {
    const std::string good = written();
    EXPECT_FALSE(ArchiveReader::open(good, "pose 2"));
    EXPECT_FALSE(ArchiveReader::open(good + '\0', "pose 1"));
    for (std::size_t size = 0; size < good.size(); ++size) {
        EXPECT_FALSE(ArchiveReader::open(good.substr(0, size), "pose 1")) << size;
    }
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string flipped = good;
        flipped[i] = static_cast<char>(flipped[i] ^ 4);
        EXPECT_FALSE(ArchiveReader::open(flipped, "pose 1")) << i;
    }
}

TEST(Archive, TheWrongTypeIsRefused) {
    auto reader = ArchiveReader::open(written(), "pose 1");
    ASSERT_TRUE(reader);
    EXPECT_THROW(reader->take<float>(), std::out_of_range);
}

}  // namespace
}  // namespace sinew
