#include "Offline/Workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace sinew {
namespace {

TEST(Workers, EveryIndexRunsOnceForAnyThreadCount) {
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        const Workers workers(threads);
        std::vector<int> seen(10007, 0);
        parallelFor(workers.jobs(), 10007, [&](std::uint32_t i) { ++seen[i]; });
        EXPECT_EQ(seen, std::vector<int>(10007, 1)) << threads;
    }
}

TEST(Workers, NestedLoopsFinish) {
    const Workers workers(3);
    std::atomic<int> sum{0};
    parallelFor(workers.jobs(), 16,
                [&](std::uint32_t) { parallelFor(workers.jobs(), 16, [&](std::uint32_t) { ++sum; }); });
    EXPECT_EQ(sum, 256);
}

TEST(Workers, AnExceptionReachesTheCaller) {
    const Workers workers(3);
    const auto throwing = [&] {
        parallelFor(workers.jobs(), 100, [](std::uint32_t i) {
            if (i == 50) throw std::runtime_error("fifty");
        });
    };
    EXPECT_THROW(throwing(), std::runtime_error);
    std::atomic<int> sum{0};
    parallelFor(workers.jobs(), 10, [&](std::uint32_t) { ++sum; });
    EXPECT_EQ(sum, 10);
}

}  // namespace
}  // namespace sinew
