#include "Offline/Geometry/BoxTree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "Offline/Workers.h"
#include "Support/Characters/Meshes.h"

namespace sinew::test {
namespace {

std::vector<Box> randomBoxes(std::uint32_t seed, std::size_t count, double size) {
    Random random(seed);
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3d low = random.point(0, 1);
        boxes.push_back({low, low + random.point(0, size)});
    }
    return boxes;
}

void expectSound(const BoxTree& tree, const std::vector<Box>& boxes) {
    std::vector<std::uint32_t> items(tree.items().begin(), tree.items().end());
    std::sort(items.begin(), items.end());
    for (std::uint32_t i = 0; i < items.size(); ++i) ASSERT_EQ(items[i], i);
    ASSERT_EQ(items.size(), boxes.size());
    for (const BoxTree::Node& node : tree.nodes()) {
        Box all;
        for (const std::uint32_t item : tree.items().subspan(node.first, node.count)) {
            all = merged(all, boxes[item]);
        }
        ASSERT_EQ(node.box, all);
    }
}

TEST(BoxTree, EveryNodeBoxIsTheUnionOfItsItemsForAnyCount) {
    for (std::size_t count = 0; count < 300; ++count) {
        const std::vector<Box> boxes = randomBoxes(1, count, 0.1);
        expectSound(BoxTree(boxes), boxes);
    }
    const std::vector<Box> many = randomBoxes(2, 12345, 0.1);
    expectSound(BoxTree(many), many);
}

TEST(BoxTree, RefitFollowsMovedItems) {
    BoxTree tree(randomBoxes(3, 999, 0.1));
    const std::vector<Box> moved = randomBoxes(4, 999, 0.3);
    tree.refit(moved);
    expectSound(tree, moved);
}

TEST(BoxTree, SameTreeForAnyWorkerCount) {
    const std::vector<Box> boxes = randomBoxes(5, 50000, 0.01);
    const BoxTree serial(boxes);
    for (const unsigned threads : {2u, 5u}) {
        const Workers workers(threads);
        const BoxTree parallel(boxes, workers.jobs());
        EXPECT_TRUE(std::equal(serial.items().begin(), serial.items().end(), parallel.items().begin()));
        for (std::size_t n = 0; n < serial.nodes().size(); ++n) {
            ASSERT_EQ(serial.nodes()[n].box, parallel.nodes()[n].box);
            ASSERT_EQ(serial.nodes()[n].right, parallel.nodes()[n].right);
        }
    }
}

TEST(BoxTree, OverlappingVisitsExactlyTheItemsThatMeetTheBox) {
    const std::vector<Box> boxes = randomBoxes(6, 2000, 0.1);
    const BoxTree tree(boxes);
    for (const Box& query : randomBoxes(7, 50, 0.3)) {
        std::vector<std::uint32_t> found, expected;
        tree.overlapping(query, [&](std::uint32_t item) { found.push_back(item); });
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            if (overlap(boxes[i], query)) expected.push_back(i);
        }
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
    }
}

TEST(BoxTree, NearestEqualsTheSmallestOfAll) {
    const std::vector<Box> boxes = randomBoxes(8, 1500, 0.05);
    const BoxTree tree(boxes);
    Random random(9);
    for (int i = 0; i < 200; ++i) {
        const Vec3d p = random.point(-1, 2);
        const auto bound = [&](const Box& box) { return squaredDistance(box, p); };
        const auto measure = [&](std::uint32_t item) { return squaredDistance(boxes[item], p); };
        const BoxTree::Nearest found = tree.nearest(bound, measure);
        std::uint32_t best = 0;
        for (std::uint32_t j = 1; j < boxes.size(); ++j) best = measure(j) < measure(best) ? j : best;
        ASSERT_EQ(found.item, best);  // also among the many at distance 0: the smallest item
        EXPECT_FALSE(tree.nearest(bound, measure, measure(best) - 1e-3));
        EXPECT_EQ(tree.nearest(bound, measure, measure(best)).item, best);
    }
}

