#include "Commands/CompareReport.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "ErrorPlot.h"
#include "NormalJump.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

Json skinJson(const SkinErrors* errors, const SkinFigures& figures, double boundVolume) {
    Json json;
    if (errors != nullptr)
        json = {{"rms", errors->rms}, {"within95", errors->percentile95}, {"most", errors->largest}};
    json["volumeRatio"] = figures.volume / boundVolume;
    json["selfIntersectingPairs"] = figures.pairs;
    return json;
}

Json jumpsJson(const NormalJumps& jumps) {
    return {{"full", jumps.full},
            {"reduced", jumps.reduced},
            {"linearBlend", jumps.linearBlend},
            {"dualQuaternion", jumps.dualQuaternion}};
}

Json domainsJson(const DomainErrors& errors, const AssetView& view) {
    Json json = Json::array();
    for (std::size_t d = 0; d < view.domains.size(); ++d) {
        if (view.domains[d].rank == 0) continue;
        json.push_back({{"domain", view.name(view.joints[view.domains[d].joint].name)},
                        {"reduced", errors.reduced[d]},
                        {"linearBlend", errors.linearBlend[d]}});
    }
    return json;
}

// Over all frames.
Json jumpsJson(std::span<const ComparedFrame> frames) {
    const auto rms = [&](double NormalJumps::*of) {
        double squares = 0;
        for (const ComparedFrame& c : frames) squares += c.jumps.*of * (c.jumps.*of);
        return std::sqrt(squares / static_cast<double>(frames.size()));
    };
    const NormalJumps all{rms(&NormalJumps::full), rms(&NormalJumps::reduced), rms(&NormalJumps::linearBlend),
                          rms(&NormalJumps::dualQuaternion)};
    Json json = jumpsJson(all);
    json["ofFull"] = all.full > 0 ? Json(all.reduced / all.full) : Json(nullptr);
    return json;
}

}  // namespace

SkinErrors errorsOf(std::span<const Vec3d> skin, std::span<const Vec3d> full) {
    std::vector<double> away;
    double squares = 0;
    for (std::size_t i = 0; i < skin.size(); ++i) {
        away.push_back(length(skin[i] - full[i]));
        squares += away.back() * away.back();
    }
    std::sort(away.begin(), away.end());
    return {std::sqrt(squares / static_cast<double>(away.size())), away[away.size() * 95 / 100], away.back()};
}

std::vector<double> rmsOfDomains(std::span<const Vec3d> skin, std::span<const Vec3d> full,
                                 std::span<const std::uint32_t> domainOf, std::size_t domains) {
    std::vector<double> squares(domains, 0), count(domains, 0);
    for (std::size_t v = 0; v < skin.size(); ++v) {
        if (domainOf[v] == kNoSeams) continue;
        squares[domainOf[v]] += dot(skin[v] - full[v], skin[v] - full[v]);
        ++count[domainOf[v]];
    }
    for (std::size_t d = 0; d < domains; ++d) squares[d] = std::sqrt(squares[d] / std::max(count[d], 1.0));
    return squares;
}

Json comparisonJson(const ComparedThings& things, std::span<const ComparedFrame> compared) {
    Json frames = Json::array();
    double reduced = 0, blended = 0, dual = 0, gap = 0;
    for (const ComparedFrame& c : compared) {
        frames.push_back({{"label", c.label},
                          {"converged", c.converged},
                          {"full", skinJson(nullptr, c.full, things.boundVolume)},
                          {"reduced", skinJson(&c.reduced, c.shown, things.boundVolume)},
                          {"linearBlend", skinJson(&c.linearBlend, c.blended, things.boundVolume)},
                          {"dualQuaternion", skinJson(&c.dualQuaternion, c.dual, things.boundVolume)},
                          {"seamGap", c.seamGap},
                          {"normalJump", jumpsJson(c.jumps)},
                          {"domains", domainsJson(c.ofDomains, things.view)}});
        reduced += c.reduced.rms * c.reduced.rms;
        blended += c.linearBlend.rms * c.linearBlend.rms;
        dual += c.dualQuaternion.rms * c.dualQuaternion.rms;
        gap = std::max(gap, c.seamGap);
    }
    const double count = static_cast<double>(compared.size());
    return {{"asset", things.asset},
            {"character", things.character},
            {"rms",
             {{"reduced", std::sqrt(reduced / count)},
              {"linearBlend", std::sqrt(blended / count)},
              {"dualQuaternion", std::sqrt(dual / count)}}},
            {"ofLinearBlend", blended > 0 ? Json(std::sqrt(reduced / blended)) : Json(nullptr)},
            {"seamGap", gap},
            {"normalJump", jumpsJson(compared)},
            {"frames", std::move(frames)}};
}

