#include "Pipeline/BuildSummary.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {

namespace {

const PoseError* worstOf(const BuildSummary& summary) {
    const auto worst = std::max_element(
        summary.errors.begin(), summary.errors.end(),
        [](const PoseError& a, const PoseError& b) { return a.reduced.rms < b.reduced.rms; });
    return worst == summary.errors.end() ? nullptr : &*worst;
}

nlohmann::ordered_json errorJson(const ShapeError& error) {
    return {{"rms", error.rms}, {"percentile95", error.percentile95}, {"most", error.most}};
}

std::string domainTable(const BuildSummary& s, const Skeleton& skeleton) {
    std::string text = fmt::format("  {:<20}{:>6}{:>11}{:>7}{:>11}{:>11}  {}\n", "domain", "modes",
                                   "captured, %", "tets", "forces, %", "unseen, %", "with it");
    for (std::size_t d = 0; d < s.domainNames.size(); ++d) {
        std::string merged;
        for (const DomainDecision& decision : s.decisions) {
            if (decision.domain != d || skeleton.joints[decision.joint].name == s.domainNames[d]) continue;
            merged += (merged.empty() ? "" : ", ") + skeleton.joints[decision.joint].name;
        }
        text += fmt::format("  {:<20}", s.domainNames[d]);
        if (d < s.bases.size())
            text += fmt::format("{:>6}{:>11.3f}", s.bases[d].rank, 100 * s.bases[d].captured);
        if (d < s.cubature.size()) {
            text += fmt::format("{:>7}{:>11.1f}{:>11.1f}", s.cubature[d].tets,
                                100 * s.cubature[d].trainingError, 100 * s.cubature[d].heldOutError);
        }
        text += "  " + merged + "\n";
    }
    return text;
}

// How far from the truth, in words.
std::string errorWords(const BuildSummary& s) {
    if (s.errors.empty()) return "";
    double rms = 0, skinning = 0, gap = 0;
    for (const PoseError& error : s.errors) {
        rms += error.reduced.rms / static_cast<double>(s.errors.size());
        skinning += error.skinning.rms / static_cast<double>(s.errors.size());
        gap = std::max(gap, error.seamGap);
    }
    const PoseError& worst = *worstOf(s);
    return fmt::format(
        "On {} poses that it has not seen the skin is {:.2f} mm from the full solution (linear blend "
        "skinning: "
        "{:.2f} mm),\n{:.1f} % of its error; the best that these modes could show is {:.1f} %. Worst: {}, "
        "{:.2f} mm. Domains gape by {:.2f} mm at most.\n",
        s.errors.size(), 1e3 * rms, 1e3 * skinning, 100 * relativeError(s.errors, &PoseError::reduced),
        100 * relativeError(s.errors, &PoseError::projection), worst.name, 1e3 * worst.reduced.rms,
        1e3 * gap);
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
        }
        json["domains"].push_back(domain);
    }
    for (const PoseError& error : s.errors) {
        json["errors"].push_back({{"pose", error.name},
                                  {"converged", error.converged},
                                  {"linearBlend", errorJson(error.skinning)},
                                  {"projection", errorJson(error.projection)},
                                  {"reduced", errorJson(error.reduced)},
                                  {"seamGap", error.seamGap}});
    }
    if (!s.errors.empty()) {
        json["projectionOfLinearBlend"] = relativeError(s.errors, &PoseError::projection);
        json["reducedOfLinearBlend"] = relativeError(s.errors, &PoseError::reduced);
    }
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
        text += fmt::format("{}: {:.2f} MB\n", output, static_cast<double>(s.assetBytes) / 1e6);
    return text;
}

}  // namespace sinew