TEST(BoxTree, SelfPairsEqualAllAgainstAllAlsoWhereAllBoxesAreTheSame) {
    for (const std::vector<Box>& boxes :
         {randomBoxes(12, 500, 0.2), std::vector<Box>(60, Box{{0, 0, 0}, {1, 1, 1}})}) {
        std::vector<BoxTree::ItemPair> expected;
        for (std::uint32_t i = 0; i < boxes.size(); ++i) {
            for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
                if (overlap(boxes[i], boxes[j])) expected.push_back({i, j});
            }
        }
        EXPECT_EQ(BoxTree(boxes).selfPairs({}, [](std::uint32_t, std::uint32_t) { return true; }), expected);
    }
}

TEST(BoxTree, ALimitedSearchFindsARightPartAndSaysThatItIsOne) {
    const std::vector<Box> boxes = randomBoxes(12, 2000, 0.3);
    const auto all = [](std::uint32_t, std::uint32_t) { return true; };
    const BoxTree tree(boxes);
    const std::vector<BoxTree::ItemPair> expected = tree.selfPairs({}, all);
    EXPECT_TRUE(tree.selfPairs({}, BoxTree::PairLimit{}, all).complete);
    EXPECT_EQ(tree.selfPairs({}, BoxTree::PairLimit{}, all).pairs, expected);
    for (const BoxTree::PairLimit& limit :
         {BoxTree::PairLimit{.tested = 10}, BoxTree::PairLimit{.found = 10}}) {
        const BoxTree::Pairs some = tree.selfPairs({}, limit, all);
        EXPECT_FALSE(some.complete);
        EXPECT_LT(some.pairs.size(), expected.size() / 2);
        EXPECT_TRUE(std::includes(expected.begin(), expected.end(), some.pairs.begin(), some.pairs.end()));
    }
}

TEST(BoxTree, AggregateSumsEveryItemOnceAtTheRoot) {
    const BoxTree tree(randomBoxes(13, 1000, 0.1));
    const auto leaf = [](std::span<const std::uint32_t> items) {
        std::uint64_t sum = 0;
        for (const std::uint32_t item : items) sum += item;
        return sum;
    };
    const std::vector<std::uint64_t> sums =
        tree.aggregate<std::uint64_t>(leaf, [](std::uint64_t a, std::uint64_t b) { return a + b; });
    EXPECT_EQ(sums[0], 999u * 1000u / 2u);
    for (std::size_t n = 0; n < sums.size(); ++n) {
        EXPECT_EQ(sums[n], leaf(tree.items().subspan(tree.nodes()[n].first, tree.nodes()[n].count)));
    }
}

TEST(BoxTree, TraverseEntersOnlyWhatItIsAllowedTo) {
    const std::vector<Box> boxes = randomBoxes(14, 800, 0.1);
    const BoxTree tree(boxes);
    std::size_t visited = 0;
    tree.traverse([](std::uint32_t) { return true; }, [&](std::uint32_t) { ++visited; });
    EXPECT_EQ(visited, boxes.size());
    const std::uint32_t closed = tree.nodes()[0].right;
    tree.traverse([&](std::uint32_t node) { return node != closed; }, [&](std::uint32_t) { --visited; });
    EXPECT_EQ(visited, tree.nodes()[closed].count);
}

TEST(BoxTree, AnEmptyTreeAnswersNothing) {
    const BoxTree tree;
    tree.overlapping({{0, 0, 0}, {1, 1, 1}}, [](std::uint32_t) { FAIL(); });
    EXPECT_FALSE(tree.nearest([](const Box&) { return 0.0; }, [](std::uint32_t) { return 0.0; }));
    EXPECT_TRUE(tree.selfPairs({}, [](std::uint32_t, std::uint32_t) { return true; }).empty());
}

}  // namespace
}  // namespace sinew::test
