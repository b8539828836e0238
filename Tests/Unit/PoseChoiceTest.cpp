#include "Offline/Solve/PoseChoice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "MannequinRig.h"
#include "Offline/Character/Import.h"
#include "Offline/Character/Retarget.h"
#include "Offline/Solve/LimbOverlap.h"
#include "Offline/Solve/PoseTree.h"
#include "Offline/Solve/SpreadPoints.h"
#include "Support/CleanCharacter.h"
#include "Support/Data.h"

namespace sinew {
namespace {

const Character& mannequin() {
    static const Character read = importCharacter(test::sourcePath("Content/Mannequin.glb"));
    return read;
}

const std::vector<JointLimits>& mannequinLimits() {
    static const std::vector<JointLimits> limits = planJointLimits(mannequin());
    return limits;
}

const PoseMetric& mannequinMetric() {
    static const PoseMetric metric(mannequin());
    return metric;
}

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
    double most = 0;
    for (std::uint64_t s = 0; s < 20; ++s) {
        for (std::uint64_t t = 0; t < s; ++t) {
            double sum = 0;
            for (std::uint32_t i = 0; i < 256; ++i)
                sum += (spreadPoint(s, i)[0] - 0.5) * (spreadPoint(t, i)[0] - 0.5) * 12 / 256;
            most = std::max(most, std::abs(sum));
        }
    }
    EXPECT_LT(most, 0.25);  // correlation; four standard deviations of chance
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
    EXPECT_LT(ours, 0.7 * chance);
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
            const double most = std::max(limits[j].bend.high, -limits[j].bend.low);
            EXPECT_LE(std::abs(sample.joints[j].bend), settings.spread * settings.calm * most + 1e-12);
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

PoseMetric::Signature turned(const PoseMetric& metric, std::uint32_t joint, double angle) {
    Pose pose = bindPose(mannequin().skeleton);
    pose[joint].rotation = pose[joint].rotation * fromAxisAngle(Vec3d{1, 0, 0}, angle);
    return metric.signatureOf(pose);
}

TEST(PoseMetric, TurningTheWholeBodyIsNoDifference) {
    const PoseMetric& metric = mannequinMetric();
    const auto bind = turned(metric, kHips, 0);
    EXPECT_LT(metric.distance(bind, turned(metric, kHips, 1.5)), 1e-6);
    EXPECT_GT(metric.distance(bind, turned(metric, kThighL, 1.5)), 0.1);
}

TEST(PoseMetric, CountsTheFleshThatAJointStrains) {
    const PoseMetric& metric = mannequinMetric();
    const auto bind = turned(metric, kHips, 0);
    const auto from = [&](std::uint32_t joint) { return metric.distance(bind, turned(metric, joint, 0.5)); };
    EXPECT_GT(from(kThighL), 1.5 * from(kShinL));
    EXPECT_GT(from(kShinL), 1.5 * from(kHandL));
    EXPECT_GT(from(kSpine), from(kNeck));
    EXPECT_NEAR(from(kShinL), from(kShinR), 1e-3 * from(kShinL));
    EXPECT_NEAR(metric.distance(turned(metric, kShinL, 0.2), turned(metric, kShinL, 0.7)), from(kShinL),
                1e-9);
}

// The limb of two joints has one pair: the distance is its angle, whatever the skin.
TEST(PoseMetric, IsTheAngleOfASingleJoint) {
    const Character limb = test::cleanCharacter();
    const PoseMetric metric(limb);
    Pose pose = bindPose(limb.skeleton);
    const auto bind = metric.signatureOf(pose);
    pose[1].rotation = fromAxisAngle(normalized(Vec3d{1, 2, 3}), 0.8);
    EXPECT_NEAR(metric.distance(bind, metric.signatureOf(pose)), 0.8, 1e-9);
}

TEST(PoseMetric, MergedJointsDoNotCount) {
    std::vector<std::uint32_t> carrierOf(kMannequinJoints);
    std::iota(carrierOf.begin(), carrierOf.end(), 0u);
    carrierOf[kMittL] = kHandL;
    const PoseMetric metric(mannequin(), carrierOf);
    const auto bind = turned(metric, kHips, 0);
    EXPECT_LT(metric.distance(bind, turned(metric, kMittL, 1)), 1e-9);
    EXPECT_GT(metric.distance(bind, turned(metric, kMittR, 1)), 1e-3);
}

// Whole weights, as on a robot: nothing is shared, and still a joint between two bones counts.
TEST(PoseMetric, HardWeightsCount) {
    Character limb = test::cleanCharacter();
    for (std::size_t v = 0; v < limb.surface.positions.size(); ++v) {
        const std::uint32_t first = limb.weights.firstOfVertex[v];
        for (std::uint32_t i = first; i < limb.weights.firstOfVertex[v + 1]; ++i)
            limb.weights.influences[i].weight = i == first ? 1.0f : 0.0f;
    }
    const PoseMetric metric(limb);
    ASSERT_FALSE(metric.pairs().empty());
    Pose pose = bindPose(limb.skeleton);
    const auto bind = metric.signatureOf(pose);
    pose[1].rotation = fromAxisAngle(Vec3d{1, 0, 0}, 0.8);
    EXPECT_NEAR(metric.distance(bind, metric.signatureOf(pose)), 0.8, 1e-9);
}

TEST(LimbOverlap, FindsAnArmInTheChestAndKneesInEachOther) {
    const LimbOverlap overlap(mannequin());
    const Pose bind = bindPose(mannequin().skeleton);
    const auto after = [&](std::initializer_list<std::pair<std::uint32_t, JointAngles>> turns) {
        Pose pose = bind;
        for (const auto& [joint, angles] : turns)
            pose[joint].rotation = bind[joint].rotation * turnOf(mannequinLimits()[joint], angles);
        return overlap.of(pose);
    };
    EXPECT_LT(overlap.of(bind), 1e-9);
    EXPECT_LT(after({{kUpperarmL, {0, 0, 0.8}}}), 0.1);                         // raised
    EXPECT_LT(after({{kForearmL, {0, 2, 0}}, {kShinR, {0, 2, 0}}}), 0.2);       // folded
    EXPECT_GT(after({{kUpperarmL, {0, 0, -1.3}}}), 1);                          // through the trunk
    EXPECT_GT(after({{kThighL, {0, 0, -0.2}}, {kThighR, {0, 0, -0.2}}}), 0.5);  // shins crossed
}

TEST(LimbOverlap, IsTheSameWhereverTheCharacterStands) {
    const LimbOverlap overlap(mannequin());
    Pose pose = bindPose(mannequin().skeleton);
    pose[kUpperarmL].rotation = pose[kUpperarmL].rotation * turnOf(mannequinLimits()[kUpperarmL], {0, 0, -1});
    const double here = overlap.of(pose);
    pose[kHips].translation += Vec3d{5, 0, 1};
    pose[kHips].rotation = fromAxisAngle(Vec3d{0, 1, 0}, 2.0) * pose[kHips].rotation;
    EXPECT_NEAR(overlap.of(pose), here, 1e-9);
    EXPECT_GT(here, 0.3);
}

TEST(PoseChoice, SamplesDoNotGoThroughThemselves) {
    const LimbOverlap overlap(mannequin());
    std::size_t knots = 0;
    for (const AngleSample& sample : sampleAngles(mannequin().skeleton, mannequinLimits(), 150))
        knots += overlap.of(poseOf(bindPose(mannequin().skeleton), mannequinLimits(), sample.joints)) > 0.5;
    EXPECT_GT(knots, 0u);
    EXPECT_LT(knots, 15u);
    PoseChoiceSettings settings;
    settings.sampled = 1;
    const PoseChoice choice = choosePoses(mannequin(), {}, mannequinLimits(), mannequinMetric(), settings);
    for (const ChosenPose& pose : choice.training) EXPECT_LE(overlap.of(pose.pose), settings.mostOverlap);
}

struct Points {
    std::vector<Vec3d> places;

