#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "Commands/Command.h"
#include "Commands/MotionChoice.h"
#include "Offline/Character/Pose.h"
#include "Offline/Workers.h"
#include "Render/CharacterMesh.h"
#include "Render/Render.h"

namespace sinew {

namespace {

constexpr int kSmallestSide = 16, kLargestSide = 8192;  // pixels

struct RenderOptions {
    CharacterOptions character;
    MotionChoice motion;
    std::filesystem::path output = "render.png";
    std::vector<std::string> views{"three-quarter"};
    std::string size = "480x640", colour = "plain", skin = "lbs";
    int columns = 0;
    bool noGround = false;
};

RenderSettings settingsOf(const RenderOptions& options) {
    RenderSettings settings;
    int used = 0;
    const bool matched =
        std::sscanf(options.size.c_str(), "%dx%d%n", &settings.width, &settings.height, &used) == 2 &&
        used == static_cast<int>(options.size.size());
    if (!matched || std::min(settings.width, settings.height) < kSmallestSide ||
        std::max(settings.width, settings.height) > kLargestSide) {
        throw Error(ErrorKind::Usage, "--size " + options.size + " is not a picture size",
                    fmt::format("Write WIDTHxHEIGHT in pixels, from {} to {}, for example 480x640.",
                                kSmallestSide, kLargestSide));
    }
    settings.ground = !options.noGround;
    return settings;
}

std::size_t verticesOf(const Character& character) {
    std::size_t count = character.surface.positions.size();
    for (const RigidPart& part : character.rigidParts) count += part.surface.positions.size();
    return count;
}

struct Workload {
    std::size_t frames, pictures, vertices;

    // Posed meshes with their points; the samples of one picture; every picture, the sheet and its encoding.
    double gigabytes(const RenderSettings& size) const {
        const double pixels = static_cast<double>(size.width) * size.height;
        const double posed = 100.0 * static_cast<double>(frames) * static_cast<double>(vertices);
        const double samples = 16.0 * size.samples * size.samples * pixels;
        return (posed + samples + 15.0 * static_cast<double>(pictures) * pixels) / 1e9;
    }
};

void requireBudget(const Workload& work, const RenderSettings& settings) {
    constexpr double kMaxGigabytes = 2;
    if (work.gigabytes(settings) <= kMaxGigabytes) return;
    RenderSettings smaller = settings;
    double scale = 1;
    for (int i = 0; work.gigabytes(smaller) > kMaxGigabytes && i < 700; ++i, scale *= 0.99) {
        smaller.width = static_cast<int>(settings.width * scale);
        smaller.height = static_cast<int>(settings.height * scale);
    }
    const bool fits = std::min(smaller.width, smaller.height) >= kSmallestSide;
    throw Error(
        ErrorKind::Budget,
        fmt::format("{} pictures of {}x{} need {:.1f} GB of memory; the limit is {:g} GB", work.pictures,
                    settings.width, settings.height, work.gigabytes(settings), kMaxGigabytes),
        fits ? fmt::format("Use --size {}x{}, or fewer --frames or --views.", smaller.width, smaller.height)
             : "Use fewer --frames, or draw one clip at a time.");
}

// The meshes of each frame. The camera follows a character that walks away: points are framed relative to
// each frame's middle.
struct Scenes {
    std::vector<std::vector<RenderMesh>> meshes;
    std::vector<Vec3d> points, middles;
    double ground = std::numeric_limits<double>::infinity();
};

Scenes posed(const RenderOptions& options, const Character& character,
             const std::vector<MotionFrame>& frames) {
    const SkinMethod method = options.skin == "dqs" ? SkinMethod::DualQuaternion : SkinMethod::LinearBlend;
    const CharacterColouring colouring = colouringNamed(options.colour);
    Scenes scenes;
    for (const MotionFrame& frame : frames) {
        scenes.meshes.push_back(characterMeshes(character, frame.jointFrames, method, colouring));
        const Box box = boxOf(scenes.meshes.back());
        scenes.middles.push_back({center(box).x, 0, center(box).z});
        for (const RenderMesh& mesh : scenes.meshes.back()) {
            for (const Vec3d& p : mesh.positions) scenes.points.push_back(p - scenes.middles.back());
        }
        scenes.ground = std::min(scenes.ground, box.low.y);
    }
    return scenes;
}

int runRender(const RenderOptions& options, const Session& session) {
    const RenderSettings settings = settingsOf(options);
    requireOutput("-o", options.output, ".png", {options.character.file, options.motion.motionFile()});
    const Workers workers(session.threads);
    const Character character = options.character.import();
    const std::vector<MotionFrame> frames = options.motion.frames(character, session.console);
    requireBudget({frames.size(), frames.size() * options.views.size(), verticesOf(character)}, settings);

    const Scenes scenes = posed(options, character, frames);
    std::vector<Camera> cameras;
    for (const std::string& view : options.views) {
        cameras.push_back(
            framePoints(scenes.points, view, static_cast<double>(settings.width) / settings.height));
    }
    std::vector<LabelledImage> cells;
    {
        Progress progress("render", frames.size() * cameras.size());
        for (std::size_t f = 0; f < frames.size(); ++f) {
            for (std::size_t v = 0; v < cameras.size(); ++v) {
                Camera camera = cameras[v];
                camera.eye += scenes.middles[f];
                cells.push_back({render(scenes.meshes[f], camera, scenes.ground, settings, workers.jobs()),
                                 frames[f].label + (cameras.size() > 1 ? "  " + options.views[v] : "")});
                progress.advance(cells.size());
            }
        }
    }
    const int columns = options.columns != 0       ? options.columns
                        : options.views.size() > 1 ? static_cast<int>(options.views.size())
                                                   : 0;
    writePng(cells.size() == 1 ? cells[0].image : contactSheet(cells, columns), options.output);
    session.console.print(options.output.string());
    return 0;
}

}  // namespace

void addRenderCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<RenderOptions>();
    CLI::App& command = *app.add_subcommand("render", "Draw a character in poses of a clip or a motion file");
    options->character.addTo(command);
    options->motion.addTo(command);
    command.add_option("-o,--output", options->output, "Picture to write; missing folders are created")
        ->type_name("PNG")
        ->capture_default_str();
    command.add_option("--views", options->views, "Views of the character")
        ->delimiter(',')
        ->check(CLI::IsMember(viewNames()))
        ->type_name("VIEW,...")
        ->capture_default_str();
    command.add_option("--size", options->size, "Size of one view in pixels")
        ->type_name("WxH")
        ->capture_default_str();
    command.add_option("--columns", options->columns, "Views per row; 0 chooses the number")
        ->check(CLI::Range(0, 10000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--colour,--color", options->colour, "Meaning of the colours")
        ->check(CLI::IsMember({"plain", "joints", "materials", "parts"}))
        ->type_name("WHAT")
        ->capture_default_str();
    command.add_option("--skin", options->skin, "Skinning: linear blend (lbs) or dual quaternion (dqs)")
        ->check(CLI::IsMember({"lbs", "dqs"}))
        ->type_name("METHOD")
        ->capture_default_str();
    command.add_flag("--no-ground", options->noGround, "Draw no ground and no shadow");
    command.footer(
        "Examples:\n"
        "  sinew render Hero.glb --clip walk --views front,left -o walk.png\n"
        "  sinew render Hero.glb --motion dance.bvh --frames 8 -o dance.png");
    command.callback(
        [options, &session] { session.run = [options, &session] { return runRender(*options, session); }; });
}

}  // namespace sinew
