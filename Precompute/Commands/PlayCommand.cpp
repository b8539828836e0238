#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "AssetCharacter.h"
#include "Commands/Command.h"
#include "Commands/MotionChoice.h"
#include "Commands/SolvePictures.h"
#include "Offline/Character/Gltf/WriteShapes.h"
#include "Offline/Character/Pose.h"
#include "Offline/Files.h"
#include "Offline/Workers.h"
#include "Player.h"
#include "Signals.h"

namespace sinew {

namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

struct PlayOptions {
    std::filesystem::path asset, character;
    MotionChoice motion;
    std::filesystem::path output, report, images;
    std::vector<std::string> views{"front", "left"};
    double ticksPerSecond = 60, shapesPerSecond = 30;
    bool still = false;  // without dynamics: static equilibrium in every frame

    void addTo(CLI::App& command);
    void requireOutputs() const;
};

void PlayOptions::addTo(CLI::App& command) {
    command.add_option("asset", asset, "Asset file: .sinew")->required()->type_name("SINEW");
    auto* const clip =
        command.add_option("--clip", motion.clip, "Clip of the character file, or all; needs --character")
            ->type_name("NAME");
    command.add_option("--motion", motion.motion, "Motion file (.bvh), retargeted to the asset's skeleton")
        ->type_name("BVH")
        ->excludes(clip);
    command
        .add_option("--character", character, "Character file that the asset was built from, for its clips")
        ->type_name("FILE");
    command.add_option("--map", motion.map, "Joint map: a file or a built-in map; see sinew solve --help")
        ->type_name("NAME|TOML");
    command.add_flag("--in-place", motion.inPlace, "Remove the horizontal movement of the hips");
    command.add_flag("--still", still, "Play without dynamics: every frame is in static equilibrium");
    command.add_option("--rate", ticksPerSecond, "Frame rate of the game, in frames per second")
        ->check(within({1, 1000}))
        ->capture_default_str();
    command
        .add_option("--shapes", shapesPerSecond,
                    "Rate of the shapes written by -o and drawn by --images, per second")
        ->check(within({0.1, 1000}))
        ->capture_default_str();
    command.add_option("-o,--output", output, "Write the played animation as glTF with morph targets")
        ->type_name("GLB");
    command.add_option("--images", images, "Draw poses into this folder, next to linear blend skinning")
        ->type_name("DIR");
    command.add_option("--views", views, "Views of the pictures")->delimiter(',')->capture_default_str();
    command.add_option("--report", report, "Write the results of every clip to this file")->type_name("JSON");
}

void PlayOptions::requireOutputs() const {
    const std::vector<std::filesystem::path> inputs{asset, character, motion.motion};
    requireOutput("-o", output, ".glb", inputs);
    requireOutput("--report", report, ".json", inputs);
}

struct TickFigures {
    double time = 0, milliseconds = 0, surfaceMilliseconds = 0;
    float residual = 0;
    std::uint32_t subSteps = 0, iterations = 0;
    bool converged = true;
};

struct PlayedClip {
    std::string name;
    std::vector<TickFigures> ticks;
    std::vector<MotionFrame> frames;  // that were kept
    std::vector<std::vector<Vec3d>> skins;
};

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

class Playing {
  public:
    Playing(const PlayOptions& options, const Session& session, const StopRequest& stop)
        : options_(options),
          session_(session),
          stop_(stop),
          workers_(session.threads),
          asset_(loadAsset(options.asset)),
          player_(asset_) {
        if (options.character.empty()) {
            character_ = characterOf(asset_.view);
        } else {
            character_ = importCharacter(options.character);
            requireBuiltFrom(asset_.view, character_, options.character);
        }
        player_.setWorkers(workers_.jobs());
        player_.input.dynamic = options.still ? 0 : 1;
    }

