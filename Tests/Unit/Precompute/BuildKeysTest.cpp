#include "Pipeline/BuildKeys.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "Samples/Limb.h"

namespace sinew {
namespace {

// What a change must redo, and nothing else.
struct Redone {
    bool volume, domains, solve, poses, bases, cubature;
    bool operator==(const Redone&) const = default;
};

const std::map<std::string, Redone> kRedone{{"volume", {true, true, true, true, true, true}},
                                            {"parts", {true, true, true, true, true, true}},
                                            {"material", {false, false, true, true, true, true}},
                                            {"skin", {false, true, true, true, true, true}},
                                            {"solve", {false, false, true, true, true, true}},
                                            {"domains", {false, true, false, false, true, true}},
                                            {"lattice", {false, false, true, true, true, true}},
                                            {"cells", {true, true, true, true, true, true}},
                                            {"poses", {false, false, false, true, true, true}},
                                            {"bases", {false, false, false, false, true, true}},
                                            {"cubature", {false, false, false, false, false, true}},
                                            {"damping", {false, false, false, false, false, false}}};

Redone difference(const BuildKeys& a, const BuildKeys& b) {
    return {a.volume != b.volume, a.domains != b.domains, a.solve != b.solve,
            a.poses != b.poses,   a.bases != b.bases,     a.cubature != b.cubature};
}

// A section, or one of a list, and two values of one of its keys; `more`: what it needs beside.
struct Change {
    std::string section, key, before, after, more;

    // Whose stages it redoes. Which solver solves poses, and its cells, say what the volume is, though other
    // sections name them. Whether there is skin says what belongs to domains.
    std::string redone() const {
        if (key == "flesh" || key == "thickness") return section == "lattice" ? "lattice" : "skin";
        if (key == "solver" || (section == "lattice" && (key == "cells" || key == "width"))) return "cells";
        return section.substr(0, section.find('.'));
    }

