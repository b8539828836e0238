#include <algorithm>
#include <memory>
#include <optional>

#include "AssetCharacter.h"
#include "Commands/Command.h"
#include "Commands/CompareReport.h"
#include "Commands/MotionChoice.h"
#include "Commands/SolvePictures.h"
#include "NormalJump.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Files.h"
#include "Offline/Workers.h"
#include "Player.h"
#include "SeamGap.h"
#include "Signals.h"

namespace sinew {

namespace {

struct CompareOptions {
    std::filesystem::path asset;
    CharacterOptions character;
    MotionChoice motion;
    std::optional<double> tets, cells;
    std::string flesh;
    std::filesystem::path report, plot, images;

    void addTo(CLI::App& command);
    void requireOutputs() const;
};

void CompareOptions::addTo(CLI::App& command) {
    command.add_option("asset", asset, "Asset file: .sinew")->required()->type_name("SINEW");
    command.add_option("--character", character.file, "Character file that the asset was built from")
        ->required()
        ->type_name("FILE");
    motion.addTo(command);
    command
        .add_option("--tets", tets,
                    "Approximate number of tetrahedra of the full solver (default: as in the asset's build)")
        ->check(within(kTetLimits))
        ->type_name("N");
    command
        .add_option(
            "--cells", cells,
            "Approximate number of lattice cells of the full solver (default: as in the asset's build)")
        ->check(within(kCellLimits))
        ->type_name("N");
    addFleshOption(command, flesh);
    command.add_option("--report", report, "Write the results of every frame to this file")
        ->type_name("JSON");
    command.add_option("--plot", plot, "Plot the error over the frames to this file")->type_name("SVG");
    command.add_option("--images", images, "Draw poses into this folder, next to linear blend skinning")
        ->type_name("DIR");
}

void CompareOptions::requireOutputs() const {
    const std::vector<std::filesystem::path> inputs{asset, character.file, motion.motionFile()};
    requireOutput("--report", report, ".json", inputs);
    requireOutput("--plot", plot, ".svg", inputs);
}

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
        recipe_ = parseRecipe({asset_.view.recipe.data(), asset_.view.recipe.size()},
                              "the recipe in " + options.asset.string());
        requireResolution(recipe_.posesBy, options.tets.has_value(), options.cells.has_value(),
                          "The asset was trained with that solver: ");
        setResolution(recipe_.volume, options.tets);
        setResolution(recipe_.cells, options.cells);
        if (!options.flesh.empty()) setFlesh(recipe_, fleshNamed(options.flesh));
        // The comparison uses the gravity that the training poses were solved with.
        for (float& g : player_.input.gravity) g = 0;
        player_.input.gravity[1] = asset_.view.meta->gravity - 9.81f;
    }

    int run() {
        frames_ = options_.motion.frames(character_, session_.console);
        compareAll();
        if (!options_.plot.empty()) writeFileAtomically(options_.plot, comparisonPlot(compared_));
        if (!options_.images.empty()) draw();
        const auto json =
            comparisonJson({options_.asset.string(), character_.name, asset_.view, bound_.volume}, compared_);
        if (!options_.report.empty()) writeFileAtomically(options_.report, dumped(json) + "\n");
        session_.console.print(session_.json ? dumped(json) : comparisonText(json));
        const bool all = std::all_of(compared_.begin(), compared_.end(),
                                     [](const ComparedFrame& c) { return c.converged; });
        return all ? 0 : static_cast<int>(ErrorKind::Failed);
    }

  private:
    void compareAll() {
        const poses::FullBody body = makeBody();
        const std::unique_ptr<FullSolver> solver =
            poses::makeFullSolver(body, workers_.jobs(), [&](double) { return !stop_.made(); });
        const std::vector<BodyPart> none;
        const SkinMeasure measure(character_, body.decisions().parts, none, workers_.jobs());
        bound_ = measure(character_.surface.positions);
        const Surface& surface = character_.surface;
        domainOf_ = domainsOfSkin(asset_.view, surface.weldedOfFile);
        const NormalJump jump(domainOf_, {surface.positions, surface.triangles});
        Progress progress("compare", frames_.size());
        for (std::size_t f = 0; f < frames_.size(); ++f) {
            compare(f, *solver, measure, jump);
            progress.advance(f + 1);
        }
    }

    // For the solver that the asset was trained on.
    poses::FullBody makeBody() const {
        constexpr std::uint64_t kSteps = 100;
        Progress progress("volume", kSteps);
        return poses::makeFullBody(character_, fullSettings(recipe_, recipe_.posesBy), workers_.jobs(),
                                   [&](double done) {
                                       progress.advance(static_cast<std::uint64_t>(done * kSteps));
                                       return !stop_.made();
                                   });
    }

    void compare(std::size_t f, FullSolver& solver, const SkinMeasure& measure, const NormalJump& jump) {
        const MotionFrame& frame = frames_[f];
        ComparedFrame c;
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

    // Moves from the frame before in small steps, as a game does; the first one starts at the bind pose.
    std::vector<Vec3d> playTo(std::size_t f) {
        constexpr int kStepsBetween = 20;
        const std::vector<Affined> from =
            f == 0 ? bindFrames(character_.skeleton) : frames_[f - 1].jointFrames;
        for (int i = 1; i <= kStepsBetween + 2; ++i) {
            const double t = std::min(1.0, static_cast<double>(i) / kStepsBetween);
            SinewTickOutput out{};
            player_.input.reset = f == 0 && i == 1 ? 1 : 0;
            player_.tick(framesBetween(character_.skeleton, from, frames_[f].jointFrames, t), 1.0 / 60, out);
        }
        return weldedPositions(character_, player_.surface());
    }

    void draw() const {
        std::vector<PicturedPose> poses;
        for (std::size_t f = 0; f < frames_.size(); ++f)
            poses.push_back({f, &frames_[f], &compared_[f].skin});
        drawPoses(character_, poses, {options_.images, {"front", "left"}, "Sinew"}, workers_.jobs(), {});
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
    std::vector<ComparedFrame> compared_;
};

int runCompare(const CompareOptions& options, const Session& session) {
    options.requireOutputs();
    const StopRequest stop;
    try {
        return Comparison(options, session, stop).run();
    } catch (const Stopped&) {
        saySignalled("sinew: stopped; no files were written\n");
        return stop.exitCode();
    }
}

}  // namespace

void addCompareCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<CompareOptions>();
    CLI::App& command = *app.add_subcommand(
        "compare", "Compare an asset and plain skinning with the full solver, pose by pose");
    options->addTo(command);
    command.add_flag("--json", session.json, "Print the report, or the error, as JSON");
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
