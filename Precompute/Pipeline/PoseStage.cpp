#include "Pipeline/PoseStage.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "Offline/Character/Pose.h"
#include "Offline/Error.h"
#include "Offline/Full/FullSolver.h"
#include "Offline/Poses/PoseChoice.h"
#include "Offline/Workers.h"
#include "Pipeline/StageKey.h"

namespace sinew {

namespace {

constexpr std::string_view kStage = "pose";

void keepPose(const StageCache& cache, std::uint64_t key, const PoseTask& task, const PoseReport& report,
              const FullSolver& solver) {
    ArchiveWriter archive(StageCache::kind(kStage, key));
    archive.add(task.name);
    archive.add(std::vector<double>{report.converged ? 1.0 : 0.0,
                                    static_cast<double>(report.newton.iterations), report.seconds});
    archive.add(report.converged ? solver.shape().x : std::vector<Vec3d>());
    cache.keep(kStage, key, std::move(archive));
}

// The training poses' tree, with each held-out pose on the nearest of them.
poses::PoseTree treeOf(const poses::PoseChoice& choice, const poses::PoseMetric& metric) {
    poses::PoseTree tree = poses::growPoseTree(choice.training, metric);
    for (const poses::ChosenPose& pose : choice.heldOut) {
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

// The nearest ancestor that converged; kNone for the bind pose, which has no ancestors.
std::uint32_t startOf(const PosePlan& plan, const StageCache& cache, std::uint32_t pose,
                      std::optional<PoseOutcome>& start) {
    std::uint32_t at = plan.tree.parent[pose];
    for (; at != poses::PoseTree::kNone; at = plan.tree.parent[at]) {
        start = findPose(cache, plan.keys[at]);
        if (start && start->converged) return at;
    }
    if (plan.tree.parent[pose] == poses::PoseTree::kNone) return poses::PoseTree::kNone;
    throw Error(ErrorKind::Failed, "the bind pose, where all other poses start, did not converge",
                "Lower [solve] gravity, raise [material] young, or raise [solve] max_iterations.");
}

// Threads that each take the next pose whose ancestors are solved. The result does not depend on which thread
// takes which pose, because all start from files.
class Branches {
  public:
    Branches(const PosePlan& plan, std::span<const std::uint32_t> wanted, const MakeSolver& makeSolver,
             const StageCache& cache)
        : plan_(plan),
          wanted_(wanted),
          makeSolver_(makeSolver),
          cache_(cache),
          state_(plan.tasks.size(), State::NotWanted) {
        for (const std::uint32_t i : wanted) state_[i] = State::Waiting;
    }

    void run(unsigned threads, const ProgressCallback& progress) {
        const auto branches = static_cast<unsigned>(std::clamp<std::size_t>(wanted_.size(), 1, threads));
        std::vector<std::jthread> running;
        for (unsigned b = 0; b < branches; ++b) running.emplace_back([&] { work(threads / branches); });
        std::unique_lock lock(mutex_);
        while (!over()) {
            changed_.wait_for(lock, std::chrono::milliseconds(50));
            if (progress && !progress(share())) stopping_ = true;
        }
        stopping_ = true;
        lock.unlock();
        changed_.notify_all();
        running.clear();  // joins
        if (failure_) std::rethrow_exception(failure_);
        if (done_ < wanted_.size()) throw Stopped();
    }

  private:
    enum class State : std::uint8_t { NotWanted, Waiting, Taken, Done };

    bool over() const { return stopping_ || done_ == wanted_.size(); }
    double share() const { return static_cast<double>(done_) / static_cast<double>(wanted_.size()); }

    void work(unsigned threads) try {
        const Workers workers(threads);
        const auto keepGoing = [this](double) { return !stopping_; };
        const std::unique_ptr<FullSolver> solver = makeSolver_(workers.jobs(), keepGoing);
        std::unique_lock lock(mutex_);
        while (!over()) {
            const std::uint32_t i = nextReady();
            if (i == poses::PoseTree::kNone) {
                changed_.wait(lock);
                continue;
            }
            state_[i] = State::Taken;
            lock.unlock();
            solve(i, *solver);
            lock.lock();
            state_[i] = State::Done;
            ++done_;
            changed_.notify_all();
        }
    } catch (...) {
        const std::lock_guard lock(mutex_);
        // Threads that stop because of another's failure must not replace it.
        if (!stopping_) failure_ = std::current_exception();
        stopping_ = true;
        changed_.notify_all();
    }

    std::uint32_t nextReady() const {
        for (const std::uint32_t i : wanted_) {
            if (state_[i] == State::Waiting && !awaitsAncestor(i)) return i;
        }
        return poses::PoseTree::kNone;
    }

    // A pose can start from any ancestor, because its parent may not have converged.
    bool awaitsAncestor(std::uint32_t i) const {
        for (std::uint32_t at = plan_.tree.parent[i]; at != poses::PoseTree::kNone;
             at = plan_.tree.parent[at]) {
            if (state_[at] == State::Waiting || state_[at] == State::Taken) return true;
        }
        return false;
    }

    void solve(std::uint32_t i, FullSolver& solver) const {
        std::optional<PoseOutcome> start;
        const std::uint32_t from = startOf(plan_, cache_, i, start);
        // Always from the file, even if this solver has just solved that pose: the result has the same bits
        // whichever thread or machine solved it.
        if (from != poses::PoseTree::kNone) {
            solver.startAt(plan_.tasks[from].jointFrames, std::move(start->nodes));
        }
        const PoseReport solved = solver.moveTo(plan_.tasks[i].jointFrames);
        keepPose(cache_, plan_.keys[i], plan_.tasks[i], solved, solver);
    }

    const PosePlan& plan_;
    std::span<const std::uint32_t> wanted_;
    const MakeSolver& makeSolver_;
    const StageCache& cache_;

    std::mutex mutex_;  // guards the members below
    std::condition_variable changed_;
    std::vector<State> state_;
    std::size_t done_ = 0;
    std::exception_ptr failure_;
    std::atomic<bool> stopping_ = false;  // also read without the mutex
};

}  // namespace

PosePlan planPoses(const PoseSource& source, const poses::PoseChoiceSettings& settings,
                   std::uint64_t solveKey) {
    const Character& character = source.character;
    const poses::PoseMetric metric(character, source.carrierOf);
    const poses::PoseChoice choice =
        poses::choosePoses(character, source.motions, source.limits, metric, settings);
    if (choice.training.size() < 2) {
        throw badInput(character.name + " has no poses to train on: no joint is known to move",
                       "Add clips or --motion files, or set joint limits in the recipe ([[poses.joint]]).");
    }
    PosePlan plan;
    const auto add = [&](const poses::ChosenPose& pose, bool heldOut) {
        plan.tasks.push_back({pose.name, jointFrames(character.skeleton, pose.pose), heldOut});
    };
    for (const poses::ChosenPose& pose : choice.training) add(pose, false);
    for (const poses::ChosenPose& pose : choice.heldOut) add(pose, true);
    plan.tree = treeOf(choice, metric);
    plan.keys.assign(plan.tasks.size(), 0);
    for (const std::uint32_t i : plan.tree.order) {
        const std::uint32_t parent = plan.tree.parent[i];
        plan.keys[i] = StageKey("pose 3")
                           .add(parent == poses::PoseTree::kNone ? solveKey : plan.keys[parent])
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

void solvePoses(const PosePlan& plan, std::span<const std::uint32_t> wanted, const MakeSolver& makeSolver,
                unsigned threads, const StageCache& cache, const ProgressCallback& progress) {
    Branches(plan, wanted, makeSolver, cache).run(threads, progress);
}

SolvedPoses solvedPoses(const PosePlan& plan, const Skeleton& skeleton, const StageCache& cache) {
    SolvedPoses solved;
    std::vector<std::uint32_t> trainingIndex(plan.tasks.size(), poses::PoseTree::kNone);
    for (std::uint32_t i = 0; i < plan.tasks.size(); ++i) {
        std::optional<PoseOutcome> outcome = findPose(cache, plan.keys[i]);
        const PoseTask& task = plan.tasks[i];
        if (!outcome || !outcome->converged) continue;
        reduction::SolvedPose pose{task.name, skinMatrices(skeleton, task.jointFrames),
                                   std::move(outcome->nodes), 0};
        if (task.heldOut) {
            // As in solvePoses(): the nearest ancestor that converged; the bind pose always did.
            std::uint32_t from = plan.tree.parent[i];
            while (trainingIndex[from] == poses::PoseTree::kNone) from = plan.tree.parent[from];
            pose.start = trainingIndex[from];
            solved.heldOut.push_back(std::move(pose));
        } else {
            trainingIndex[i] = static_cast<std::uint32_t>(solved.training.size());
            solved.training.push_back(std::move(pose));
        }
    }
    return solved;
}

}  // namespace sinew
