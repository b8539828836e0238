#include <fmt/format.h>

#include <algorithm>
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
    std::string map, from, to, shard;
    std::optional<double> tets, budgetMs, budgetMb;
    std::filesystem::path images;

    void addTo(CLI::App& command);
    BuildChoice choice() const;
    BuildInputs inputs(const Console& console) const;
};

void BuildOptions::addTo(CLI::App& command) {
    character.addTo(command);
    command.add_option("-o,--output", output, "The asset to write: .sinew")->required()->type_name("FILE");
    command.add_option("--recipe", recipe, "What to decide about this character: .toml")->type_name("FILE");
    command
        .add_option("--motion", motions,
                    "Motion to learn from beside the file's clips: .bvh; may be repeated")
        ->type_name("FILE");
    command.add_option("--map", map, "Joint names of the motions: a built-in map or a file")
        ->type_name("MAP");
    command.add_option("--tets", tets, "About how many tetrahedra")
        ->check(within(kTetLimits))
        ->type_name("N");
    command
        .add_option("--cache", cache, "Where stages keep what they made; beside the asset where not given")
        ->type_name("DIR");
    const std::vector<std::string> names(kStageNames.begin(), kStageNames.end());
    command.add_option("--from", from, "Do this stage and all after it again")
        ->check(CLI::IsMember(names))
        ->type_name("STAGE");
    command.add_option("--to", to, "Stop after this stage")->check(CLI::IsMember(names))->type_name("STAGE");
    command.add_option("--shard", shard, "Solve only this part of the poses, as 2/5, and stop")
        ->type_name("I/N");
    command.add_option("--report", report, "Write the summary as JSON")->type_name("FILE");
    command.add_option("--images", images, "Draw the domains and the worst pose: domains.png, worst.png")
        ->type_name("DIR");
    command.add_option("--budget-ms", budgetMs, "Fail where a frame is predicted to take longer")
        ->check(within({0, 1e6}))
        ->type_name("MS");
    command.add_option("--budget-mb", budgetMb, "Fail where the asset is larger")
        ->check(within({0, 1e6}))
        ->type_name("MB");
}

// One of them: the options allow nothing else.
Stage stageNamed(const std::string& name) {
    return static_cast<Stage>(std::find(kStageNames.begin(), kStageNames.end(), name) - kStageNames.begin());
}

BuildChoice BuildOptions::choice() const {
    BuildChoice chosen;
    chosen.output = output;
    chosen.cache = cache.empty() ? std::filesystem::path(output.string() + ".cache") : cache;
    if (!from.empty()) chosen.from = stageNamed(from);
    if (!to.empty()) chosen.to = stageNamed(to);
    chosen.images = images;
    chosen.budgetMs = budgetMs;
    chosen.budgetMb = budgetMb;
    if (shard.empty()) return chosen;
    unsigned index = 0, count = 0;
    char rest = 0;
    if (std::sscanf(shard.c_str(), "%u/%u%c", &index, &count, &rest) != 2 || index < 1 || index > count) {
        throw Error(ErrorKind::Usage, "--shard " + shard + " is no part of the poses",
                    "Write 1/4 for the first of four.");
    }
    chosen.shard = index - 1;
    chosen.shards = count;
    return chosen;
}

BuildInputs BuildOptions::inputs(const Console& console) const {
    BuildInputs in;
    in.character = character.import();
    if (!recipe.empty()) {
        in.recipeText = readFile(recipe);
        in.recipe = parseRecipe(in.recipeText, recipe.string());
    }
    if (tets) {
        in.recipe.volume.tets = *tets;
        in.recipe.volume.edgeLength = 0;  // of the recipe: it would win
    }
    for (const std::filesystem::path& file : motions) {
        in.motions.push_back(clipFromMotion(file, map, true, in.character, console));
    }
    return in;
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
    constexpr std::uint64_t kSteps = 1000;
    const auto progress = [&](Stage stage, double done) {
        if (!bar || stage != shown) {
            bar.reset();
            bar =
                std::make_unique<Progress>(std::string(kStageNames[static_cast<std::size_t>(stage)]), kSteps);
            shown = stage;
        }
        bar->advance(static_cast<std::uint64_t>(done * kSteps));
        return !stop.made();
    };
    BuildSummary summary;
    try {
        summary = build(inputs, choice, workers, progress);
    } catch (const Stopped&) {
        bar.reset();
        saySignalled("sinew: stopped; what was made is kept, the next run goes on from there\n");
        return stop.exitCode();
    }
    bar.reset();
    auto json = summary.nothingToDo ? nlohmann::ordered_json::parse(summary.kept)
                                    : buildJson(summary, inputs.character.skeleton);
    json["nothingToDo"] = summary.nothingToDo;
    if (!options.report.empty()) writeFileAtomically(options.report, dumped(json) + "\n");
    session.console.print(
        session.json ? dumped(json) : buildText(summary, inputs.character.skeleton, options.output.string()));
    return 0;
}

}  // namespace

void addBuildCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<BuildOptions>();
    CLI::App& command =
        *app.add_subcommand("build", "Make a character's asset: all stages, each only where it is needed");
    options->addTo(command);
    command.add_flag("--json", session.json, "Print the summary as JSON, or the error if there is one");
    command.footer(
        "Examples:\n"
        "  sinew build Hero.glb -o Hero.sinew\n"
        "  sinew build Hero.glb -o Hero.sinew --recipe hero.toml --motion walk.bvh --motion dance.bvh\n"
        "  sinew build Hero.glb -o Hero.sinew --cache shared/cache --shard 1/4");
    command.callback(
        [options, &session] { session.run = [options, &session] { return runBuild(*options, session); }; });
}

}  // namespace sinew
