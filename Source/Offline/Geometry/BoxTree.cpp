#include "Offline/Geometry/BoxTree.h"

#include <algorithm>
#include <numeric>

namespace sinew {

namespace {

constexpr std::uint32_t kLeafItems = 4;
constexpr std::size_t kBuildTasks = 64;
constexpr std::size_t kPairTasks = 512;
constexpr std::uint32_t kRefitGrain = 4096;

// Nodes of a subtree of `count` items. Halving leaves only two sizes per level: n and n + 1.
std::uint32_t subtreeNodes(std::uint32_t count) {
    std::uint32_t small = count, smallTimes = 1, bigTimes = 0, nodes = 0;
    while (smallTimes + bigTimes > 0) {
        nodes += smallTimes + bigTimes;
        const bool smallSplits = small > kLeafItems, bigSplits = small + 1 > kLeafItems;
        const std::uint32_t s = smallSplits ? smallTimes : 0, b = bigSplits ? bigTimes : 0;
        // An even n gives two halves; an odd n one half rounded down and one rounded up.
        if (small % 2 == 0) {
            smallTimes = 2 * s + b;
            bigTimes = b;
        } else {
            smallTimes = s;
            bigTimes = s + 2 * b;
        }
        small /= 2;
    }
    return nodes;
}

int longestAxis(Vec3d e) {
    if (e.x >= e.y && e.x >= e.z) return 0;
    return e.y >= e.z ? 1 : 2;
}

double surface(const Box& box) {
    const Vec3d e = extent(box);
    return e.x * e.y + e.y * e.z + e.z * e.x;
}

}  // namespace

BoxTree::BoxTree(std::span<const Box> itemBoxes, const Jobs& jobs)
    : items_(itemBoxes.size()), itemBoxes_(itemBoxes.size()) {
    if (itemBoxes.empty()) return;
    const auto count = static_cast<std::uint32_t>(itemBoxes.size());
    std::iota(items_.begin(), items_.end(), 0u);
    nodes_.resize(subtreeNodes(count));
    nodes_[0].count = count;
    // Level by level until there are subtrees enough to share out, then each subtree on its own.
    std::vector<std::uint32_t> level{0};
    while (!level.empty() && level.size() < kBuildTasks) {
        parallelFor(jobs, static_cast<std::uint32_t>(level.size()),
                    [&](std::uint32_t i) { split(level[i], itemBoxes); });
        std::vector<std::uint32_t> next;
        for (const std::uint32_t n : level) {
            if (!nodes_[n].isLeaf()) next.insert(next.end(), {n + 1, nodes_[n].right});
        }
        level = std::move(next);
    }
    parallelFor(jobs, static_cast<std::uint32_t>(level.size()),
                [&](std::uint32_t i) { buildSubtree(level[i], itemBoxes); });
    refit(itemBoxes, jobs);
}

// Median split along the longest axis of the centres: equal halves keep the tree balanced and its layout
// known before it is built. Equal centres are ordered by item, so that the halves are determined.
void BoxTree::split(std::uint32_t index, std::span<const Box> itemBoxes) {
    Node& node = nodes_[index];
    if (node.count <= kLeafItems) return;
    const auto begin = items_.begin() + node.first;
    Box centers;
    for (auto it = begin; it != begin + node.count; ++it) centers = merged(centers, center(itemBoxes[*it]));
    const int axis = longestAxis(extent(centers));
    const std::uint32_t half = node.count / 2;
    std::nth_element(begin, begin + half, begin + node.count, [&](std::uint32_t a, std::uint32_t b) {
        const double ca = center(itemBoxes[a])[axis], cb = center(itemBoxes[b])[axis];
        return ca < cb || (ca == cb && a < b);
    });
    node.right = index + 1 + subtreeNodes(half);
    nodes_[index + 1].first = node.first;
    nodes_[index + 1].count = half;
    nodes_[node.right].first = node.first + half;
    nodes_[node.right].count = node.count - half;
}

void BoxTree::buildSubtree(std::uint32_t root, std::span<const Box> itemBoxes) {
    const std::uint32_t end = root + subtreeNodes(nodes_[root].count);
    for (std::uint32_t n = root; n < end; ++n) split(n, itemBoxes);
}

void BoxTree::refit(std::span<const Box> itemBoxes, const Jobs& jobs) {
    SINEW_CHECK(itemBoxes.size() == items_.size());
    parallelForRanges(jobs, static_cast<std::uint32_t>(items_.size()), kRefitGrain,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t i = begin; i < end; ++i) itemBoxes_[i] = itemBoxes[items_[i]];
                      });
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        Node& node = nodes_[n];
        if (!node.isLeaf()) {
            node.box = merged(nodes_[n + 1].box, nodes_[node.right].box);
            continue;
        }
        node.box = {};
        for (std::uint32_t i = 0; i < node.count; ++i) {
            node.box = merged(node.box, itemBoxes_[node.first + i]);
        }
    }
}

// False when both are leaves; otherwise appends the smaller pairs that may hold something, perhaps none.
bool BoxTree::expand(NodePair pair, std::vector<NodePair>& into) const {
    const Node& a = nodes_[pair.a];
    const Node& b = nodes_[pair.b];
    if (pair.a == pair.b) {
        if (a.isLeaf()) return false;
        into.insert(into.end(),
                    {NodePair{pair.a + 1, pair.a + 1}, {a.right, a.right}, {pair.a + 1, a.right}});
        return true;
    }
    if (!overlap(a.box, b.box)) return true;
    if (a.isLeaf() && b.isLeaf()) return false;
    if (b.isLeaf() || (!a.isLeaf() && surface(a.box) >= surface(b.box))) {
        into.insert(into.end(), {NodePair{pair.a + 1, pair.b}, {a.right, pair.b}});
    } else {
        into.insert(into.end(), {NodePair{pair.a, pair.b + 1}, {pair.a, b.right}});
    }
    return true;
}

std::vector<BoxTree::NodePair> BoxTree::startingPairs() const {
    if (nodes_.empty()) return {};
    std::vector<NodePair> pairs{{0, 0}};
    for (bool grew = true; grew && pairs.size() < kPairTasks;) {
        grew = false;
        std::vector<NodePair> next;
        for (const NodePair& pair : pairs) {
            if (expand(pair, next)) {
                grew = true;
            } else {
                next.push_back(pair);
            }
        }
        pairs = std::move(next);
    }
    return pairs;
}

BoxTree::Pairs BoxTree::joined(std::vector<PairSearch>&& searches, const PairLimit& limit) {
    Pairs all;
    for (const PairSearch& search : searches) {
        all.pairs.insert(all.pairs.end(), search.found.begin(), search.found.end());
        all.complete &= !search.isOver(limit);
    }
    std::sort(all.pairs.begin(), all.pairs.end());
    return all;
}

}  // namespace sinew
