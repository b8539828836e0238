// The solved pose from which each pose is reached. The tree is fixed before the first solve, so the result
// does not depend on where, when and in which order poses are solved.
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
    std::vector<std::uint32_t> depth;      // per pose; 0 for the bind pose
    std::vector<double> distanceToParent;  // per pose, in the metric
};

// Prim's algorithm: the pose nearest to the tree is added next, as a child of the nearest pose that is not at
// `maxDepth`. A shallow tree has many branches that can be solved in parallel; a deep tree has short steps.
PoseTree growPoseTree(std::size_t poses, const PairDistance& distance, std::uint32_t maxDepth = 8);
PoseTree growPoseTree(std::span<const ChosenPose> poses, const PoseMetric& metric,
                      std::uint32_t maxDepth = 8);

struct PoseShard {
    std::vector<std::uint32_t> poses;      // poses that belong to the shard, parents first
    std::vector<std::uint32_t> ancestors;  // poses of other shards that it must solve too, parents first
};

// Shard `index` of `count`. Each pose belongs to one shard. Subtrees are kept whole as long as the work of
// the shards, including ancestors, stays even.
PoseShard shardOf(const PoseTree& tree, std::uint32_t index, std::uint32_t count);

}  // namespace sinew::poses