    explicit Points(std::size_t count, unsigned seed = 3) {
        std::mt19937 random(seed);
        for (std::size_t i = 0; i < count; ++i) {
            const auto next = [&] { return static_cast<double>(random()) / 4294967296.0; };
            const double x = next(), y = next();
            places.push_back({x, y, 0});
        }
    }
    double distance(std::uint32_t a, std::uint32_t b) const { return length(places[a] - places[b]); }
    PairDistance metric() const {
        return [this](std::uint32_t a, std::uint32_t b) { return distance(a, b); };
    }
    // How far the worst point is from those chosen.
    double radius(const std::vector<std::uint32_t>& chosen) const {
        double worst = 0;
        for (std::uint32_t p = 0; p < places.size(); ++p) {
            double nearest = 1e9;
            for (const std::uint32_t c : chosen) nearest = std::min(nearest, distance(c, p));
            worst = std::max(worst, nearest);
        }
        return worst;
    }
};

TEST(FarthestFirst, EachChoiceIsTheFarthestByDefinition) {
    const Points points(40);
    FarthestFirst order(40, points.metric());
    order.take(0);
    std::vector<std::uint32_t> chosen{0};
    while (chosen.size() < 15) {
        const auto best = order.farthest(0, 40);
        ASSERT_TRUE(best.has_value());
        EXPECT_DOUBLE_EQ(best->distance, points.radius(chosen));
        double nearest = 1e9;
        for (const std::uint32_t c : chosen) nearest = std::min(nearest, points.distance(c, best->candidate));
        EXPECT_DOUBLE_EQ(nearest, best->distance);
        order.take(best->candidate);
        chosen.push_back(best->candidate);
    }
}

// All sets of three with the first point, against the greedy one.
TEST(FarthestFirst, CoversAtMostTwiceAsWorseAsTheBestSet) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Points points(12, seed);
        FarthestFirst order(12, points.metric());
        std::vector<std::uint32_t> chosen{0};
        order.take(0);
        for (int i = 0; i < 2; ++i) {
            chosen.push_back(order.farthest(0, 12)->candidate);
            order.take(chosen.back());
        }
        double best = 1e9;
        for (std::uint32_t a = 1; a < 12; ++a) {
            for (std::uint32_t b = a + 1; b < 12; ++b) best = std::min(best, points.radius({0, a, b}));
        }
        EXPECT_LE(points.radius(chosen), 2 * best + 1e-12);
    }
}

