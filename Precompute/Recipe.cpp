#include "Recipe.h"

#include <algorithm>
#include <charconv>

#include "Base/Check.h"
#include "Offline/Error.h"
#include "Offline/Files.h"
#include "TomlSection.h"

namespace sinew {

namespace {

constexpr double kMinFactor = 1e-3, kMaxFactor = 1e3;  // on Young's modulus

void visitVolume(TomlSection& section, Recipe& recipe) {
    tets::VolumeSettings& volume = recipe.volume;
    section.either({"tets", volume.tets, kTetLimits.low, kTetLimits.high,
                    "approximate number of tetrahedra; give either tets or edge"},
                   {"edge", volume.edgeLength, kEdgeLimits.low, kEdgeLimits.high,
                    "edge length of the background grid [m], instead of tets"},
                   0.02);
    std::string order = orderName(volume.order);
    section.choice("order", order, orderNames(),
                   "displacement within a tetrahedron; quadratic ones do not lock in bending, but are about "
                   "eight times as expensive");
    volume.order = orderNamed(order);
    section.flag("gaps", volume.gaps, "keep gaps open that are narrower than a grid cell");
    section.number("bone_radius", volume.bones.radius, 0.01, 1,
                   "bone radius, as a fraction of the smallest distance from the bone to the skin");
    section.number("skull_radius", volume.bones.skullRadius, 0.01, 1,
                   "skull radius, as a fraction of the head's depth");
    section.number(
        "joint_gap", volume.bones.jointGap, 0, 10,
        "length without bone on either side of a joint, as a multiple of the joint's distance to the skin");
}

void visitLattice(TomlSection& section, Recipe& recipe) {
    lattice::CellSettings& cells = recipe.cells;
    lattice::SolverSettings& lattice = recipe.lattice;
    section.either(
        {"cells", cells.count, kCellLimits.low, kCellLimits.high,
         "approximate number of cells; give either cells or width"},
        {"width", cells.width, kEdgeLimits.low, kEdgeLimits.high, "cell width [m], instead of cells"}, 0.02);
    std::string quadrature = quadratureName(cells.quadrature);
    section.choice("quadrature", quadrature, quadratureNames(),
                   "where the energy of a cell is evaluated: in its middle, or at four points of its flesh, "
                   "which bends and twists without locking and has the exact surface of the body");
    cells.quadrature = quadratureNamed(quadrature);
    std::string method = methodName(lattice.method);
    section.choice("method", method, methodNames(),
                   "solution method: Newton's method or the nonlinear multigrid cycle");
    lattice.method = methodNamed(method);
    section.flag("self_contact", lattice.selfContact,
                 "true: flesh collides with itself; false: it passes through itself");
    section.number("thickness", lattice.contact.thickness, 0, 1,
                   "distance kept between skins in contact [cell widths]");
    section.number("contact", lattice.contact.stiffness, 1e-3, 1e3,
                   "contact stiffness [Young's modulus times cell width]");
}

std::uint32_t partNumbered(const TomlSection& section, const std::string& key) {
    std::uint32_t part = 0;
    std::from_chars(key.data(), key.data() + key.size(), part);
    if (std::to_string(part) == key) return part;
    section.fail(key, "\"" + key + "\" is not a part number",
                 "`sinew volume` lists the part numbers. Write for example 3 = \"rigid\".");
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
                "part number, as `sinew volume` lists it, and role: flesh, rigid (follows its joints) or "
                "skin (moves with the flesh, adds none)");
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
    section.number("factor", factor, kMinFactor, kMaxFactor, "factor on Young's modulus");
}

void visitRegions(TomlSection& section, StiffnessRegions& regions) {
    using OfJoint = StiffnessRegions::OfJoint;
    section.sections<OfJoint>(
        "joint", "stiffness of the flesh nearest to a joint's bones; factors that overlap are multiplied",
        regions.joints, {"spine", 1}, [](TomlSection& joint, OfJoint& region) {
            joint.require("name");
            joint.text("name", region.joint, "joint name");
            visitFactor(joint, region.factor);
        });
    using AtDistance = StiffnessRegions::AtDistance;
    section.sections<AtDistance>(
        "distance", "stiffness by distance from the bone, in increasing order; linear in between",
        regions.distances, {0, 1}, [&](TomlSection& distance, AtDistance& region) {
            distance.require("metres");
            distance.number("metres", region.metres, 0, 100, "distance from the bone's surface [m]");
            visitFactor(distance, region.factor);
            if (!distance.writes() && !regions.distances.empty() &&
                region.metres <= regions.distances.back().metres) {
                distance.fail("metres", "the distances in [[material.distance]] are not in increasing order",
                              "Sort them from the bone outwards and give each distance once.");
            }
        });
    using Painted = StiffnessRegions::Painted;
    section.sections<Painted>(
        "painted", "stiffness painted on the skin as vertex colours", regions.painted, {},
        [](TomlSection& painted, Painted& region) {
            static const std::vector<std::string> channels{"red", "green", "blue", "alpha"};
            std::string channel = channels[static_cast<std::size_t>(region.channel)];
            painted.choice("channel", channel, channels, "channel of the vertex colours");
            region.channel =
                static_cast<int>(std::find(channels.begin(), channels.end(), channel) - channels.begin());
            painted.number("at_zero", region.atZero, kMinFactor, kMaxFactor,
                           "factor on Young's modulus where the channel is 0");
            painted.number("at_one", region.atOne, kMinFactor, kMaxFactor,
                           "factor on Young's modulus where the channel is 1");
        });
}

void visitMaterial(TomlSection& section, Recipe& recipe) {
    Flesh& flesh = recipe.flesh;
    std::string kind = materialName(flesh.kind);
    section.choice("kind", kind, materialNames(), "material model");
    flesh.kind = materialNamed(kind);
    section.number("young", flesh.young, kYoungLimits.low, kYoungLimits.high, "Young's modulus [Pa]");
    section.number("poisson", flesh.poisson, kPoissonLimits.low, kPoissonLimits.high,
                   "Poisson's ratio, below 0.5");
    section.number("density", flesh.density, kDensityLimits.low, kDensityLimits.high, "density [kg/m3]");
    visitRegions(section, recipe.regions);
}

void visitSolve(TomlSection& section, Recipe& recipe) {
    PoseSettings& solve = recipe.solve;
    std::string hold = holdName(solve.hold);
    section.choice(
        "hold", hold, holdNames(),
        "how flesh is attached to the bones inside it; soft uses springs, sliding needs the lattice");
    solve.hold = holdNamed(hold);
    section.number("spring", solve.springStiffness, 1e-3, 1e6,
                   "spring stiffness if hold is soft or sliding [Young's modulus times node spacing]");
    section.number("grip", solve.grip, 1e-6, 1e3,
                   "stiffness that pulls sliding flesh back into place [Young's modulus / bone radius]");
    double down = 0 - solve.gravity.y;
    if (section.number("gravity", down, kGravityLimits.low, kGravityLimits.high, "gravity, downwards [m/s2]"))
        solve.gravity = {0, 0 - down, 0};
    section.number("tolerance", solve.newton.relative, 1e-12, 0.5,
                   "largest residual force, as a fraction of the forces at the bones");
    section.integer("max_iterations", solve.newton.maxIterations, 1, 100000,
                    "largest number of Newton iterations per step towards a pose");
    section.number("max_turn", solve.stride.maxTurn, 0.01, 3.2,
                   "largest rotation of a bone per step towards a pose [rad]");
}

void visitDomains(TomlSection& section, Recipe& recipe) {
    DomainSettings& domains = recipe.domains;
    static const std::vector<std::string> rules{"nearest-bone", "skin-weight"};
    std::string rule = rules[domains.rule == DomainRule::SkinWeight ? 1 : 0];
    section.choice("by", rule, rules, "rule that assigns flesh to joints");
    domains.rule = rule == rules[1] ? DomainRule::SkinWeight : DomainRule::NearestBone;
    section.number("min_flesh", domains.minFlesh, 0, 1,
                   "smallest volume of a domain, as a fraction of the body's; smaller ones are merged into "
                   "the parent's");
    section.number(
        "min_length", domains.minLength, 0, 10,
        "smallest bone length, as a fraction of the limb's thickness; joints of shorter bones are merged");
    section.number("min_turn", domains.minTurn, 0, 3.2,
                   "smallest joint rotation [rad]; joints known to turn less are merged");
    section.texts("keep", domains.keep, "names of joints that are never merged");
    section.texts("merge", domains.merged, "names of joints that are always merged");
}

void visitRange(TomlSection& section, const std::string& key, std::optional<AngleRange>& range,
                const char* about) {
    std::optional<std::pair<double, double>> values;
    if (range) values = {range->low, range->high};
    if (section.range(key, values, -360, 360, about)) range = AngleRange{values->first, values->second};
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
    section.choice("solver", solver, solverNames(),
                   "full solver of the poses, whose elements the asset is made from; only the lattice has "
                   "self-contact");
    recipe.posesBy = solverNamed(solver);
    visitCount(section, "count", poses.count, 2, 100000, "number of training poses, including the bind pose");
    visitCount(section, "held_out", poses.heldOut, 0, 10000,
               "number of further poses, not trained on, that measure the asset's error");
    section.number("sampled", poses.sampled, 0, 1,
                   "fraction of the training poses that is sampled within joint limits; the rest is from "
                   "clips and motions");
    section.number("spread", poses.samples.spread, 0, 1,
                   "how far sampled poses go towards the joint limits, from 0 to 1");
    section.number("frames_per_second", poses.framesPerSecond, 0.1, 240,
                   "rate at which poses are taken from clips and motions [1/s]");
    section.flag("clips", recipe.limits.clips, "take joint limits from clips and motions");
    section.flag("anatomy", recipe.limits.anatomy, "take joint limits from human anatomy");
    constexpr AngleRange kSome{-30, 30};
    section.sections<LimitOverride>(
        "joint", "limits of one joint, relative to the bind pose [degrees]", recipe.jointLimits,
        {"neck", kSome, kSome, kSome}, [](TomlSection& joint, LimitOverride& limits) {
            joint.require("name");
            joint.text("name", limits.joint, "joint name");
            visitRange(joint, "twist", limits.twist, "about the bone");
            visitRange(joint, "bend", limits.bend, "main movement, such as a knee's");
            visitRange(joint, "side", limits.side, "at right angles to bend");
        });
}

void visitBases(TomlSection& section, Recipe& recipe) {
    reduction::BasisSettings& bases = recipe.bases;
    reduction::VibrationSettings& vibrations = recipe.vibrations;
    visitCount(section, "rank", bases.rank, 1, 64,
               "average number of modes per domain; hips get more than hands, and no domain more than 64");
    section.flag("even", bases.even, "true: every domain has the same number of modes");
    section.number(
        "energy", bases.energy, 0.1, 1,
        "fraction of the training poses' deformation to capture; below 1 a domain may have fewer modes");
    section.number("vibration_share", bases.vibrations, 0, 1,
                   "fraction of the modes that is kept for vibrations and their derivatives");
    section.number("seams", bases.seams, 0, 1e6,
                   "extra weight of the flesh where domains meet when modes are chosen");
    section.number("stretch", bases.stretch, 0, 1e3,
                   "weight of stretch relative to displacement when modes are chosen [node spacings]");
    section.number("coupling", bases.coupling, 1e-3, 1e6,
                   "stiffness of the seams between domains [Young's modulus / node spacing]");
    section.number("band", bases.band, 0, 20,
                   "how far beyond a seam the skin blends both domains [node spacings]");
    section.integer("vibrations", vibrations.count, 0, 1000,
                    "number of vibration modes of the whole body, lowest frequencies first");
    section.integer("derivatives", vibrations.derivatives, 0, 100,
                    "modal derivatives of the first N vibration modes, in pairs");
}

void visitCubature(TomlSection& section, Recipe& recipe) {
    reduction::CubatureSettings& cubature = recipe.cubature;
    section.number("tolerance", cubature.tolerance, 1e-4, 0.9,
                   "largest relative error of the forces, in training poses and along each mode");
    visitCount(
        section, "max_tets", cubature.maxElements, 0, 1000000,
        "largest number of cubature tetrahedra or cells per domain; 0: as many as the tolerance needs");
}

void visitDamping(TomlSection& section, Recipe& recipe) {
    reduction::DampingSettings& damping = recipe.damping;
    section.number("mass", damping.mass, 0, 1e3, "mass-proportional Rayleigh damping [1/s]");
    section.number("stiffness", damping.stiffness, 0, 10, "stiffness-proportional Rayleigh damping [s]");
    section.number("seams", damping.seams, 0, 10, "damping of the seams between domains [s]");
}

struct RecipeSection {
    const char* name;
    const char* about;
    void (*visit)(TomlSection& section, Recipe& recipe);
};
constexpr RecipeSection kSections[] = {
    {"volume", "mesh of tetrahedra inside the skin, and bones", visitVolume},
    {"parts", "roles of the surface's separate parts, where the default is wrong", visitParts},
    {"material", "elastic material of the flesh", visitMaterial},
    {"solve", "full solver, with tetrahedra and with a lattice", visitSolve},
    {"lattice", "full solver on a lattice of cubic cells (solver = \"lattice\")", visitLattice},
    {"domains", "division of the body by joints; this and all following sections are for `sinew build`",
     visitDomains},
    {"poses", "training poses", visitPoses},
    {"bases", "deformation modes of each domain", visitBases},
    {"cubature", "tetrahedra or cells at which the asset evaluates elastic forces", visitCubature},
    {"damping", "damping of the flesh in games", visitDamping}};

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

// `names` are in the order of the enumerators of Kind.
template <class Kind>
Kind valueNamed(const std::vector<std::string>& names, std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    SINEW_CHECK(found != names.end());
    return static_cast<Kind>(found - names.begin());
}

}  // namespace

