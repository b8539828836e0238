#include "Offline/Reduction/Cubature/Cubature.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "Base/Hash.h"
#include "Offline/Error.h"
#include "Offline/Reduction/Cubature/CubatureColumns.h"
#include "Offline/Workers.h"
#include "Support/Svd3Errors.h"

namespace sinew::reduction {
namespace {

// Every candidate is one of `kinds` random columns, 1 to 3 times as long.
CubatureProblem repeatedColumns(std::uint32_t candidates, std::uint32_t kinds, std::uint32_t rows) {
    UniformSource random(1);
    std::vector<double> values(std::size_t{kinds} * rows);
    for (double& v : values) v = random();
    CubatureProblem problem{candidates, rows, {}, std::vector<double>(rows, 0.0)};
    problem.column = [=](std::uint32_t c, std::span<double> column) {
        for (std::uint32_t i = 0; i < rows; ++i) {
            column[i] = values[std::size_t{c % kinds} * rows + i] * (1 + c / kinds % 3);
        }
    };
    std::vector<double> column(rows);
    for (std::uint32_t c = 0; c < candidates; ++c) {
        problem.column(c, column);
        for (std::uint32_t i = 0; i < rows; ++i) problem.target[i] += column[i];
    }
    return problem;
}

// Positive columns that vary smoothly from candidate to candidate.
CubatureProblem smoothColumns(std::uint32_t candidates, std::uint32_t rows) {
    CubatureProblem problem{candidates, rows, {}, std::vector<double>(rows, 0.0)};
    problem.column = [=](std::uint32_t c, std::span<double> column) {
        const double x = (c + 0.5) / candidates;
        for (std::uint32_t i = 0; i < rows; ++i)
            column[i] = 1 + std::cos(3.14 * i * x) + 0.3 * std::sin(7.0 * c);
    };
    std::vector<double> column(rows);
    for (std::uint32_t c = 0; c < candidates; ++c) {
        problem.column(c, column);
        for (std::uint32_t i = 0; i < rows; ++i) problem.target[i] += column[i];
    }
    return problem;
}

std::uint64_t hashed(const Cubature& c) {
    return hashOf(std::span(c.weights), hashOf(std::span(c.elements)));
}

TEST(Cubature, OneElementOfEachKindStandsForAll) {
    const CubatureProblem problem = repeatedColumns(300, 5, 40);
    const Cubature cubature = trainCubature(problem, {.tolerance = 1e-9}, {});
    ASSERT_EQ(cubature.elements.size(), 5U);
    EXPECT_LT(cubature.error, 1e-9);
    EXPECT_TRUE(std::is_sorted(cubature.elements.begin(), cubature.elements.end()));
    std::vector<double> ofKind(5, 0.0);
    for (std::size_t i = 0; i < 5; ++i) {
        ofKind[cubature.elements[i] % 5] += cubature.weights[i] * (1 + cubature.elements[i] / 5 % 3);
    }
    for (const double sum : ofKind) EXPECT_NEAR(sum, 120, 1e-6);  // 60 of each kind, twice as long on average
}

TEST(Cubature, SaysTheErrorThatItHas) {
    const CubatureProblem problem = smoothColumns(2000, 24);
    const Cubature cubature = trainCubature(problem, {.tolerance = 0.02}, {});
    EXPECT_LE(cubature.error, 0.02);
    EXPECT_GT(cubature.error, 0);
    EXPECT_NEAR(cubatureError(problem, cubature), cubature.error, 1e-12);
    Cubature all;
    for (std::uint32_t c = 0; c < 2000; ++c) all.elements.push_back(c), all.weights.push_back(1);
    EXPECT_LT(cubatureError(problem, all), 1e-12);
    EXPECT_EQ(cubatureError(problem, {}), 1);
}

TEST(Cubature, ASmallerToleranceNeedsMoreElements) {
    const CubatureProblem problem = smoothColumns(2000, 24);
    std::size_t before = 0;
    for (const double tolerance : {0.3, 0.05, 1e-3}) {
        const Cubature cubature = trainCubature(problem, {.tolerance = tolerance}, {});
        EXPECT_LE(cubature.error, tolerance);
        EXPECT_GT(cubature.elements.size(), before);
        before = cubature.elements.size();
    }
}

TEST(Cubature, NoElementCouldBeLeftOut) {
    const CubatureProblem problem = smoothColumns(2000, 24);
    const Cubature whole = trainCubature(problem, {.tolerance = 0.02}, {});
    for (std::size_t leftOut = 0; leftOut < whole.elements.size(); ++leftOut) {
        Cubature fewer = whole;
        fewer.elements.erase(fewer.elements.begin() + static_cast<std::ptrdiff_t>(leftOut));
        fewer.weights.erase(fewer.weights.begin() + static_cast<std::ptrdiff_t>(leftOut));
        EXPECT_GT(cubatureError(problem, fewer), 0.02);
    }
}

TEST(Cubature, ABudgetIsKeptAndSpent) {
    const CubatureProblem problem = smoothColumns(2000, 24);
    double before = 1;
    for (const std::uint32_t limit : {1U, 3U, 6U, 9U}) {
        const Cubature cubature = trainCubature(problem, {.tolerance = 1e-6, .maxElements = limit}, {});
        EXPECT_LE(cubature.elements.size(), limit);
        EXPECT_LT(cubature.error, before);
        before = cubature.error;
    }
}

TEST(Cubature, SameBitsForAnyWorkerCountAndCache) {
    const CubatureProblem problem = smoothColumns(3000, 37);
    const CubatureSettings settings{.tolerance = 0.01, .candidatesPerStep = 200};
    const std::uint64_t expected = hashed(trainCubature(problem, settings, {}));
    for (const unsigned threads : {2U, 5U}) {
        const Workers workers(threads);
        for (const std::uint64_t bytes :
             {std::uint64_t{0}, std::uint64_t{37 * 4 * 500}, std::uint64_t{1} << 30}) {
            CubatureSettings other = settings;
            other.cacheBytes = bytes;
            EXPECT_EQ(hashed(trainCubature(problem, other, workers.jobs())), expected)
                << threads << ' ' << bytes;
        }
    }
    CubatureSettings other = settings;
    other.seed = 2;  // the same hash for everything would prove nothing
    EXPECT_NE(hashed(trainCubature(problem, other, {})), expected);
}

TEST(Cubature, NothingToSumNeedsNoElement) {
    CubatureProblem problem = smoothColumns(50, 8);
    problem.target.assign(8, 0.0);
    const Cubature cubature = trainCubature(problem, {}, {});
    EXPECT_TRUE(cubature.elements.empty());
    EXPECT_EQ(cubature.error, 0);
    EXPECT_TRUE(trainCubature({0, 8, {}, std::vector<double>(8, 1.0)}, {}, {}).elements.empty());
}

TEST(Cubature, EndsWhereNoCandidateHelps) {
    CubatureProblem problem = repeatedColumns(300, 3, 40);
    for (double& v : problem.target) v = -v;  // would need negative weights
    const Cubature opposite = trainCubature(problem, {.candidatesPerStep = 10}, {});
    EXPECT_GT(opposite.error, 0.05);
    for (const double weight : opposite.weights) EXPECT_GT(weight, 0);
    problem.target.assign(40, 0.0);
    problem.target[0] = 1;  // three columns cannot make this one
    EXPECT_GT(trainCubature(problem, {.candidatesPerStep = 10}, {}).error, 0.05);
}

// One candidate in a thousand has anything to give.
TEST(Cubature, LooksAtAllWhereADrawnFewDoNotHelp) {
    CubatureProblem problem{1000, 3, {}, {1, 2, 3}};
    problem.column = [](std::uint32_t c, std::span<double> column) {
        for (std::size_t i = 0; i < 3; ++i) column[i] = c == 777 ? 2.0 * static_cast<double>(i + 1) : 0;
    };
    const Cubature cubature = trainCubature(problem, {.candidatesPerStep = 5}, {});
    EXPECT_EQ(cubature.elements, std::vector<std::uint32_t>{777});
    EXPECT_NEAR(cubature.weights.at(0), 0.5, 1e-12);
}

// Two columns too close to be told apart, and neither is the target.
TEST(Cubature, EndsWhereTheNextIsNearlyTheLast) {
    CubatureProblem problem{2, 2, {}, {1, 1}};
    problem.column = [](std::uint32_t c, std::span<double> column) { column[0] = 1, column[1] = 2e-6 * c; };
    for (std::uint64_t seed = 0; seed < 8; ++seed) {  // either may be drawn first
        const Cubature cubature =
            trainCubature(problem, {.candidatesPerStep = 1, .elementsPerStep = 1, .seed = seed}, {});
        EXPECT_NEAR(cubature.error, std::sqrt(0.5), 1e-5);
        EXPECT_EQ(cubature.elements.size(), 1U);
    }
}

TEST(Cubature, StopsWhenAskedAndTellsHowFarItIs) {
    const CubatureProblem problem = smoothColumns(2000, 24);
    int calls = 0;
    EXPECT_THROW(trainCubature(problem, {.tolerance = 1e-3}, {}, [&](double) { return ++calls < 4; }),
                 Stopped);
    EXPECT_EQ(calls, 4);
    std::vector<double> told;
    trainCubature(problem, {.tolerance = 1e-3}, {}, [&](double done) { return told.push_back(done), true; });
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_EQ(told.front(), 0);
    EXPECT_EQ(told.back(), 1);
}

TEST(Cubature, RefusesWhatIsNoNumber) {
    CubatureProblem problem = smoothColumns(50, 8);
    for (const double tolerance : {0.0, -1.0, 1.0, std::nan("")}) {
        EXPECT_THROW(trainCubature(problem, {.tolerance = tolerance}, {}), Error);
    }
    EXPECT_THROW(trainCubature(problem, {.elementsPerStep = 0}, {}), Error);
    problem.target[3] = std::numeric_limits<double>::infinity();
    EXPECT_THROW(trainCubature(problem, {}, {}), Error);
}

// Tets within bone move with it: what is left of their forces is rounding, which may well point the right
// way.
TEST(Cubature, WhatIsOnlyRoundingStandsForNothing) {
    CubatureProblem problem = smoothColumns(200, 30);
    problem.column = [raw = problem.column, target = problem.target](std::uint32_t c,
                                                                     std::span<double> column) {
        raw(c, column);
        if (c % 10 != 3) return;
        for (std::size_t i = 0; i < column.size(); ++i) column[i] = 1e-15 * target[i];
    };
    const Cubature cubature = trainCubature(problem, {.tolerance = 0.02}, {});
    EXPECT_LE(cubature.error, 0.02);
    for (const std::uint32_t element : cubature.elements) EXPECT_NE(element % 10, 3U);
    EXPECT_LT(*std::max_element(cubature.weights.begin(), cubature.weights.end()), 2000);
}

TEST(CubatureColumns, CorrelationDoesNotDependOnLengths) {
    CubatureProblem problem{3, 2, {}, {1, 1}};
    problem.column = [](std::uint32_t c, std::span<double> column) {
        column[0] = 3.0 * c, column[1] = 4.0 * c;
    };
    const std::vector<std::uint32_t> candidates{2, 0, 1};
    const std::vector<double> residual{1, -2};
    for (const std::uint64_t bytes : {std::uint64_t{0}, std::uint64_t{1000}}) {
        CubatureColumns columns(problem, bytes);
        for (int again = 0; again < 2; ++again) {
            std::vector<double> along(3);
            columns.correlate(candidates, residual, along, {});
            EXPECT_NEAR(along[0], -1, 1e-6);
            EXPECT_EQ(along[1], 0);
            EXPECT_EQ(along[2], along[0]);
        }
    }
}

TEST(Cubature, EqualPosesHaveTargetsOfLengthOne) {
    CubatureProblem raw = repeatedColumns(6, 6, 12);
    raw.target.assign(12, 0.0);
    for (std::uint32_t row = 0; row < 8; ++row) raw.target[row] = row < 4 ? 2 : 500;  // the third: no force
    const CubatureProblem equal = equalPoses(raw, 4);
    std::vector<double> before(12), after(12);
    raw.column(4, before);
    equal.column(4, after);
    for (std::uint32_t row = 0; row < 12; ++row) {
        EXPECT_DOUBLE_EQ(equal.target[row], row < 8 ? 0.5 : 0);
        const double length = row < 4 ? 4 : 1000;
        EXPECT_DOUBLE_EQ(after[row], row < 8 ? before[row] / length : 0);
    }
}

}  // namespace
}  // namespace sinew::reduction
