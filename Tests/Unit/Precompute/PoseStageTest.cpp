#include "Pipeline/PoseStage.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "Offline/Character/Pose.h"
#include "Offline/Error.h"
#include "Offline/Tets/Solver.h"
#include "Offline/Tets/Volume.h"
#include "Samples/Limb.h"

namespace sinew {
namespace {

// A chain of poses of the limb, each bent by an angle; one so far that the solver, held short, gives up.
struct Chain {
    Character character = makeLimb();
    tets::Volume volume;
    PosePlan plan;
    PoseSettings settings;
    StageCache cache{
        std::filesystem::path(testing::TempDir()) /
        (std::string("sinew-poses-") + testing::UnitTest::GetInstance()->current_test_info()->name())};

    explicit Chain(const std::vector<double>& angles) {
        tets::VolumeSettings wanted;
        wanted.tets = 600;
        volume = tets::buildVolume(character, wanted);
        settings.newton.maxIterations = 12;
        settings.stride.maxTurn = 10;
        settings.stride.maxHalvings = 0;
        for (std::uint32_t i = 0; i < angles.size(); ++i) {
            std::vector<Affined> frames = bindFrames(character.skeleton);
            frames[1].linear = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angles[i])) * frames[1].linear;
            plan.tasks.push_back({std::to_string(angles[i]), frames, false});
            plan.keys.push_back(i + 1);
            plan.tree.parent.push_back(i == 0 ? poses::PoseTree::kNone : i - 1);
            plan.tree.order.push_back(i);
        }
    }

    ~Chain() { std::filesystem::remove_all(cache.folder()); }
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;

    void solve(const std::vector<std::uint32_t>& wanted, unsigned threads = 1) const {
        const auto makeSolver = [&](const Jobs& jobs, const ProgressCallback& keepGoing) {
            PoseSettings mine = settings;
            mine.newton.progress = keepGoing;
            return std::make_unique<tets::Solver>(character, volume, Flesh{}, mine, jobs);
        };
        solvePoses(plan, wanted, makeSolver, threads, cache, {});
    }
    PoseOutcome outcome(std::uint32_t i) const { return findPose(cache, plan.keys[i]).value(); }
    void forget(std::uint32_t i) const { std::filesystem::remove(cache.fileOf("pose", plan.keys[i])); }

    // From what another has left.
    std::vector<Vec3d> plain(std::uint32_t from, std::uint32_t to) const {
        tets::Solver solver(character, volume, Flesh{}, settings, {});
        solver.startAt(plan.tasks[from].jointFrames, outcome(from).nodes);
        EXPECT_TRUE(solver.moveTo(plan.tasks[to].jointFrames).converged);
        return solver.shape().x;
    }
};

constexpr double kTooFar = 2.9;

TEST(PoseStage, APoseThatFailsIsKeptAsSuchAndItsChildrenStartAboveIt) {
    const Chain chain({0, 0.3, kTooFar, 0.6});
    chain.solve({0, 1, 2, 3});
    EXPECT_TRUE(chain.outcome(1).converged);
    EXPECT_FALSE(chain.outcome(2).converged);
    EXPECT_TRUE(chain.outcome(2).nodes.empty());
    EXPECT_TRUE(chain.outcome(3).converged);
    EXPECT_TRUE(chain.outcome(1).nodes == chain.plain(0, 1));
    EXPECT_TRUE(chain.outcome(3).nodes == chain.plain(1, 3));
    EXPECT_FALSE(chain.outcome(3).nodes == chain.plain(0, 3));
}

// A file that was lost is there again before anything starts from it, also where what lies between has
// failed.
TEST(PoseStage, WaitsForTheAncestorThatItStartsFrom) {
    const Chain chain({0, 0.3, kTooFar, 0.6});
    chain.solve({0, 1, 2, 3});
    const std::vector<Vec3d> before = chain.outcome(3).nodes;
    for (int i = 0; i < 3; ++i) {
        chain.forget(1);
        chain.forget(3);
        chain.solve({1, 3}, 2);
        EXPECT_TRUE(chain.outcome(3).nodes == before);
    }
}

TEST(PoseStage, SaysSoWhereNotEvenTheBindPoseIsSolved) {
    Chain chain({0, 0.3});
    chain.settings.gravity = {0, -1e4, 0};
    EXPECT_THROW(chain.solve({0, 1}), Error);
    EXPECT_FALSE(chain.outcome(0).converged);
}

}  // namespace
}  // namespace sinew
