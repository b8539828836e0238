#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <numbers>

#include "AssetCharacter.h"
#include "Commands/Command.h"
#include "Commands/MotionChoice.h"
#include "Commands/SolvePictures.h"
#include "Commands/SolveReport.h"
#include "ErrorPlot.h"
#include "NormalJump.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Files.h"
#include "Offline/Solve/CharacterSolver.h"
#include "Offline/Solve/Regions.h"
#include "Offline/Workers.h"
#include "Player.h"
#include "SeamGap.h"
#include "Signals.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

struct CompareOptions {
    std::filesystem::path asset;
    CharacterOptions character;
    MotionChoice motion;
    std::optional<double> tets;
    std::filesystem::path report, plot, images;

    void addTo(CLI::App& command);
    void requireOutputs() const;
};

void CompareOptions::addTo(CLI::App& command) {
    command.add_option("asset", asset, "An asset that `sinew build` made")->required()->type_name("SINEW");
    command.add_option("--character", character.file, "The file that the asset was built from")
        ->required()
        ->type_name("FILE");
    motion.addTo(command);
    command
        .add_option("--tets", tets, "About how many tetrahedra for the full solver; as the asset was built")
        ->check(within(kTetLimits))
        ->type_name("N");
    command.add_option("--report", report, "Every frame in figures")->type_name("JSON");
    command.add_option("--plot", plot, "The errors from frame to frame")->type_name("SVG");
    command.add_option("--images", images, "A folder for pictures beside linear blend skinning")
        ->type_name("DIR");
}

void CompareOptions::requireOutputs() const {
    const std::vector<std::filesystem::path> inputs{asset, character.file, motion.motionFile()};
    requireOutput("--report", report, ".json", inputs);
    requireOutput("--plot", plot, ".svg", inputs);
}

// What the asset was built with. The command line of `build` is kept in the first line.
Recipe recipeOf(const AssetView& view, const std::string& name) {
    const std::string_view text(view.recipe.data(), view.recipe.size());
    Recipe recipe = parseRecipe(text, name);
    constexpr std::string_view kTets = "# --tets ";
    if (text.starts_with(kTets)) {
        std::from_chars(text.data() + kTets.size(), text.data() + text.size(), recipe.volume.tets);
    }
    return recipe;
}

// Distances from the full solution, metres.
struct Errors {
    double rms = 0, most95 = 0, most = 0;
};

Errors errorsOf(std::span<const Vec3d> skin, std::span<const Vec3d> full) {
    std::vector<double> away;
    double squares = 0;
    for (std::size_t i = 0; i < skin.size(); ++i) {
        away.push_back(length(skin[i] - full[i]));
        squares += away.back() * away.back();
    }
    std::sort(away.begin(), away.end());
    return {std::sqrt(squares / static_cast<double>(away.size())), away[away.size() * 95 / 100], away.back()};
}

// Root mean squares over the skin that a domain has the largest say in, metres.
struct DomainErrors {
    std::vector<double> reduced, linearBlend;
};

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

struct Jumps {
    double full = 0, reduced = 0, linearBlend = 0, dualQuaternion = 0;  // radians
};

struct Compared {
    std::string label;
    bool converged = true;  // the full solution
    Errors reduced, linearBlend, dualQuaternion;
    SkinFigures full, shown, blended, dual;
    double seamGap = 0;  // metres
    Jumps jumps;
    DomainErrors ofDomains;
    std::vector<Vec3d> skin;
};

class Comparison {
  public:
    Comparison(const CompareOptions& options, const Session& session, const StopRequest& stop)
        : options_(options),
          session_(session),
          stop_(stop),
          workers_(session.threads),
          asset_(loadAsset(options.asset)),
          character_(options.character.import()),
          player_(asset_) {
        requireBuiltFrom(asset_.view, character_, options.character.file);
        player_.setWorkers(workers_.jobs());
        player_.input.dynamic = 0;
        recipe_ = recipeOf(asset_.view, options.asset.string());
        if (options.tets) recipe_.volume.tets = *options.tets;
        // What poses were solved under is what they are compared under.
        for (float& g : player_.input.gravity) g = 0;
        player_.input.gravity[1] = asset_.view.meta->gravity - 9.81f;
    }

    int run() {
        frames_ = options_.motion.frames(character_, session_.console);
        compareAll();
        if (!options_.plot.empty()) writeFileAtomically(options_.plot, plotText());
        if (!options_.images.empty()) draw();
        const Json json = report();
        if (!options_.report.empty()) writeFileAtomically(options_.report, dumped(json) + "\n");
        session_.console.print(session_.json ? dumped(json) : words(json));
        const bool all =
            std::all_of(compared_.begin(), compared_.end(), [](const Compared& c) { return c.converged; });
        return all ? 0 : static_cast<int>(ErrorKind::Failed);
    }

