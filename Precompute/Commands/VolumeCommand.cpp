#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "Commands/Command.h"
#include "Offline/Character/Finding.h"
#include "Offline/Tets/Tissue.h"
#include "Offline/Workers.h"
#include "Render/VolumeMesh.h"
#include "TissueReport.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

struct VolumeOptions {
    CharacterOptions character;
    std::filesystem::path recipe, image;
    std::optional<double> tets, edge;  // take precedence over the recipe
    std::string flesh, colour = "joints";
    std::vector<std::string> views{"front", "left"};
    bool whole = false;

    Recipe settings() const {
        Recipe made = recipe.empty() ? Recipe{} : readRecipe(recipe);
        setResolution(made.volume, tets, edge);
        if (!flesh.empty()) setFlesh(made, fleshNamed(flesh));
        return made;
    }
};

Json partsJson(const tets::VolumeReport& report) {
    Json parts = Json::array();
    for (const PartDecision& part : report.parts) {
        parts.push_back({{"part", part.part},
                         {"vertices", part.vertices},
                         {"litres", part.volume * 1000},
                         {"role", partRoleName(part.role)},
                         {"reason", part.reason}});
    }
    return parts;
}

Json jointsJson(const Character& character, const tets::Volume& volume) {
    const auto name = [&](std::uint32_t j) { return character.skeleton.joints[j].name; };
    Json joints = Json::array();
    for (const JointDecision& decision : volume.report.joints) {
        std::uint32_t nodes = 0, bones = 0;
        for (std::size_t b = 0; b < volume.bones.size(); ++b) {
            if (volume.bones[b].joint != decision.joint) continue;
            ++bones;
            nodes += volume.attachment.nodesOfBone[b];
        }
        joints.push_back({{"joint", name(decision.joint)},
                          {"heldBy", decision.carrier == JointDecision::kNone ? "" : name(decision.carrier)},
                          {"reason", decision.reason},
                          {"bones", bones},
                          {"nodes", nodes}});
    }
    return joints;
}

Json lossesJson(const std::vector<VolumeLoss>& losses) {
    Json list = Json::array();
    for (const VolumeLoss& loss : losses) {
        list.push_back({{"where", loss.where},
                        {"vertices", loss.vertices},
                        {"tets", loss.tets},
                        {"nodes", loss.nodes},
                        {"litres", loss.volume * 1000},
                        {"distance", loss.distance}});
    }
    return list;
}

// A volume, and what its flesh is made of.
struct Filled {
    Recipe recipe;
    tets::Volume volume;
    Tissue tissue;

    VolumeStiffness stiffness() const {
        VolumeStiffness made{std::vector<double>(volume.tets.tets.size(), recipe.flesh.young),
                             recipe.tissue.skin.thickness > 0};
        for (std::size_t t = 0; t < tissue.factors.size(); ++t) made.young[t] *= tissue.factors[t];
        return made;
    }
};

Json volumeJson(const Character& character, const Filled& filled) {
    const tets::Volume& volume = filled.volume;
    const tets::VolumeReport& report = volume.report;
    return {{"kind", "volume"},
            {"name", character.name},
            {"nodes", volume.tets.nodes.size()},
            {"tets", volume.tets.tets.size()},
            {"edgeLength", report.spacing},
            {"leastDihedral", report.quality.minDihedral},
            {"largestDihedral", report.quality.maxDihedral},
            {"litres", report.quality.volume * 1000},
            {"litresInside", report.solidVolume * 1000},
            {"boundaryMean", report.boundaryMean},
            {"boundaryMost", report.boundaryMax},
            {"parts", partsJson(report)},
            {"joints", jointsJson(character, volume)},
            {"tissue", tissueJson(filled.recipe, &filled.tissue.report)},
            {"belowResolution", lossesJson(report.lost)},
            {"dropped", lossesJson(report.dropped)},
            {"gapsKeptOpen", lossesJson(report.opened)},
            {"bonesWithoutNodes", report.bonesWithoutNodes}};
}

std::string readable(const Json& v, const std::string& tissue) {
    const auto words = [](const Json& value) { return value.get<std::string>(); };
    std::string text = fmt::format(
        "{}\n  {} tets, {} nodes, edge length {:.4g} m\n  dihedral angles {:.1f}° to {:.1f}°\n"
        "  {:.4g} of the {:.4g} litres inside the skin; the boundary is {:.3f} edge lengths off on average, "
        "{:.2f} at most\n",
        words(v["name"]), v["tets"].get<std::size_t>(), v["nodes"].get<std::size_t>(),
        v["edgeLength"].get<double>(), v["leastDihedral"].get<double>(), v["largestDihedral"].get<double>(),
        v["litres"].get<double>(), v["litresInside"].get<double>(), v["boundaryMean"].get<double>(),
        v["boundaryMost"].get<double>());
    text += tissue;
    text += fmt::format("  {:<6}{:>9}{:>10}  {:<6}{}\n", "part", "vertices", "litres", "role", "reason");
    for (const Json& part : v["parts"]) {
        text += fmt::format("  {:<6}{:>9}{:>10.4g}  {:<6}{}\n", part["part"].get<int>(),
                            part["vertices"].get<int>(), part["litres"].get<double>(), words(part["role"]),
                            words(part["reason"]));
    }
    if (!v["joints"].empty()) text += fmt::format("  {:<28}{:>6}  {}\n", "joint", "nodes", "held by");
    for (const Json& joint : v["joints"]) {
        const bool own = words(joint["heldBy"]) == words(joint["joint"]);
        const std::string holder = words(joint["heldBy"]).empty() ? "nothing" : words(joint["heldBy"]);
        text += fmt::format("  {:<28}{:>6}  {}\n", words(joint["joint"]), joint["nodes"].get<int>(),
                            own ? "its own " + counted(joint["bones"].get<std::size_t>(), "bone")
                                : fmt::format("{}: {}", holder, words(joint["reason"])));
    }
    for (const Json& loss : v["belowResolution"]) {
        text +=
            fmt::format("  {} vertices at {} are below the resolution, up to {:.3g} m away from the tets\n",
                        loss["vertices"].get<int>(), words(loss["where"]), loss["distance"].get<double>());
    }
    for (const Json& loss : v["gapsKeptOpen"]) {
        text += fmt::format("  {} grid nodes were removed to keep a narrow gap open at {}\n",
                            loss["nodes"].get<int>(), words(loss["where"]));
    }
    for (const Json& loss : v["dropped"]) {
        text += fmt::format("  {} tets at {} were left out because no bone holds them: {:.3g} litres\n",
                            loss["tets"].get<int>(), words(loss["where"]), loss["litres"].get<double>());
    }
    text.pop_back();
    return text;
}

