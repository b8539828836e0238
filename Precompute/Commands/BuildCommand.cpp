#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "Commands/Command.h"
#include "Commands/MotionChoice.h"
#include "Offline/Files.h"
#include "Offline/Workers.h"
#include "Pipeline/BuildSummary.h"
#include "Signals.h"

namespace sinew {

namespace {

struct BuildOptions {
    CharacterOptions character;
    std::filesystem::path output, recipe, cache, report;
    std::vector<std::filesystem::path> motions;
    std::string map, from, to, shard, solver, flesh;
    std::optional<double> tets, cells, budgetMs, budgetMb, budgetError;
    std::filesystem::path images;

    void addTo(CLI::App& command);
    BuildChoice choice() const;
    BuildInputs inputs(const Console& console) const;
};

void BuildOptions::addTo(CLI::App& command) {
    character.addTo(command);
    command.add_option("-o,--output", output, "Asset file to write: .sinew")->required()->type_name("FILE");
    command.add_option("--recipe", recipe, "Recipe with settings: .toml")->type_name("FILE");
    command
        .add_option("--motion", motions,
                    "Motion file (.bvh) to train on, in addition to the file's clips; may be repeated")
        ->type_name("FILE");
    command
        .add_option("--map", map,
                    "Joint map of the motion files: a file or a built-in map; see sinew solve --help")
        ->needs("--motion")
        ->type_name("MAP");
    command
        .add_option("--solver", solver,
                    "Full solver of the poses, whose elements the asset is made from: tet (tetrahedra) or "
                    "lattice (cubic cells, with self-contact); default: as in the recipe, or tet")
        ->check(CLI::IsMember(solverNames()))
        ->type_name("NAME");
    addFleshOption(command, flesh);
    command.add_option("--tets", tets, "Approximate number of tetrahedra (default 200000)")
        ->check(within(kTetLimits))
        ->type_name("N");
    command.add_option("--cells", cells, "Approximate number of lattice cells (default 100000)")
        ->check(within(kCellLimits))
        ->type_name("N");
    command.add_option("--cache", cache, "Folder for the results of the stages (default: next to the asset)")
        ->type_name("DIR");
    const std::vector<std::string> names(kStageNames.begin(), kStageNames.end());
    command.add_option("--from", from, "Run this stage and all later ones again")
        ->check(CLI::IsMember(names))
        ->type_name("STAGE");
    command.add_option("--to", to, "Stop after this stage")->check(CLI::IsMember(names))->type_name("STAGE");
    command.add_option("--shard", shard, "Solve only this part of the poses, such as 2/5, and stop")
        ->type_name("I/N");
    command.add_option("--report", report, "Write the summary to this file as JSON")->type_name("FILE");
    command
        .add_option("--images", images,
                    "Draw the domains (domains.png) and the worst pose (worst.png) into this folder")
        ->type_name("DIR");
    command.add_option("--budget-ms", budgetMs, "Fail if a frame is predicted to take longer")
        ->check(within({0, 1e6}))
        ->type_name("MS");
    command.add_option("--budget-mb", budgetMb, "Fail if the asset is larger")
        ->check(within({0, 1e6}))
        ->type_name("MB");
    command
        .add_option("--budget-error", budgetError,
                    "Fail if the error is larger than this part of linear blend skinning's")
        ->check(within({0, 1e6}))
        ->type_name("PERCENT");
}

// The options accept known names only.
Stage stageNamed(const std::string& name) {
    return static_cast<Stage>(std::find(kStageNames.begin(), kStageNames.end(), name) - kStageNames.begin());
}

BuildChoice BuildOptions::choice() const {
    BuildChoice chosen;
    chosen.output = output;
    chosen.cache = cache.empty() ? pathOf(output.string() + ".cache") : cache;
    if (!from.empty()) chosen.from = stageNamed(from);
    if (!to.empty()) chosen.to = stageNamed(to);
    chosen.images = images;
    chosen.budgetMs = budgetMs;
    chosen.budgetMb = budgetMb;
    chosen.budgetError = budgetError;
    if (chosen.from && *chosen.from > chosen.to) {
        throw Error(ErrorKind::Usage, "the stage of --from " + from + " comes after that of --to " + to,
                    "Swap the two stages.");
    }
    if (shard.empty()) return chosen;
    unsigned index = 0, count = 0;
    char rest = 0;
    if (std::sscanf(shard.c_str(), "%u/%u%c", &index, &count, &rest) != 2 || index < 1 || index > count) {
        throw Error(ErrorKind::Usage, "--shard " + shard + " is not of the form I/N with I from 1 to N",
                    "Write for example 1/4 for the first of four shards.");
    }
    if ((chosen.from && *chosen.from != Stage::Poses) || (!to.empty() && chosen.to != Stage::Poses)) {
        throw Error(ErrorKind::Usage,
                    "--shard runs the stage poses only and cannot be combined with --from or --to",
                    "Remove --from and --to. When all shards are done, build without --shard.");
    }
    chosen.shard = index - 1;
    chosen.shards = count;
    return chosen;
}

BuildInputs BuildOptions::inputs(const Console& console) const {
    BuildInputs in;
    in.character = character.import();
    if (!recipe.empty()) in.recipe = readRecipe(recipe);
    if (!flesh.empty()) setFlesh(in.recipe, fleshNamed(flesh));
    if (!solver.empty()) in.recipe.posesBy = solverNamed(solver);
    requireHold(in.recipe, in.recipe.posesBy, "Add --solver lattice");
    requireResolution(in.recipe.posesBy, tets.has_value(), cells.has_value(),
                      "Choose the other --solver, or ");
    setResolution(in.recipe.volume, tets);
    setResolution(in.recipe.cells, cells);
    for (const std::filesystem::path& file : motions) {
        in.motions.push_back(clipFromMotion(file, map, true, in.character, console));
    }
    return in;
}

nlohmann::ordered_json jsonOf(const BuildSummary& summary, const Skeleton& skeleton) {
    if (!summary.nothingToDo) return buildJson(summary, skeleton);
    auto json = nlohmann::ordered_json::parse(summary.keptJson);
    json["nothingToDo"] = true;
    json["solvedPoses"] = 0;
    json["stages"] = nlohmann::ordered_json::array();
    json.erase("pictures");
    return json;
}

int runBuild(const BuildOptions& options, const Session& session) {
    requireOutput("-o", options.output, ".sinew", {options.character.file, options.recipe});
    requireOutput("--report", options.report, ".json", {options.character.file, options.recipe});
    const BuildInputs inputs = options.inputs(session.console);
    const BuildChoice choice = options.choice();
    const StopRequest stop;
    const Workers workers(session.threads);
    std::unique_ptr<Progress> bar;
    Stage shown = Stage::Volume;
    const auto progress = [&](Stage stage, double done, std::uint32_t parts) {
        if (!bar || stage != shown) {
            bar.reset();
            bar =
                std::make_unique<Progress>(std::string(kStageNames[static_cast<std::size_t>(stage)]), parts);
            shown = stage;
        }
        const double at = done * parts;
        bar->advance(static_cast<std::uint64_t>(at), at - std::floor(at));
        return !stop.made();
    };
    BuildSummary summary;
    try {
        summary = build(inputs, choice, workers, progress);
    } catch (const Stopped&) {
        bar.reset();
        saySignalled("sinew: stopped; finished work is kept, and the next run continues from there\n");
        return stop.exitCode();
    }
    bar.reset();
    const auto json = jsonOf(summary, inputs.character.skeleton);
    if (!options.report.empty()) writeFileAtomically(options.report, dumped(json) + "\n");
    if (summary.overBudget) throw Error(*summary.overBudget);
    for (const BuildWarning& warning : warningsOf(summary, inputs.recipe.poses.count)) {
        session.console.warn(warning.text, warning.remedy);
    }
    session.console.print(
        session.json ? dumped(json) : buildText(summary, inputs.character.skeleton, options.output.string()));
    return 0;
}

}  // namespace

void addBuildCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<BuildOptions>();
    CLI::App& command = *app.add_subcommand(
        "build", "Build the asset of a character; stages that are up to date are skipped");
    options->addTo(command);
    command.add_flag("--json", session.json, "Print the summary, or the error, as JSON");
    command.footer(
        "Examples:\n"
        "  sinew build Hero.glb -o Hero.sinew\n"
        "  sinew build Hero.glb -o Hero.sinew --recipe hero.toml --motion walk.bvh --motion dance.bvh\n"
        "  sinew build Hero.glb -o Hero.sinew --solver lattice --cells 30000\n"
        "Four machines solve the poses (1/4 to 4/4), then one of them does the rest:\n"
        "  sinew build Hero.glb -o Hero.sinew --cache shared/cache --shard 1/4\n"
        "  sinew build Hero.glb -o Hero.sinew --cache shared/cache --from bases\n"
        "The cache may be deleted at any time; the next build fills it again.");
    command.callback(
        [options, &session] { session.run = [options, &session] { return runBuild(*options, session); }; });
}

}  // namespace sinew
