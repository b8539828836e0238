#include "Recipe.h"

#include <algorithm>
#include <charconv>

#include "Base/Check.h"
#include "Offline/Error.h"
#include "Offline/Files.h"
#include "TomlSection.h"

namespace sinew {

namespace {

constexpr double kLeastFactor = 1e-3, kMaxFactor = 1e3;  // on Young's modulus

void visitVolume(TomlSection& section, Recipe& recipe) {
    tets::VolumeSettings& volume = recipe.volume;
    section.either(
        {"tets", volume.tets, kTetLimits.low, kTetLimits.high, "about how many tetrahedra; or edge"},
        {"edge", volume.edgeLength, kEdgeLimits.low, kEdgeLimits.high,
         "metres: the size of the lattice's cells, instead of tets"},
        0.02);
    section.flag("gaps", volume.gaps, "keep gaps open that are narrower than the lattice");
    section.number("bone_radius", volume.bones.radius, 0.01, 1,
                   "of the least distance from the bone to the skin");
    section.number("skull_radius", volume.bones.skullRadius, 0.01, 1, "of a head's depth");
    section.number("joint_gap", volume.bones.jointGap, 0, 10,
                   "what stays free of bone at a joint, of its distance to the skin");
}

void visitLattice(TomlSection& section, Recipe& recipe) {
    lattice::CellSettings& cells = recipe.cells;
    lattice::SolverSettings& lattice = recipe.lattice;
    section.either(
        {"cells", cells.count, kCellLimits.low, kCellLimits.high, "about how many cells; or width"},
        {"width", cells.width, kEdgeLimits.low, kEdgeLimits.high,
         "metres: of the cells, instead of how many"},
        0.02);
    std::string method = methodNames()[static_cast<std::size_t>(lattice.method)];
    section.choice("method", method, methodNames(),
                   "how a pose is solved: Newton's method, or the nonlinear multigrid cycle");
    lattice.method = methodNamed(method);
    section.flag("self_contact", lattice.selfContact, "flesh stops at flesh");
    section.number("thickness", lattice.contact.thickness, 0, 1, "cells that skins keep from each other");
    section.number("contact", lattice.contact.stiffness, 1e-3, 1e3,
                   "how hard they push, in Young's modulus times the cells' width");
}

std::uint32_t partNumbered(const TomlSection& section, const std::string& key) {
    std::uint32_t part = 0;
    std::from_chars(key.data(), key.data() + key.size(), part);
    if (std::to_string(part) == key) return part;
    section.fail(key, "\"" + key + "\" is not the number of a part",
                 "`sinew volume` lists the parts; write for example 3 = \"rigid\".");
}

// 12 = "rigid": part 12, as `sinew volume` numbers them.
void visitParts(TomlSection& section, Recipe& recipe) {
    std::vector<PartOverride>& parts = recipe.volume.parts;
    const auto visit = [&](const std::string& key, PartRole& role) {
        static const std::vector<std::string> names{"flesh", "rigid", "skin"};  // in the order of PartRole
        std::string name = names[static_cast<std::size_t>(role)];
        section.choice(key, name, names, "");
        role = static_cast<PartRole>(std::find(names.begin(), names.end(), name) - names.begin());
    };
    if (section.writes()) {
        for (PartOverride& part : parts) visit(std::to_string(part.part), part.role);
        if (parts.empty())
            section.example(
                "3 = \"rigid\"",
                "by the numbers that `sinew volume` lists: flesh, rigid (follows its joint) or skin "
                "(gives no flesh)");
        return;
    }
    section.each([&](const std::string& key) {
        parts.push_back({partNumbered(section, key), PartRole::Flesh});
        visit(key, parts.back().role);
    });
    std::sort(parts.begin(), parts.end(),
              [](const PartOverride& a, const PartOverride& b) { return a.part < b.part; });
}

void visitFactor(TomlSection& section, double& factor) {
    section.require("factor");
    section.number("factor", factor, kLeastFactor, kMaxFactor, "on Young's modulus");
}

void visitRegions(TomlSection& section, StiffnessRegions& regions) {
    using OfJoint = StiffnessRegions::OfJoint;
    section.sections<OfJoint>(
        "joint", "the flesh nearest to a joint's bones; all that apply to a place are multiplied",
        regions.joints, {"spine", 1}, [](TomlSection& joint, OfJoint& region) {
            joint.require("name");
            joint.text("name", region.joint, "of a joint");
            visitFactor(joint, region.factor);
        });
    using AtDistance = StiffnessRegions::AtDistance;
    section.sections<AtDistance>(
        "distance", "any number of steps, rising; straight between them", regions.distances, {0, 1},
        [&](TomlSection& distance, AtDistance& region) {
            distance.require("metres");
            distance.number("metres", region.metres, 0, 100, "from the bone's surface");
            visitFactor(distance, region.factor);
            if (!distance.writes() && !regions.distances.empty() &&
                region.metres <= regions.distances.back().metres) {
                distance.fail("metres", "the distances in [[material.distance]] do not rise",
                              "Order them from the bone outwards, each once.");
            }
        });
    using Painted = StiffnessRegions::Painted;
    section.sections<Painted>(
        "painted", "by a channel of the vertex colours", regions.painted, {},
        [](TomlSection& painted, Painted& region) {
            static const std::vector<std::string> channels{"red", "green", "blue", "alpha"};
            std::string channel = channels[static_cast<std::size_t>(region.channel)];
            painted.choice("channel", channel, channels, "of the vertex colours");
            region.channel =
                static_cast<int>(std::find(channels.begin(), channels.end(), channel) - channels.begin());
            painted.number("at_zero", region.atZero, kLeastFactor, kMaxFactor, "where the channel is 0");
            painted.number("at_one", region.atOne, kLeastFactor, kMaxFactor, "where it is 1");
        });
}

void visitMaterial(TomlSection& section, Recipe& recipe) {
    Flesh& flesh = recipe.flesh;
    std::string kind = materialName(flesh.kind);
    section.choice("kind", kind, materialNames(), "one of");
    flesh.kind = materialNamed(kind);
    section.number("young", flesh.young, kYoungLimits.low, kYoungLimits.high, "Pa");
    section.number("poisson", flesh.poisson, kPoissonLimits.low, kPoissonLimits.high, "below 0.5");
    section.number("density", flesh.density, kDensityLimits.low, kDensityLimits.high, "kg/m3");
    visitRegions(section, recipe.regions);
}

void visitSolve(TomlSection& section, Recipe& recipe) {
    PoseSettings& solve = recipe.solve;
    std::string hold = holdName(solve.hold);
    section.choice(
        "hold", hold, holdNames(),
        "how flesh follows the bones in it: exactly, on springs, or sliding over them (on a lattice)");
    solve.hold = holdNamed(hold);
    section.number("spring", solve.springStiffness, 1e-3, 1e6,
                   "of a soft hold, and against bones that flesh slides over, in Young's modulus times the "
                   "distance of nodes");
    section.number("grip", solve.grip, 1e-6, 1e3,
                   "of flesh that slides, drawing it back, in Young's modulus over the bone's radius");
    double down = 0 - solve.gravity.y;
    if (section.number("gravity", down, kGravityLimits.low, kGravityLimits.high, "m/s2, downwards"))
        solve.gravity = {0, 0 - down, 0};
    section.number("tolerance", solve.newton.relative, 1e-12, 0.5, "force left over, of the bones' forces");
    section.integer("most_steps", solve.newton.maxIterations, 1, 100000,
                    "of Newton's method, for each part of the way to a pose");
    section.number("largest_turn", solve.stride.largestTurn, 0.01, 3.2,
                   "radians that a bone may turn in one such part");
}

void visitDomains(TomlSection& section, Recipe& recipe) {
    tets::DomainSettings& domains = recipe.domains;
    static const std::vector<std::string> rules{"nearest-bone", "skin-weight"};
    std::string rule = rules[domains.rule == tets::DomainRule::SkinWeight ? 1 : 0];
    section.choice("by", rule, rules, "which joint a piece of flesh belongs to");
    domains.rule = rule == rules[1] ? tets::DomainRule::SkinWeight : tets::DomainRule::NearestBone;
    section.number("least_flesh", domains.leastFlesh, 0, 1,
                   "of the body's volume; joints with less are merged into their parents");
    section.number("least_length", domains.leastLength, 0, 10,
                   "of the limb's thickness; joints with less are merged too");
    section.number("least_turn", domains.leastTurn, 0, 3.2,
                   "radians that a joint must turn, where that is known");
    section.texts("keep", domains.keep, "joints that are never merged");
    section.texts("merge", domains.merged, "joints that always are");
}

void visitRange(TomlSection& section, const std::string& key, std::optional<AngleRange>& range) {
    std::optional<std::pair<double, double>> values;
    if (range) values = {range->low, range->high};
    if (section.range(key, values, -360, 360, "")) range = AngleRange{values->first, values->second};
}

void visitCount(TomlSection& section, const std::string& key, std::uint32_t& count, int low, int high,
                const char* about) {
    int value = static_cast<int>(count);
    section.integer(key, value, low, high, about);
    count = static_cast<std::uint32_t>(value);
}

void visitPoses(TomlSection& section, Recipe& recipe) {
    poses::PoseChoiceSettings& poses = recipe.poses;
    std::string solver = solverName(recipe.posesBy);
    section.choice(
        "solver", solver, solverNames(),
        "the full solver that they are shown by; the lattice's flesh does not pass through itself");
    recipe.posesBy = solverNamed(solver);
    visitCount(section, "count", poses.count, 2, 100000, "to learn from, with the bind pose");
    visitCount(section, "held_out", poses.heldOut, 0, 10000, "to be judged by");
    section.number("sampled", poses.sampled, 0, 1,
                   "of them from joint space, the rest from clips and motions");
    section.number("spread", poses.samples.spread, 0, 1, "how far towards the joints' limits");
    section.number("frames_per_second", poses.framesPerSecond, 0.1, 240, "that clips are looked at");
    section.flag("clips", recipe.limits.clips, "joint limits from the clips");
    section.flag("anatomy", recipe.limits.anatomy, "and from what a person's joints can do");
    constexpr AngleRange kSome{-30, 30};
    section.sections<LimitOverride>("joint", "limits of one joint, in degrees against the bind pose",
                                    recipe.jointLimits, {"neck", kSome, kSome, kSome},
                                    [](TomlSection& joint, LimitOverride& limits) {
                                        joint.require("name");
                                        joint.text("name", limits.joint, "of a joint");
                                        visitRange(joint, "twist", limits.twist);
                                        visitRange(joint, "bend", limits.bend);
                                        visitRange(joint, "side", limits.side);
                                    });
}

void visitBases(TomlSection& section, Recipe& recipe) {
    reduction::BasisSettings& bases = recipe.bases;
    reduction::VibrationSettings& vibrations = recipe.vibrations;
    visitCount(section, "rank", bases.rank, 1, 64,
               "shapes per domain, on average: hips get more than hands, none more than 64");
    section.flag("even", bases.even, "just so many each");
    section.number("energy", bases.energy, 0.1, 1, "fewer where so much of the poses is captured");
    section.number("vibration_share", bases.vibrations, 0, 1,
                   "of the rank, for vibrations and their derivatives");
    section.number("seams", bases.seams, 0, 1e6, "how much more flesh counts where domains meet");
    section.number("stretch", bases.stretch, 0, 1e3,
                   "how far stretch counts in choosing shapes, in distances of nodes");
    section.number("coupling", bases.coupling, 1e-3, 1e6,
                   "of domains, in Young's modulus over the distance of nodes");
    section.number("band", bases.band, 0, 20,
                   "how far past a seam both domains have a say in the skin, in distances of nodes");
    section.integer("vibrations", vibrations.count, 0, 1000,
                    "slowest ones of the body that these are taken from");
    section.integer("derivatives", vibrations.derivatives, 0, 100, "of pairs of the first so many");
}

void visitCubature(TomlSection& section, Recipe& recipe) {
    reduction::CubatureSettings& cubature = recipe.cubature;
    section.number("tolerance", cubature.tolerance, 1e-4, 0.9,
                   "of the forces in poses and of each mode by itself");
    visitCount(section, "most_tets", cubature.maxElements, 0, 1000000,
               "per domain; 0: as many as the tolerance needs");
}

void visitDamping(TomlSection& section, Recipe& recipe) {
    reduction::DampingSettings& damping = recipe.damping;
    section.number("mass", damping.mass, 0, 1e3, "1/s, of all motion alike");
    section.number("stiffness", damping.stiffness, 0, 10, "s, of how fast flesh is deformed");
    section.number("seams", damping.seams, 0, 10, "s, of how fast domains gape");
}

struct RecipeSection {
    const char* name;
    const char* about;
    void (*visit)(TomlSection& section, Recipe& recipe);
};
constexpr RecipeSection kSections[] = {
    {"volume", "the tetrahedra", visitVolume},
    {"parts", "what a piece of the surface is", visitParts},
    {"material", "the flesh", visitMaterial},
    {"solve", "the full solver", visitSolve},
    {"lattice", "the full solver on a lattice, where it is asked for", visitLattice},
    {"domains", "from here on for `build`: what each joint moves", visitDomains},
    {"poses", "what is learnt from", visitPoses},
    {"bases", "the shapes that all others are made of", visitBases},
    {"cubature", "the tets that stand for all", visitCubature},
    {"damping", "how flesh comes to rest in games", visitDamping}};

void visitSection(TomlSection& root, const RecipeSection& section, Recipe& recipe) {
    root.section(section.name, section.about, [&](TomlSection& inner) { section.visit(inner, recipe); });
}

Recipe fromTable(const toml::table& table, const std::string& name) {
    Recipe recipe;
    TomlSection root(table, name, "");
    for (const RecipeSection& section : kSections) visitSection(root, section, recipe);
    root.finish();
    return recipe;
}

struct NamedMaterial {
    const char* name;
    MaterialKind kind;
};
constexpr NamedMaterial kMaterials[] = {{"neo-hookean", MaterialKind::StableNeoHookean},
                                        {"corotated", MaterialKind::Corotated},
                                        {"stvk", MaterialKind::StVenantKirchhoff},
                                        {"mooney-rivlin", MaterialKind::MooneyRivlin}};

}  // namespace

std::string recipeText(Recipe recipe) {
    std::string text = "# A recipe: what to decide about a character. All of it is optional.\n";
    TomlSection root = TomlSection::writer(text, TomlSection::Form::Explained);
    for (const RecipeSection& section : kSections) visitSection(root, section, recipe);
    return text;
}

std::string resolvedText(Recipe recipe) {
    std::string text;
    TomlSection root = TomlSection::writer(text, TomlSection::Form::Bare);
    for (const RecipeSection& section : kSections) visitSection(root, section, recipe);
    return text;
}

std::string sectionText(Recipe recipe, std::string_view name) {
    const auto* const section = std::find_if(std::begin(kSections), std::end(kSections),
                                             [&](const RecipeSection& s) { return s.name == name; });
    SINEW_CHECK(section != std::end(kSections));
    std::string text;
    TomlSection root = TomlSection::writer(text, TomlSection::Form::Bare);
    visitSection(root, *section, recipe);
    return text;
}

void setResolution(tets::VolumeSettings& volume, std::optional<double> tets, std::optional<double> edge) {
    if (!tets && !edge) return;
    volume.tets = tets.value_or(tets::VolumeSettings{}.tets);
    volume.edgeLength = edge.value_or(0);
}

const std::vector<std::string>& materialNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const NamedMaterial& material : kMaterials) list.emplace_back(material.name);
        return list;
    }();
    return names;
}

