#include "Offline/Poses/PoseSamples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "Offline/Character/Import.h"
#include "Offline/Poses/SpreadPoints.h"
#include "Samples/MannequinRig.h"
#include "Support/Characters/PosedCharacters.h"
#include "Support/Data.h"

namespace sinew::poses {
namespace {

using test::mannequin;
using test::mannequinLimits;

// The longest part of [0, 1] without a value.
double largestGap(std::vector<double> values) {
    values.insert(values.end(), {0.0, 1.0});
    std::sort(values.begin(), values.end());
    double gap = 0;
    for (std::size_t i = 1; i < values.size(); ++i) gap = std::max(gap, values[i] - values[i - 1]);
    return gap;
}

TEST(SpreadPoints, EveryPrefixOfAPowerOfTwoIsStratified) {
    for (const std::uint64_t stream : {1u, 2u, 77u}) {
        for (const std::uint32_t count : {2u, 16u, 128u}) {
            std::array<std::set<int>, 3> strata;
            for (std::uint32_t i = 0; i < count; ++i) {
                const auto point = spreadPoint(stream, i);
                for (std::size_t d = 0; d < 3; ++d) {
                    EXPECT_GE(point[d], 0);
                    EXPECT_LT(point[d], 1);
                    strata[d].insert(static_cast<int>(point[d] * count));
                }
            }
            for (const std::set<int>& hit : strata) EXPECT_EQ(hit.size(), count);
        }
    }
}

// Elementary intervals of the first two coordinates: 64 points, one in each box of any 2^a × 2^b = 64 grid.
TEST(SpreadPoints, FirstTwoCoordinatesFillEveryGrid) {
    for (int a = 0; a <= 6; ++a) {
        std::set<int> boxes;
        for (std::uint32_t i = 0; i < 64; ++i) {
            const auto point = spreadPoint(5, i);
            boxes.insert(static_cast<int>(point[0] * (1 << a)) * 64 + static_cast<int>(point[1] * (64 >> a)));
        }
        EXPECT_EQ(boxes.size(), 64u) << a;
    }
}

TEST(SpreadPoints, StreamsAreIndependent) {
    double largest = 0;
    for (std::uint64_t s = 0; s < 20; ++s) {
        for (std::uint64_t t = 0; t < s; ++t) {
            double sum = 0;
            for (std::uint32_t i = 0; i < 256; ++i)
                sum += (spreadPoint(s, i)[0] - 0.5) * (spreadPoint(t, i)[0] - 0.5) * 12 / 256;
            largest = std::max(largest, std::abs(sum));
        }
    }
    EXPECT_LT(largest, 0.25);  // correlation; four standard deviations of chance
}

TEST(PoseSamples, ReachSpreadAndNoFarther) {
    const auto& limits = mannequinLimits();
    SampleSettings settings;
    settings.spread = 0.7;
    for (const AngleSample& sample : sampleAngles(mannequin().skeleton, limits, 300, settings)) {
        for (std::size_t j = 0; j < limits.size(); ++j) {
            JointLimits inner = limits[j];
            for (AngleRange* range : {&inner.twist, &inner.bend, &inner.side})
                *range = {0.7 * range->low, 0.7 * range->high};
            EXPECT_TRUE(within(inner, sample.joints[j]));
        }
    }
}

// Angles that vary, as parts of `spread` of their ranges, of the samples where the joint's limb is active.
std::vector<std::vector<double>> activeAngles(const std::vector<AngleSample>& samples, double spread) {
    const auto& limits = mannequinLimits();
    const std::vector<std::uint32_t> limbs = limbsOf(mannequin().skeleton, limits);
    std::vector<std::vector<double>> all;
    const auto collect = [&](std::size_t j, AngleRange range, double JointAngles::*angle) {
        if (range.width() == 0) return;
        all.emplace_back();
        for (const AngleSample& sample : samples) {
            if (sample.active[limbs[j]] != 0)
                all.back().push_back((sample.joints[j].*angle / spread - range.low) / range.width());
        }
    };
    for (std::size_t j = 0; j < limits.size(); ++j) {
        collect(j, limits[j].twist, &JointAngles::twist);
        collect(j, limits[j].bend, &JointAngles::bend);
        collect(j, limits[j].side, &JointAngles::side);
    }
    return all;
}

TEST(PoseSamples, CoverEveryJointsRange) {
    const auto samples = sampleAngles(mannequin().skeleton, mannequinLimits(), 200);
    const auto angles = activeAngles(samples, SampleSettings{}.spread);
    EXPECT_GT(angles.size(), 35u);
    for (const std::vector<double>& values : angles) {
        EXPECT_GT(values.size(), 40u);
        EXPECT_LT(largestGap(values), 0.12);
    }
}

// Chance leaves gaps of about ln(n)/n in a range, even points such of 1/n; swings in an ellipse have more at
// its ends.
TEST(PoseSamples, LeaveSmallerGapsThanChance) {
    const auto samples = sampleAngles(mannequin().skeleton, mannequinLimits(), 200);
    std::mt19937 random(1);
    double ours = 0, chance = 0;
    for (const std::vector<double>& values : activeAngles(samples, SampleSettings{}.spread)) {
        ours += largestGap(values);
        std::vector<double> drawn(values.size());
        for (double& value : drawn) value = static_cast<double>(random()) / 4294967296.0;
        chance += largestGap(drawn);
    }
    EXPECT_LT(ours, 0.8 * chance);
}

TEST(PoseSamples, OnlySomeLimbsMoveInEarnest) {
    const auto& limits = mannequinLimits();
    const auto limbs = limbsOf(mannequin().skeleton, limits);
    EXPECT_EQ(limbs[kUpperarmL], limbs[kHandL]);
    EXPECT_EQ(limbs[kThighR], limbs[kToeR]);
    EXPECT_EQ(limbs[kSpine], limbs[kChest]);
    EXPECT_NE(limbs[kUpperarmL], limbs[kUpperarmR]);
    EXPECT_NE(limbs[kNeck], limbs[kChest]);
    EXPECT_EQ(limbs[kHips], kHeld);
    SampleSettings settings;
    double active = 0, count = 0;
    for (const AngleSample& sample : sampleAngles(mannequin().skeleton, limits, 500, settings)) {
        const auto moving = std::accumulate(sample.active.begin(), sample.active.end(), 0);
        EXPECT_GE(moving, 1);
        active += moving, count += static_cast<double>(sample.active.size());
        for (std::size_t j = 0; j < limits.size(); ++j) {
            if (limbs[j] == kHeld || sample.active[limbs[j]] != 0) continue;
            const double largest = std::max(limits[j].bend.high, -limits[j].bend.low);
            EXPECT_LE(std::abs(sample.joints[j].bend), settings.spread * settings.calm * largest + 1e-12);
        }
    }
    EXPECT_NEAR(active / count, settings.active, 0.05);
}

TEST(PoseSamples, MoreSamplesBeginWithTheSameOnes) {
    const auto few = sampleAngles(mannequin().skeleton, mannequinLimits(), 10);
    const auto many = sampleAngles(mannequin().skeleton, mannequinLimits(), 50);
    const auto other = sampleAngles(mannequin().skeleton, mannequinLimits(), 10, {.seed = 2});
    for (std::size_t i = 0; i < few.size(); ++i) {
        EXPECT_EQ(few[i].joints[kThighL].bend, many[i].joints[kThighL].bend);
        EXPECT_NE(few[i].joints[kThighL].bend, other[i].joints[kThighL].bend);
    }
}

}  // namespace
}  // namespace sinew::poses
