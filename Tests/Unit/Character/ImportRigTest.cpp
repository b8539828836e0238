#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "Offline/Error.h"
#include "Offline/Geometry/Box.h"
#include "Support/Characters/Imported.h"

namespace sinew {
namespace {

using test::attributes;
using test::farthest;
using test::findFinding;
using test::imported;
using test::json;
using test::makeTube;
using test::restSurface;
using test::Tube;

TEST(ImportRig, NodeTransformsAboveTheSkeletonStandItUpright) {
    // Z-up data under a matrix node, 100 times too small.
    Tube tube = makeTube();
    std::vector<float> turned;
    for (std::size_t v = 0; v < 20; ++v) {
        turned.insert(turned.end(), {tube.points[3 * v] / 100, -tube.points[3 * v + 2] / 100,
                                     tube.points[3 * v + 1] / 100});
    }
    attributes(tube)["POSITION"] = tube.gltf.accessor(turned, "VEC3");
    tube.gltf.root["nodes"][tube.upper]["translation"] = {0, 0, 0.01};
    std::vector<float> binds = test::translationMatrix(0, 0, 0);
    for (const float x : test::translationMatrix(0, 0, -0.01f)) binds.push_back(x);
    tube.gltf.root["skins"][0]["inverseBindMatrices"] = tube.gltf.accessor(binds, "MAT4");
    tube.gltf.add("nodes", {{"name", "Z_UP"},
                            {"children", {tube.lower}},
                            {"matrix", {100, 0, 0, 0, 0, 0, -100, 0, 0, 100, 0, 0, 5, 0, 0, 1}}});
    const Character character = imported(tube.gltf);
    const Box box = boxOf(character.surface.positions);
    EXPECT_NEAR(box.high.y - box.low.y, 2, 1e-5);
    EXPECT_NEAR(box.low.x, 4.8, 1e-5);
    EXPECT_LT(farthest(restSurface(character), character.surface.positions), 1e-5);
    ASSERT_EQ(character.skeleton.joints.size(), 2u);
    EXPECT_NEAR(length(character.skeleton.joints[1].rest.translation), 1, 1e-6);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(character.skeleton.joints[0].rest.scale[i], 1, 1e-6);
    EXPECT_NE(findFinding(character, "scaled-above-skeleton"), nullptr);
}

// The rest pose has the upper joint bent by 60 degrees against the bind pose, which is what the mesh shows.
TEST(ImportRig, TheBindPoseNotTheRestPoseIsTheSurface) {
    Tube tube = makeTube();
    const double half = std::sin(3.14159265358979 / 6), rest = std::cos(3.14159265358979 / 6);
    tube.gltf.root["nodes"][tube.upper]["rotation"] = {0, 0, half, rest};
    const Character character = imported(tube.gltf);
    const Character plain = imported(makeTube().gltf);
    EXPECT_LT(farthest(character.surface.positions, plain.surface.positions), 1e-6);
    const Finding* const finding = findFinding(character, "rest-differs-from-bind");
    ASSERT_NE(finding, nullptr);
    EXPECT_NE(finding->text.find("60.0"), std::string::npos) << finding->text;
    const std::vector<Vec3d> posed = restSurface(character);
    const Affined bend = toAffine(Transformd{{0, 1, 0}, {0, 0, half, rest}, {1, 1, 1}});
    for (std::size_t v = 0; v < posed.size(); ++v) {
        const Vec3d p = plain.surface.positions[v];
        const Vec3d expected = p.y > 1.01 ? transformPoint(bend, p - Vec3d{0, 1, 0}) : p;
        EXPECT_LT(length(posed[v] - expected), 1e-6);
    }
}

TEST(ImportRig, NodesBetweenJointsAndMovingAncestorsBecomeJoints) {
    Tube tube = makeTube();
    json& nodes = tube.gltf.root["nodes"];
    nodes[tube.lower]["children"] = {3};
    tube.gltf.add("nodes", {{"name", "between"}, {"translation", {0, 0.25, 0}}, {"children", {tube.upper}}});
    nodes[tube.upper]["translation"] = {0, 0.75, 0};
    tube.gltf.add("nodes", {{"name", "stretched"}, {"scale", {1, 2, 1}}, {"children", {tube.lower}}});
    tube.gltf.add("nodes", {{"name", "plain"}, {"translation", {3, 0, 0}}, {"children", {4}}});
    const Character character = imported(tube.gltf);
    std::vector<std::string> names;
    for (const Joint& joint : character.skeleton.joints) names.push_back(joint.name);
    EXPECT_EQ(names, (std::vector<std::string>{"stretched", "lower", "between", "upper"}));
    EXPECT_NE(findFinding(character, "extra-joints"), nullptr);
    const Box box = boxOf(restSurface(character));
    EXPECT_NEAR(box.high.y, 4, 1e-5);
    EXPECT_NEAR(box.low.x, 2.8, 1e-5);
}

TEST(ImportRig, NamesAreMadeWholeAndUnique) {
    Tube tube = makeTube();
    tube.gltf.root["nodes"][tube.lower].erase("name");
    tube.gltf.root["nodes"][tube.upper]["name"] = "joint_0";
    const Character character = imported(tube.gltf);
    EXPECT_EQ(character.skeleton.joints[0].name, "joint_0");
    EXPECT_EQ(character.skeleton.joints[1].name, "joint_0_2");
    EXPECT_NE(findFinding(character, "joints-unnamed"), nullptr);
    EXPECT_NE(findFinding(character, "joint-names-not-unique"), nullptr);
}

TEST(ImportRig, MeshesBelowJointsAreRigidPartsAndOthersAreLeftOut) {
    Tube tube = makeTube();
    const int prop = tube.gltf.add(
        "meshes",
        {{"primitives", {{{"attributes", {{"POSITION", tube.positions}}}, {"indices", tube.indices}}}}});
    json& nodes = tube.gltf.root["nodes"];
    nodes[tube.upper]["children"] = {3};
    tube.gltf.add("nodes", {{"name", "grip"}, {"translation", {0, 0, 1}}, {"children", {4}}});
    tube.gltf.add("nodes", {{"name", "sword"}, {"mesh", prop}, {"scale", {0.5, 0.5, 0.5}}});
    tube.gltf.add("nodes", {{"name", "ground"}, {"mesh", prop}});
    const Character character = imported(tube.gltf);
    ASSERT_EQ(character.rigidParts.size(), 1u);
    const RigidPart& part = character.rigidParts[0];
    EXPECT_EQ(part.name, "sword");
    EXPECT_EQ(part.joint, 1u);
    const Box box = boxOf(part.surface.positions);
    EXPECT_NEAR(box.high.y, 1, 1e-6);
    EXPECT_NEAR(box.low.z, 0.9, 1e-6);
    const Finding* const left = findFinding(character, "meshes-outside-skeleton");
    ASSERT_NE(left, nullptr);
    EXPECT_NE(left->text.find("ground"), std::string::npos);
    EXPECT_EQ(character.surface.positions.size(), 20u);
}

TEST(ImportRig, OneMeshUnderTwoSkinsComesTwice) {
    Tube tube = makeTube();
    const int lower =
        tube.gltf.add("nodes", {{"name", "lower2"}, {"translation", {5, 0, 0}}, {"children", {4}}});
    const int upper = tube.gltf.add("nodes", {{"name", "upper2"}, {"translation", {0, 1, 0}}});
    const int skin =
        tube.gltf.add("skins", {{"joints", {lower, upper}}, {"inverseBindMatrices", tube.inverseBinds}});
    tube.gltf.add("nodes", {{"mesh", tube.mesh}, {"skin", skin}});
    const Character character = imported(tube.gltf);
    EXPECT_EQ(character.skeleton.joints.size(), 4u);
    EXPECT_EQ(character.surface.positions.size(), 40u);
    const Box box = boxOf(character.surface.positions);
    EXPECT_NEAR(box.high.x, 5.2, 1e-6);
    EXPECT_LT(farthest(restSurface(character), character.surface.positions), 1e-6);
}

// The second skin stores its mesh 10 units aside and says so in its inverse bind matrices.
TEST(ImportRig, TwoSkinsOfOneSkeletonShareItsJoints) {
    Tube tube = makeTube();
    std::vector<float> aside = tube.points;
    for (std::size_t v = 0; v < 20; ++v) aside[3 * v] += 10;
    const int positions = tube.gltf.accessor(aside, "VEC3");
    const int mesh = tube.gltf.add(
        "meshes",
        {{"primitives",
          {{{"attributes", {{"POSITION", positions}, {"JOINTS_0", tube.joints}, {"WEIGHTS_0", tube.weights}}},
            {"indices", tube.indices}}}}});
    std::vector<float> binds = test::translationMatrix(-10, 0, 0);
    for (const float x : test::translationMatrix(-10, -1, 0)) binds.push_back(x);
    const int skin = tube.gltf.add("skins", {{"joints", {tube.lower, tube.upper}},
                                             {"inverseBindMatrices", tube.gltf.accessor(binds, "MAT4")}});
    tube.gltf.add("nodes", {{"mesh", mesh}, {"skin", skin}});
    const Character character = imported(tube.gltf);
    EXPECT_EQ(character.skeleton.joints.size(), 2u);
    EXPECT_EQ(character.surface.positions.size(), 20u) << "both meshes lie at one place and weld";
    EXPECT_EQ(character.surface.weldedOfFile.size(), 40u);
}

// The second skin binds only the upper joint elsewhere; no move of the whole mesh mends that.
TEST(ImportRig, AJointBoundAtTwoPlacesGetsATwin) {
    Tube tube = makeTube();
    std::vector<float> binds = test::translationMatrix(0, 0, 0);
    for (const float x : test::translationMatrix(3, -1, 0)) binds.push_back(x);
    const int skin = tube.gltf.add("skins", {{"joints", {tube.lower, tube.upper}},
                                             {"inverseBindMatrices", tube.gltf.accessor(binds, "MAT4")}});
    tube.gltf.add("nodes", {{"mesh", tube.mesh}, {"skin", skin}});
    const Character character = imported(tube.gltf);
    ASSERT_EQ(character.skeleton.joints.size(), 3u);
    EXPECT_EQ(character.skeleton.joints[2].parent, 1);
    EXPECT_NE(findFinding(character, "joints-bound-twice"), nullptr);
    const Box box = boxOf(restSurface(character));
    EXPECT_NEAR(box.high.x, 3.2, 1e-6);
    EXPECT_NEAR(box.low.x, -0.2, 1e-6);
}

TEST(ImportRig, UnitsAreDetectedFromSizeAndCanBeSet) {
    for (const auto& [scale, metres, code] : {std::tuple{1.0f, 1.0, "units-detected"},
                                              {10.0f, 0.1, "units-detected"},
                                              {100.0f, 0.01, "units-detected"},
                                              {1000.0f, 0.001, "units-detected"},
                                              {0.1f, 1.0, "units-detected"},
                                              {0.001f, 1000.0, "units-unknown"},
                                              {1e7f, 1e-7, "units-unknown"}}) {
        Tube tube = makeTube();
        tube.gltf.root["nodes"][tube.meshNode].erase("skin");
        tube.gltf.root["nodes"][tube.meshNode]["scale"] = {scale, scale, scale};
        const Character character = importCharacter(tube.gltf.glb(), "a.glb");
        EXPECT_NEAR(character.units.metresPerUnit / metres, 1, 1e-9) << scale;
        EXPECT_NE(findFinding(character, code), nullptr) << scale;
        const Character set = importCharacter(tube.gltf.glb(), "a.glb", {.metresPerUnit = 0.5});
        EXPECT_NEAR(boxOf(set.surface.positions).high.y, static_cast<double>(scale),
                    1e-5 * static_cast<double>(scale));
    }
}

TEST(ImportRig, UnitsAndUpAxisChangeEveryPoseAlike) {
    Tube tube = makeTube();
    tube.gltf.root["nodes"][tube.lower]["rotation"] = {0, 0, 0.6, 0.8};
    tube.gltf.root["nodes"][tube.upper]["scale"] = {1, 2, 1};
    const Character plain = imported(tube.gltf);
    const Character turned =
        importCharacter(tube.gltf.glb(), "a.glb", {.metresPerUnit = 0.01, .up = UpAxis::Z});
    const std::vector<Vec3d> before = restSurface(plain), after = restSurface(turned);
    for (std::size_t v = 0; v < before.size(); ++v) {
        const Vec3d expected = Vec3d{before[v].x, before[v].z, -before[v].y} * 0.01;
        EXPECT_LT(length(after[v] - expected), 1e-8);
    }
    EXPECT_EQ(turned.skeleton.joints[1].rest.scale, (Vec3d{1, 2, 1}));
    EXPECT_FALSE(turned.units.detected);
}

TEST(ImportRig, ABodyLyingAlongZIsStoodUp) {
    Tube tube = makeTube();
    tube.gltf.root["nodes"][tube.lower]["name"] = "Foot";
    tube.gltf.root["nodes"][tube.upper]["name"] = "head";
    tube.gltf.root["nodes"][tube.upper]["translation"] = {0, 1.5, 0};
    std::vector<float> binds = test::translationMatrix(0, 0, 0);
    for (const float x : test::translationMatrix(0, -1.5f, 0)) binds.push_back(x);
    tube.gltf.root["skins"][0]["inverseBindMatrices"] = tube.gltf.accessor(binds, "MAT4");
    EXPECT_EQ(importCharacter(tube.gltf.glb(), "a.glb").units.up, UpAxis::Y);
    const double half = std::sqrt(0.5);
    tube.gltf.add("nodes", {{"rotation", {half, 0, 0, half}}, {"children", {tube.lower}}});
    const Character lying = importCharacter(tube.gltf.glb(), "a.glb");
    EXPECT_EQ(lying.units.up, UpAxis::Z);
    EXPECT_NE(findFinding(lying, "up-axis-detected"), nullptr);
    EXPECT_NEAR(boxOf(lying.surface.positions).high.y, 2, 1e-6);
    const Character told = importCharacter(tube.gltf.glb(), "a.glb", {.up = UpAxis::Y});
    EXPECT_NEAR(boxOf(told.surface.positions).high.z, 2, 1e-6);
}

}  // namespace
}  // namespace sinew
