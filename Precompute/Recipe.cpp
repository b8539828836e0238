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

void readVolume(TomlSection& section, tets::VolumeSettings& volume) {
    const bool tets = section.number("tets", volume.tets, kTetLimits.low, kTetLimits.high,
                                     "about how many tetrahedra; or edge");
    if (section.number("edge", volume.edgeLength, kEdgeLimits.low, kEdgeLimits.high,
                       "metres: the size of the lattice's cells, instead of tets") &&
        tets) {
        section.fail("edge", "volume has both tets and edge", "Give one of them.");
    }
    section.flag("gaps", volume.gaps, "keep gaps open that are narrower than the lattice");
    section.number("bone_radius", volume.bones.radius, 0.01, 1,
                   "of the least distance from the bone to the skin");
    section.number("skull_radius", volume.bones.skullRadius, 0.01, 1, "of a head's depth");
    section.number("joint_gap", volume.bones.jointGap, 0, 10,
                   "what stays free of bone at a joint, of its distance to the skin");
}

void readLattice(TomlSection& section, lattice::CellSettings& cells, lattice::SolverSettings& lattice) {
    const bool count = section.number("cells", cells.count, kCellLimits.low, kCellLimits.high,
                                      "about how many cells; or width");
    if (section.number("width", cells.width, kEdgeLimits.low, kEdgeLimits.high,
                       "metres: of the cells, instead of how many") &&
        count) {
        section.fail("width", "lattice has both cells and width", "Give one of them.");
    }
    section.flag("self_contact", lattice.selfContact, "flesh stops at flesh");
    section.number("thickness", lattice.contact.thickness, 0, 1, "cells that skins keep from each other");
    section.number("contact", lattice.contact.stiffness, 1e-3, 1e3,
                   "how hard they push, in Young's modulus times the cells' width");
}

// 12 = "rigid": part 12, as `sinew volume` numbers them.
void readParts(TomlSection& section, std::vector<PartOverride>& parts) {
    static const std::vector<std::string> names{"flesh", "rigid", "skin"};
    section.each(
        "3 = \"rigid\"",
        "by the numbers that `sinew volume` lists: flesh, rigid (follows its joint) or skin (gives no flesh)",
        [&](const std::string& key) {
            PartOverride part;
            const auto [end, fault] = std::from_chars(key.data(), key.data() + key.size(), part.part);
            if (fault != std::errc{} || end != key.data() + key.size()) {
                section.fail(key, "\"" + key + "\" is not the number of a part",
                             "`sinew volume` lists the parts; write for example 3 = \"rigid\".");
            }
            std::string role;
            section.choice(key, role, names, "");
            part.role = role == "flesh"   ? PartRole::Flesh
                        : role == "rigid" ? PartRole::Rigid
                                          : PartRole::Skin;
            parts.push_back(part);
        });
}

void readFactor(TomlSection& section, double& factor) {
    section.require("factor");
    section.number("factor", factor, kLeastFactor, kMaxFactor, "on Young's modulus");
}

void readRegions(TomlSection& section, StiffnessRegions& regions) {
    section.sections("joint",
                     "the flesh nearest to a joint's bones; all that apply to a place are multiplied",
                     [&](TomlSection& joint) {
                         StiffnessRegions::OfJoint region{"spine", 1};
                         joint.require("name");
                         joint.text("name", region.joint, "of a joint");
                         readFactor(joint, region.factor);
                         regions.joints.push_back(region);
                     });
    section.sections("distance", "any number of steps, rising; straight between them",
                     [&](TomlSection& distance) {
                         StiffnessRegions::AtDistance region{0, 1};
                         distance.require("metres");
                         distance.number("metres", region.metres, 0, 100, "from the bone's surface");
                         readFactor(distance, region.factor);
                         if (!regions.distances.empty() && region.metres <= regions.distances.back().metres) {
                             distance.fail("metres", "the distances in [[material.distance]] do not rise",
                                           "Order them from the bone outwards, each once.");
                         }
                         regions.distances.push_back(region);
                     });
    section.sections("painted", "by a channel of the vertex colours", [&](TomlSection& painted) {
        static const std::vector<std::string> channels{"red", "green", "blue", "alpha"};
        StiffnessRegions::Painted region;
        std::string channel = channels[0];
        painted.choice("channel", channel, channels, "of the vertex colours");
        region.channel =
            static_cast<int>(std::find(channels.begin(), channels.end(), channel) - channels.begin());
        painted.number("at_zero", region.atZero, kLeastFactor, kMaxFactor, "where the channel is 0");
        painted.number("at_one", region.atOne, kLeastFactor, kMaxFactor, "where it is 1");
        regions.painted.push_back(region);
    });
}

void readMaterial(TomlSection& section, Flesh& flesh, StiffnessRegions& regions) {
    std::string kind = materialName(flesh.kind);
    section.choice("kind", kind, materialNames(), "one of");
    flesh.kind = materialNamed(kind);
    section.number("young", flesh.young, kYoungLimits.low, kYoungLimits.high, "Pa");
    section.number("poisson", flesh.poisson, kPoissonLimits.low, kPoissonLimits.high, "below 0.5");
    section.number("density", flesh.density, kDensityLimits.low, kDensityLimits.high, "kg/m3");
    readRegions(section, regions);
}