    std::string recipe(const std::string& value) const {
        const bool isTable = section == "material.layers" || section == "material.skin";
        const bool ofList = section.find('.') != std::string::npos && !isTable;
        std::string text = ofList ? "[[" + section + "]]\n" : "[" + section + "]\n";
        if (!value.empty()) text += key + " = " + value + "\n";
        return text + more;
    }
};

// Else the lattice's settings do not matter.
const std::string kOnLattice = "[poses]\nsolver = \"lattice\"\n";

const std::vector<Change> kChanges{
    {"volume", "tets", "", "1000", ""},
    {"volume", "edge", "", "0.01", ""},
    {"volume", "order", "", "\"quadratic\"", ""},
    {"volume", "gaps", "", "false", ""},
    {"volume", "bone_radius", "", "0.3", ""},
    {"volume", "skull_radius", "", "0.6", ""},
    {"volume", "joint_gap", "", "0.5", ""},
    {"parts", "3", "", "\"rigid\"", ""},
    {"parts", "3", "\"skin\"", "\"rigid\"", ""},
    {"material", "flesh", "", "\"human\"", ""},
    {"material", "kind", "", "\"stvk\"", ""},
    {"material", "young", "", "20000", ""},
    {"material", "poisson", "", "0.4", ""},
    {"material", "density", "", "900", ""},
    {"material.layers", "core", "", "0.5", ""},
    {"material.layers", "core_young", "", "5000", ""},
    {"material.layers", "fat_young", "", "5000", ""},
    {"material.skin", "thickness", "", "0.001", ""},
    {"material.skin", "young", "", "5000", "thickness = 0.001\n"},
    {"material.skin", "toe", "", "0.1", "thickness = 0.001\n"},
    {"material.fibres", "joint", "\"a\"", "\"b\"", ""},
    {"material.fibres", "stiffness", "", "5000", "joint = \"a\"\n"},
    {"material.fibres", "toe", "", "0.2", "joint = \"a\"\n"},
    {"material.fibres", "direction", "", "[0, 1, 1]", "joint = \"a\"\n"},
    {"material.joint", "name", "\"a\"", "\"b\"", "factor = 2\n"},
    {"material.joint", "factor", "1", "2", "name = \"a\"\n"},
    {"material.distance", "metres", "0", "0.1", "factor = 2\n"},
    {"material.distance", "factor", "1", "2", "metres = 0\n"},
    {"material.painted", "channel", "", "\"blue\"", ""},
    {"material.painted", "at_zero", "", "2", ""},
    {"material.painted", "at_one", "", "2", ""},
    {"solve", "hold", "", "\"soft\"", ""},
    {"solve", "spring", "", "10", ""},
    {"solve", "grip", "", "1", ""},
    {"solve", "gravity", "", "9.81", ""},
    {"solve", "tolerance", "", "0.01", ""},
    {"solve", "max_iterations", "", "30", ""},
    {"solve", "max_turn", "", "0.3", ""},
    {"lattice", "cells", "", "5000", kOnLattice},
    {"lattice", "width", "", "0.01", kOnLattice},
    {"lattice", "method", "", "\"nonlinear-cycle\"", kOnLattice},
    {"lattice", "self_contact", "", "false", kOnLattice},
    {"lattice", "thickness", "", "0.3", kOnLattice},
    {"lattice", "contact", "", "3", kOnLattice},
    {"domains", "by", "", "\"skin-weight\"", ""},
    {"domains", "min_flesh", "", "0.1", ""},
    {"domains", "min_length", "", "0.1", ""},
    {"domains", "min_turn", "", "0.2", ""},
    {"domains", "keep", "", "[\"a\"]", ""},
    {"domains", "keep", "[\"a\"]", "[\"b\"]", ""},
    {"domains", "merge", "", "[\"a\"]", ""},
    {"poses", "solver", "", "\"lattice\"", ""},
    {"poses", "count", "", "10", ""},
    {"poses", "held_out", "", "10", ""},
    {"poses", "sampled", "", "0.1", ""},
    {"poses", "spread", "", "0.1", ""},
    {"poses", "frames_per_second", "", "5", ""},
    {"poses", "clips", "", "false", ""},
    {"poses", "anatomy", "", "false", ""},
    {"poses.joint", "name", "\"a\"", "\"b\"", ""},
    {"poses.joint", "twist", "", "[-1, 1]", "name = \"a\"\n"},
    {"poses.joint", "bend", "", "[-1, 1]", "name = \"a\"\n"},
    {"poses.joint", "side", "[-1, 2]", "[-1, 1]", "name = \"a\"\n"},
    {"bases", "rank", "", "10", ""},
    {"bases", "even", "", "true", ""},
    {"bases", "energy", "", "0.9", ""},
    {"bases", "vibration_share", "", "0.5", ""},
    {"bases", "seams", "", "1", ""},
    {"bases", "stretch", "", "1", ""},
    {"bases", "coupling", "", "10", ""},
    {"bases", "band", "", "1", ""},
    {"bases", "vibrations", "", "10", ""},
    {"bases", "derivatives", "", "3", ""},
    {"cubature", "tolerance", "", "0.1", ""},
    {"cubature", "max_tets", "", "10", ""},
    {"damping", "mass", "", "2", ""},
    {"damping", "stiffness", "", "0.1", ""},
    {"damping", "seams", "", "0.1", ""},
};

BuildKeys keysOfRecipe(const std::string& text) {
    BuildInputs inputs;
    inputs.recipe = parseRecipe(text, "a.toml");
    return keysOf(inputs);
}

TEST(BuildKeys, EverySettingRedoesItsStageAndWhatFollows) {
    for (const Change& change : kChanges) {
        const BuildKeys before = keysOfRecipe(change.recipe(change.before));
        const BuildKeys after = keysOfRecipe(change.recipe(change.after));
        EXPECT_EQ(difference(before, after), kRedone.at(change.redone()))
            << change.section << "." << change.key;
        EXPECT_NE(before.asset, after.asset);
    }
}

TEST(BuildKeys, AreTestedForEverythingThatARecipeMaySay) {
    std::set<std::string> tested;
    for (const Change& change : kChanges) tested.insert(change.section + "." + change.key);
    std::istringstream list(recipeText());
    std::string line, section;
    std::size_t keys = 0;
    while (std::getline(list, line)) {
        if (line.rfind("# ", 0) == 0) line = line.substr(2);
        if (line.rfind('[', 0) == 0) {
            const std::size_t from = line.find_first_not_of('[');
            section = line.substr(from, line.find(']') - from);
        } else if (const std::size_t equals = line.find(" = "); equals != std::string::npos) {
            EXPECT_TRUE(tested.contains(section + "." + line.substr(0, equals))) << section << " " << line;
            ++keys;
        }
    }
    EXPECT_GT(keys, 40u);
}

TEST(BuildKeys, CommentsAndAnotherOrderInTheFileRedoNothing) {
    const BuildKeys plain = keysOfRecipe(
        "[volume]\ntets = 1000\ngaps = false\n[parts]\n3 = \"rigid\"\n12 = \"skin\"\n[bases]\nrank = 8\n");
    const BuildKeys other = keysOfRecipe(
        "# mine\n[bases]\nrank = 8 # few\n[parts]\n12 = \"skin\"\n3 = \"rigid\"\n\n[volume]\ngaps = false\n"
        "tets = 1e3\n[cubature]\ntolerance = 0.05 # as it is anyway\n");
    EXPECT_EQ(difference(plain, other), Redone{});
    EXPECT_EQ(plain.asset, other.asset);
}

TEST(BuildKeys, SettingsOfTheOtherSolverRedoNothingButTheAssetThatCarriesThem) {
    for (const auto& [solver, setting] : std::map<std::string, std::string>{
             {"", "[lattice]\ncells = 5000\n"}, {kOnLattice, "[volume]\ntets = 1000\ngaps = false\n"}}) {
        const BuildKeys before = keysOfRecipe(solver), after = keysOfRecipe(solver + setting);
        EXPECT_EQ(difference(before, after), Redone{});
        EXPECT_NE(before.asset, after.asset);
    }
}

// Cells end at the bones that flesh slides over; tetrahedra do not.
TEST(BuildKeys, AHoldThatHollowsTheBonesRedoesTheVolume) {
    const std::string hold = "[solve]\nhold = \"sliding\"\n";
    EXPECT_EQ(difference(keysOfRecipe(kOnLattice), keysOfRecipe(kOnLattice + hold)), kRedone.at("cells"));
    EXPECT_EQ(difference(keysOfRecipe(""), keysOfRecipe(hold)), kRedone.at("solve"));
}

// Counting tetrahedra does not matter where their size is given.
TEST(BuildKeys, WhatDoesNotCountRedoesNothing) {
    BuildInputs a, b;
    a.recipe.volume.edgeLength = b.recipe.volume.edgeLength = 0.05;
    a.recipe.volume.tets = 1000;
    b.recipe.volume.tets = 2000;
    EXPECT_EQ(difference(keysOf(a), keysOf(b)), Redone{});
}

BuildInputs someInputs() {
    BuildInputs inputs;
    static const Character limb = makeLimb();
    inputs.character = limb;
    Clip walk{"walk", 100, std::vector<JointTracks>(inputs.character.skeleton.joints.size())};
    for (int i = 0; i <= 1000; ++i) {
        walk.joints[1].rotation.times.push_back(0.1 * i);
        walk.joints[1].rotation.values.push_back(fromAxisAngle(Vec3d{0, 0, 1}, 0.001 * (i % 300)));
        walk.joints[1].scale.times.push_back(0.1 * i);
        walk.joints[1].scale.values.push_back({1, 1, 1});
    }
    inputs.motions.push_back(walk);
    return inputs;
}

// One frame of many, wherever it is, may be a training pose.
TEST(BuildKeys, AnyFrameOfAMotionCounts) {
    const BuildKeys before = keysOf(someInputs());
    for (const std::size_t frame : {0u, 7u, 501u, 999u}) {
        BuildInputs turned = someInputs(), scaled = someInputs();
        turned.motions[0].joints[1].rotation.values[frame] = fromAxisAngle(Vec3d{1, 0, 0}, 0.5);
        EXPECT_EQ(difference(before, keysOf(turned)), kRedone.at("poses")) << frame;
        scaled.motions[0].joints[1].scale.values[frame] = {1, 2, 1};
        EXPECT_EQ(difference(before, keysOf(scaled)), kRedone.at("poses")) << frame;
    }
    BuildInputs none = someInputs();
    none.motions.clear();
    EXPECT_EQ(difference(before, keysOf(none)), kRedone.at("poses"));
}

// Whichever of a character's files it came from.
TEST(BuildKeys, AllOfACharacterCounts) {
    const BuildKeys before = keysOf(someInputs());
    const std::vector<std::function<void(Character&)>> changes{
        [](Character& c) { c.surface.positions[3].x += 1e-6; },
        [](Character& c) { std::swap(c.surface.triangles[0][0], c.surface.triangles[0][1]); },
        [](Character& c) { std::swap(c.surface.fileTriangles[0][0], c.surface.fileTriangles[0][1]); },
        [](Character& c) { c.surface.weldedOfFile.push_back(0); },
        [](Character& c) {
            c.surface.uvs.assign(c.surface.weldedOfFile.size(), {0.5F, 0.25F});
        },
        [](Character& c) {
            c.surface.colours.assign(c.surface.weldedOfFile.size(), {0, 0, 0, 0.5F});
        },
        [](Character& c) { c.surface.materials.emplace_back("leather"); },
        [](Character& c) { c.weights.influences[0].weight *= 0.5F; },
        [](Character& c) { c.skeleton.joints[1].name = "else"; },
        [](Character& c) { c.skeleton.joints[1].parent = -1; },
        [](Character& c) { c.skeleton.joints[1].rest.translation.y += 0.01; },
        [](Character& c) { c.skeleton.inverseBind[1].translation.x += 0.01; },
        [](Character& c) {
            c.rigidParts.push_back({"sword", 1, {}});
        },
        [](Character& c) {
            c.clips.push_back({"wave", 1, {}});
        },
        [](Character& c) { c.units.metresPerUnit = 0.01; }};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        BuildInputs changed = someInputs();
        changes[i](changed.character);
        EXPECT_EQ(difference(before, keysOf(changed)), kRedone.at("volume")) << i;
    }
}

}  // namespace
}  // namespace sinew
