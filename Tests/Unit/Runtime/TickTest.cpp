#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "Offline/Reduction/Twin/ReducedSolver.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Workers.h"
#include "Support/Runtime/AssetSamples.h"
#include "Support/Runtime/Ticker.h"

namespace sinew {
namespace {

using test::bentLimb;
using test::Dice;
using test::distance;
using test::HeldBody;
using test::HeldInstance;
using test::limbContent;
using test::size;
using test::swing;
using test::tickedLimb;
using test::tickedSoftLimb;
using test::Ticker;

TEST(Tick, WithoutDynamicsFleshRestsWhereThePlainSolverSays) {
    const HeldBody body(limbContent(9.81));  // gravity off: nothing of it is modelled either
    Ticker ticker(body.body);
    ticker.input.dynamic = false;
    ticker.input.gravity = {};
    const reduction::ReducedSolver plain(trainedLimb().mesh, trainedLimb().model);
    reduction::ReducedSolver::Coordinates q = plain.restCoordinates();
    for (int i = 0; i <= 60; ++i) ASSERT_EQ(ticker.tick(bentLimb(0.4 * i / 60), 1.0 / 60), Status::Ok);
    ASSERT_TRUE(plain.solve(trainedLimb().unseen[0].skinMatrices, q).converged);
    std::vector<float> expected(ticker.held.instance.shown.size());
    for (std::size_t d = 0; d < q.size(); ++d) {
        for (Eigen::Index k = 0; k < q[d].size(); ++k) {
            expected[body.body.domains[d].firstLane + static_cast<std::size_t>(k)] =
                static_cast<float>(q[d][k]);
        }
    }
    EXPECT_LT(distance(ticker.shown(), expected), 0.02 * size(expected));
}

TEST(Tick, SameBitsForAnyWorkerCount) {
    Ticker serial;
    for (int i = 0; i < 120; ++i) serial.tick(bentLimb(swing(i / 60.0)), 1.0 / 60);
    for (const unsigned workers : {1u, 2u, 3u, 8u}) {
        const Workers threads(workers);
        Ticker parallel;
        for (int i = 0; i < 120; ++i) parallel.tick(bentLimb(swing(i / 60.0)), 1.0 / 60, threads.jobs());
        EXPECT_EQ(stateHash(parallel.held.instance), stateHash(serial.held.instance)) << workers;
    }
}

// Frames that end where sub-steps end, however many lie between.
TEST(Tick, SameBitsForAnySlicingIntoFrames) {
    const auto run = [](int frames) {
        Ticker ticker;
        ticker.tick(bentLimb(swing(0)), 0);
        for (int i = 1; i <= 60; ++i) {
            for (int k = 1; k <= frames; ++k) {
                const double from = swing((i - 1) / 60.0), to = swing(i / 60.0);
                ticker.tick(bentLimb(k == frames ? to : from), 1.0 / 60 / frames);
            }
        }
        return stateHash(ticker.held.instance);
    };
    EXPECT_EQ(run(1), run(2));
    EXPECT_EQ(run(1), run(5));
}

// How far shapes at other frame rates are from those at 120 Hz, of how far they move.
TEST(Tick, FrameRatesHardlyMatter) {
    const auto run = [](int rate) {
        Ticker ticker;
        std::vector<std::vector<float>> shapes;
        for (int i = 0; i <= 2 * rate; ++i) {
            ticker.tick(bentLimb(swing(static_cast<double>(i) / rate)), i == 0 ? 0 : 1.0 / rate);
            if (i % (rate / 15) == 0 && i > rate) shapes.push_back(ticker.shown());
        }
        return shapes;
    };
    const auto reference = run(120);
    double moved = 0;
    for (const auto& shape : reference) moved = std::max(moved, distance(shape, reference.front()));
    const std::pair<int, double> allowed[] = {{240, 0.01}, {90, 0.08}, {75, 0.05}, {60, 0.01},
                                              {45, 0.08},  {30, 0.05}, {15, 0.05}};
    for (const auto& [rate, largest] : allowed) {
        const auto shapes = run(rate);
        ASSERT_EQ(shapes.size(), reference.size());
        double worst = 0;
        for (std::size_t i = 0; i < shapes.size(); ++i)
            worst = std::max(worst, distance(shapes[i], reference[i]));
        std::cout << rate << " Hz: " << 100 * worst / moved << " % of the motion\n";
        EXPECT_LT(worst, largest * moved) << rate;
    }
}

// A limb that is stopped swings on, and comes to rest where it would have been without haste.
TEST(Tick, FleshRingsOut) {
    Ticker fast, slow;
    slow.input.dynamic = false;
    for (int i = 0; i <= 12; ++i) fast.tick(bentLimb(0.8 * i / 12), 1.0 / 60);
    std::vector<double> away;
    for (int i = 0; i < 20; ++i) slow.tick(bentLimb(0.8), 1.0 / 60);
    for (int i = 0; i < 120; ++i) {
        fast.tick(bentLimb(0.8), 1.0 / 60);
        away.push_back(distance(fast.shown(), slow.shown()));
    }
    EXPECT_GT(away[3], 1e-3 * size(slow.shown()));
    EXPECT_LT(away.back(), 2e-3 * size(slow.shown()));
    EXPECT_LT(away.back(), 0.2 * *std::max_element(away.begin(), away.end()));
}

TEST(Tick, WhoGlidesFeelsNothing) {
    Ticker still, gliding;
    for (int i = 0; i < 600; ++i) {
        gliding.input.world.translation = {1e6 + 3 * i / 60.0, 0, 5 * i / 60.0};
        still.tick(bentLimb(0.5), 1.0 / 60);
        gliding.tick(bentLimb(0.5), 1.0 / 60);
    }
    EXPECT_LT(distance(still.shown(), gliding.shown()), 1e-3 * size(still.shown()));
}

TEST(Tick, ABlowIsFelt) {
    Ticker ticker;
    for (int i = 0; i < 60; ++i) ticker.tick(bentLimb(0.5), 1.0 / 60);
    const std::vector<float> before = ticker.shown();
    double largest = 0;
    for (int i = 1; i <= 30; ++i) {
        ticker.input.world.translation = {0, 0.5 * 20 * std::pow(std::min(i, 6) / 60.0, 2), 0};
        ticker.tick(bentLimb(0.5), 1.0 / 60);
        largest = std::max(largest, distance(ticker.shown(), before));
    }
    EXPECT_GT(largest, 5e-3 * size(before));
}

TEST(Tick, ATeleportIsNotFelt) {
    Ticker ticker;
    for (int i = 0; i < 60; ++i) ticker.tick(bentLimb(0.5), 1.0 / 60);
    const std::vector<float> before = ticker.shown();
    ticker.input.world.translation = {3, 1, 2};
    ticker.input.teleport = true;
    ticker.tick(bentLimb(0.5), 1.0 / 60);
    ticker.input.teleport = false;
    for (int i = 0; i < 10; ++i) {
        EXPECT_LT(distance(ticker.shown(), before), 2e-3 * size(before));
        ticker.tick(bentLimb(0.5), 1.0 / 60);
    }
}

TEST(Tick, WithoutWeightNothingIsDone) {
    Ticker ticker;
    ticker.input.weight = 0;
    EXPECT_EQ(ticker.tick(bentLimb(0.5), 1.0 / 60), Status::Ok);
    EXPECT_EQ(ticker.output.subSteps, 0u);
    ticker.input.weight = 1;
    EXPECT_EQ(ticker.tick(bentLimb(0.5), 1.0 / 60), Status::Ok);
    EXPECT_GT(size(ticker.shown()), 0);
}

// Turned on its side flesh hangs; stiffer flesh hangs less.
TEST(Tick, StiffFleshGivesLess) {
    const auto hang = [](float stiffness) {
        Ticker upright, turned;
        const std::vector<float> factors(tickedLimb().body.domains.size(), stiffness);
        for (Ticker* const ticker : {&upright, &turned}) {
            ticker->input.stiffness = factors;
            ticker->input.dynamic = false;
        }
        turned.input.world.rotation = fromAxisAngle(Vec3d{1, 0, 0}, std::numbers::pi / 2);
        for (int i = 0; i < 10; ++i) upright.tick(bentLimb(0), 1.0 / 60), turned.tick(bentLimb(0), 1.0 / 60);
        return distance(upright.shown(), turned.shown());
    };
    const double usual = hang(1);
    EXPECT_GT(usual, 0);
    EXPECT_LT(hang(16), 0.5 * usual);
    EXPECT_GT(hang(0.1f), 1.1 * usual);
}

// The mesh as it was modelled is what stands there.
TEST(Tick, TheBindPoseIsAtRestInGravity) {
    Ticker ticker;
    for (int i = 0; i < 60; ++i) ticker.tick(bentLimb(0), 1.0 / 60);
    EXPECT_LT(size(ticker.shown()), 1e-6);
}

TEST(Tick, AChangeOfQualityDoesNotPop) {
    const auto largestStep = [](bool change) {
        Ticker ticker(tickedSoftLimb().body);
        double largest = 0;
        std::vector<float> before;
        for (int i = 0; i < 120; ++i) {
            if (change && i >= 60) ticker.input.quality = {1, 0.3f, 30};
            ticker.tick(bentLimb(swing(i / 60.0)), 1.0 / 60);
            if (i > 10) largest = std::max(largest, distance(ticker.shown(), before));
            before = ticker.shown();
        }
        return largest;
    };
    EXPECT_LT(largestStep(true), 1.5 * largestStep(false));
}

bool isSane(const Ticker& ticker) {
    const Body& body = *ticker.held.instance.body;
    for (std::size_t i = 0; i < ticker.held.instance.shown.size(); ++i) {
        const float q = ticker.held.instance.shown[i];
        if (!std::isfinite(q) || q < 20 * body.low[i] - 1e-6f || q > 20 * body.high[i] + 1e-6f) return false;
    }
    return true;
}

TEST(Tick, BadInputKeepsTheLastGoodState) {
    Ticker ticker;
    for (int i = 0; i < 30; ++i) ticker.tick(bentLimb(0.5), 1.0 / 60);
    const std::uint64_t before = stateHash(ticker.held.instance);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<JointPose> bones = bentLimb(0.5);
    bones[1].translation.x = nan;
    EXPECT_EQ(ticker.tick(bones, 1.0 / 60), Status::BadInput);
    EXPECT_EQ(ticker.tick(bentLimb(0.5), std::numeric_limits<double>::quiet_NaN()), Status::BadInput);
    EXPECT_EQ(ticker.tick(bentLimb(0.5), -1), Status::BadInput);
    EXPECT_EQ(ticker.tick({}, 1.0 / 60), Status::BadInput);
    ticker.input.world.translation = {1e308, 1e308, 1e308};
    EXPECT_EQ(ticker.tick(bentLimb(0.5), 1.0 / 60), Status::BadInput);
    ticker.input.world.translation = {};
    ticker.input.gravity.y = nan;
    EXPECT_EQ(ticker.tick(bentLimb(0.5), 1.0 / 60), Status::BadInput);
    EXPECT_EQ(stateHash(ticker.held.instance), before);
}

float anyFloat(Dice& dice) {
    const float odd[] = {0,
                         -0.0f,
                         1,
                         -1,
                         1e-38f,
                         1e38f,
                         -1e38f,
                         1e10f,
                         std::numeric_limits<float>::infinity(),
                         std::numeric_limits<float>::quiet_NaN()};
    return dice.below(2) == 0 ? odd[dice.below(10)] : static_cast<float>(dice.between(-10, 10));
}

// Whatever comes in, what is shown is finite, and a second of good input later it is right.
TEST(Tick, GarbageIsSurvived) {
    Dice dice(17);
    for (int round = 0; round < 10; ++round) {
        Ticker ticker, good;
        for (int i = 0; i < 100; ++i) {
            std::vector<JointPose> bones = bentLimb(dice.between(-3, 3));
            for (std::uint32_t k = dice.below(3); k > 0; --k) {
                JointPose& bone = bones[dice.below(static_cast<std::uint32_t>(bones.size()))];
                float* const numbers = &bone.rotation.x;
                numbers[dice.below(10)] = anyFloat(dice);
            }
            const double seconds[] = {0, 1e-9, 1.0 / 60, 0.2, 10, 1e9};
            ticker.input.dynamic = dice.below(4) != 0;
            ticker.input.teleport = dice.below(8) == 0;
            ticker.input.damping = anyFloat(dice);
            ticker.input.weight = dice.below(4) == 0 ? anyFloat(dice) : 1;
            ticker.input.quality = {dice.below(5), anyFloat(dice), anyFloat(dice)};
            ticker.input.world.translation = {static_cast<double>(anyFloat(dice)), 0, 0};
            ticker.tick(bones, seconds[dice.below(6)]);
            ASSERT_TRUE(isSane(ticker)) << round << " " << i;
        }
        ticker.input = good.input = TickInput{};
        for (int i = 0; i < 60; ++i) {
            ticker.tick(bentLimb(0.5), 1.0 / 60);
            good.tick(bentLimb(0.5), 1.0 / 60);
            ASSERT_TRUE(isSane(ticker)) << round << " " << i;
        }
        EXPECT_LT(distance(ticker.shown(), good.shown()), 0.02 * size(good.shown())) << round;
    }
}

// Through poses at random, with a ball and a floor in the way, at changing frame rates and qualities.
TEST(Tick, AMillionTicksStaySaneLong) {
    Ticker ticker;
    Dice dice(23);
    double angle = 0.5, speed = 0;
    Collider colliders[2];
    colliders[0].kind = ColliderKind::Sphere;
    colliders[0].halfSize = {0.1f, 0, 0};
    colliders[1].kind = ColliderKind::Plane;
    colliders[1].frame.translation = {0, static_cast<double>(tickedLimb().body.view.meta->boundsMin.y), 0};
    std::uint64_t unconverged = 0, touched = 0, refused = 0;
    for (int i = 0; i < 1000000; ++i) {
        speed += dice.between(-0.5, 0.5) - 0.02 * speed - 0.2 * (angle - 0.5);
        angle += speed / 60;
        colliders[0].frame.translation = {0.3 * std::sin(i * 0.01), 0.15 * std::cos(i * 0.007), 0.1};
        ticker.input.colliders = colliders;
        ticker.input.quality = {3, i / 1000 % 3 == 0 ? 0.4f : 1.0f, 60};
        const double rates[] = {1.0 / 60, 1.0 / 144, 1.0 / 30, 0};
        const Status status = ticker.tick(bentLimb(angle), rates[i / 5000 % 4]);
        refused += status == Status::Ok ? 0 : 1;
        unconverged += ticker.output.notConverged;
        touched += ticker.output.contacts > 0 ? 1 : 0;
        ASSERT_TRUE(isSane(ticker)) << i;
    }
    std::cout << unconverged << " above 1e-3, " << refused << " without a result, " << touched
              << " in contact\n";
    EXPECT_LT(refused, 1000u);
    EXPECT_GT(touched, 10000u);
}

TEST(Tick, AnInstanceIsSmall) {
    test::SampleSize size;
    size.ranks.assign(17, 20);
    const HeldBody body(test::sampleAsset(size).content);
    EXPECT_LT(HeldInstance(body.body).memory.size(), 1u << 20);
}

}  // namespace
}  // namespace sinew
