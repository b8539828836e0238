#include "Pipeline/BuildSummary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numbers>

#include "Offline/Character/Finding.h"

namespace sinew {

namespace {

nlohmann::ordered_json errorJson(const reduction::ShapeError& error) {
    return {{"rms", error.rms}, {"percentile95", error.percentile95}, {"most", error.max}};
}

// Of what poses are solved on.
struct ElementWords {
    const char *one, *many;
};
ElementWords wordsOf(SolverKind solver) {
    return solver == SolverKind::OnLattice ? ElementWords{"cell", "cells"} : ElementWords{"tet", "tets"};
}

std::string domainTable(const BuildSummary& s, const Skeleton& skeleton) {
    std::string text =
        fmt::format("  {:<20}{:>6}{:>13}{:>7}{:>11}{:>11}{:>14}  {}\n", "domain", "modes", "captured, %",
                    "points", "forces, %", "unseen, %", "stiffness, %", "merged joints");
    for (std::size_t d = 0; d < s.domainNames.size(); ++d) {
        std::string merged;
        for (const DomainDecision& decision : s.decisions) {
            if (decision.domain != d || skeleton.joints[decision.joint].name == s.domainNames[d]) continue;
            merged += (merged.empty() ? "" : ", ") + skeleton.joints[decision.joint].name;
        }
        text += fmt::format("  {:<20}", s.domainNames[d]);
        if (d < s.bases.size())
            text += fmt::format("{:>6}{:>13.3f}", s.bases[d].rank, 100 * s.bases[d].captured);
        if (d < s.cubature.size()) {
            const auto unseen = [&](double error) {
                return s.heldOut > 0 ? fmt::format("{:.1f}", 100 * error) : std::string("-");
            };
            text += fmt::format("{:>7}{:>11.1f}{:>11}{:>14}", s.cubature[d].elements,
                                100 * s.cubature[d].trainingError, unseen(s.cubature[d].heldOutError),
                                unseen(s.cubature[d].stiffnessError));
        }
        text += "  " + merged + "\n";
    }
    return text;
}

std::string errorRow(std::string_view what, const reduction::SkinError& error) {
    return fmt::format("  {:<24}{:>9.2f} mm{:>12.2f} mm{:>17.2f} %{:>12.2f} %\n", what, 1e3 * error.mean,
                       1e3 * error.percentile95, 100 * error.meanOfLimb, 100 * error.percentile95OfLimb);
}

// The distance from the full solution.
std::string errorText(const BuildSummary& s) {
    const reduction::Judgement& j = s.judgement;
    if (j.poses.empty()) return "";
    double gap = 0;
    for (const reduction::PoseError& error : j.poses) gap = std::max(gap, error.seamGap);
    const reduction::PoseError& worst = j.poses[j.worstPose];
    const double there = worst.reducedOfDomain[j.worstDomain];
    return fmt::format("Distance of the skin from the full solution, in {} not trained on:\n",
                       counted(j.poses.size(), "pose")) +
           fmt::format("  {:<24}{:>12}{:>15}{:>19}{:>14}\n", "", "mean", "95 % within", "of limb radius",
                       "95 % within") +
           errorRow("this asset", j.reduced) + errorRow("linear blend skinning", j.skinning) +
           fmt::format(
               "  The worst is {} in {}: {:.2f} mm, {:.1f} % of its radius (linear blend skinning: {:.2f} "
               "mm).\n",
               s.domainNames[j.worstDomain], worst.name, 1e3 * there,
               100 * there / j.limbRadii[j.worstDomain], 1e3 * worst.skinningOfDomain[j.worstDomain]) +
           fmt::format(
               "  The error is {:.1f} % of linear blend skinning's; the best possible with these modes is "
               "{:.1f} %. The largest seam gap is {:.2f} mm.\n",
               100 * reduction::relativeError(j.poses, &reduction::PoseError::reduced),
               100 * reduction::relativeError(j.poses, &reduction::PoseError::projection), 1e3 * gap);
}

nlohmann::ordered_json skinJson(const reduction::SkinError& error) {
    return {{"mean", error.mean},
            {"percentile95", error.percentile95},
            {"meanOfLimb", error.meanOfLimb},
            {"percentile95OfLimb", error.percentile95OfLimb}};
}

void addErrors(nlohmann::ordered_json& json, const BuildSummary& s) {
    const reduction::Judgement& j = s.judgement;
    for (const reduction::PoseError& error : j.poses) {
        json["errors"].push_back({{"pose", error.name},
                                  {"converged", error.converged},
                                  {"linearBlend", errorJson(error.skinning)},
                                  {"projection", errorJson(error.projection)},
                                  {"reduced", errorJson(error.reduced)},
                                  {"seamGap", error.seamGap}});
    }
    if (j.poses.empty()) return;
    json["linearBlend"] = skinJson(j.skinning);
    json["reduced"] = skinJson(j.reduced);
    const reduction::PoseError& worst = j.poses[j.worstPose];
    json["worst"] = {{"pose", worst.name},
                     {"domain", s.domainNames[j.worstDomain]},
                     {"limbRadius", j.limbRadii[j.worstDomain]},
                     {"linearBlend", worst.skinningOfDomain[j.worstDomain]},
                     {"reduced", worst.reducedOfDomain[j.worstDomain]}};
    json["projectionOfLinearBlend"] = reduction::relativeError(j.poses, &reduction::PoseError::projection);
    json["reducedOfLinearBlend"] = reduction::relativeError(j.poses, &reduction::PoseError::reduced);
}

// In degrees, with their origin.
void addLimits(nlohmann::ordered_json& json, const BuildSummary& s, const Skeleton& skeleton) {
    constexpr std::array<const char*, 5> kOrigins{"as bound", "clips", "anatomy", "anatomy and clips",
                                                  "recipe"};
    const auto degrees = [](const AngleRange& range) {
        constexpr double kDegrees = 180 / std::numbers::pi;
        return nlohmann::ordered_json{range.low * kDegrees, range.high * kDegrees};
    };
    for (std::size_t j = 0; j < s.limits.size(); ++j) {
        const JointLimits& limits = s.limits[j];
        json["limits"].push_back({{"joint", skeleton.joints[j].name},
                                  {"from", kOrigins[static_cast<std::size_t>(limits.origin)]},
                                  {"twist", degrees(limits.twist)},
                                  {"bend", degrees(limits.bend)},
                                  {"side", degrees(limits.side)},
                                  {"reason", limits.reason}});
    }
}

}  // namespace

std::vector<BuildWarning> warningsOf(const BuildSummary& s, std::uint32_t posesAsked) {
    std::vector<BuildWarning> warnings;
    if (s.trained > 0 && 2 * s.trained < posesAsked) {
        warnings.push_back({fmt::format("there are only {} to train on, of {} requested",
                                        counted(s.trained, "pose"), posesAsked),
                            "Add clips or --motion files, or widen the joint limits ([[poses.joint]])."});
    }
    if (!s.dropped.empty()) {
        warnings.push_back(
            {fmt::format("{} did not converge and {} left out: {}", counted(s.dropped.size(), "pose"),
                         s.dropped.size() == 1 ? "was" : "were", fmt::join(s.dropped, ", ")),
             fmt::format("Use more --{}", wordsOf(s.solver).many) +
                 ", or avoid extreme poses ([poses] spread, [[poses.joint]])."});
    }
    const double left = reduction::relativeError(s.judgement.poses, &reduction::PoseError::reduced);
    constexpr double kHardlyBetter = 0.5;
    if (!s.judgement.poses.empty() && left > kHardlyBetter) {
        warnings.push_back(
            {fmt::format("the asset is hardly better than linear blend skinning: its error is {:.0f} % of "
                         "linear blend skinning's",
                         100 * left),
             "Train on more poses ([poses] count) or raise [bases] rank."});
    }
    return warnings;
}

std::optional<Error> overBudget(const nlohmann::ordered_json& built, const BuildChoice& choice) {
    const auto over = [](const std::optional<double>& budget, double is) { return budget && is > *budget; };
    const double ms = built["predictedTickMs"].get<double>() + built["predictedSurfaceMs"].get<double>();
    const double mb = built["assetBytes"].get<double>() / 1e6;
    const double error = 100 * built.value("reducedOfLinearBlend", 0.0);
    if (over(choice.budgetMs, ms)) {
        return Error(ErrorKind::Budget,
                     fmt::format("the asset takes {:.3f} ms per frame and --budget-ms allows {:g}", ms,
                                 *choice.budgetMs),
                     "Lower [bases] rank, or raise [cubature] tolerance.");
    }
    if (over(choice.budgetMb, mb)) {
        return Error(
            ErrorKind::Budget,
            fmt::format("the asset takes {:.3f} MB and --budget-mb allows {:g}", mb, *choice.budgetMb),
            "Lower [bases] rank, or use a mesh with fewer vertices.");
    }
    if (over(choice.budgetError, error)) {
        return Error(
            ErrorKind::Failed,
            fmt::format("the error is {:.1f} % of linear blend skinning's and --budget-error allows {:g} %",
                        error, *choice.budgetError),
            "Train on more poses ([poses] count), or raise [bases] rank.");
    }
    return std::nullopt;
}

nlohmann::ordered_json buildJson(const BuildSummary& s, const Skeleton& skeleton) {
    nlohmann::ordered_json json;
    json["kind"] = "build";
    json["nothingToDo"] = s.nothingToDo;
    json[wordsOf(s.solver).many] = s.elements;
    json["nodes"] = s.nodes;
    json["interfaces"] = s.interfaces;
    json["plannedPoses"] = s.posesPlanned;
    json["solvedPoses"] = s.posesSolved;
    json["missingPoses"] = s.posesPlanned - s.posesAvailable;
    json["trainingPoses"] = s.trained;
    json["heldOutPoses"] = s.heldOut;
    json["droppedPoses"] = s.dropped;
    json["assetBytes"] = s.assetBytes;
    for (const BuildSummary::StageTime& time : s.times) {
        json["stages"].push_back({{"stage", kStageNames[static_cast<std::size_t>(time.stage)]},
                                  {"seconds", time.seconds},
                                  {"cached", time.cached}});
    }
    addLimits(json, s, skeleton);
    for (const DomainDecision& decision : s.decisions) {
        json["joints"].push_back(
            {{"joint", skeleton.joints[decision.joint].name},
             {"domain", decision.domain < s.domainNames.size() ? s.domainNames[decision.domain] : ""},
             {"litres", decision.litres},
             {"reason", decision.reason}});
    }
    for (std::size_t d = 0; d < s.domainNames.size(); ++d) {
        nlohmann::ordered_json domain{{"domain", s.domainNames[d]}};
        if (d < s.bases.size()) {
            domain["modes"] = s.bases[d].rank;
            domain["modesFromPoses"] = s.bases[d].fromPoses;
            domain["captured"] = s.bases[d].captured;
            domain["vibrationsCaptured"] = s.bases[d].vibrations;
        }
        if (d < s.cubature.size()) {
            domain["cubaturePoints"] = s.cubature[d].elements;
            domain["forceError"] = s.cubature[d].trainingError;
            domain["softestVibration"] = s.cubature[d].softest;
            if (s.heldOut > 0) {
                domain["unseenForceError"] = s.cubature[d].heldOutError;
                domain["unseenStiffnessError"] = s.cubature[d].stiffnessError;
            }
        }
        json["domains"].push_back(domain);
    }
    if (s.assetBytes > 0) {
        json["predictedTickMs"] = s.cost.tickMs();
        json["predictedSurfaceMs"] = s.cost.surfaceMs();
    }
    for (const std::filesystem::path& picture : s.pictures)
        json["pictures"].push_back(picture.generic_string());
    addErrors(json, s);
    return json;
}

std::string buildText(const BuildSummary& s, const Skeleton& skeleton, const std::string& output) {
    if (s.nothingToDo) return output + " is up to date. This is the report of its build:\n" + s.keptText;
    std::string text =
        fmt::format("{}, {}, {}", counted(s.elements, wordsOf(s.solver).one),
                    counted(s.domainNames.size(), "domain"), counted(s.interfaces, "interface"));
    if (s.trained > 0) {
        text += fmt::format("; trained on {}, {} held out", counted(s.trained, "pose"), s.heldOut);
    } else if (s.posesPlanned > 0) {
        text += fmt::format("; {} solved now, {} of {} available", counted(s.posesSolved, "pose"),
                            s.posesAvailable, s.posesPlanned);
        if (s.posesAvailable < s.posesPlanned) text += "; run the other shards, then build without --shard";
    }
    text += "\n";
    text += domainTable(s, skeleton) + errorText(s);
    for (const BuildSummary::StageTime& time : s.times) {
        text += fmt::format("  {:<10}{:>8.1f} s{}\n", kStageNames[static_cast<std::size_t>(time.stage)],
                            time.seconds, time.cached ? "  (cached)" : "");
    }
    if (s.assetBytes > 0)
        text += fmt::format(
            "{}: {:.2f} MB; predicted {:.3f} ms per tick and {:.3f} ms for the skin, on one core\n", output,
            static_cast<double>(s.assetBytes) / 1e6, s.cost.tickMs(), s.cost.surfaceMs());
    for (const std::filesystem::path& picture : s.pictures) text += picture.generic_string() + "\n";
    text.pop_back();
    return text;
}

}  // namespace sinew