const std::vector<std::string>& holdNames() {
    static const std::vector<std::string> names{"hard", "soft", "sliding"};
    return names;
}

MaterialKind materialNamed(std::string_view name) {
    return std::find_if(std::begin(kMaterials), std::end(kMaterials) - 1,
                        [&](const NamedMaterial& material) { return material.name == name; })
        ->kind;
}

std::string materialName(MaterialKind kind) {
    return std::find_if(std::begin(kMaterials), std::end(kMaterials) - 1,
                        [&](const NamedMaterial& material) { return material.kind == kind; })
        ->name;
}

Hold holdNamed(std::string_view name) {
    const std::vector<std::string>& names = holdNames();
    const auto found = std::find(names.begin(), names.end(), name);
    SINEW_CHECK(found != names.end());
    return static_cast<Hold>(found - names.begin());
}

std::string holdName(Hold hold) {
    return holdNames()[static_cast<std::size_t>(hold)];
}

const std::vector<std::string>& methodNames() {
    static const std::vector<std::string> names{"newton", "nonlinear-cycle"};
    return names;
}

lattice::Method methodNamed(std::string_view name) {
    const std::vector<std::string>& names = methodNames();
    const auto found = std::find(names.begin(), names.end(), name);
    SINEW_CHECK(found != names.end());
    return static_cast<lattice::Method>(found - names.begin());
}