PoseChoiceSettings someSettings() {
    PoseChoiceSettings settings;
    settings.count = 41;
    settings.heldOut = 10;
    return settings;
}

PoseChoice chooseMannequin(const PoseChoiceSettings& settings) {
    return choosePoses(mannequin(), {}, mannequinLimits(), mannequinMetric(), settings);
}

std::size_t countOf(const std::vector<ChosenPose>& poses, PoseOrigin origin) {
    return static_cast<std::size_t>(std::count_if(
        poses.begin(), poses.end(), [&](const ChosenPose& pose) { return pose.origin == origin; }));
}

TEST(PoseChoice, KeepsItsQuotas) {
    const PoseChoice choice = chooseMannequin(someSettings());
    ASSERT_EQ(choice.training.size(), 41u);
    EXPECT_EQ(choice.training[0].name, "bind pose");
    EXPECT_EQ(countOf(choice.training, PoseOrigin::Bind), 1u);
    EXPECT_EQ(countOf(choice.training, PoseOrigin::Sample), 20u);
    EXPECT_EQ(countOf(choice.training, PoseOrigin::Clip), 20u);
    EXPECT_EQ(choice.heldOut.size(), 10u);
    EXPECT_EQ(countOf(choice.heldOut, PoseOrigin::Sample), 3u);
    PoseChoiceSettings all = someSettings();
    all.sampled = 1;
    EXPECT_EQ(countOf(chooseMannequin(all).training, PoseOrigin::Sample), 40u);
}

TEST(PoseChoice, FillsUpFromSamplesWhereThereAreNoClips) {
    Character still = mannequin();
    still.clips.clear();
    const PoseChoice choice = choosePoses(still, {}, mannequinLimits(), mannequinMetric(), someSettings());
    EXPECT_EQ(countOf(choice.training, PoseOrigin::Sample), 40u);
    EXPECT_EQ(choice.heldOut.size(), 10u);
}

TEST(PoseChoice, HeldOutPosesAreOthers) {
    const PoseChoice choice = chooseMannequin(someSettings());
    std::set<std::string> names;
    for (const ChosenPose& pose : choice.training) EXPECT_TRUE(names.insert(pose.name).second) << pose.name;
    for (const ChosenPose& held : choice.heldOut) {
        EXPECT_TRUE(names.insert(held.name).second) << held.name;
        for (const ChosenPose& pose : choice.training)
            EXPECT_GE(mannequinMetric().distance(held.signature, pose.signature),
                      someSettings().leastDistance);
    }
}

TEST(PoseChoice, IsTheSameEveryTime) {
    const PoseChoice a = chooseMannequin(someSettings()), b = chooseMannequin(someSettings());
    ASSERT_EQ(a.training.size(), b.training.size());
    for (std::size_t i = 0; i < a.training.size(); ++i) EXPECT_EQ(a.training[i].pose, b.training[i].pose);
    PoseChoiceSettings other = someSettings();
    other.samples.seed = 2;
    const PoseChoice c = chooseMannequin(other);
    EXPECT_NE(a.training[1].pose, c.training[1].pose);
}

