// From which solved pose each pose is reached, fixed before the first is solved: so the result does not
// depend on what was solved where, when and next to what.
#pragma once

#include <span>
#include <vector>

#include "Offline/Poses/PoseMetric.h"

namespace sinew::poses {

struct ChosenPose;

struct PoseTree {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::vector<std::uint32_t> parent;     // per pose; kNone for the first, which is the bind pose
    std::vector<std::uint32_t> order;      // all poses, parents before children
    std::vector<std::uint32_t> depth;      // per pose; the bind pose 0
    std::vector<double> distanceToParent;  // per pose, in the metric
};

// Prim's: the pose nearest to the tree comes next and hangs on the nearest pose that is not at `maxDepth`.
// A shallow tree has many branches to solve in parallel; a deep one has short steps.
PoseTree growPoseTree(std::size_t poses, const PairDistance& distance, std::uint32_t maxDepth = 8);
PoseTree growPoseTree(std::span<const ChosenPose> poses, const PoseMetric& metric,
                      std::uint32_t maxDepth = 8);

struct PoseShard {
    std::vector<std::uint32_t> poses;      // the shard's own, parents first
    std::vector<std::uint32_t> ancestors;  // others' poses that it has to solve too, parents first
};

// Shard `index` of `count`. Each pose is one shard's own. Subtrees stay whole as far as the shards' work, own
// poses and ancestors, stays even.
PoseShard shardOf(const PoseTree& tree, std::uint32_t index, std::uint32_t count);

}  // namespace sinew::poses
