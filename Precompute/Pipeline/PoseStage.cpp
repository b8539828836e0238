#include "Pipeline/PoseStage.h"

#include <algorithm>

#include "Offline/Character/Pose.h"
#include "Pipeline/StageKey.h"

namespace sinew {

namespace {

constexpr std::string_view kStage = "pose";

void keepPose(const StageCache& cache, std::uint64_t key, const PoseTask& task, const PoseReport& report,
              const std::vector<Vec3d>& nodes) {
    ArchiveWriter archive(StageCache::kind(kStage, key));
    archive.add(task.name);
    archive.add(std::vector<double>{report.converged ? 1.0 : 0.0, static_cast<double>(report.newton.steps),
                                    report.seconds});
    archive.add(report.converged ? nodes : std::vector<Vec3d>{});
    cache.keep(kStage, key, std::move(archive));
}

// The training poses' tree, with each held-out pose on the nearest of them.
PoseTree treeOf(const PoseChoice& choice, const PoseMetric& metric) {
    PoseTree tree = growPoseTree(choice.training, metric);
    for (const ChosenPose& pose : choice.heldOut) {
        std::uint32_t nearest = 0;
        double least = metric.distance(pose.signature, choice.training[0].signature);
        for (std::uint32_t i = 1; i < choice.training.size(); ++i) {
            const double distance = metric.distance(pose.signature, choice.training[i].signature);
            if (distance < least) nearest = i;
            least = std::min(least, distance);
        }
        tree.order.push_back(static_cast<std::uint32_t>(tree.parent.size()));
        tree.parent.push_back(nearest);
        tree.depth.push_back(tree.depth[nearest] + 1);
        tree.distanceToParent.push_back(least);
    }
    return tree;
}

// The nearest ancestor that was solved; the bind pose is.
std::uint32_t startOf(const PosePlan& plan, const StageCache& cache, std::uint32_t pose,
                      std::optional<PoseOutcome>& start) {
    for (std::uint32_t at = plan.tree.parent[pose]; at != PoseTree::kNone; at = plan.tree.parent[at]) {
        start = findPose(cache, plan.keys[at]);
        if (start && start->converged) return at;
    }
    return PoseTree::kNone;
}

}  // namespace

PosePlan planPoses(const Character& character, const PoseChoice& choice, const PoseMetric& metric,
                   std::uint64_t solveKey) {
    PosePlan plan;
    const auto add = [&](const ChosenPose& pose, bool heldOut) {
        plan.tasks.push_back({pose.name, jointFrames(character.skeleton, pose.pose), heldOut});
    };
    for (const ChosenPose& pose : choice.training) add(pose, false);
    for (const ChosenPose& pose : choice.heldOut) add(pose, true);
    plan.tree = treeOf(choice, metric);
    plan.keys.assign(plan.tasks.size(), 0);
    for (const std::uint32_t i : plan.tree.order) {
        const std::uint32_t parent = plan.tree.parent[i];
        plan.keys[i] = StageKey("pose 1")
                           .add(parent == PoseTree::kNone ? solveKey : plan.keys[parent])
                           .add(plan.tasks[i].jointFrames)
                           .value();
    }
    return plan;
}

std::optional<PoseOutcome> findPose(const StageCache& cache, std::uint64_t key) {
    auto archive = cache.find(kStage, key);
    if (!archive) return std::nullopt;
    archive->takeText();
    const std::vector<double> figures = archive->take<double>();
    return PoseOutcome{figures[0] != 0, static_cast<int>(figures[1]), figures[2], archive->take<Vec3d>()};
}

void solvePoses(const PosePlan& plan, std::span<const std::uint32_t> wanted, CharacterSolver& solver,
                const StageCache& cache, const std::function<bool(double)>& progress) {
    std::size_t done = 0;
    for (const std::uint32_t i : wanted) {
        report(progress, static_cast<double>(done++) / static_cast<double>(wanted.size()));
        std::optional<PoseOutcome> start;
        const std::uint32_t from = startOf(plan, cache, i, start);
        // From the file even where the solver has just been there: the same bits whoever solved it when.
        if (from != PoseTree::kNone) solver.startAt(plan.tasks[from].jointFrames, std::move(start->nodes));
        const PoseReport solved = solver.moveTo(plan.tasks[i].jointFrames);
        keepPose(cache, plan.keys[i], plan.tasks[i], solved, solver.shape().x);
    }
}

}  // namespace sinew
