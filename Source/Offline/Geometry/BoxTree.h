// The bounding-volume hierarchy of the project: a balanced binary tree of boxes over items that are described
// only by their boxes. Self-intersection, closest points, rays, winding numbers and contact are queries with
// their own tests at the leaves. aggregate() computes data per node for them (moments, bounds of motion).
//
// The tree depends only on the boxes of the items, not on the number of workers. Results do not depend on the
// shape of the tree: the smaller item wins a tie.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "Base/Check.h"
#include "Base/Jobs.h"
#include "Offline/Geometry/Box.h"

namespace sinew {

class BoxTree {
  public:
    // Depth first: the left child of node n is n + 1, so children always come after their parents.
    struct Node {
        Box box;
        std::uint32_t first = 0;  // first item below, in items()
        std::uint32_t count = 0;
        std::uint32_t right = 0;  // index of the right child; 0 for a leaf

        bool isLeaf() const { return right == 0; }
    };

    struct ItemPair {
        std::uint32_t first, second;
        // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the comparison with zero for a pointer
        friend constexpr auto operator<=>(const ItemPair&, const ItemPair&) = default;
    };

    // Limits the work of a search for pairs. The limit applies to each of the shares that the work is divided
    // into, at most a few thousand, which do not depend on the number of workers.
    struct PairLimit {
        std::size_t tested = std::numeric_limits<std::size_t>::max();
        std::size_t found = std::numeric_limits<std::size_t>::max();
    };

    struct Pairs {
        std::vector<ItemPair> pairs;  // sorted
        bool complete = true;         // false if a limit was reached and there may be more pairs
    };

    struct Nearest {
        static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
        std::uint32_t item = kNone;
        double measure = std::numeric_limits<double>::infinity();
        explicit operator bool() const { return item != kNone; }
    };

    BoxTree() = default;
    explicit BoxTree(std::span<const Box> itemBoxes, const Jobs& jobs = {});

    // Updates the boxes of the items without changing the tree. Results stay correct after any motion;
    // queries stay fast after small ones.
    void refit(std::span<const Box> itemBoxes, const Jobs& jobs = {});

    std::span<const Node> nodes() const { return nodes_; }
    std::span<const std::uint32_t> items() const { return items_; }
    Box box() const { return nodes_.empty() ? Box{} : nodes_[0].box; }

    // Visits the items of nodes for which descend(nodeIndex) returns true. All general queries use it.
    template <class Descend, class Visit>
    void traverse(Descend&& descend, Visit&& visit) const;

    // Calls visit(item) for every item whose box overlaps `box`, in the order of the tree.
    template <class Visit>
    void overlapping(const Box& box, Visit&& visit) const;

    // The item with the smallest measure(item) that is at most `limit`. bound(box) must be a lower bound of
    // the measure for everything in the box. Examples are squared distance and ray parameter.
    template <class Bound, class Measure>
    Nearest nearest(Bound&& bound, Measure&& measure,
                    double limit = std::numeric_limits<double>::infinity()) const;

    // Pairs first < second of one tree whose boxes overlap and for which accept(first, second) is true,
    // sorted.
    template <class Accept>
    std::vector<ItemPair> selfPairs(const Jobs& jobs, Accept&& accept) const;

    template <class Accept>
    Pairs selfPairs(const Jobs& jobs, const PairLimit& limit, Accept&& accept) const;

    // Computes one value per node from the leaves up: leaf(items of the leaf), merge(left, right).
    template <class Value, class Leaf, class Merge>
    std::vector<Value> aggregate(Leaf&& leaf, Merge&& merge) const;

  private:
    struct NodePair {
        std::uint32_t a, b;
    };
    // Deeper than a balanced tree of 2³² items: one pending sibling per level and the node itself.
    static constexpr std::size_t kStackSize = 64;

    void split(std::uint32_t index, std::span<const Box> itemBoxes);
    void buildSubtree(std::uint32_t root, std::span<const Box> itemBoxes);

    // Pairs of subtrees that together contain every pair of items, enough of them to distribute the work.
    std::vector<NodePair> startingPairs() const;
    bool expand(NodePair pair, std::vector<NodePair>& into) const;

    // One share of a search for pairs.
    struct PairSearch {
        std::vector<ItemPair> found;
        std::size_t tested = 0;

