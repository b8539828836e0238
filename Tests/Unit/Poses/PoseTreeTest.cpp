#include "Offline/Poses/PoseTree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "Offline/Poses/PoseChoice.h"
#include "Support/Characters/PlanePoints.h"

namespace sinew::poses {
namespace {

using test::PlanePoints;

TEST(FarthestFirst, EachChoiceIsTheFarthestByDefinition) {
    const PlanePoints points(40);
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
        const PlanePoints points(12, seed);
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

// Of the shortest spanning tree, by Kruskal's algorithm.
double spanningWeight(const PlanePoints& points) {
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
    const PlanePoints points(60);
    const PoseTree tree = growPoseTree(60, points.metric(), 1000);
    double weight = 0;
    for (const double d : tree.distanceToParent) weight += d;
    EXPECT_NEAR(weight, spanningWeight(points), 1e-9);
}

void expectTree(const PoseTree& tree, std::size_t count, std::uint32_t maxDepth) {
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
        EXPECT_LE(tree.depth[pose], maxDepth);
    }
}

TEST(PoseTree, ParentsComeFirstAndDepthIsBounded) {
    const PlanePoints points(80);
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
    const PlanePoints points(101);
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
    const PlanePoints points(101);
    const PoseTree tree = growPoseTree(101, points.metric(), 8);
    for (const std::uint32_t count : {2u, 4u}) {
        std::size_t largest = 0;
        for (std::uint32_t i = 0; i < count; ++i) {
            const PoseShard shard = shardOf(tree, i, count);
            largest = std::max(largest, shard.poses.size() + shard.ancestors.size());
        }
        EXPECT_LE(largest, 101.0 / count + 8) << count;  // with one way from the root
    }
}

TEST(PoseTree, ShardKeepsPosesInTheOrderOfTheTree) {
    const PlanePoints points(50);
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

}  // namespace
}  // namespace sinew::poses
