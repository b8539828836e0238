#include "Offline/Character/Gltf/WriteShapes.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "Offline/Character/Import.h"
#include "Offline/Error.h"
#include "Support/Characters/WrittenGlb.h"

namespace sinew {
namespace {

using test::parseGlb;
using test::WrittenGlb;

// A tetrahedron with a seam, two materials, and a prop on its one joint.
Character small() {
    Character c = test::seamedTetrahedron();
    c.surface.colours.assign(5, {1, 0, 0, 1});
    c.skeleton.joints = {{"root", -1, {}}};
    c.skeleton.inverseBind = {Affined{}};
    c.weights.firstOfVertex = {0, 1, 2, 3, 4};
    c.weights.influences.assign(4, {0, 1.0f});
    RigidPart prop{"prop", 0, c.surface};
    prop.surface.materials.clear();
    prop.surface.materialOf.clear();
    c.rigidParts = {prop};
    return c;
}

// Grown by `scale` and carried along x by `along`.
gltf::SolvedShape shapeOf(const Character& c, double time, double scale, double along) {
    gltf::SolvedShape shape{time, c.surface.positions, {Affined{Mat3d::identity(), {along, 0, 0}}}};
    for (Vec3d& p : shape.positions) p = p * scale + Vec3d{along, 0, 0};
    return shape;
}

std::vector<gltf::ShapeClip> clipsOf(const Character& c) {
    return {{"grow", {shapeOf(c, 0, 1, 0), shapeOf(c, 0.4996, 2, 0), shapeOf(c, 1, 3, 0)}},
            {"slide", {shapeOf(c, 0, 1, 4), shapeOf(c, 0.25, 1, 5)}}};
}

TEST(GltfShapes, EveryShapeIsATargetOfEveryPrimitiveAndThereIsNoSkin) {
    const WrittenGlb glb = parseGlb(gltf::shapesToGlb(small(), clipsOf(small())));
    EXPECT_FALSE(glb.json.contains("skins"));
    const auto& mesh = glb.json["meshes"][0];
    ASSERT_EQ(mesh["primitives"].size(), 2u);
    for (const auto& primitive : mesh["primitives"]) {
        ASSERT_EQ(primitive["targets"].size(), 5u);
        EXPECT_FALSE(primitive["attributes"].contains("JOINTS_0"));
        EXPECT_TRUE(primitive["attributes"].contains("TEXCOORD_0"));
        EXPECT_TRUE(primitive["attributes"].contains("COLOR_0"));
        for (const auto& target : primitive["targets"]) {
            for (const char* name : {"POSITION", "NORMAL"}) {
                EXPECT_EQ(glb.accessor(target[name])["count"],
                          glb.accessor(primitive["attributes"]["POSITION"])["count"]);
            }
        }
    }
    EXPECT_EQ(mesh["weights"], nlohmann::json({1, 0, 0, 0, 0}));
    EXPECT_EQ(mesh["extras"]["targetNames"][1], "grow 0.500 s");
    EXPECT_EQ(glb.json["materials"][1]["name"], "shirt");
}

TEST(GltfShapes, TargetsHoldTheDifferencesAndTheirBounds) {
    const WrittenGlb glb = parseGlb(gltf::shapesToGlb(small(), clipsOf(small())));
    const auto& target = glb.json["meshes"][0]["primitives"][0]["targets"][2];  // grown three times
    EXPECT_EQ(glb.accessor(target["POSITION"])["min"], nlohmann::json({0, 0, 0}));
    EXPECT_EQ(glb.accessor(target["POSITION"])["max"], nlohmann::json({2, 2, 2}));
    const std::vector<float> moved = glb.values<float>(target["POSITION"]);
    ASSERT_EQ(moved.size(), 15u);
    EXPECT_EQ(moved[3], 2.0f);
    for (const float f : glb.values<float>(target["NORMAL"]))
        EXPECT_NEAR(f, 0.0f, 1e-6f);  // growing turns nothing
}

TEST(GltfShapes, AtAShapesTimeItsWeightIsOneAndAllOthersAreNone) {
    const WrittenGlb glb = parseGlb(gltf::shapesToGlb(small(), clipsOf(small())));
    ASSERT_EQ(glb.json["animations"].size(), 2u);
    std::size_t firstShape = 0;
    for (const auto& [animation, keys] :
         {std::pair{glb.json["animations"][0], 3u}, std::pair{glb.json["animations"][1], 2u}}) {
        ASSERT_EQ(animation["channels"][0]["target"]["path"], "weights");
        const auto& sampler = animation["samplers"][animation["channels"][0]["sampler"].get<std::size_t>()];
        EXPECT_EQ(sampler["interpolation"], "LINEAR");
        EXPECT_EQ(glb.accessor(sampler["input"])["count"], keys);
        EXPECT_EQ(glb.accessor(sampler["output"])["count"], keys * 5u);
        const std::vector<float> weights = glb.values<float>(sampler["output"]);
        ASSERT_EQ(weights.size(), keys * 5u);
        for (std::size_t k = 0; k < keys; ++k) {
            for (std::size_t s = 0; s < 5; ++s) {
                EXPECT_EQ(weights[5 * k + s], s == firstShape + k ? 1.0f : 0.0f);
            }
        }
        firstShape += keys;
    }
    EXPECT_EQ(glb.accessor(glb.json["animations"][0]["samplers"][0]["input"])["max"], nlohmann::json({1.0}));
}

TEST(GltfShapes, RigidPartsRideOnTheirJoints) {
    const WrittenGlb glb = parseGlb(gltf::shapesToGlb(small(), clipsOf(small())));
    ASSERT_EQ(glb.json["nodes"].size(), 2u);
    EXPECT_EQ(glb.json["nodes"][1]["name"], "prop");
    EXPECT_FALSE(glb.json["meshes"][1]["primitives"][0].contains("targets"));
    const auto& slide = glb.json["animations"][1];
    ASSERT_EQ(slide["channels"].size(), 4u);  // weights, and how the prop stands
    EXPECT_EQ(slide["channels"][1]["target"], nlohmann::json({{"node", 1}, {"path", "translation"}}));
    EXPECT_EQ(glb.values<float>(slide["samplers"][1]["output"]), (std::vector<float>{4, 0, 0, 5, 0, 0}));
}

TEST(GltfShapes, AMirroredAndScaledJointIsSaidByItsNode) {
    Character c = small();
    const Quatd turn = fromAxisAngle(normalized(Vec3d{1, 2, 3}), 0.7);
    const Affined frame{toMatrix(turn) * Mat3d::diagonal({-2, 3, 0.5}), {1, 2, 3}};
    std::vector<gltf::ShapeClip> clips{{"one", {shapeOf(c, 0, 1, 0)}}};
    clips[0].shapes[0].jointFrames = {frame};
    const nlohmann::json node = parseGlb(gltf::shapesToGlb(c, clips)).json["nodes"][1];
    const auto vec = [&](const char* key) {
        return Vec3d{node[key][0].get<double>(), node[key][1].get<double>(), node[key][2].get<double>()};
    };
    const auto& q = node["rotation"];
    const Affined said = toAffine(Transformd{
        vec("translation"),
        normalized(Quatd{q[0].get<double>(), q[1].get<double>(), q[2].get<double>(), q[3].get<double>()}),
        vec("scale")});
    for (int i = 0; i < 3; ++i) EXPECT_LT(length(said.linear.column[i] - frame.linear.column[i]), 1e-5);
}

TEST(GltfShapes, OurImporterReadsTheBoundShapeAndNotesTheTargets) {
    const Character read =
        importCharacter(gltf::shapesToGlb(small(), clipsOf(small())), "s.glb", {1.0, UpAxis::Y});
    EXPECT_EQ(read.surface.materials[0], "skin");
    bool noted = false;
    for (const Finding& f : read.findings) noted = noted || f.code == "morph-targets-ignored";
    EXPECT_TRUE(noted);
}

TEST(GltfShapes, RefusesWhatDoesNotFit) {
    const std::vector<std::pair<const char*, std::function<void(std::vector<gltf::ShapeClip>&)>>> faults{
        {"no clip", [](auto& clips) { clips.clear(); }},
        {"no shape", [](auto& clips) { clips[1].shapes.clear(); }},
        {"too few vertices", [](auto& clips) { clips[0].shapes[1].positions.pop_back(); }},
        {"NaN",
         [](auto& clips) { clips[0].shapes[1].positions[0].x = std::numeric_limits<double>::quiet_NaN(); }},
        {"falling times", [](auto& clips) { clips[0].shapes[2].time = 0.25; }},
        {"frames of no skeleton", [](auto& clips) { clips[1].shapes[0].jointFrames.clear(); }}};
    for (const auto& [name, plant] : faults) {
        std::vector<gltf::ShapeClip> clips = clipsOf(small());
        plant(clips);
        EXPECT_THROW(gltf::shapesToGlb(small(), clips), Error) << name;
    }
    EXPECT_NO_THROW(gltf::shapesToGlb(small(), clipsOf(small())));
}

}  // namespace
}  // namespace sinew