const std::vector<std::string>& solverNames() {
    static const std::vector<std::string> names{"tet", "lattice"};
    return names;
}

SolverKind solverNamed(std::string_view name) {
    return name == "lattice" ? SolverKind::OnLattice : SolverKind::OnTets;
}

std::string solverName(SolverKind kind) {
    return kind == SolverKind::OnLattice ? "lattice" : "tet";
}

poses::FullSettings fullSettings(const Recipe& recipe, SolverKind solver) {
    return {solver, recipe.volume, recipe.cells, recipe.lattice, recipe.flesh, recipe.regions, recipe.solve};
}

void requireHold(const Recipe& recipe, SolverKind solver, const std::string& remedy) {
    if (recipe.solve.hold != Hold::Sliding || solver == SolverKind::OnLattice) return;
    throw badInput("flesh slides over bones (hold = \"sliding\") only on a lattice, not on tetrahedra",
                   remedy + ", or hold it \"hard\" or \"soft\".");
}

Recipe parseRecipe(std::string_view text, const std::string& name) {
    try {
        return fromTable(toml::parse(text, name), name);
    } catch (const toml::parse_error& error) {
        throw badInput(name + ", line " + std::to_string(error.source().begin.line) + ": " +
                           std::string(error.description()),
                       "Correct the TOML.");
    }
}

Recipe readRecipe(const std::filesystem::path& path) {
    return parseRecipe(readFile(path), path.string());
}

}  // namespace sinew