  private:
    void compareAll() {
        constexpr std::uint64_t kSteps = 100;
        Volume volume;
        {
            Progress progress("volume", kSteps);
            volume = buildVolume(character_, recipe_.volume, workers_.jobs(), [&](double done) {
                progress.advance(static_cast<std::uint64_t>(done * kSteps));
                return !stop_.made();
            });
        }
        const std::vector<BodyPart> none;
        const SkinMeasure measure(character_, volume, none, workers_.jobs());
        bound_ = measure(character_.surface.positions);
        const Surface& surface = character_.surface;
        domainOf_ = domainsOfSkin(asset_.view, surface.weldedOfFile);
        const NormalJump jump(domainOf_, {surface.positions, surface.triangles});
        Progress progress("compare", frames_.size());
        PoseSettings settings = recipe_.solve;
        settings.newton.progress = [&](double) { return !stop_.made(); };
        const std::vector<double> stiffness =
            tetStiffness(character_, volume, recipe_.regions, workers_.jobs());
        CharacterSolver solver(character_, volume, recipe_.flesh, settings, workers_.jobs(), stiffness);
        for (std::size_t f = 0; f < frames_.size(); ++f) {
            compare(f, solver, measure, jump);
            progress.advance(f + 1);
        }
    }

    void compare(std::size_t f, CharacterSolver& solver, const SkinMeasure& measure, const NormalJump& jump) {
        const MotionFrame& frame = frames_[f];
        Compared c;
        c.label = frame.label;
        c.converged = solver.moveTo(frame.jointFrames).converged;
        c.skin = playTo(f);
        const std::vector<Affined> matrices = skinMatrices(character_.skeleton, frame.jointFrames);
        const std::vector<Vec3d> blended = skinPositions(character_, matrices, SkinMethod::LinearBlend);
        const std::vector<Vec3d> dual = skinPositions(character_, matrices, SkinMethod::DualQuaternion);
        const std::vector<Vec3d> full = solver.skin();
        c.reduced = errorsOf(c.skin, full);
        c.linearBlend = errorsOf(blended, full);
        c.dualQuaternion = errorsOf(dual, full);
        c.full = measure(full);
        c.shown = measure(c.skin);
        c.blended = measure(blended);
        c.dual = measure(dual);
        c.seamGap = largestSeamGap(asset_.view, matrices, player_.coordinates());
        c.jumps = {jump(full), jump(c.skin), jump(blended), jump(dual)};
        const std::size_t domains = asset_.view.domains.size();
        c.ofDomains = {rmsOfDomains(c.skin, full, domainOf_, domains),
                       rmsOfDomains(blended, full, domainOf_, domains)};
        compared_.push_back(std::move(c));
    }

    // On the way from the frame before, as a game would come there; at first from the bind pose.
    std::vector<Vec3d> playTo(std::size_t f) {
        constexpr int kOnTheWay = 20;
        const std::vector<Affined> from =
            f == 0 ? bindFrames(character_.skeleton) : frames_[f - 1].jointFrames;
        for (int i = 1; i <= kOnTheWay + 2; ++i) {
            const double t = std::min(1.0, static_cast<double>(i) / kOnTheWay);
            SinewTickOutput out{};
            player_.input.reset = f == 0 && i == 1 ? 1 : 0;
            player_.tick(framesBetween(character_.skeleton, from, frames_[f].jointFrames, t), 1.0 / 60, out);
        }
        return weldedPositions(character_, player_.surface());
    }

    std::string plotText() const {
        ErrorPlot plot{"Distance from the full solution, RMS, mm", {}, {}};
        for (const Compared& c : compared_) plot.labels.push_back(c.label);
        const auto add = [&](const char* name, const char* colour, Errors Compared::*of) {
            PlotLine line{name, colour, {}};
            for (const Compared& c : compared_) line.values.push_back(1000 * (c.*of).rms);
            plot.lines.push_back(std::move(line));
        };
        add("linear blend skinning", "#c0504d", &Compared::linearBlend);
        add("dual quaternions", "#d9a441", &Compared::dualQuaternion);
        add("Sinew", "#2e75b6", &Compared::reduced);
        return svgOf(plot);
    }

    void draw() const {
        std::vector<PicturedPose> poses;
        for (std::size_t f = 0; f < frames_.size(); ++f)
            poses.push_back({f, &frames_[f], &compared_[f].skin});
        drawPoses(character_, poses, {options_.images, {"front", "left"}, "Sinew"}, workers_.jobs(), {});
    }

    Json skinJson(const Errors* errors, const SkinFigures& figures) const {
        Json json;
        if (errors != nullptr)
            json = {{"rms", errors->rms}, {"within95", errors->most95}, {"most", errors->most}};
        json["volumeRatio"] = figures.volume / bound_.volume;
        json["selfIntersectingPairs"] = figures.pairs;
        return json;
    }

    static Json jumpsJson(const Jumps& jumps) {
        return {{"full", jumps.full},
                {"reduced", jumps.reduced},
                {"linearBlend", jumps.linearBlend},
                {"dualQuaternion", jumps.dualQuaternion}};
    }

