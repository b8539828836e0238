#include "Recipe.h"

#include <algorithm>
#include <charconv>

#include "Offline/Error.h"
#include "Offline/Files.h"
#include "TomlSection.h"

namespace sinew {

namespace {

constexpr double kLeastFactor = 1e-3, kMostFactor = 1e3;  // on Young's modulus

void readVolume(TomlSection& section, VolumeSettings& volume) {
    const bool tets = section.number("tets", volume.tets, kTetLimits.low, kTetLimits.high);
    if (section.number("edge", volume.edgeLength, kEdgeLimits.low, kEdgeLimits.high) && tets) {
        section.fail("edge", "volume has both tets and edge", "Give one of them.");
    }
    section.flag("gaps", volume.gaps);
    section.number("bone_radius", volume.bones.radius, 0.01, 1);
    section.number("skull_radius", volume.bones.skullRadius, 0.01, 1);
    section.number("joint_gap", volume.bones.jointGap, 0, 10);
}

// 12 = "rigid": part 12, as `sinew volume` numbers them.
void readParts(TomlSection& section, std::vector<PartOverride>& parts) {
    static const std::vector<std::string> names{"flesh", "rigid", "skin"};
    section.each([&](const std::string& key) {
        PartOverride part;
        const auto [end, fault] = std::from_chars(key.data(), key.data() + key.size(), part.part);
        if (fault != std::errc{} || end != key.data() + key.size()) {
            section.fail(key, "\"" + key + "\" is not the number of a part",
                         "`sinew volume` lists the parts; write for example 3 = \"rigid\".");
        }
        std::string role;
        section.choice(key, role, names);
        part.role = role == "flesh" ? PartRole::Flesh : role == "rigid" ? PartRole::Rigid : PartRole::Skin;
        parts.push_back(part);
    });
}

void readFactor(TomlSection& section, double& factor) {
    section.require("factor");
    section.number("factor", factor, kLeastFactor, kMostFactor);
}

void readRegions(TomlSection& section, StiffnessRegions& regions) {
    section.sections("joint", [&](TomlSection& joint) {
        StiffnessRegions::OfJoint region{"", 1};
        joint.require("name");
        joint.text("name", region.joint);
        readFactor(joint, region.factor);
        regions.joints.push_back(region);
    });
    section.sections("distance", [&](TomlSection& distance) {
        StiffnessRegions::AtDistance region{0, 1};
        distance.require("metres");
        distance.number("metres", region.metres, 0, 100);
        readFactor(distance, region.factor);
        if (!regions.distances.empty() && region.metres <= regions.distances.back().metres) {
            distance.fail("metres", "the distances in [[material.distance]] do not rise",
                          "Order them from the bone outwards, each once.");
        }
        regions.distances.push_back(region);
    });
    section.sections("painted", [&](TomlSection& painted) {
        static const std::vector<std::string> channels{"red", "green", "blue", "alpha"};
        StiffnessRegions::Painted region;
        std::string channel = channels[0];
        painted.choice("channel", channel, channels);
        region.channel =
            static_cast<int>(std::find(channels.begin(), channels.end(), channel) - channels.begin());
        painted.number("at_zero", region.atZero, kLeastFactor, kMostFactor);
        painted.number("at_one", region.atOne, kLeastFactor, kMostFactor);
        regions.painted.push_back(region);
    });
}

void readMaterial(TomlSection& section, Flesh& flesh, StiffnessRegions& regions) {
    std::string kind = materialName(flesh.kind);
    section.choice("kind", kind, materialNames());
    flesh.kind = materialNamed(kind);
    section.number("young", flesh.young, kYoungLimits.low, kYoungLimits.high);
    section.number("poisson", flesh.poisson, kPoissonLimits.low, kPoissonLimits.high);
    section.number("density", flesh.density, kDensityLimits.low, kDensityLimits.high);
    readRegions(section, regions);
}

void readSolve(TomlSection& section, PoseSettings& solve) {
    std::string hold = holdName(solve.hold);
    section.choice("hold", hold, holdNames());
    solve.hold = holdNamed(hold);
    section.number("spring", solve.springStiffness, 1e-3, 1e6);
    double down = -solve.gravity.y;
    if (section.number("gravity", down, kGravityLimits.low, kGravityLimits.high))
        solve.gravity = {0, -down, 0};
    section.number("tolerance", solve.newton.relative, 1e-12, 0.5);
    section.integer("most_steps", solve.newton.mostSteps, 1, 100000);
    section.number("largest_turn", solve.largestTurn, 0.01, 3.2);
}

std::vector<std::string> namesIn(TomlSection& section, const std::string& key) {
    std::vector<std::string> names;
    section.texts(key, names);
    return names;
}

void readDomains(TomlSection& section, DomainSettings& domains) {
    static const std::vector<std::string> rules{"nearest-bone", "skin-weight"};
    std::string rule = rules[domains.rule == DomainRule::SkinWeight ? 1 : 0];
    section.choice("by", rule, rules);
    domains.rule = rule == rules[1] ? DomainRule::SkinWeight : DomainRule::NearestBone;
    section.number("least_flesh", domains.leastFlesh, 0, 1);
    section.number("least_length", domains.leastLength, 0, 10);
    section.number("least_turn", domains.leastTurn, 0, 3.2);
    domains.keep = namesIn(section, "keep");
    domains.merged = namesIn(section, "merge");
}

void readRange(TomlSection& section, const std::string& key, std::optional<AngleRange>& range) {
    std::vector<double> values;
    if (section.numbers(key, values, 2, -360, 360)) range = AngleRange{values[0], values[1]};
}

void readCount(TomlSection& section, const std::string& key, std::uint32_t& count, int low, int high) {
    int value = static_cast<int>(count);
    section.integer(key, value, low, high);
    count = static_cast<std::uint32_t>(value);
}

void readPoses(TomlSection& section, Recipe& recipe) {
    PoseChoiceSettings& poses = recipe.poses;
    readCount(section, "count", poses.count, 2, 100000);
    readCount(section, "held_out", poses.heldOut, 0, 10000);
    section.number("sampled", poses.sampled, 0, 1);
    section.number("spread", poses.samples.spread, 0, 1);
    section.number("frames_per_second", poses.framesPerSecond, 0.1, 240);
    section.flag("clips", recipe.limits.clips);
    section.flag("anatomy", recipe.limits.anatomy);
    section.sections("joint", [&](TomlSection& joint) {
        LimitOverride limits;
        joint.require("name");
        joint.text("name", limits.joint);
        readRange(joint, "twist", limits.twist);
        readRange(joint, "bend", limits.bend);
        readRange(joint, "side", limits.side);
        recipe.jointLimits.push_back(limits);
    });
}

void readBases(TomlSection& section, BasisSettings& bases, VibrationSettings& vibrations) {
    readCount(section, "rank", bases.rank, 1, 64);
    section.flag("even", bases.even);
    section.number("energy", bases.energy, 0.1, 1);
    section.number("vibration_share", bases.vibrations, 0, 1);
    section.number("seams", bases.seams, 0, 1e6);
    section.number("coupling", bases.coupling, 1e-3, 1e6);
    section.integer("vibrations", vibrations.count, 0, 1000);
    section.integer("derivatives", vibrations.derivatives, 0, 100);
}

void readCubature(TomlSection& section, CubatureSettings& cubature) {
    section.number("tolerance", cubature.tolerance, 1e-4, 0.9);
    readCount(section, "most_tets", cubature.mostElements, 0, 1000000);
}

Recipe fromTable(const toml::table& table, const std::string& name) {
    Recipe recipe;
    TomlSection root(table, name, "");
    root.section("volume", [&](TomlSection& section) { readVolume(section, recipe.volume); });
    root.section("parts", [&](TomlSection& section) { readParts(section, recipe.volume.parts); });
    root.section("material",
                 [&](TomlSection& section) { readMaterial(section, recipe.flesh, recipe.regions); });
    root.section("solve", [&](TomlSection& section) { readSolve(section, recipe.solve); });
    root.section("domains", [&](TomlSection& section) { readDomains(section, recipe.domains); });
    root.section("poses", [&](TomlSection& section) { readPoses(section, recipe); });
    root.section("bases", [&](TomlSection& section) { readBases(section, recipe.bases, recipe.vibrations); });
    root.section("cubature", [&](TomlSection& section) { readCubature(section, recipe.cubature); });
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

const std::vector<std::string>& materialNames() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> list;
        for (const NamedMaterial& material : kMaterials) list.emplace_back(material.name);
        return list;
    }();
    return names;
}

const std::vector<std::string>& holdNames() {
    static const std::vector<std::string> names{"hard", "soft"};
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
    return name == "soft" ? Hold::Soft : Hold::Hard;
}

std::string holdName(Hold hold) {
    return hold == Hold::Soft ? "soft" : "hard";
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