// A recorded pose keeps its turns against each other, but stands where the bind pose does.
TEST(PoseChoice, RecordedPosesStandWhereTheBindPoseDoes) {
    const Vec3d hips = bindFrames(mannequin().skeleton)[kHips].translation;
    PoseChoiceSettings settings = someSettings();
    settings.sampled = 0;
    for (const ChosenPose& pose : chooseMannequin(settings).training) {
        const auto frames = jointFrames(mannequin().skeleton, pose.pose);
        EXPECT_LT(length(frames[kHips].translation - hips), 1e-6) << pose.name;
        EXPECT_GT(frames[kHips].linear(1, 1), 0.99) << pose.name;
    }
    std::map<std::string, PoseMetric::Signature> asRecorded;
    for (const Clip& clip : mannequin().clips) {
        for (int k = 0; k <= static_cast<int>(clip.duration * 10); ++k) {
            std::array<char, 16> time{};
            std::snprintf(time.data(), time.size(), " %.2f s", k / 10.0);
            asRecorded[clip.name + time.data()] =
                mannequinMetric().signatureOf(samplePose(mannequin().skeleton, clip, k / 10.0));
        }
    }
    for (const ChosenPose& pose : chooseMannequin(settings).heldOut) {
        if (pose.origin != PoseOrigin::Clip) continue;
        ASSERT_EQ(asRecorded.count(pose.name), 1u) << pose.name;
        EXPECT_LT(mannequinMetric().distance(asRecorded[pose.name], pose.signature), 1e-7) << pose.name;
    }
}

// Of the shortest spanning tree, by Kruskal's algorithm.
double spanningWeight(const Points& points) {
    const auto count = static_cast<std::uint32_t>(points.places.size());
    std::vector<std::tuple<double, std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t a = 0; a < count; ++a) {
        for (std::uint32_t b = 0; b < a; ++b) edges.emplace_back(points.distance(a, b), a, b);
    }
    std::sort(edges.begin(), edges.end());
    std::vector<std::uint32_t> part(count);
    std::iota(part.begin(), part.end(), 0u);
    double weight = 0;
    for (const auto& [d, a, b] : edges) {
        if (part[a] == part[b]) continue;
        weight += d;
        const std::uint32_t old = part[a], now = part[b];
        std::replace(part.begin(), part.end(), old, now);
    }
    return weight;
}

TEST(PoseTree, IsTheShortestTreeWhereDepthIsFree) {
    const Points points(60);
    const PoseTree tree = growPoseTree(60, points.metric(), 1000);
    double weight = 0;
    for (const double d : tree.distanceToParent) weight += d;
    EXPECT_NEAR(weight, spanningWeight(points), 1e-9);
}

void expectTree(const PoseTree& tree, std::size_t count, std::uint32_t mostDepth) {
    ASSERT_EQ(tree.order.size(), count);
    std::vector<std::uint32_t> seen(count, 0);
    for (const std::uint32_t pose : tree.order) {
        EXPECT_EQ(seen[pose], 0u);
        seen[pose] = 1;
        if (pose == 0) {
            EXPECT_EQ(tree.parent[0], PoseTree::kNone);
            EXPECT_EQ(tree.depth[0], 0u);
            continue;
        }
        EXPECT_EQ(seen[tree.parent[pose]], 1u);
        EXPECT_EQ(tree.depth[pose], tree.depth[tree.parent[pose]] + 1);
        EXPECT_LE(tree.depth[pose], mostDepth);
    }
}

TEST(PoseTree, ParentsComeFirstAndDepthIsBounded) {
    const Points points(80);
    for (const std::uint32_t depth : {1u, 2u, 5u, 100u}) {
        const PoseTree tree = growPoseTree(80, points.metric(), depth);
        expectTree(tree, 80, depth);
        EXPECT_EQ(tree.order[0], 0u);
        // Each hangs on the nearest of those that came before it and may have children.
        std::vector<std::uint32_t> before;
        for (const std::uint32_t pose : tree.order) {
            for (const std::uint32_t other : before) {
                if (tree.depth[other] < depth) {
                    EXPECT_LE(tree.distanceToParent[pose], points.distance(pose, other));
                }
            }
            before.push_back(pose);
        }
    }
}

TEST(PoseTree, ShardsDivideAllPoses) {
    const Points points(101);
    for (const std::uint32_t depth : {3u, 8u}) {
        const PoseTree tree = growPoseTree(101, points.metric(), depth);
        for (const std::uint32_t count : {1u, 2u, 4u, 7u, 120u}) {
            std::vector<int> owned(101, 0);
            for (std::uint32_t i = 0; i < count; ++i) {
                const PoseShard shard = shardOf(tree, i, count);
                std::set<std::uint32_t> solved(shard.ancestors.begin(), shard.ancestors.end());
                for (const std::uint32_t pose : shard.poses) ++owned[pose], solved.insert(pose);
                EXPECT_EQ(solved.size(), shard.poses.size() + shard.ancestors.size());
                for (const std::uint32_t pose : solved)
                    EXPECT_TRUE(pose == 0 || solved.count(tree.parent[pose]) == 1);
            }
            EXPECT_EQ(std::count(owned.begin(), owned.end(), 1), 101);
        }
    }
}