    Json domainsJson(const DomainErrors& errors) const {
        const AssetView& view = asset_.view;
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
    Json jumpsJson() const {
        const auto rms = [&](double Jumps::*of) {
            double squares = 0;
            for (const Compared& c : compared_) squares += c.jumps.*of * (c.jumps.*of);
            return std::sqrt(squares / static_cast<double>(compared_.size()));
        };
        const Jumps all{rms(&Jumps::full), rms(&Jumps::reduced), rms(&Jumps::linearBlend),
                        rms(&Jumps::dualQuaternion)};
        Json json = jumpsJson(all);
        json["ofFull"] = all.full > 0 ? Json(all.reduced / all.full) : Json(nullptr);
        return json;
    }

    Json report() const {
        Json frames = Json::array();
        double reduced = 0, blended = 0, dual = 0, gap = 0;
        for (const Compared& c : compared_) {
            frames.push_back({{"label", c.label},
                              {"converged", c.converged},
                              {"full", skinJson(nullptr, c.full)},
                              {"reduced", skinJson(&c.reduced, c.shown)},
                              {"linearBlend", skinJson(&c.linearBlend, c.blended)},
                              {"dualQuaternion", skinJson(&c.dualQuaternion, c.dual)},
                              {"seamGap", c.seamGap},
                              {"normalJump", jumpsJson(c.jumps)},
                              {"domains", domainsJson(c.ofDomains)}});
            reduced += c.reduced.rms * c.reduced.rms;
            blended += c.linearBlend.rms * c.linearBlend.rms;
            dual += c.dualQuaternion.rms * c.dualQuaternion.rms;
            gap = std::max(gap, c.seamGap);
        }
        const double count = static_cast<double>(compared_.size());
        return {{"asset", options_.asset.string()},
                {"character", character_.name},
                {"rms",
                 {{"reduced", std::sqrt(reduced / count)},
                  {"linearBlend", std::sqrt(blended / count)},
                  {"dualQuaternion", std::sqrt(dual / count)}}},
                {"ofLinearBlend", blended > 0 ? Json(std::sqrt(reduced / blended)) : Json(nullptr)},
                {"seamGap", gap},
                {"normalJump", jumpsJson()},
                {"frames", std::move(frames)}};
    }

    static std::string words(const Json& json) {
        std::string text = fmt::format(
            "{}: distance from the full solution, mm, and volume\n"
            "  {:<24}{:>24}{:>24}{:>24}{:>28}{:>8}{:>16}\n"
            "  {:<24}{:>24}{:>24}{:>24}{:>28}{:>8}{:>16}\n",
            json["character"].get<std::string>(), "", "Sinew", "LBS", "DQS", "volume change, %", "gape",
            "jump, degrees", "frame", "RMS   95 %    most", "RMS   95 %    most", "RMS   95 %    most",
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
                f["label"].get<std::string>(), errors("reduced"), errors("linearBlend"),
                errors("dualQuaternion"), change("full"), change("reduced"), change("linearBlend"),
                change("dualQuaternion"), 1000 * f["seamGap"].get<double>(), jump("full"), jump("reduced"),
                f["converged"].get<bool>() ? "" : "  full solution did not converge");
        }
        const Json& rms = json["rms"];
        return text +
               fmt::format(
                   "  all: {:.2f} mm, {:.1f} % of linear blend skinning's {:.2f} mm; dual quaternions "
                   "{:.2f} mm\n  normals jump at seams {:.2f} times as much as in the full solution",
                   1000 * rms["reduced"].get<double>(),
                   json["ofLinearBlend"].is_null() ? 0 : 100 * json["ofLinearBlend"].get<double>(),
                   1000 * rms["linearBlend"].get<double>(), 1000 * rms["dualQuaternion"].get<double>(),
                   json["normalJump"]["ofFull"].is_null() ? 0 : json["normalJump"]["ofFull"].get<double>());
    }

    const CompareOptions& options_;
    const Session& session_;
    const StopRequest& stop_;
    const Workers workers_;
    const LoadedAsset asset_;
    const Character character_;
    Player player_;
    Recipe recipe_;
    std::vector<MotionFrame> frames_;
    SkinFigures bound_;
    std::vector<std::uint32_t> domainOf_;  // of each vertex
    std::vector<Compared> compared_;
};

int runCompare(const CompareOptions& options, const Session& session) {
    options.requireOutputs();
    const StopRequest stop;
    try {
        return Comparison(options, session, stop).run();
    } catch (const Stopped&) {
        saySignalled("sinew: stopped; nothing was written\n");
        return stop.exitCode();
    }
}

}  // namespace

void addCompareCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<CompareOptions>();
    CLI::App& command = *app.add_subcommand(
        "compare", "Tell how far an asset is from the full solver, pose by pose, beside skinning");
    options->addTo(command);
    command.add_flag("--json", session.json, "Print the report as JSON, or the error if there is one");
    command.footer(
        "Examples:\n"
        "  sinew compare Hero.sinew --character Hero.glb --clip run --frames 8 --plot run.svg\n"
        "  sinew compare Hero.sinew --character Hero.glb --motion dance.bvh --report dance.json");
    command.callback([options, &session, &command] {
        if (command.count("--clip") + command.count("--motion") + command.count("--pose") == 0) {
            throw CLI::RequiredError("--clip, --motion or --pose");
        }
        session.run = [options, &session] { return runCompare(*options, session); };
    });
}

}  // namespace sinew
