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
    if (!matched || std::min(settings.width, settings.height) < 16 ||
        std::max(settings.width, settings.height) > 8192) {
        throw Error(ErrorKind::Usage, "--size " + options.size + " is not a picture size",
                    "Write WIDTHxHEIGHT in pixels, from 16 to 8192, for example 480x640.");
    }
    settings.ground = !options.noGround;
    return settings;
}

// A picture must not take the place of what it is drawn from.
void requirePicture(const RenderOptions& options) {
    if (options.output.extension() != ".png") {
        throw Error(ErrorKind::Usage, "-o " + options.output.string() + " does not end in .png",
                    "Pictures are written as PNG: give a name such as picture.png.");
    }
    for (const std::filesystem::path& input : {options.character.file, options.motion.motion}) {
        std::error_code ignored;
        if (!input.empty() && std::filesystem::equivalent(options.output, input, ignored)) {
            throw Error(ErrorKind::Usage, "-o " + options.output.string() + " would replace the input",
                        "Give the picture another name.");
        }
    }
}

int runRender(const RenderOptions& options, const Session& session) {
    const RenderSettings settings = settingsOf(options);
    requirePicture(options);
    const Workers workers(session.threads);
    const Character character = options.character.import();
    const std::vector<MotionFrame> frames = options.motion.frames(character, session.console);
    const SkinMethod method = options.skin == "dqs" ? SkinMethod::DualQuaternion : SkinMethod::LinearBlend;
    const CharacterColouring colouring = colouringNamed(options.colour);

    std::vector<std::vector<RenderMesh>> posed;
    // The camera goes along with a character that walks away: points are framed relative to each frame's
    // middle.
    std::vector<Vec3d> points, middles;
    double ground = std::numeric_limits<double>::infinity();
    for (const MotionFrame& frame : frames) {
        posed.push_back(characterMeshes(character, frame.jointFrames, method, colouring));
        const Box box = boxOf(posed.back());
        middles.push_back({center(box).x, 0, center(box).z});
        for (const RenderMesh& mesh : posed.back()) {
            for (const Vec3d& p : mesh.positions) points.push_back(p - middles.back());
        }
        ground = std::min(ground, box.low.y);
    }
    std::vector<Camera> cameras;
    for (const std::string& view : options.views) {
        cameras.push_back(framePoints(points, view, static_cast<double>(settings.width) / settings.height));
    }
    std::vector<LabelledImage> cells;
    Progress progress("render", frames.size() * options.views.size());
    for (std::size_t f = 0; f < frames.size(); ++f) {
        for (std::size_t v = 0; v < cameras.size(); ++v) {
            Camera camera = cameras[v];
            camera.eye += middles[f];
            cells.push_back({render(posed[f], camera, ground, settings, workers.jobs()),
                             frames[f].label + (cameras.size() > 1 ? "  " + options.views[v] : "")});
            progress.advance(cells.size());
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
    CLI::App& command =
        *app.add_subcommand("render", "Draw a character, posed by a clip or a motion file, as a PNG picture");
    options->character.addTo(command);
    options->motion.addTo(command);
    command.add_option("-o,--output", options->output, "Picture to write")
        ->type_name("PNG")
        ->capture_default_str();
    command
        .add_option("--views", options->views,
                    "Sides to look from: " + fmt::format("{}", fmt::join(viewNames(), ", ")))
        ->delimiter(',')
        ->type_name("VIEW,...")
        ->capture_default_str();
    command.add_option("--size", options->size, "Pixels of one picture")
        ->type_name("WxH")
        ->capture_default_str();
    command.add_option("--columns", options->columns, "Pictures to a row; 0: chosen")->type_name("N");
    command
        .add_option("--colour,--color", options->colour, "What colours show: plain, joints, materials, parts")
        ->check(CLI::IsMember({"plain", "joints", "materials", "parts"}))
        ->type_name("WHAT");
    command.add_option("--skin", options->skin, "lbs (linear blend) or dqs (dual quaternion) skinning")
        ->check(CLI::IsMember({"lbs", "dqs"}))
        ->type_name("METHOD");
    command.add_flag("--no-ground", options->noGround, "No floor and no shadow on it");
    command.callback(
        [options, &session] { session.run = [options, &session] { return runRender(*options, session); }; });
}

}  // namespace sinew