void readSolve(TomlSection& section, PoseSettings& solve) {
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
        solve.gravity = {0, -down, 0};
    section.number("tolerance", solve.newton.relative, 1e-12, 0.5, "force left over, of the bones' forces");
    section.integer("most_steps", solve.newton.maxIterations, 1, 100000,
                    "of Newton's method, for each part of the way to a pose");
    section.number("largest_turn", solve.stride.largestTurn, 0.01, 3.2,
                   "radians that a bone may turn in one such part");
}

void readDomains(TomlSection& section, tets::DomainSettings& domains) {
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

void readRange(TomlSection& section, const std::string& key, std::optional<AngleRange>& range) {
    std::vector<double> values{-30, 30};
    if (section.numbers(key, values, 2, -360, 360, "")) range = AngleRange{values[0], values[1]};
}

void readCount(TomlSection& section, const std::string& key, std::uint32_t& count, int low, int high,
               const char* about) {
    int value = static_cast<int>(count);
    section.integer(key, value, low, high, about);
    count = static_cast<std::uint32_t>(value);
}

void readPoses(TomlSection& section, Recipe& recipe) {
    poses::PoseChoiceSettings& poses = recipe.poses;
    std::string solver = solverName(recipe.posesBy);
    section.choice(
        "solver", solver, solverNames(),
        "the full solver that they are shown by; the lattice's flesh does not pass through itself");
    recipe.posesBy = solverNamed(solver);
    readCount(section, "count", poses.count, 2, 100000, "to learn from, with the bind pose");
    readCount(section, "held_out", poses.heldOut, 0, 10000, "to be judged by");
    section.number("sampled", poses.sampled, 0, 1,
                   "of them from joint space, the rest from clips and motions");
    section.number("spread", poses.samples.spread, 0, 1, "how far towards the joints' limits");
    section.number("frames_per_second", poses.framesPerSecond, 0.1, 240, "that clips are looked at");
    section.flag("clips", recipe.limits.clips, "joint limits from the clips");
    section.flag("anatomy", recipe.limits.anatomy, "and from what a person's joints can do");
    section.sections("joint", "limits of one joint, in degrees against the bind pose",
                     [&](TomlSection& joint) {
                         LimitOverride limits;
                         limits.joint = "neck";
                         joint.require("name");
                         joint.text("name", limits.joint, "of a joint");
                         readRange(joint, "twist", limits.twist);
                         readRange(joint, "bend", limits.bend);
                         readRange(joint, "side", limits.side);
                         recipe.jointLimits.push_back(limits);
                     });
}

void readBases(TomlSection& section, reduction::BasisSettings& bases,
               reduction::VibrationSettings& vibrations) {
    readCount(section, "rank", bases.rank, 1, 64,
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

void readCubature(TomlSection& section, reduction::CubatureSettings& cubature) {
    section.number("tolerance", cubature.tolerance, 1e-4, 0.9,
                   "of the forces in poses and of each mode by itself");
    readCount(section, "most_tets", cubature.maxElements, 0, 1000000,
              "per domain; 0: as many as the tolerance needs");
}

void readDamping(TomlSection& section, reduction::DampingSettings& damping) {
    section.number("mass", damping.mass, 0, 1e3, "1/s, of all motion alike");
    section.number("stiffness", damping.stiffness, 0, 10, "s, of how fast flesh is deformed");
    section.number("seams", damping.seams, 0, 10, "s, of how fast domains gape");
}

void readAll(TomlSection& root, Recipe& recipe) {
    using Section = TomlSection&;
    root.section("volume", "the tetrahedra", [&](Section section) { readVolume(section, recipe.volume); });
    root.section("parts", "what a piece of the surface is",
                 [&](Section section) { readParts(section, recipe.volume.parts); });
    root.section("material", "the flesh",
                 [&](Section section) { readMaterial(section, recipe.flesh, recipe.regions); });
    root.section("solve", "the full solver", [&](Section section) { readSolve(section, recipe.solve); });
    root.section("lattice", "the full solver on a lattice, where it is asked for",
                 [&](Section section) { readLattice(section, recipe.cells, recipe.lattice); });
    root.section("domains", "from here on for `build`: what each joint moves",
                 [&](Section section) { readDomains(section, recipe.domains); });
    root.section("poses", "what is learnt from", [&](Section section) { readPoses(section, recipe); });
    root.section("bases", "the shapes that all others are made of",
                 [&](Section section) { readBases(section, recipe.bases, recipe.vibrations); });
    root.section("cubature", "the tets that stand for all",
                 [&](Section section) { readCubature(section, recipe.cubature); });
    root.section("damping", "how flesh comes to rest in games",
                 [&](Section section) { readDamping(section, recipe.damping); });
    root.finish();
}

Recipe fromTable(const toml::table& table, const std::string& name) {
    Recipe recipe;
    TomlSection root(table, name, "");
    readAll(root, recipe);
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
    TomlSection list = TomlSection::listing(text);
    readAll(list, recipe);
    return text;
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

lattice::VolumeSettings latticeVolume(const Recipe& recipe) {
    return {recipe.cells, recipe.volume.parts, recipe.volume.bones, recipe.solve.hold == Hold::Sliding};
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
