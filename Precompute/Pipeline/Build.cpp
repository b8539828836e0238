#include "Pipeline/Build.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "Asset/Writer.h"
#include "Base/Hash.h"
#include "Offline/Error.h"
#include "Offline/Files.h"
#include "Offline/Reduction/Assembly.h"
#include "Offline/Reduction/Judgement.h"
#include "Pipeline/BuildKeys.h"
#include "Pipeline/BuildPictures.h"
#include "Pipeline/BuildSummary.h"
#include "Pipeline/ModelStages.h"
#include "Pipeline/PoseStage.h"
#include "Pipeline/VolumeStage.h"

namespace sinew {

namespace {

using Clock = std::chrono::steady_clock;

// One build. Stages that no later stage needs are skipped.
class Builder {
  public:
    Builder(const BuildInputs& inputs, const BuildChoice& choice, const Workers& workers,
            const StageProgress& progress)
        : in_(inputs),
          choice_(choice),
          workers_(workers),
          jobs_(workers.jobs()),
          progress_(progress),
          cache_(choice.cache),
          keys_(keysOf(inputs)) {}

    BuildSummary run() {
        if (!again(Stage::Asset) && choice_.images.empty() && upToDate()) return std::move(summary_);
        timed(Stage::Volume, [&] { makeVolume(); });
        timed(Stage::Domains, [&] { makeDomains(); });
        if (choice_.to <= Stage::Domains) return std::move(summary_);
        timed(Stage::Poses, [&] { makePoses(); });
        if (choice_.to == Stage::Poses || choice_.shards > 1) return std::move(summary_);
        collectPoses();
        timed(Stage::Bases, [&] {
            cached_ = makeBases(body(), poses_.training, in_.recipe, runOf(Stage::Bases, keys_.bases), model_,
                                summary_.bases);
        });
        reduction::setGravity(body(), model_, in_.recipe.solve.gravity);
        if (choice_.to == Stage::Bases) return std::move(summary_);
        timed(Stage::Cubature, [&] {
            cached_ = makeCubature(body(), poses_.training, poses_.heldOut, in_.recipe,
                                   runOf(Stage::Cubature, keys_.cubature), model_, summary_.cubature);
        });
        if (choice_.to == Stage::Cubature) return std::move(summary_);
        timed(Stage::Tensors, [&] { content_ = reduction::assetContent(body(), model_, poses_.training); });
        if (choice_.to == Stage::Tensors) return std::move(summary_);
        timed(Stage::Asset, [&] { makeAsset(); });
        if (!summary_.overBudget) keepSummary();
        return std::move(summary_);
    }

  private:
    bool again(Stage stage) const { return choice_.from && stage >= *choice_.from; }
    ProgressCallback during(Stage stage) const {
        constexpr std::uint32_t kPercent = 100;
        return [this, stage](double done) { return progress_(stage, done, kPercent); };
    }
    reduction::TrainingBody body() const { return flesh_.body(in_.character); }

    template <class Work>
    void timed(Stage stage, Work&& work) {
        const Clock::time_point start = Clock::now();
        cached_ = false;
        work();
        summary_.times.push_back(
            {stage, std::chrono::duration<double>(Clock::now() - start).count(), cached_});
    }

    // Whether the output is already the asset of these inputs.
    bool upToDate() {
        auto made = cache_.find("built", keys_.asset);
        std::error_code none;
        if (!made || !std::filesystem::is_regular_file(choice_.output, none)) return false;
        const std::string file = readFile(choice_.output);
        const std::vector<std::uint64_t> hash{hashBytes(file.data(), file.size())};
        if (made->take<std::uint64_t>() != hash) return false;
        summary_.keptJson = made->takeText();
        summary_.keptText = made->takeText();
        summary_.overBudget = overBudget(nlohmann::ordered_json::parse(summary_.keptJson), choice_);
        summary_.nothingToDo = true;
        return true;
    }

    void keepSummary() const {
        ArchiveWriter archive(StageCache::kind("built", keys_.asset));
        archive.add(std::vector<std::uint64_t>{assetHash_});
        archive.add(buildJson(summary_, in_.character.skeleton).dump());
        archive.add(buildText(summary_, in_.character.skeleton, choice_.output.string()));
        cache_.keep("built", keys_.asset, std::move(archive));
    }

    void keepPicture(const Image& picture, const char* name) {
        summary_.pictures.push_back(choice_.images / name);
        writePng(picture, summary_.pictures.back());
    }

    void makeVolume() {
        flesh_.makeVolume(in_, jobs_, during(Stage::Volume));
        summary_.solver = in_.recipe.posesBy;
        const poses::BodyReport body = flesh_.full->report();
        summary_.elements = body.elements;
        summary_.nodes = body.nodes;
    }

    void makeDomains() {
        flesh_.makeDomains(in_, jobs_);
        const Domains& domains = flesh_.domains;
        summary_.decisions = domains.decisions;
        for (const Domain& domain : domains.domains) {
            summary_.domainNames.push_back(in_.character.skeleton.joints[domain.joint].name);
        }
        summary_.interfaces = domains.interfaces.size();
        summary_.limits = flesh_.limits;
        if (!choice_.images.empty()) {
            keepPicture(drawDomains(body(), jobs_), "domains.png");
        }
    }