TEST(PoseTree, ShardsAreEven) {
    const Points points(101);
    const PoseTree tree = growPoseTree(101, points.metric(), 8);
    for (const std::uint32_t count : {2u, 4u}) {
        std::size_t most = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const PoseShard shard = shardOf(tree, i, count);
            most = std::max(most, shard.poses.size() + shard.ancestors.size());
        }
        EXPECT_LE(most, 101.0 / count + 8) << count;  // with one way from the root
    }
}

TEST(PoseTree, ShardKeepsPosesInTheOrderOfTheTree) {
    const Points points(50);
    const PoseTree tree = growPoseTree(50, points.metric());
    const PoseShard whole = shardOf(tree, 0, 1);
    EXPECT_EQ(whole.poses, tree.order);
    EXPECT_TRUE(whole.ancestors.empty());
}

TEST(PoseTree, OfNoneAndOfOne) {
    const auto zero = [](std::uint32_t, std::uint32_t) { return 0.0; };
    EXPECT_TRUE(growPoseTree(0, zero).order.empty());
    EXPECT_EQ(growPoseTree(1, zero).order, std::vector<std::uint32_t>{0});
    EXPECT_TRUE(shardOf(growPoseTree(0, zero), 0, 2).poses.empty());
}

// A hundred poses: steps in the tree are shorter than from the bind pose.
TEST(PoseTree, ShortensTheWayToThePoses) {
    const PoseChoice choice = chooseMannequin({});
    const PoseTree tree = growPoseTree(choice.training, mannequinMetric());
    expectTree(tree, choice.training.size(), 8);
    double ways = 0, direct = 0;
    for (std::size_t i = 1; i < choice.training.size(); ++i) {
        ways += tree.distanceToParent[i];
        direct += mannequinMetric().distance(choice.training[0].signature, choice.training[i].signature);
    }
    EXPECT_LT(ways, 0.8 * direct);
}

TEST(PoseChoiceData, HumanBodyWalksAndIsSampled) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    SINEW_DATA_OR_SKIP(walk, "cmu_mocap_open/02_01.bvh");
    const Character body = importCharacter(path);
    std::vector<Finding> findings;
    const std::vector<Clip> motions{retarget(readMotion(walk), body, {}, findings)};
    const auto limits = planJointLimits(body, motions);
    const PoseMetric metric(body);
    PoseChoiceSettings settings;
    settings.count = 40;
    settings.heldOut = 8;
    const PoseChoice choice = choosePoses(body, motions, limits, metric, settings);
    EXPECT_GE(countOf(choice.training, PoseOrigin::Motion), 15u);
    EXPECT_GE(countOf(choice.heldOut, PoseOrigin::Motion), 4u);
    EXPECT_EQ(choice.training.size(), 40u);
    // The flesh nearest the root stands still; the walk would take it metres away.
    const Vec3d root = bindFrames(body.skeleton)[0].translation;
    for (const ChosenPose& pose : choice.training)
        EXPECT_LT(length(jointFrames(body.skeleton, pose.pose)[0].translation - root), 0.02) << pose.name;
}

// The wolf's rest pose is not its bind pose, its joints have a scale of 100 and its feet hang on controls.
TEST(PoseChoiceData, WolfMovesByItsClips) {
    SINEW_DATA_OR_SKIP(path, "quaternius_wolf/Wolf.glb");
    const Character wolf = importCharacter(path);
    const auto limits = planJointLimits(wolf);
    const PoseMetric metric(wolf);
    PoseChoiceSettings settings;
    settings.count = 30;
    const PoseChoice choice = choosePoses(wolf, {}, limits, metric, settings);
    EXPECT_EQ(choice.training.size(), 30u);
    const auto skinned = skinMatrices(wolf.skeleton, choice.training[0].pose);
    for (const Affined& motion : skinned) {
        EXPECT_LT(length(motion.translation), 1e-4);
        EXPECT_NEAR(motion.linear(0, 0), 1, 1e-4);
    }
    expectTree(growPoseTree(choice.training, metric), 30, 8);
}

}  // namespace
}  // namespace sinew