        bool isOver(const PairLimit& limit) const {
            return tested > limit.tested || found.size() > limit.found;
        }
    };
    template <class Accept>
    void leafPairs(NodePair pair, Accept& accept, PairSearch& search) const;
    static Pairs joined(std::vector<PairSearch>&& searches, const PairLimit& limit);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> items_;
    std::vector<Box> itemBoxes_;  // in the order of items_
};

template <class Descend, class Visit>
void BoxTree::traverse(Descend&& descend, Visit&& visit) const {
    std::array<std::uint32_t, kStackSize> stack;
    std::size_t top = 0;
    if (!nodes_.empty()) stack[top++] = 0;
    while (top > 0) {
        const std::uint32_t index = stack[--top];
        if (!descend(index)) continue;
        const Node& node = nodes_[index];
        if (node.isLeaf()) {
            for (std::uint32_t i = 0; i < node.count; ++i) visit(items_[node.first + i]);
        } else {
            stack[top++] = node.right;
            stack[top++] = index + 1;
        }
    }
}

template <class Visit>
void BoxTree::overlapping(const Box& box, Visit&& visit) const {
    std::array<std::uint32_t, kStackSize> stack;
    std::size_t top = 0;
    if (!nodes_.empty()) stack[top++] = 0;
    while (top > 0) {
        const std::uint32_t index = stack[--top];
        const Node& node = nodes_[index];
        if (!overlap(node.box, box)) continue;
        if (node.isLeaf()) {
            for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
                if (overlap(itemBoxes_[i], box)) visit(items_[i]);
            }
        } else {
            stack[top++] = node.right;
            stack[top++] = index + 1;
        }
    }
}

template <class Bound, class Measure>
BoxTree::Nearest BoxTree::nearest(Bound&& bound, Measure&& measure, double limit) const {
    struct Pending {
        std::uint32_t node;
        double bound;
    };
    std::array<Pending, kStackSize> stack;
    std::size_t top = 0;
    Nearest best;
    best.measure = limit;
    if (!nodes_.empty()) stack[top++] = {0, bound(nodes_[0].box)};
    while (top > 0) {
        const Pending pending = stack[--top];
        if (!(pending.bound <= best.measure)) continue;
        const Node& node = nodes_[pending.node];
        if (!node.isLeaf()) {
            Pending left{pending.node + 1, bound(nodes_[pending.node + 1].box)};
            Pending right{node.right, bound(nodes_[node.right].box)};
            if (right.bound < left.bound) std::swap(left, right);
            stack[top++] = right;
            stack[top++] = left;
            continue;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            if (!(bound(itemBoxes_[i]) <= best.measure)) continue;
            const double here = measure(items_[i]);
            const bool better = here < best.measure || (here == best.measure && items_[i] < best.item);
            if (better) best = {items_[i], here};
        }
    }
    return best;
}

template <class Accept>
void BoxTree::leafPairs(NodePair pair, Accept& accept, PairSearch& search) const {
    const Node& a = nodes_[pair.a];
    const Node& b = nodes_[pair.b];
    for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
        for (std::uint32_t j = pair.a == pair.b ? i + 1 : b.first; j < b.first + b.count; ++j) {
            if (!overlap(itemBoxes_[i], itemBoxes_[j])) continue;
            ItemPair items{items_[i], items_[j]};
            if (items.second < items.first) std::swap(items.first, items.second);
            ++search.tested;
            if (accept(items.first, items.second)) search.found.push_back(items);
        }
    }
}

template <class Accept>
BoxTree::Pairs BoxTree::selfPairs(const Jobs& jobs, const PairLimit& limit, Accept&& accept) const {
    const std::vector<NodePair> starts = startingPairs();
    std::vector<PairSearch> searches(starts.size());
    parallelFor(jobs, static_cast<std::uint32_t>(starts.size()), [&](std::uint32_t task) {
        std::vector<NodePair> stack{starts[task]};
        PairSearch& search = searches[task];
        while (!stack.empty() && !search.isOver(limit)) {
            const NodePair pair = stack.back();
            stack.pop_back();
            if (!expand(pair, stack)) leafPairs(pair, accept, search);
        }
    });
    return joined(std::move(searches), limit);
}

template <class Accept>
std::vector<BoxTree::ItemPair> BoxTree::selfPairs(const Jobs& jobs, Accept&& accept) const {
    return selfPairs(jobs, PairLimit{}, accept).pairs;
}

template <class Value, class Leaf, class Merge>
std::vector<Value> BoxTree::aggregate(Leaf&& leaf, Merge&& merge) const {
    std::vector<Value> values(nodes_.size());
    for (std::size_t n = nodes_.size(); n-- > 0;) {
        const Node& node = nodes_[n];
        values[n] = node.isLeaf() ? leaf(items().subspan(node.first, node.count))
                                  : merge(values[n + 1], values[node.right]);
    }
    return values;
}

}  // namespace sinew
