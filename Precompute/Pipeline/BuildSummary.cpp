#include "Pipeline/BuildSummary.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {

namespace {

nlohmann::ordered_json errorJson(const ShapeError& error) {
    return {{"rms", error.rms}, {"percentile95", error.percentile95}, {"most", error.most}};
}

std::string domainTable(const BuildSummary& s, const Skeleton& skeleton) {
    std::string text =
        fmt::format("  {:<20}{:>6}{:>13}{:>7}{:>11}{:>11}{:>14}  {}\n", "domain", "modes", "captured, %",
                    "tets", "forces, %", "unseen, %", "stiffness, %", "with it");
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
            text += fmt::format("{:>7}{:>11.1f}{:>11.1f}{:>14.1f}", s.cubature[d].tets,
                                100 * s.cubature[d].trainingError, 100 * s.cubature[d].heldOutError,
                                100 * s.cubature[d].stiffnessError);
        }
        text += "  " + merged + "\n";
    }
    return text;
}

std::string errorRow(std::string_view what, const SkinError& error) {
    return fmt::format("  {:<24}{:>9.2f} mm{:>12.2f} mm{:>17.2f} %{:>12.2f} %\n", what, 1e3 * error.mean,
                       1e3 * error.percentile95, 100 * error.meanOfLimb, 100 * error.percentile95OfLimb);
}

// How far from the truth, in words.
std::string errorWords(const BuildSummary& s) {
    const Judgement& j = s.judgement;
    if (j.poses.empty()) return "";
    double gap = 0;
    for (const PoseError& error : j.poses) gap = std::max(gap, error.seamGap);
    const PoseError& worst = j.poses[j.worstPose];
    const double there = worst.reducedOfDomain[j.worstDomain];
    return fmt::format("How far the skin is from the full solution, on {} poses that were not learnt from:\n",
                       j.poses.size()) +
           fmt::format("  {:<24}{:>12}{:>15}{:>19}{:>14}\n", "", "mean", "95 % within", "of limb's radius",
                       "95 % within") +
           errorRow("this asset", j.reduced) + errorRow("linear blend skinning", j.skinning) +
           fmt::format(
               "  Worst: {} in {}, {:.2f} mm, {:.1f} % of its radius (linear blend skinning: {:.2f} mm).\n",
               s.domainNames[j.worstDomain], worst.name, 1e3 * there,
               100 * there / j.limbRadii[j.worstDomain], 1e3 * worst.skinningOfDomain[j.worstDomain]) +
           fmt::format(
               "  {:.1f} % of linear blend skinning's error is left; these shapes could do {:.1f} %. Domains "
               "gape by {:.2f} mm at most.\n",
               100 * relativeError(j.poses, &PoseError::reduced),
               100 * relativeError(j.poses, &PoseError::projection), 1e3 * gap);
}

nlohmann::ordered_json skinJson(const SkinError& error) {
    return {{"mean", error.mean},
            {"percentile95", error.percentile95},
            {"meanOfLimb", error.meanOfLimb},
            {"percentile95OfLimb", error.percentile95OfLimb}};
}

void addErrors(nlohmann::ordered_json& json, const BuildSummary& s) {
    const Judgement& j = s.judgement;
    for (const PoseError& error : j.poses) {
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
    const PoseError& worst = j.poses[j.worstPose];
    json["worst"] = {{"pose", worst.name},
                     {"domain", s.domainNames[j.worstDomain]},
                     {"limbRadius", j.limbRadii[j.worstDomain]},
                     {"linearBlend", worst.skinningOfDomain[j.worstDomain]},
                     {"reduced", worst.reducedOfDomain[j.worstDomain]}};
    json["projectionOfLinearBlend"] = relativeError(j.poses, &PoseError::projection);
    json["reducedOfLinearBlend"] = relativeError(j.poses, &PoseError::reduced);
}

}  // namespace

nlohmann::ordered_json buildJson(const BuildSummary& s, const Skeleton& skeleton) {
    nlohmann::ordered_json json;
    json["kind"] = "build";
    json["nothingToDo"] = s.nothingToDo;
    json["tets"] = s.tets;
    json["nodes"] = s.nodes;
    json["interfaces"] = s.interfaces;
    json["trainingPoses"] = s.trained;
    json["heldOutPoses"] = s.heldOut;
    json["droppedPoses"] = s.dropped;
    json["assetBytes"] = s.assetBytes;
    for (const BuildSummary::StageTime& time : s.times) {
        json["stages"].push_back({{"stage", kStageNames[static_cast<std::size_t>(time.stage)]},
                                  {"seconds", time.seconds},
                                  {"cached", time.cached}});
    }
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
            domain["cubatureTets"] = s.cubature[d].tets;
            domain["forceError"] = s.cubature[d].trainingError;
            domain["unseenForceError"] = s.cubature[d].heldOutError;
            domain["unseenStiffnessError"] = s.cubature[d].stiffnessError;
        }
        json["domains"].push_back(domain);
    }
    if (s.assetBytes > 0) {
        json["predictedTickMs"] = s.cost.tickMs();
        json["predictedSurfaceMs"] = s.cost.surfaceMs();
    }
    for (const std::filesystem::path& picture : s.pictures) json["pictures"].push_back(picture.string());
    addErrors(json, s);
    return json;
}

std::string buildText(const BuildSummary& s, const Skeleton& skeleton, const std::string& output) {
    if (s.nothingToDo) return output + " is up to date\n";
    std::string text =
        fmt::format("{} tets, {} domains, {} interfaces; {} poses learnt, {} kept to judge by\n", s.tets,
                    s.domainNames.size(), s.interfaces, s.trained, s.heldOut);
    if (!s.dropped.empty()) {
        text += fmt::format("{} poses did not converge and were left out: {}\n", s.dropped.size(),
                            fmt::join(s.dropped, ", "));
    }
    text += domainTable(s, skeleton) + errorWords(s);
    for (const BuildSummary::StageTime& time : s.times) {
        text += fmt::format("  {:<10}{:>8.1f} s{}\n", kStageNames[static_cast<std::size_t>(time.stage)],
                            time.seconds, time.cached ? "  (was there)" : "");
    }
    if (s.assetBytes > 0)
        text += fmt::format(
            "{}: {:.2f} MB; predicted {:.3f} ms per tick and {:.3f} ms for the skin, on one core\n", output,
            static_cast<double>(s.assetBytes) / 1e6, s.cost.tickMs(), s.cost.surfaceMs());
    for (const std::filesystem::path& picture : s.pictures) text += picture.string() + "\n";
    return text;
}

}  // namespace sinew
