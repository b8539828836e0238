// Stage 4: poses solved one from another along their tree, each a file as soon as it is done.
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
class Workers;

struct PoseTask {
    std::string name;
    std::vector<Affined> jointFrames;
    bool heldOut = false;
};

struct PoseOutcome {
    bool converged = false;
    int newtonSteps = 0;
    double seconds = 0;
    std::vector<Vec3d> nodes;  // of the tets; empty where it did not
    std::vector<Vec3d> state;  // the solver's own, where they are not the same
};

struct PosePlan {
    std::vector<PoseTask> tasks;  // the bind pose first
    poses::PoseTree tree;
    std::vector<std::uint64_t> keys;  // of each: where it starts from, and where it goes
};

// What poses are chosen from.
struct PoseSource {
    const Character& character;
    std::span<const Clip> motions;  // beside the character's own clips
    std::span<const JointLimits> limits;
    std::span<const std::uint32_t> carrierOf;  // SharedSkin.h
};

// Held-out poses hang on the nearest training pose: what is learnt does not depend on how many there are.
// `solveKey`: of everything that a solve depends on but the pose. Throws Error where there is nothing to
// learn from.
PosePlan planPoses(const PoseSource& source, const poses::PoseChoiceSettings& settings,
                   std::uint64_t solveKey);

std::optional<PoseOutcome> findPose(const StageCache& cache, std::uint64_t key);

// A solver for one branch of the tree at a time. `keepGoing` is to be asked often; false: stop.
using MakeSolver =
    std::function<std::unique_ptr<FullSolver>(const Jobs& jobs, const ProgressCallback& keepGoing)>;

// Solves `wanted`, which are in the tree's order, as many branches at once as there are threads; ancestors
// that are not among them must be in the cache. A pose that does not converge is kept as such; its children
// start from the nearest ancestor that did. Throws Stopped, and Error where not even the bind pose does.
void solvePoses(const PosePlan& plan, std::span<const std::uint32_t> wanted, const MakeSolver& makeSolver,
                unsigned threads, const StageCache& cache, const ProgressCallback& progress);

// The same with the full solver that the settings ask for; what is learnt from are the nodes of `tets`.
void solvePoses(const PosePlan& plan, std::span<const std::uint32_t> wanted, const Character& character,
                const poses::FullSettings& settings, const tets::Volume& tets, const Workers& workers,
                const StageCache& cache, const ProgressCallback& progress);

// All poses that were solved.
struct SolvedPoses {
    std::vector<reduction::SolvedPose> training, heldOut;
};
SolvedPoses solvedPoses(const PosePlan& plan, const Skeleton& skeleton, const StageCache& cache);

}  // namespace sinew
