#include "Offline/Progress.h"

#include <gtest/gtest.h>

#include <vector>

namespace sinew {
namespace {

TEST(Progress, ALoopVisitsEveryIndexOnceAndReportsBeforeEachBatch) {
    std::vector<int> visits(5);
    std::vector<double> reported;
    const ProgressCallback progress = [&](double done) {
        reported.push_back(done);
        return true;
    };
    parallelFor(Jobs{}, 5, 2, progress, [&](std::uint32_t i) { ++visits[i]; });
    EXPECT_EQ(visits, std::vector<int>(5, 1));
    EXPECT_EQ(reported, (std::vector<double>{0, 0.4, 0.8}));
}

TEST(Progress, ALoopStopsBeforeTheBatchThatWasRefused) {
    std::vector<int> visits(5);
    const ProgressCallback progress = [](double done) { return done < 0.4; };
    EXPECT_THROW(parallelFor(Jobs{}, 5, 2, progress, [&](std::uint32_t i) { ++visits[i]; }), Stopped);
    EXPECT_EQ(visits, (std::vector<int>{1, 1, 0, 0, 0}));
}

}  // namespace
}  // namespace sinew