    int run() {
        const std::vector<Clip> clips = options_.motion.clips(character_, session_.console);
        for (const Clip& clip : clips) play(clip);
        if (!options_.output.empty()) writeShapes();
        if (!options_.images.empty()) draw();
        const Json json = report();
        if (!options_.report.empty()) writeFileAtomically(options_.report, dumped(json) + "\n");
        session_.console.print(session_.json ? dumped(json) : textOf(json));
        return 0;
    }

  private:
    void play(const Clip& clip) {
        PlayedClip played;
        played.name = clip.name;
        const auto count = static_cast<int>(std::floor(clip.duration * options_.ticksPerSecond + 1e-6));
        Progress progress("play", static_cast<std::uint64_t>(count) + 1);
        double nextKept = 0;
        for (int i = 0; i <= count; ++i) {
            const double time = i / options_.ticksPerSecond;
            MotionFrame frame{fmt::format("{}  {:.2f} s", clip.name, time), clip.name, time,
                              jointFrames(character_.skeleton, samplePose(character_.skeleton, clip, time))};
            const std::vector<float>& surface = tick(frame, i == 0, played);
            if (time >= nextKept - 1e-9) {
                nextKept += 1 / options_.shapesPerSecond;
                played.skins.push_back(weldedPositions(character_, surface));
                played.frames.push_back(std::move(frame));
            }
            progress.advance(static_cast<std::uint64_t>(i) + 1);
            if (stop_.made()) throw Stopped();
        }
        played_.push_back(std::move(played));
    }

    const std::vector<float>& tick(const MotionFrame& frame, bool first, PlayedClip& played) {
        player_.input.reset = first ? 1 : 0;
        SinewTickOutput out{};
        const Clock::time_point start = Clock::now();
        const SinewStatus status =
            player_.tick(frame.jointFrames, first ? 0 : 1 / options_.ticksPerSecond, out);
        const double ticked = millisecondsSince(start);
        if (status != SINEW_OK && status != SINEW_NOT_CONVERGED) {
            throw badInput(fmt::format("{}: {}", frame.label, sinewStatusText(status)),
                           "Check the motion: draw it with `sinew render`.");
        }
        const Clock::time_point shown = Clock::now();
        const std::vector<float>& surface = player_.surface();
        played.ticks.push_back({frame.time, ticked, millisecondsSince(shown), out.residual, out.subSteps,
                                out.iterations, out.notConverged == 0 && status == SINEW_OK});
        return surface;
    }

    void writeShapes() const {
        std::vector<gltf::ShapeClip> clips;
        for (const PlayedClip& played : played_) {
            clips.push_back({played.name, {}});
            for (std::size_t i = 0; i < played.frames.size(); ++i) {
                clips.back().shapes.push_back(
                    {played.frames[i].time, played.skins[i], played.frames[i].jointFrames});
            }
        }
        gltf::writeShapesGlb(character_, clips, options_.output);
    }

    void draw() const {
        std::vector<PicturedPose> poses;
        for (const PlayedClip& played : played_) {
            for (std::size_t i = 0; i < played.frames.size(); ++i) {
                poses.push_back({poses.size(), &played.frames[i], &played.skins[i]});
            }
        }
        drawPoses(character_, poses, {options_.images, options_.views, "Sinew"}, workers_.jobs(), {});
    }

    Json clipJson(const PlayedClip& played) const {
        std::vector<double> ms, surface;
        float worst = 0;
        std::uint32_t unconverged = 0, iterations = 0, subSteps = 0;
        // The first tick brings the flesh from rest to the first pose. It belongs to loading and is not
        // counted.
        for (std::size_t i = 1; i < played.ticks.size(); ++i) {
            const TickFigures& t = played.ticks[i];
            ms.push_back(t.milliseconds);
            surface.push_back(t.surfaceMilliseconds);
            worst = std::max(worst, t.residual);
            unconverged += t.converged ? 0 : 1;
            iterations += t.iterations;
            subSteps += t.subSteps;
        }
        const auto spread = [](std::vector<double> values) -> Json {
            if (values.empty()) return nullptr;
            std::sort(values.begin(), values.end());
            return {
                {"least", values.front()}, {"median", values[values.size() / 2]}, {"most", values.back()}};
        };
        return {{"clip", played.name},       {"ticks", played.ticks.size()}, {"subSteps", subSteps},
                {"newtonSteps", iterations}, {"tickMs", spread(ms)},         {"surfaceMs", spread(surface)},
                {"worstResidual", worst},    {"notConverged", unconverged}};
    }

