#include "Offline/Poses/PoseTree.h"

#include <algorithm>
#include <limits>

#include "Base/Check.h"
#include "Offline/Poses/PoseChoice.h"

namespace sinew::poses {

namespace {

// A subtree, or its root alone where the subtree was divided.
struct Piece {
    std::uint32_t root = 0;
    std::uint32_t size = 0;
    bool whole = true;
};

class Divider {
  public:
    Divider(const PoseTree& tree, std::uint32_t shards)
        : tree_(tree),
          shards_(shards),
          size_(tree.parent.size(), 1),
          owner_(tree.parent.size(), PoseTree::kNone),
          known_(shards, std::vector<std::uint8_t>(tree.parent.size(), 0)),
          load_(shards, 0) {
        for (std::size_t i = tree.order.size(); i-- > 1;) {
            size_[tree.parent[tree.order[i]]] += size_[tree.order[i]];
        }
    }

    // Largest pieces first, each to the shard that ends with the least work; single poses last, when those
    // who solve them anyway can take them for nothing.
    std::vector<std::uint32_t> owners() {
        std::vector<Piece> pieces = cut();
        std::stable_sort(pieces.begin(), pieces.end(),
                         [](const Piece& a, const Piece& b) { return a.size > b.size; });
        for (const Piece& piece : pieces) give(piece);
        return owner_;
    }

  private:
    // No piece larger than an even share, unless it is one pose.
    std::vector<Piece> cut() const {
        const auto share = static_cast<std::uint32_t>((tree_.parent.size() + shards_ - 1) / shards_);
        std::vector<Piece> pieces;
        std::vector<std::uint8_t> divided(tree_.parent.size(), 0);
        for (const std::uint32_t pose : tree_.order) {
            const std::uint32_t parent = tree_.parent[pose];
            if (parent != PoseTree::kNone && divided[parent] == 0) continue;
            divided[pose] = size_[pose] > share ? 1 : 0;
            pieces.push_back({pose, divided[pose] != 0 ? 1 : size_[pose], divided[pose] == 0});
        }
        return pieces;
    }

    std::uint32_t newAncestors(std::uint32_t root, std::uint32_t shard) const {
        std::uint32_t count = 0;
        for (std::uint32_t up = tree_.parent[root]; up != PoseTree::kNone; up = tree_.parent[up]) {
            count += known_[shard][up] == 0 ? 1u : 0u;
        }
        return count;
    }

    void give(const Piece& piece) {
        std::uint32_t best = 0, smallest = std::numeric_limits<std::uint32_t>::max();
        for (std::uint32_t s = 0; s < shards_; ++s) {
            const std::uint32_t own = known_[s][piece.root] != 0 ? piece.size - 1 : piece.size;
            const std::uint32_t work = load_[s] + own + newAncestors(piece.root, s);
            if (work < smallest) best = s;
            smallest = std::min(smallest, work);
        }
        load_[best] = smallest;
        take(piece, best);
    }

    void take(const Piece& piece, std::uint32_t shard) {
        for (std::uint32_t up = piece.root; up != PoseTree::kNone; up = tree_.parent[up])
            known_[shard][up] = 1;
        owner_[piece.root] = shard;
        if (!piece.whole) return;
        for (const std::uint32_t pose : tree_.order) {
            if (pose == piece.root || !isBelow(pose, piece.root)) continue;
            owner_[pose] = shard;
            known_[shard][pose] = 1;
        }
    }

    bool isBelow(std::uint32_t pose, std::uint32_t root) const {
        while (pose != PoseTree::kNone && pose != root) pose = tree_.parent[pose];
        return pose == root;
    }

    const PoseTree& tree_;
    std::uint32_t shards_;
    std::vector<std::uint32_t> size_;  // of each pose's subtree
    std::vector<std::uint32_t> owner_;
    std::vector<std::vector<std::uint8_t>> known_;  // per shard and pose: it solves it
    std::vector<std::uint32_t> load_;               // poses each shard solves
};

}  // namespace

PoseTree growPoseTree(std::size_t poses, const PairDistance& distance, std::uint32_t maxDepth) {
    SINEW_CHECK(maxDepth > 0);
    PoseTree tree;
    tree.parent.assign(poses, PoseTree::kNone);
    tree.depth.assign(poses, 0);
    tree.distanceToParent.assign(poses, std::numeric_limits<double>::infinity());
    std::vector<std::uint8_t> inTree(poses, 0);
    for (std::uint32_t next = 0; tree.order.size() < poses;) {
        inTree[next] = 1;
        tree.order.push_back(next);
        std::uint32_t nearest = PoseTree::kNone;
        for (std::uint32_t p = 0; p < poses; ++p) {
            if (inTree[p] != 0) continue;
            const double d =
                tree.depth[next] < maxDepth ? distance(next, p) : std::numeric_limits<double>::infinity();
            if (d < tree.distanceToParent[p]) {
                tree.distanceToParent[p] = d;
                tree.parent[p] = next;
                tree.depth[p] = tree.depth[next] + 1;
            }
            if (nearest == PoseTree::kNone || tree.distanceToParent[p] < tree.distanceToParent[nearest])
                nearest = p;
        }
        next = nearest;
    }
    if (poses > 0) tree.distanceToParent[0] = 0;
    return tree;
}

PoseTree growPoseTree(std::span<const ChosenPose> poses, const PoseMetric& metric, std::uint32_t maxDepth) {
    return growPoseTree(
        poses.size(),
        [&](std::uint32_t a, std::uint32_t b) {
            return metric.distance(poses[a].signature, poses[b].signature);
        },
        maxDepth);
}

PoseShard shardOf(const PoseTree& tree, std::uint32_t index, std::uint32_t count) {
    SINEW_CHECK(index < count);
    const std::vector<std::uint32_t> owners = Divider(tree, count).owners();
    std::vector<std::uint8_t> needed(owners.size(), 0);
    PoseShard shard;
    for (std::size_t i = tree.order.size(); i-- > 0;) {
        const std::uint32_t pose = tree.order[i];
        if (owners[pose] == index) needed[pose] = 1;
        if (needed[pose] != 0 && tree.parent[pose] != PoseTree::kNone) needed[tree.parent[pose]] = 1;
    }
    for (const std::uint32_t pose : tree.order) {
        if (owners[pose] == index) {
            shard.poses.push_back(pose);
        } else if (needed[pose] != 0) {
            shard.ancestors.push_back(pose);
        }
    }
    return shard;
}

}  // namespace sinew::poses