    void makePoses() {
        plan_ = planPoses({in_.character, in_.motions, flesh_.limits, flesh_.carrierOf}, in_.recipe.poses,
                          keys_.solve);
        std::vector<std::uint32_t> wanted = plan_.tree.order;
        if (choice_.shards > 1) {
            const poses::PoseShard shard = poses::shardOf(plan_.tree, choice_.shard, choice_.shards);
            wanted = shard.ancestors;
            wanted.insert(wanted.end(), shard.poses.begin(), shard.poses.end());
        }
        std::vector<std::uint32_t> missing;
        for (const std::uint32_t i : wanted) {
            if (again(Stage::Poses) || !findPose(cache_, plan_.keys[i])) missing.push_back(i);
        }
        cached_ = missing.empty();
        if (!cached_ && choice_.from && *choice_.from > Stage::Poses) throwMissing(missing);
        if (!cached_) solve(missing);
        summary_.posesPlanned = plan_.tasks.size();
        summary_.posesSolved = missing.size();
        for (std::size_t i = 0; i < plan_.tasks.size(); ++i) {
            const std::optional<PoseOutcome> outcome = findPose(cache_, plan_.keys[i]);
            summary_.posesAvailable += outcome ? 1 : 0;
            if (outcome && !outcome->converged) summary_.dropped.push_back(plan_.tasks[i].name);
        }
    }

    void solve(const std::vector<std::uint32_t>& missing) {
        const auto parts = static_cast<std::uint32_t>(missing.size());
        const auto makeSolver = [&](const Jobs& jobs, const ProgressCallback& keepGoing) {
            return poses::makeFullSolver(*flesh_.full, jobs, keepGoing);
        };
        solvePoses(plan_, missing, makeSolver, workers_.threads(), cache_,
                   [&](double done) { return progress_(Stage::Poses, done, parts); });
    }

    [[noreturn]] void throwMissing(const std::vector<std::uint32_t>& missing) const {
        std::string names;
        constexpr std::size_t kMaxNames = 8;
        for (std::size_t i = 0; i < std::min(kMaxNames, missing.size()); ++i) {
            names += (i > 0 ? ", " : "") + plan_.tasks[missing[i]].name;
        }
        throw badInput(fmt::format("{} of {} poses are not in {}: {}{}", missing.size(), plan_.tasks.size(),
                                   cache_.folder().string(), names, missing.size() > kMaxNames ? ", …" : ""),
                       "Run the missing shards with --shard, or remove --from to solve these poses here.");
    }

    void collectPoses() {
        poses_ = solvedPoses(plan_, in_.character.skeleton, cache_);
        summary_.trained = poses_.training.size();
        summary_.heldOut = poses_.heldOut.size();
    }

    StageRun runOf(Stage stage, std::uint64_t key) const {
        return {cache_, key, again(stage), jobs_, during(stage)};
    }

    void setDamping() {
        const reduction::DampingSettings& damping = in_.recipe.damping;
        content_.solver.rayleighMass = damping.mass;
        content_.solver.rayleighStiffness = damping.stiffness;
        content_.solver.couplingDamping = damping.seams * content_.solver.coupling;
        for (InterfaceContent& seam : content_.interfaces) seam.damping = damping.seams * seam.coupling;
    }

    // The asset is measured before it is written: one that is over budget does not replace an earlier one.
    void makeAsset() {
        content_.recipe = resolvedText(in_.recipe);
        content_.recipeHash = hashBytes(content_.recipe.data(), content_.recipe.size());
        content_.programVersion = SINEW_VERSION;
        setDamping();
        const AssetBytes packed = packAsset(content_);
        const std::span<const std::byte> bytes = packed.bytes();
        AssetView view;
        viewAsset(bytes, view);  // packAsset has validated it
        summary_.cost = costOf(view);
        summary_.assetBytes = bytes.size();
        assetHash_ = hashBytes(bytes.data(), bytes.size());
        summary_.judgement =
            reduction::judge(body(), model_, poses_.training, poses_.heldOut, jobs_, during(Stage::Asset));
        if (!choice_.images.empty() && !poses_.heldOut.empty()) {
            keepPicture(drawWorst(in_.character, summary_.domainNames, summary_.judgement, jobs_),
                        "worst.png");
        }
        summary_.overBudget = overBudget(buildJson(summary_, in_.character.skeleton), choice_);
        if (!summary_.overBudget) write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    // A file with the same bytes is not written again and keeps its time stamp, which other tools rely on.
    void write(std::string_view asset) const {
        std::error_code none;
        if (std::filesystem::is_regular_file(choice_.output, none) && readFile(choice_.output) == asset)
            return;
        writeFileAtomically(choice_.output, asset);
    }

    const BuildInputs& in_;
    const BuildChoice& choice_;
    const Workers& workers_;
    Jobs jobs_;
    const StageProgress& progress_;
    StageCache cache_;
    BuildKeys keys_;
    BuildSummary summary_;
    bool cached_ = false;

    DividedBody flesh_;
    PosePlan plan_;
    SolvedPoses poses_;
    reduction::ReducedModel model_;
    AssetContent content_;
    std::uint64_t assetHash_ = 0;
};

}  // namespace

BuildSummary build(const BuildInputs& inputs, const BuildChoice& choice, const Workers& workers,
                   const StageProgress& progress) {
    return Builder(inputs, choice, workers, progress).run();
}

}  // namespace sinew
