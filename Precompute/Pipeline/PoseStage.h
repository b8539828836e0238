// Stage 4: solves the poses, each from its parent in the pose tree, and stores each in the cache.
#pragma once

#include <functional>
#include <memory>

#include "Offline/Character/JointLimits.h"
#include "Offline/Poses/PoseTree.h"
#include "Offline/Poses/Settings.h"
#include "Offline/Reduction/Training.h"
#include "Pipeline/StageCache.h"

namespace sinew {

class FullSolver;

struct PoseTask {
    std::string name;
    std::vector<Affined> jointFrames;
    bool heldOut = false;
};

struct PoseOutcome {
    bool converged = false;
    int newtonSteps = 0;
    double seconds = 0;
    std::vector<Vec3d> nodes;  // of the solver; empty if it did not converge
};

struct PosePlan {
    std::vector<PoseTask> tasks;  // the bind pose first
    poses::PoseTree tree;
    std::vector<std::uint64_t> keys;  // cache keys: of the pose and of its ancestors
};

// The data that poses are chosen from.
struct PoseSource {
    const Character& character;
    std::span<const Clip> motions;  // in addition to the character's own clips
    std::span<const JointLimits> limits;
    std::span<const std::uint32_t> carrierOf;  // SharedSkin.h
};

// Held-out poses are leaves of the nearest training pose, so that training does not depend on their number.
// `solveKey`: key of everything that a solution depends on besides the pose. Throws Error if no joint moves.
PosePlan planPoses(const PoseSource& source, const poses::PoseChoiceSettings& settings,
                   std::uint64_t solveKey);

std::optional<PoseOutcome> findPose(const StageCache& cache, std::uint64_t key);

// Makes a solver for one branch of the tree at a time. It calls `keepGoing` often and stops when that returns
// false.
using MakeSolver =
    std::function<std::unique_ptr<FullSolver>(const Jobs& jobs, const ProgressCallback& keepGoing)>;

// Solves the `wanted` poses, which are in the tree's order, on as many branches at once as there are threads.
// Ancestors that are not among them must be in the cache. A pose that does not converge is stored as such;
// its children start from the nearest ancestor that converged. Throws Stopped, and Error if the bind pose
// does not converge.
void solvePoses(const PosePlan& plan, std::span<const std::uint32_t> wanted, const MakeSolver& makeSolver,
                unsigned threads, const StageCache& cache, const ProgressCallback& progress);

// All poses that converged.
struct SolvedPoses {
    std::vector<reduction::SolvedPose> training, heldOut;
};
SolvedPoses solvedPoses(const PosePlan& plan, const Skeleton& skeleton, const StageCache& cache);

}  // namespace sinew