    Json report() const {
        Json clips = Json::array();
        for (const PlayedClip& played : played_) clips.push_back(clipJson(played));
        return {
            {"asset", options_.asset.string()}, {"character", character_.name},
            {"dynamic", !options_.still},       {"ticksPerSecond", options_.ticksPerSecond},
            {"threads", workers_.threads()},    {"instanceBytes", player_.instanceBytes()},
            {"clips", std::move(clips)},        {"stateHash", fmt::format("{:016x}", player_.stateHash())}};
    }

    static std::string textOf(const Json& json) {
        const auto threads = json["threads"].get<unsigned>();
        std::string text =
            fmt::format("{}, {}, {:g} frames per second, on {}\n", json["character"].get<std::string>(),
                        json["dynamic"].get<bool>() ? "with dynamics" : "without dynamics",
                        json["ticksPerSecond"].get<double>(),
                        threads == 1 ? "one thread" : fmt::format("{} threads", threads));
        text += fmt::format("  {:<16}{:>7}{:>14}{:>20}{:>20}{:>14}\n", "clip", "ticks", "iterations",
                            "tick ms (med./max)", "skin ms (med./max)", "unconverged");
        for (const Json& c : json["clips"]) {
            const auto spread = [](const Json& s) {
                return s.is_null() ? std::string("-")
                                   : fmt::format("{:.3f} / {:.3f}", s["median"].get<double>(),
                                                 s["most"].get<double>());
            };
            text += fmt::format("  {:<16}{:>7}{:>14}{:>20}{:>20}{:>14}\n", c["clip"].get<std::string>(),
                                c["ticks"].get<std::size_t>(), c["newtonSteps"].get<std::uint32_t>(),
                                spread(c["tickMs"]), spread(c["surfaceMs"]),
                                c["notConverged"].get<std::uint32_t>());
        }
        return text + fmt::format("  An instance takes {:.0f} KB. The state hash is {}.",
                                  json["instanceBytes"].get<double>() / 1024,
                                  json["stateHash"].get<std::string>());
    }

    const PlayOptions& options_;
    const Session& session_;
    const StopRequest& stop_;
    const Workers workers_;
    const LoadedAsset asset_;
    Player player_;
    Character character_;
    std::vector<PlayedClip> played_;
};

int runPlay(const PlayOptions& options, const Session& session) {
    options.requireOutputs();
    if (!options.motion.clip.empty() && options.character.empty()) {
        throw Error(
            ErrorKind::Usage, "--clip needs --character, because an asset has no clips",
            "Add --character FILE with the file that the asset was built from, or use --motion FILE.bvh.");
    }
    const StopRequest stop;
    try {
        return Playing(options, session, stop).run();
    } catch (const Stopped&) {
        saySignalled("sinew: stopped; no files were written\n");
        return stop.exitCode();
    }
}

}  // namespace

void addPlayCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<PlayOptions>();
    CLI::App& command = *app.add_subcommand("play", "Play a motion in the runtime, as a game does");
    options->addTo(command);
    command.add_flag("--json", session.json, "Print the report, or the error, as JSON");
    command.footer(
        "Examples:\n"
        "  sinew play Hero.sinew --motion dance.bvh -o dance.glb --images pictures\n"
        "  sinew play Hero.sinew --character Hero.glb --clip run --rate 30");
    command.callback([options, &session, &command] {
        if (command.count("--clip") + command.count("--motion") == 0) {
            throw CLI::RequiredError("--clip or --motion");
        }
        session.run = [options, &session] { return runPlay(*options, session); };
    });
}

}  // namespace sinew