std::string recipeText(Recipe recipe) {
    std::string text = "# A recipe: the settings of a character. Every key is optional.\n";
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

void setResolution(lattice::CellSettings& lattice, std::optional<double> cells, std::optional<double> width) {
    if (!cells && !width) return;
    lattice.count = cells.value_or(lattice::CellSettings{}.count);
    lattice.width = width.value_or(0);
}

void requireResolution(SolverKind solver, bool tets, bool cells, const std::string& remedy) {
    const bool onLattice = solver == SolverKind::OnLattice;
    if (!(onLattice ? tets : cells)) return;
    throw Error(ErrorKind::Usage,
                onLattice ? "--tets does not work with the lattice solver"
                          : "--cells does not work with the solver on tetrahedra",
                remedy + (onLattice ? "use --cells." : "use --tets."));
}

const std::vector<std::string>& materialNames() {
    static const std::vector<std::string> names(std::begin(kMaterialNames), std::end(kMaterialNames));
    return names;
}

const std::vector<std::string>& holdNames() {
    static const std::vector<std::string> names{"hard", "soft", "sliding"};
    return names;
}

MaterialKind materialNamed(std::string_view name) {
    return valueNamed<MaterialKind>(materialNames(), name);
}

std::string materialName(MaterialKind kind) {
    return kMaterialNames[static_cast<std::size_t>(kind)];
}

Hold holdNamed(std::string_view name) {
    return valueNamed<Hold>(holdNames(), name);
}

std::string holdName(Hold hold) {
    return holdNames()[static_cast<std::size_t>(hold)];
}

const std::vector<std::string>& orderNames() {
    static const std::vector<std::string> names{"linear", "quadratic"};
    return names;
}

tets::TetOrder orderNamed(std::string_view name) {
    return name == "quadratic" ? tets::TetOrder::Quadratic : tets::TetOrder::Linear;
}

std::string orderName(tets::TetOrder order) {
    return orderNames()[static_cast<std::size_t>(order)];
}

const std::vector<std::string>& quadratureNames() {
    static const std::vector<std::string> names{"one-point", "four-point"};
    return names;
}

lattice::Quadrature quadratureNamed(std::string_view name) {
    return valueNamed<lattice::Quadrature>(quadratureNames(), name);
}

std::string quadratureName(lattice::Quadrature quadrature) {
    return quadratureNames()[static_cast<std::size_t>(quadrature)];
}

const std::vector<std::string>& methodNames() {
    static const std::vector<std::string> names{"newton", "nonlinear-cycle"};
    return names;
}

lattice::Method methodNamed(std::string_view name) {
    return valueNamed<lattice::Method>(methodNames(), name);
}

std::string methodName(lattice::Method method) {
    return methodNames()[static_cast<std::size_t>(method)];
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
    throw badInput("hold = \"sliding\" works on a lattice only, not on tetrahedra",
                   remedy + ", or set hold to \"hard\" or \"soft\".");
}

Recipe parseRecipe(std::string_view text, const std::string& name) {
    try {
        return fromTable(toml::parse(text, name), name);
    } catch (const toml::parse_error& error) {
        throw badInput(name + ", line " + std::to_string(error.source().begin.line) + ": " +
                           std::string(error.description()),
                       "Fix the TOML syntax in this line.");
    }
}

Recipe readRecipe(const std::filesystem::path& path) {
    return parseRecipe(readFile(path), path.string());
}

}  // namespace sinew