std::string comparisonText(const Json& json) {
    std::string text = fmt::format(
        "{}: distance of the skin from the full solution in mm, and change of volume\n"
        "  {:<24}{:>24}{:>24}{:>24}{:>28}{:>8}{:>16}\n"
        "  {:<24}{:>24}{:>24}{:>24}{:>28}{:>8}{:>16}\n",
        json["character"].get<std::string>(), "", "Sinew", "LBS", "DQS", "volume change, %", "gap",
        "jump, degrees", "frame", "RMS   95 %     max", "RMS   95 %     max", "RMS   95 %     max",
        "full  Sinew    LBS    DQS", "mm", "full   Sinew");
    for (const Json& f : json["frames"]) {
        const auto errors = [&](const char* which) {
            const Json& e = f[which];
            return fmt::format("{:6.2f} {:6.2f} {:7.2f}", 1000 * e["rms"].get<double>(),
                               1000 * e["within95"].get<double>(), 1000 * e["most"].get<double>());
        };
        const auto change = [&](const char* which) {
            return 100 * (f[which]["volumeRatio"].get<double>() - 1);
        };
        const auto jump = [&](const char* which) {
            return f["normalJump"][which].get<double>() * 180 / std::numbers::pi;
        };
        text += fmt::format(
            "  {:<24}{:>24}{:>24}{:>24}  {:+6.2f} {:+6.2f} {:+6.2f} {:+6.2f}{:>8.2f}{:>8.2f}{:>8.2f}{}\n",
            f["label"].get<std::string>(), errors("reduced"), errors("linearBlend"), errors("dualQuaternion"),
            change("full"), change("reduced"), change("linearBlend"), change("dualQuaternion"),
            1000 * f["seamGap"].get<double>(), jump("full"), jump("reduced"),
            f["converged"].get<bool>() ? "" : "  the full solution did not converge");
    }
    const Json& rms = json["rms"];
    return text +
           fmt::format(
               "  All frames: {:.2f} mm, {:.1f} % of linear blend skinning's {:.2f} mm; dual quaternion "
               "skinning "
               "{:.2f} mm.\n  The normals jump at seams {:.2f} times as much as in the full solution.",
               1000 * rms["reduced"].get<double>(),
               json["ofLinearBlend"].is_null() ? 0 : 100 * json["ofLinearBlend"].get<double>(),
               1000 * rms["linearBlend"].get<double>(), 1000 * rms["dualQuaternion"].get<double>(),
               json["normalJump"]["ofFull"].is_null() ? 0 : json["normalJump"]["ofFull"].get<double>());
}

std::string comparisonPlot(std::span<const ComparedFrame> frames) {
    ErrorPlot plot{"Distance from the full solution, RMS, mm", {}, {}};
    for (const ComparedFrame& c : frames) plot.labels.push_back(c.label);
    const auto add = [&](const char* name, const char* colour, SkinErrors ComparedFrame::*of) {
        PlotLine line{name, colour, {}};
        for (const ComparedFrame& c : frames) line.values.push_back(1000 * (c.*of).rms);
        plot.lines.push_back(std::move(line));
    };
    add("linear blend skinning", "#c0504d", &ComparedFrame::linearBlend);
    add("dual quaternion skinning", "#d9a441", &ComparedFrame::dualQuaternion);
    add("Sinew", "#2e75b6", &ComparedFrame::reduced);
    return svgOf(plot);
}

}  // namespace sinew
