#include "Recipe.h"

#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "Offline/Error.h"
#include "Offline/Files.h"
#include "Support/Data.h"

namespace sinew {
namespace {

TEST(Recipe, AnEmptyOneHasTheDefaults) {
    const Recipe recipe = parseRecipe("", "a.toml"), defaults;
    EXPECT_EQ(recipe.volume.tets, defaults.volume.tets);
    EXPECT_EQ(recipe.flesh.young, defaults.flesh.young);
    EXPECT_EQ(recipe.solve.hold, defaults.solve.hold);
    EXPECT_TRUE(recipe.regions.joints.empty());
}

// `sinew recipe >Precompute/reference.recipe.toml` writes it again.
TEST(Recipe, TheReferenceIsWhatTheProgramLists) {
    EXPECT_EQ(readFile(test::sourcePath("Precompute/reference.recipe.toml")), recipeText());
}

// Every key, with a value that is not its default.
const char* const kAllChanged = R"([volume]
tets = 1234.5
order = "quadratic"
gaps = false
bone_radius = 0.3
skull_radius = 0.6
joint_gap = 0.5

[parts]
3 = "rigid"
12 = "skin"

[material]
flesh = "human"
kind = "mooney-rivlin"
young = 12000.1
poisson = 0.3
density = 900

[material.layers]
core = 0.4
core_young = 9000
fat_young = 2000

[material.skin]
thickness = 0.001
young = 200000
toe = 0.05
[[material.joint]]
name = "a \"b\" \\ \u0009c\u007F ü"
factor = 2
[[material.joint]]
name = "thigh"
factor = 0.1
[[material.distance]]
metres = 1e-06
factor = 4
[[material.distance]]
metres = 0.05
factor = 0.5
[[material.painted]]
channel = "blue"
at_zero = 0.5
at_one = 8
[[material.fibres]]
joint = "calf"
stiffness = 7000
toe = 0.3
[[material.fibres]]
joint = "arm"
stiffness = 8000
toe = 0.4
direction = [1, 0, -2.5]

[solve]
hold = "sliding"
spring = 5
grip = 0.3
gravity = 9.81
tolerance = 0.0001
max_iterations = 99
max_turn = 0.3

[lattice]
cells = 5000
method = "nonlinear-cycle"
self_contact = false
thickness = 0.3
contact = 3

[domains]
by = "skin-weight"
min_flesh = 0.01
min_length = 0.1
min_turn = 0.2
keep = ["jaw", "tail"]
merge = ["spine2"]

[poses]
solver = "lattice"
count = 12
held_out = 3
sampled = 0.25
spread = 0.7
frames_per_second = 5
clips = false
anatomy = false
[[poses.joint]]
name = "neck"
twist = [-40, 50]
bend = [-1.5, 2]
side = [-3, 4]
[[poses.joint]]
name = "tail"
bend = [0, 5]

[bases]
rank = 7
even = true
energy = 0.9
vibration_share = 0.5
seams = 3
stretch = 1
coupling = 55
band = 1
vibrations = 11
derivatives = 4

[cubature]
tolerance = 0.01
max_tets = 90

[damping]
mass = 2
stiffness = 0.1
seams = 0.2
)";

// "section.key" → value of every line that has one. `commented`: also of those that are comments.
std::map<std::string, std::string> valuesIn(const std::string& text, bool commented) {
    std::map<std::string, std::string> values;
    std::istringstream lines(text);
    std::string line, section;
    while (std::getline(lines, line)) {
        if (line.starts_with("# ") && commented) line = line.substr(2);
        if (line.starts_with('[')) {
            const std::size_t from = line.find_first_not_of('[');
            section = line.substr(from, line.find(']') - from);
        } else if (const std::size_t equals = line.find(" = ");
                   equals != std::string::npos && line[0] != '#') {
            const std::string value = line.substr(equals + 3);
            values[section + "." + line.substr(0, equals)] = value.substr(0, value.find(" #"));
        }
    }
    return values;
}

TEST(Recipe, WhatIsWrittenIsReadBackForEveryKeyAndList) {
    const Recipe all = parseRecipe(kAllChanged, "all.toml");
    EXPECT_TRUE(parseRecipe(recipeText(all), "a.toml") == all);
    EXPECT_TRUE(parseRecipe(resolvedText(all), "a.toml") == all);
    EXPECT_EQ(resolvedText(all), kAllChanged);
    EXPECT_FALSE(all == Recipe{});
    EXPECT_TRUE(parseRecipe(recipeText(), "a.toml") == Recipe{});
    EXPECT_TRUE(parseRecipe(resolvedText({}), "a.toml") == Recipe{});
}

// So that a key which is added, and read but not written, fails the test above.
TEST(Recipe, ThatTestKnowsEveryKeyThereIs) {
    const std::map<std::string, std::string> changed = valuesIn(kAllChanged, false),
                                             known = valuesIn(recipeText(), true);
    for (const auto& [key, value] : known) {
        if (key == "volume.edge" || key == "lattice.width") continue;  // see below
        ASSERT_TRUE(changed.contains(key)) << key;
        if (key == "parts.3") continue;  // which has no default
        EXPECT_NE(changed.at(key), value.substr(0, value.find_last_not_of(' ') + 1)) << key;
    }
    EXPECT_GE(known.size(), 60u);
}

TEST(Recipe, TheSizeOfElementsIsWrittenInsteadOfTheirNumber) {
    Recipe recipe;
    setResolution(recipe.volume, 5000);
    setResolution(recipe.volume, std::nullopt, 0.05);
    recipe.cells = {0.03};
    const std::string text = resolvedText(recipe);
    EXPECT_NE(text.find("\nedge = 0.05\n"), std::string::npos);
    EXPECT_NE(text.find("\nwidth = 0.03\n"), std::string::npos);
    EXPECT_EQ(text.find("tets = 200000"), std::string::npos);
    EXPECT_EQ(text.find("cells = "), std::string::npos);
    EXPECT_TRUE(parseRecipe(text, "a.toml") == recipe);
    EXPECT_TRUE(parseRecipe(recipeText(recipe), "a.toml") == recipe);
    setResolution(recipe.volume, 5000);
    EXPECT_EQ(recipe.volume.edgeLength, 0);
    EXPECT_EQ(recipe.volume.tets, 5000);
}

TEST(Recipe, CommentsAndTheOrderOfKeysLeaveNoTrace) {
    const Recipe a =
        parseRecipe("[parts]\n3 = \"rigid\"\n12 = \"skin\"\n[volume]\ngaps = false\ntets = 1000\n", "a.toml");
    const Recipe b = parseRecipe(
        "# mine\n[volume]\ntets = 1e3 # few\ngaps = false\n\n[parts]\n12 = \"skin\"\n3 = \"rigid\"\n",
        "b.toml");
    EXPECT_TRUE(a == b);
    EXPECT_EQ(resolvedText(a), resolvedText(b));
}

TEST(Recipe, ASectionIsAPartOfTheWhole) {
    const Recipe all = parseRecipe(kAllChanged, "all.toml");
    std::string joined;
    for (const char* name : {"volume", "parts", "material", "solve", "lattice", "domains", "poses", "bases",
                             "cubature", "damping"}) {
        joined += (joined.empty() ? "" : "\n") + sectionText(all, name);
    }
    EXPECT_EQ(joined, resolvedText(all));
}

TEST(Recipe, EverySectionIsRead) {
    const Recipe recipe = parseRecipe(kAllChanged, "a.toml");
    EXPECT_EQ(recipe.volume.tets, 1234.5);
    EXPECT_EQ(recipe.volume.order, tets::TetOrder::Quadratic);
    EXPECT_FALSE(recipe.volume.gaps);
    EXPECT_EQ(recipe.volume.bones.radius, 0.3);
    ASSERT_EQ(recipe.volume.parts.size(), 2u);
    for (const PartOverride& part : recipe.volume.parts) {
        EXPECT_EQ(part.role, part.part == 3 ? PartRole::Rigid : PartRole::Skin);
    }
    EXPECT_EQ(recipe.flesh.kind, MaterialKind::MooneyRivlin);
    EXPECT_EQ(recipe.flesh.young, 12000.1);
    EXPECT_EQ(recipe.flesh.poisson, 0.3);
    EXPECT_EQ(recipe.flesh.density, 900);
    EXPECT_EQ(recipe.regions.joints.at(1).joint, "thigh");
    EXPECT_EQ(recipe.regions.joints.at(1).factor, 0.1);
    EXPECT_EQ(recipe.regions.distances.at(1).metres, 0.05);
    EXPECT_EQ(recipe.regions.painted.at(0).channel, 2);
    EXPECT_EQ(recipe.regions.painted.at(0).atOne, 8);
    EXPECT_EQ(recipe.tissue.layers, (FleshLayers{0.4, 9000, 2000}));
    EXPECT_EQ(recipe.tissue.skin, (SkinLayer{0.001, 200000, 0.05}));
    ASSERT_EQ(recipe.tissue.fibres.size(), 2u);
    EXPECT_EQ(recipe.tissue.fibres[0], (JointFibres{"calf", 7000, 0.3, {}}));
    EXPECT_EQ(recipe.tissue.fibres[1], (JointFibres{"arm", 8000, 0.4, {{1, 0, -2.5}}}));
    EXPECT_EQ(recipe.solve.hold, Hold::Sliding);
    EXPECT_EQ(recipe.solve.springStiffness, 5);
    EXPECT_EQ(recipe.solve.grip, 0.3);
    EXPECT_EQ(recipe.solve.gravity, (Vec3d{0, -9.81, 0}));
    EXPECT_EQ(recipe.solve.newton.relative, 1e-4);
    EXPECT_EQ(recipe.solve.newton.maxIterations, 99);
    EXPECT_EQ(recipe.lattice.method, lattice::Method::NonlinearCycle);
    EXPECT_FALSE(recipe.lattice.selfContact);
    EXPECT_EQ(parseRecipe("[volume]\nedge = 0.02\n", "a.toml").volume.edgeLength, 0.02);
}

TEST(Recipe, SectionsForBuildAreRead) {
    const Recipe recipe = parseRecipe(kAllChanged, "a.toml");
    EXPECT_EQ(recipe.domains.rule, DomainRule::SkinWeight);
    EXPECT_EQ(recipe.domains.minFlesh, 0.01);
    EXPECT_EQ(recipe.domains.keep, (std::vector<std::string>{"jaw", "tail"}));
    EXPECT_EQ(recipe.domains.merged, std::vector<std::string>{"spine2"});
    EXPECT_EQ(recipe.poses.count, 12u);
    EXPECT_EQ(recipe.poses.heldOut, 3u);
    EXPECT_EQ(recipe.poses.sampled, 0.25);
    EXPECT_FALSE(recipe.limits.anatomy);
    EXPECT_FALSE(recipe.limits.clips);
    ASSERT_EQ(recipe.jointLimits.size(), 2u);
    EXPECT_EQ(recipe.jointLimits[0].joint, "neck");
    ASSERT_TRUE(recipe.jointLimits[0].twist);
    EXPECT_EQ(recipe.jointLimits[0].twist->high, 50);
    EXPECT_FALSE(recipe.jointLimits[1].twist);
    EXPECT_EQ(recipe.bases.rank, 7u);
    EXPECT_EQ(recipe.bases.vibrations, 0.5);
    EXPECT_EQ(recipe.vibrations.count, 11);
    EXPECT_EQ(recipe.vibrations.derivatives, 4);
    EXPECT_EQ(recipe.bases.seams, 3);
    EXPECT_EQ(recipe.bases.coupling, 55);
    EXPECT_EQ(recipe.cubature.tolerance, 0.01);
    EXPECT_EQ(recipe.cubature.maxElements, 90u);
    EXPECT_THROW(parseRecipe("[domains]\nkeep = \"jaw\"\n", "a.toml"), Error);
}

// The keys of a recipe take precedence over its preset, wherever they are; layers fit into a line.
TEST(Recipe, APresetOfTheFleshSetsLayersAndSkin) {
    const Recipe human = parseRecipe("[material]\nflesh = \"human\"\n", "a.toml");
    EXPECT_GT(human.tissue.layers.core, 0);
    EXPECT_GT(human.tissue.layers.coreYoung, human.tissue.layers.fatYoung);
    EXPECT_GT(human.tissue.skin.thickness, 0);
    EXPECT_TRUE(human.tissue.fibres.empty());
    const Recipe thin = parseRecipe(
        "[material]\nskin = { thickness = 0.001 }\nflesh = \"human\"\nlayers = { core = 0.5 }\n", "a.toml");
    EXPECT_EQ(thin.tissue.skin.thickness, 0.001);
    EXPECT_EQ(thin.tissue.skin.young, human.tissue.skin.young);
    EXPECT_EQ(thin.tissue.layers.core, 0.5);
    EXPECT_EQ(thin.tissue.layers.fatYoung, human.tissue.layers.fatYoung);
    Recipe same = human;
    setFlesh(same, FleshPreset::Custom);
    EXPECT_TRUE(same == Recipe{});
    setFlesh(same, FleshPreset::Human);
    EXPECT_TRUE(same == human);
    for (const std::string& name : fleshNames()) EXPECT_EQ(fleshName(fleshNamed(name)), name);
}

TEST(Recipe, EveryMaterialNameLeadsBackToItself) {
    for (const std::string& name : materialNames()) EXPECT_EQ(materialName(materialNamed(name)), name);
    EXPECT_EQ(materialNamed("neo-hookean"), MaterialKind::StableNeoHookean);
    EXPECT_EQ(materialNamed("corotated"), MaterialKind::Corotated);
    EXPECT_EQ(materialNamed("stvk"), MaterialKind::StVenantKirchhoff);
    EXPECT_EQ(materialNamed("mooney-rivlin"), MaterialKind::MooneyRivlin);
    for (const std::string& name : holdNames()) EXPECT_EQ(holdName(holdNamed(name)), name);
}

// The text of a recipe, and what the message must contain.
struct Fault {
    const char* text;
    std::vector<const char*> said;
};

TEST(Recipe, WhatIsWrongIsNamedWithItsLine) {
    const std::vector<Fault> faults{
        {"[volume]\ntest = 3\n", {"line 2", "volume.test", "did you mean tets?"}},
        {"\n[materials]\nyoung = 3\n", {"line 2", "section materials", "did you mean material?"}},
        {"young = 3\n", {"line 1", "key young"}},
        {"[material]\n\nyoung = -3\n", {"line 3", "material.young", "out of range"}},
        {"[material]\nyoung = nan\n", {"line 2", "material.young"}},
        {"[material]\nyoung = \"soft\"\n", {"line 2", "material.young", "number"}},
        {"[material]\nyoung = true\n", {"line 2", "material.young", "number"}},
        {"[material]\npoisson = 0.5\n", {"line 2", "material.poisson"}},
        {"[material]\nkind = \"corotaded\"\n", {"line 2", "did you mean corotated?"}},
        {"[volume]\ntets = 1000\nedge = 0.1\n", {"line 3", "both"}},
        {"[volume]\ngaps = 1\n", {"line 2", "true or false"}},
        {"[parts]\nhead = \"rigid\"\n", {"line 2", "not a part number"}},
        {"[parts]\n4 = \"bone\"\n", {"line 2", "parts.4"}},
        {"[parts]\n04 = \"skin\"\n", {"line 2", "not a part number"}},
        {"[[material.joint]]\nname = \"a\"\n", {"line 1", "factor is missing"}},
        {"[[material.joint]]\nname = \"a\"\nfactor = 2\nfacter = 2\n", {"line 4", "did you mean factor?"}},
        {"[material.joint]\nname = \"a\"\n", {"line 1", "list of sections"}},
        {"[[material.distance]]\nmetres = 1\nfactor = 1\n[[material.distance]]\nmetres = 1\nfactor = 1\n",
         {"line 5", "increasing order"}},
        {"[[material.painted]]\nchannel = \"violet\"\n", {"line 2", "violet"}},
        {"[material]\nflesh = \"humam\"\n", {"line 2", "did you mean human?"}},
        {"[material]\nlayers = { core = 2 }\n", {"line 2", "material.layers.core", "out of range"}},
        {"[material.skin]\nthicknes = 2\n", {"line 2", "did you mean thickness?"}},
        {"[[material.fibres]]\nstiffness = 2\n", {"line 1", "joint is missing"}},
        {"[[material.fibres]]\njoint = \"a\"\ndirection = [0, 0, 0]\n", {"line 3", "not all 0"}},
        {"[[material.fibres]]\njoint = \"a\"\ndirection = [1, 0]\n", {"line 3", "list of 3 numbers"}},
        {"[solve]\nmax_iterations = 1.5\n", {"line 2", "whole number"}},
        {"[bases]\nrank = 65\n", {"line 2", "bases.rank"}},
        {"[bases]\nvibration_share = 1.1\n", {"line 2", "bases.vibration_share"}},
        {"[cubature]\ntolerance = 1\n", {"line 2", "cubature.tolerance"}},
        {"[poses]\ncount = 1\n", {"line 2", "poses.count"}},
        {"[[poses.joint]]\nname = \"a\"\nbend = [-361, 0]\n", {"line 3", "bend"}},
        {"solve = 3\n", {"line 1", "section"}},
        {"[solve\n", {"line 1"}}};
    for (const Fault& fault : faults) {
        try {
            parseRecipe(fault.text, "mine.toml");
            ADD_FAILURE() << fault.text << " was taken";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::BadInput);
            EXPECT_FALSE(error.remedy().empty()) << fault.text;
            EXPECT_EQ(std::string(error.what()).rfind("mine.toml, ", 0), 0u) << error.what();
            for (const char* words : fault.said) {
                EXPECT_NE(std::string(error.what()).find(words), std::string::npos)
                    << words << " in: " << error.what();
            }
        }
    }
}

// Keys that were renamed in 0.2.0 are unknown now; the message names what they are called.
TEST(Recipe, ARenamedKeyIsRefusedWithItsNewName) {
    struct Renamed {
        const char *section, *before, *now;
    };
    for (const Renamed& key :
         {Renamed{"solve", "most_steps", "max_iterations"}, Renamed{"solve", "largest_turn", "max_turn"},
          Renamed{"domains", "least_flesh", "min_flesh"}, Renamed{"domains", "least_length", "min_length"},
          Renamed{"domains", "least_turn", "min_turn"}, Renamed{"cubature", "most_tets", "max_tets"}}) {
        const std::string section = "[" + std::string(key.section) + "]\n", value = " = 1\n";
        EXPECT_NO_THROW(parseRecipe(section + key.now + value, "new.toml")) << key.now;
        try {
            parseRecipe(section + key.before + value, "old.toml");
            ADD_FAILURE() << key.before << " was taken";
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(key.before), std::string::npos) << error.what();
            EXPECT_NE((error.what() + error.remedy()).find(key.now), std::string::npos) << error.remedy();
        }
    }
}

}  // namespace
}  // namespace sinew
