#include "Offline/Reduction/Judgement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Reduction/Skin/SkinBinding.h"
#include "Offline/Reduction/Twin/ReducedSolver.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew::reduction {

namespace {

constexpr std::uint32_t kNoDomainOfSkin = ~0u;  // follows the skeleton: nothing is reduced there

// Reorders the values.
double percentile95(std::vector<double>& values) {
    if (values.empty()) return 0;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) * 95 / 100);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

double mean(std::span<const double> values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

std::vector<double> distances(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    std::vector<double> all;
    for (std::size_t i = 0; i < a.size(); ++i) all.push_back(length(a[i] - b[i]));
    return all;
}

ShapeError errorOf(std::vector<double> distances) {
    ShapeError error;
    for (const double d : distances) {
        error.rms += d * d / static_cast<double>(distances.size());
        error.max = std::max(error.max, d);
    }
    error.rms = std::sqrt(error.rms);
    error.percentile95 = percentile95(distances);
    return error;
}

std::vector<std::uint32_t> domainsOfSkin(const TrainingBody& on) {
    std::vector<std::uint32_t> domains;
    for (std::size_t v = 0; v < on.mesh.followsSkeleton.size(); ++v) {
        domains.push_back(on.mesh.followsSkeleton[v] < 1
                              ? on.domains.domainOfElement[on.mesh.elementOfVertex[v]]
                              : kNoDomainOfSkin);
    }
    return domains;
}

class Judge {
  public:
    Judge(const TrainingBody& on, const ReducedModel& model, const Jobs& jobs)
        : on_(on),
          model_(model),
          solver_(on.mesh, model, jobs),
          skin_(bindSkin(on, model)),
          domainOf_(domainsOfSkin(on)) {
        findRadii();
    }

    void add(const SolvedPose& start, const SolvedPose& pose) {
        Judgement::Skins skins;
        skins.skinning = skinPositions(on_.character, pose.skinMatrices, SkinMethod::LinearBlend);
        skins.full = skinPositions(on_.mesh, pose.nodes, skins.skinning);
        const auto skinOf = [&](const ReducedSolver::Coordinates& q) {
            return skinPositions(on_, model_, skin_, pose.skinMatrices, q, skins.skinning);
        };
        ReducedSolver::Coordinates q;
        const ReducedReport solved = reach(start, pose, q);
        skins.reduced = skinOf(q);
        const std::vector<Vec3d> best = skinOf(projected(on_, model_, pose));

        const std::vector<double> bySkinning = distances(skins.skinning, skins.full);
        const std::vector<double> byReduced = distances(skins.reduced, skins.full);
        result_.poses.push_back({pose.name, solved.converged, errorOf(bySkinning),
                                 errorOf(distances(best, skins.full)), errorOf(byReduced), solved.seamGap,
                                 ofDomains(bySkinning), ofDomains(byReduced)});
        pool(bySkinning, skinning_);
        pool(byReduced, reduced_);
        keepWorst(std::move(skins));
    }

    Judgement result() {
        result_.skinning = spreadOf(skinning_);
        result_.reduced = spreadOf(reduced_);
        return std::move(result_);
    }

  private:
    struct Pool {
        std::vector<double> metres, ofLimb;
    };

    // Step by step from the start's shape, as motion gets there and as the full solver did.
    ReducedReport reach(const SolvedPose& start, const SolvedPose& pose,
                        ReducedSolver::Coordinates& q) const {
        constexpr int kSteps = 4;
        const Skeleton& skeleton = on_.character.skeleton;
        const std::vector<Affined> from = framesOf(start), to = framesOf(pose);
        q = projected(on_, model_, start);
        for (int i = 0; i < kSteps; ++i) {
            const double t = static_cast<double>(i) / kSteps;
            solver_.solve(skinMatrices(skeleton, framesBetween(skeleton, from, to, t)), q,
                          {.relative = 1e-3});
        }
        return solver_.solve(pose.skinMatrices, q);
    }

    std::vector<Affined> framesOf(const SolvedPose& pose) const {
        std::vector<Affined> frames = bindFrames(on_.character.skeleton);
        for (std::size_t j = 0; j < frames.size(); ++j) frames[j] = pose.skinMatrices[j] * frames[j];
        return frames;
    }

    void findRadii() {
        std::vector<double> count(on_.domains.domains.size(), 0);
        result_.limbRadii.assign(count.size(), 0);
        for (std::size_t v = 0; v < domainOf_.size(); ++v) {
            if (domainOf_[v] == kNoDomainOfSkin) continue;
            double nearest = std::numeric_limits<double>::infinity();
            for (const Bone& bone : on_.mesh.bones) {
                nearest = std::min(nearest, distanceToBone(bone, on_.character.surface.positions[v]));
            }
            result_.limbRadii[domainOf_[v]] += nearest;
            ++count[domainOf_[v]];
        }
        for (std::size_t d = 0; d < count.size(); ++d) {
            // A domain without skin shows nothing, and so has no error to be a part of anything.
            result_.limbRadii[d] = count[d] > 0 ? result_.limbRadii[d] / count[d] : 1;
        }
    }

    std::vector<double> ofDomains(std::span<const double> distances) const {
        std::vector<double> squares(result_.limbRadii.size(), 0), count(squares.size(), 0);
        for (std::size_t v = 0; v < distances.size(); ++v) {
            if (domainOf_[v] == kNoDomainOfSkin) continue;
            squares[domainOf_[v]] += distances[v] * distances[v];
            ++count[domainOf_[v]];
        }
        for (std::size_t d = 0; d < squares.size(); ++d) {
            squares[d] = count[d] > 0 ? std::sqrt(squares[d] / count[d]) : 0;
        }
        return squares;
    }

    void pool(std::span<const double> distances, Pool& into) const {
        for (std::size_t v = 0; v < distances.size(); ++v) {
            if (domainOf_[v] == kNoDomainOfSkin) continue;
            into.metres.push_back(distances[v]);
            into.ofLimb.push_back(distances[v] / result_.limbRadii[domainOf_[v]]);
        }
    }

    static SkinError spreadOf(Pool& pool) {
        return {mean(pool.metres), percentile95(pool.metres), mean(pool.ofLimb), percentile95(pool.ofLimb)};
    }

    void keepWorst(Judgement::Skins skins) {
        const std::vector<double>& errors = result_.poses.back().reducedOfDomain;
        for (std::uint32_t d = 0; d < errors.size(); ++d) {
            const double ofLimb = errors[d] / result_.limbRadii[d];
            if (ofLimb < worst_) continue;
            worst_ = ofLimb;
            result_.worstDomain = d;
            result_.worstPose = static_cast<std::uint32_t>(result_.poses.size() - 1);
        }
        if (result_.worstPose + 1 == result_.poses.size()) result_.worst = std::move(skins);
    }

    const TrainingBody& on_;
    const ReducedModel& model_;
    ReducedSolver solver_;
    SkinBinding skin_;
    std::vector<std::uint32_t> domainOf_;  // of each skin vertex
    Judgement result_;
    Pool skinning_, reduced_;
    double worst_ = 0;
};

}  // namespace

Judgement judge(const TrainingBody& on, const ReducedModel& model, std::span<const SolvedPose> learnt,
                std::span<const SolvedPose> unseen, const Jobs& jobs, const ProgressCallback& progress) {
    Judge judge(on, model, jobs);
    double done = 0;
    for (const SolvedPose& pose : unseen) {
        report(progress, done++ / static_cast<double>(unseen.size()));
        judge.add(learnt[pose.start], pose);
    }
    return judge.result();
}

double relativeError(std::span<const PoseError> errors, ShapeError PoseError::*of) {
    double sum = 0, skinning = 0;
    for (const PoseError& error : errors) {
        sum += (error.*of).rms * (error.*of).rms;
        skinning += error.skinning.rms * error.skinning.rms;
    }
    return skinning > 0 ? std::sqrt(sum / skinning) : 0;
}

}  // namespace sinew::reduction
