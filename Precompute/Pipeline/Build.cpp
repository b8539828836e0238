#include "Pipeline/Build.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "Asset/Writer.h"
#include "Offline/Character/JointLimits.h"
#include "Offline/Character/Pose.h"
#include "Offline/Error.h"
#include "Offline/Files.h"
#include "Offline/Reduction/Assembly.h"
#include "Offline/Reduction/Bases/Modes.h"
#include "Offline/Tets/Solver.h"
#include "Pipeline/BuildKeys.h"
#include "Pipeline/BuildPictures.h"
#include "Pipeline/BuildSummary.h"
#include "Pipeline/StageKey.h"

namespace sinew {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<double> flat(const Eigen::MatrixXd& m) {
    return {m.data(), m.data() + m.size()};
}

// Three rows per node.
Eigen::MatrixXd rowsFrom(const std::vector<double>& values, std::size_t nodes) {
    const auto rows = 3 * static_cast<Eigen::Index>(nodes);
    const Eigen::Index columns = rows > 0 ? static_cast<Eigen::Index>(values.size()) / rows : 0;
    return Eigen::Map<const Eigen::MatrixXd>(values.data(), rows, columns);
}

// One build under way. Stages that nothing later needs are not even looked at.
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
        timed(Stage::Bases, [&] { makeTheBases(); });
        reduction::setGravity(body(), model_, in_.recipe.solve.gravity);
        if (choice_.to == Stage::Bases) return std::move(summary_);
        timed(Stage::Cubature, [&] { makeTheCubature(); });
        if (choice_.to == Stage::Cubature) return std::move(summary_);
        timed(Stage::Tensors, [&] { content_ = reduction::assetContent(body(), model_, training_); });
        if (choice_.to == Stage::Tensors) return std::move(summary_);
        timed(Stage::Asset, [&] { makeTheAsset(); });
        if (!summary_.overBudget) keepSummary();
        return std::move(summary_);
    }

  private:
    bool again(Stage stage) const { return choice_.from && stage >= *choice_.from; }
    ProgressCallback during(Stage stage) const {
        constexpr std::uint32_t kPercent = 100;
        return [this, stage](double done) { return progress_(stage, done, kPercent); };
    }
    reduction::TrainingBody body() const { return {in_.character, volume_, *elastic_, domains_}; }

    template <class Work>
    void timed(Stage stage, Work&& work) {
        const Clock::time_point start = Clock::now();
        cached_ = false;
        work();
        summary_.times.push_back(
            {stage, std::chrono::duration<double>(Clock::now() - start).count(), cached_});
    }

    // The asset of just these inputs is where it is wanted.
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

    // Seconds, so it is made anew whenever something needs it.
    void makeVolume() {
        volume_ = tets::buildVolume(in_.character, in_.recipe.volume, jobs_, during(Stage::Volume));
        const std::vector<double> stiffness =
            tets::tetStiffness(in_.character, volume_, in_.recipe.regions, jobs_);
        elastic_ = std::make_unique<tets::ElasticBody>(volume_.tets, in_.recipe.flesh, stiffness);
        stiffness_ = stiffness;
        summary_.tets = volume_.tets.tets.size();
        summary_.nodes = volume_.tets.nodes.size();
    }

    void makeDomains() {
        for (const JointDecision& decision : volume_.report.joints) carrierOf_.push_back(decision.carrier);
        limits_ =
            planJointLimits(in_.character, allClips(), carrierOf_, in_.recipe.limits, in_.recipe.jointLimits);
        domains_ = tets::divideIntoDomains(in_.character, volume_, in_.recipe.domains, turns(), jobs_);
        summary_.decisions = domains_.decisions;
        for (const tets::Domain& domain : domains_.domains) {
            summary_.domainNames.push_back(in_.character.skeleton.joints[domain.joint].name);
        }
        summary_.interfaces = domains_.interfaces.size();
        summary_.limits = limits_;
        if (!choice_.images.empty()) {
            keepPicture(drawDomains(in_.character, volume_, domains_, jobs_), "domains.png");
        }
    }

    // How far joints turn. Of one that nothing is known about, nothing is said: a game may turn it.
    std::vector<double> turns() const {
        std::vector<double> most;
        for (const JointLimits& l : limits_) {
            double turn = l.moves() ? 0 : std::numeric_limits<double>::infinity();
            for (const AngleRange& range : {l.twist, l.bend, l.side}) {
                turn = std::max({turn, -range.low, range.high});
            }
            most.push_back(turn);
        }
        return most;
    }

    std::vector<Clip> allClips() const {
        std::vector<Clip> clips = in_.character.clips;
        clips.insert(clips.end(), in_.motions.begin(), in_.motions.end());
        return clips;
    }

    void makePoses() {
        const poses::PoseMetric metric(in_.character, carrierOf_);
        const poses::PoseChoice chosen =
            poses::choosePoses(in_.character, in_.motions, limits_, metric, in_.recipe.poses);
        if (chosen.training.size() < 2) {
            throw badInput(in_.character.name + " has nothing to learn from: no joint is known to move",
                           "Give it clips or --motion, or limits of joints in the recipe ([[poses.joint]]).");
        }
        plan_ = planPoses(in_.character, chosen, metric, keys_.solve);
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
            summary_.posesThere += outcome ? 1 : 0;
            if (outcome && !outcome->converged) summary_.dropped.push_back(plan_.tasks[i].name);
        }
    }

    void solve(const std::vector<std::uint32_t>& missing) {
        const auto parts = static_cast<std::uint32_t>(missing.size());
        lattice::Volume lattice;
        if (in_.recipe.posesBy == SolverKind::OnLattice) {
            lattice = lattice::buildVolume(in_.character, latticeVolume(in_.recipe), workers_.jobs(),
                                           [&](double) { return progress_(Stage::Poses, 0, parts); });
        }
        const auto makeSolver = [&](const Jobs& jobs,
                                    const ProgressCallback& keepGoing) -> std::unique_ptr<FullSolver> {
            PoseSettings settings = in_.recipe.solve;
            settings.newton.progress = keepGoing;
            const Flesh& flesh = in_.recipe.flesh;
            if (in_.recipe.posesBy == SolverKind::OnTets) {
                return std::make_unique<tets::Solver>(in_.character, volume_, flesh, settings, jobs,
                                                      stiffness_);
            }
            auto solver = std::make_unique<lattice::Solver>(
                in_.character, lattice, flesh, settings, in_.recipe.lattice, jobs,
                lattice::cellStiffness(in_.character, lattice, in_.recipe.regions, jobs));
            solver->carry(volume_.tets.nodes, volume_.bones, volume_.attachment);
            return solver;
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
                       "Run the shards that lack, or leave --from out to solve them here.");
    }

    void collectPoses() {
        std::vector<std::uint32_t> learntAs(plan_.tasks.size(), poses::PoseTree::kNone);
        for (std::uint32_t i = 0; i < plan_.tasks.size(); ++i) {
            std::optional<PoseOutcome> outcome = findPose(cache_, plan_.keys[i]);
            const PoseTask& task = plan_.tasks[i];
            if (!outcome || !outcome->converged) continue;
            reduction::SolvedPose pose{task.name, skinMatrices(in_.character.skeleton, task.jointFrames),
                                       std::move(outcome->nodes), 0};
            if (task.heldOut) {
                // As solvePoses() did: from the nearest ancestor that was solved, which the bind pose always
                // is.
                std::uint32_t from = plan_.tree.parent[i];
                while (learntAs[from] == poses::PoseTree::kNone) from = plan_.tree.parent[from];
                pose.start = learntAs[from];
                heldOut_.push_back(std::move(pose));
            } else {
                learntAs[i] = static_cast<std::uint32_t>(training_.size());
                training_.push_back(std::move(pose));
            }
        }
        summary_.trained = training_.size();
        summary_.heldOut = heldOut_.size();
    }

    Eigen::MatrixXd vibrations() {
        const auto rows = 3 * static_cast<Eigen::Index>(volume_.tets.nodes.size());
        const reduction::VibrationSettings& settings = in_.recipe.vibrations;
        if (settings.count == 0 || in_.recipe.bases.vibrations == 0) return Eigen::MatrixXd(rows, 0);
        std::vector<bool> held;
        for (const std::int32_t bone : volume_.attachment.boneOfNode) held.push_back(bone >= 0);
        const reduction::Vibrations modes =
            reduction::slowestVibrations(*elastic_, held, static_cast<std::uint32_t>(settings.count), jobs_,
                                         part(during(Stage::Bases), 0, 0.6));
        return reduction::withDerivatives(*elastic_, held, modes,
                                          static_cast<std::uint32_t>(settings.derivatives), jobs_,
                                          part(during(Stage::Bases), 0.6, 0.9));
    }

    void makeTheBases() {
        auto found = again(Stage::Bases) ? std::nullopt : cache_.find("bases", keys_.bases);
        cached_ = found.has_value();
        if (found) {
            model_ = reduction::modelWithoutBases(body(), in_.recipe.bases);
            summary_.bases = found->take<reduction::BasisReport>();
            for (std::size_t d = 0; d < model_.domains.size(); ++d) {
                reduction::ReducedDomain& domain = model_.domains[d];
                domain.u = rowsFrom(found->take<double>(), domain.nodes.size());
                domain.uBeyond = rowsFrom(found->take<double>(), domain.beyond.size());
            }
            return;
        }
        model_ = reduction::makeBases(body(), training_, vibrations(), in_.recipe.bases, summary_.bases,
                                      part(during(Stage::Bases), 0.9, 1));
        ArchiveWriter archive(StageCache::kind("bases", keys_.bases));
        archive.add(summary_.bases);
        for (const reduction::ReducedDomain& domain : model_.domains) {
            archive.add(flat(domain.u));
            archive.add(flat(domain.uBeyond));
        }
        cache_.keep("bases", keys_.bases, std::move(archive));
    }

    void makeTheCubature() {
        auto found = again(Stage::Cubature) ? std::nullopt : cache_.find("cubature", keys_.cubature);
        cached_ = found.has_value();
        if (found) {
            summary_.cubature = found->take<reduction::CubatureReport>();
            for (reduction::ReducedDomain& domain : model_.domains) {
                domain.tets = found->take<std::uint32_t>();
                domain.weights = found->take<double>();
            }
            return;
        }
        reduction::makeCubature(body(), model_, training_, heldOut_, in_.recipe.cubature, jobs_,
                                summary_.cubature, during(Stage::Cubature));
        ArchiveWriter archive(StageCache::kind("cubature", keys_.cubature));
        archive.add(summary_.cubature);
        for (const reduction::ReducedDomain& domain : model_.domains) {
            archive.add(domain.tets);
            archive.add(domain.weights);
        }
        cache_.keep("cubature", keys_.cubature, std::move(archive));
    }

    // Judged before it is written: what is over budget does not replace what was not.
    void setDamping() {
        const reduction::DampingSettings& damping = in_.recipe.damping;
        content_.solver.rayleighMass = damping.mass;
        content_.solver.rayleighStiffness = damping.stiffness;
        content_.solver.couplingDamping = damping.seams * content_.solver.coupling;
        for (InterfaceContent& seam : content_.interfaces) seam.damping = damping.seams * seam.coupling;
    }

    void makeTheAsset() {
        content_.recipe = in_.recipeText;
        content_.recipeHash = hashBytes(in_.recipeText.data(), in_.recipeText.size());
        content_.programVersion = SINEW_VERSION;
        setDamping();
        const AssetBytes packed = packAsset(content_);
        const std::span<const std::byte> bytes = packed.bytes();
        AssetView view;
        viewAsset(bytes, view);  // packAsset has seen that it is good
        summary_.cost = costOf(view);
        summary_.assetBytes = bytes.size();
        assetHash_ = hashBytes(bytes.data(), bytes.size());
        summary_.judgement =
            reduction::judge(body(), model_, training_, heldOut_, jobs_, during(Stage::Asset));
        if (!choice_.images.empty() && !heldOut_.empty()) {
            keepPicture(drawWorst(in_.character, summary_.domainNames, summary_.judgement, jobs_),
                        "worst.png");
        }
        summary_.overBudget = overBudget(buildJson(summary_, in_.character.skeleton), choice_);
        if (!summary_.overBudget) write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    // A file that has these bytes already keeps its time, which other tools go by.
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

    tets::Volume volume_;
    std::vector<double> stiffness_;
    std::unique_ptr<tets::ElasticBody> elastic_;
    std::vector<std::uint32_t> carrierOf_;
    std::vector<JointLimits> limits_;
    tets::Domains domains_;
    PosePlan plan_;
    std::vector<reduction::SolvedPose> training_, heldOut_;
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