void draw(const VolumeOptions& options, const Filled& filled, const Jobs& jobs) {
    const tets::Volume& volume = filled.volume;
    const VolumeStiffness stiffness = filled.stiffness();
    const bool byStiffness = options.colour == "stiffness";
    const auto [softest, stiffest] = std::minmax_element(stiffness.young.begin(), stiffness.young.end());
    const std::string scale =
        byStiffness ? fmt::format("  {:.0f} Pa yellow to {:.0f} Pa red", *softest, *stiffest) : "";
    RenderSettings settings;
    settings.width = 900;
    settings.height = 900;
    std::vector<LabelledImage> cells;
    for (const std::string& view : options.views) {
        const VolumeCut cut = options.whole    ? VolumeCut::None
                              : view == "left" ? VolumeCut::Left
                                               : VolumeCut::Front;
        const std::vector<RenderMesh> meshes = volumeMeshes(volume, cut, byStiffness ? &stiffness : nullptr);
        const Camera camera = framePoints(volume.tets.nodes, view, 1);
        cells.push_back(
            {render(meshes, camera, boxOf(volume.tets.nodes).low.y, settings, jobs), view + scale});
    }
    writePng(contactSheet(cells, static_cast<int>(cells.size())), options.image);
}

int runVolume(const VolumeOptions& options, const Session& session) {
    requireOutput("--image", options.image, ".png", {options.character.file, options.recipe});
    const Workers workers(session.threads);
    const Character character = options.character.import();
    Filled filled{options.settings(), {}, {}};
    {
        constexpr std::uint64_t kSteps = 100;
        Progress progress("volume", kSteps);
        filled.volume = tets::buildVolume(character, filled.recipe.volume, workers.jobs(), [&](double done) {
            progress.advance(static_cast<std::uint64_t>(done * kSteps));
            return true;
        });
    }
    filled.tissue = tets::tissueOf(character, filled.volume, filled.recipe.flesh, filled.recipe.regions,
                                   filled.recipe.tissue, workers.jobs());
    if (!options.image.empty()) draw(options, filled, workers.jobs());
    const Json report = volumeJson(character, filled);
    session.console.print(session.json ? dumped(report)
                                       : readable(report, tissueText(filled.recipe, &filled.tissue.report)));
    return 0;
}

}  // namespace

void addVolumeCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<VolumeOptions>();
    CLI::App& command =
        *app.add_subcommand("volume", "Fill a character with tetrahedra and bones, and report the result");
    options->character.addTo(command);
    command
        .add_option("--recipe", options->recipe,
                    "Recipe with settings; options on the command line take precedence")
        ->type_name("TOML");
    command.add_option("--tets", options->tets, "Approximate number of tetrahedra (default 200000)")
        ->check(within(kTetLimits))
        ->type_name("N");
    command
        .add_option("--edge,--edge-length", options->edge,
                    "Edge length of the tetrahedra's grid in metres, instead of --tets")
        ->check(within(kEdgeLimits))
        ->excludes("--tets")
        ->type_name("M");
    command.add_option("--image", options->image, "Draw the volume, cut open, to this file")
        ->type_name("PNG");
    command
        .add_option("--views", options->views, "Views of the picture; the left view is cut along the body")
        ->delimiter(',')
        ->check(CLI::IsMember(viewNames()))
        ->type_name("VIEW,...")
        ->capture_default_str();
    command
        .add_option(
            "--colour,--color", options->colour,
            "Colours of the picture: joints (flesh, and bones by joint) or stiffness (of the flesh: fat, "
            "muscle, and what the recipe sets)")
        ->check(CLI::IsMember({"joints", "stiffness"}))
        ->type_name("joints|stiffness")
        ->capture_default_str();
    addFleshOption(command, options->flesh);
    command.add_flag("--whole", options->whole, "Draw the whole volume, not cut open");
    command.add_flag("--json", session.json, "Print the result, or the error, as JSON");
    command.footer("Example:\n  sinew volume Hero.glb --tets 50000 --image volume.png");
    command.callback(
        [options, &session] { session.run = [options, &session] { return runVolume(*options, session); }; });
}

}  // namespace sinew
