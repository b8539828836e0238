#include "Offline/Character/Gltf/WriteCharacter.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "Offline/Character/Import.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Error.h"
#include "Offline/Files.h"
#include "Support/Characters/WrittenGlb.h"

namespace sinew {
namespace {

using test::parseGlb;
using test::WrittenGlb;

// A tetrahedron on two joints with more influences than one set holds, two materials and all kinds of keys.
Character small() {
    Character c = test::seamedTetrahedron();
    for (int j = 0; j < 6; ++j) {
        c.skeleton.joints.push_back({"joint" + std::to_string(j), j - 1, {{0, 0.25, 0}, {}, {1, 1, 1}}});
    }
    for (const Affined& f : jointFrames(c.skeleton, restPose(c.skeleton)))
        c.skeleton.inverseBind.push_back(inverse(f));
    c.weights.firstOfVertex = {0, 6, 7, 8, 9};
    for (std::uint32_t j = 0; j < 6; ++j) c.weights.influences.push_back({j, j == 0 ? 0.375f : 0.125f});
    for (std::uint32_t j = 0; j < 3; ++j) c.weights.influences.push_back({j, 1.0f});
    Clip clip{"nod", 1, std::vector<JointTracks>(6)};
    clip.joints[1].rotation = {Interpolation::Linear, {0, 0.5, 1}, {{}, {0, 0, 0.6, 0.8}, {}}};
    clip.joints[2].rotation = {Interpolation::Step, {0, 0.5, 1}, {{}, {0, 0.6, 0, 0.8}, {}}};
    clip.joints[0].translation = {Interpolation::CubicSpline, {0, 1}, std::vector<Vec3d>(6, {0, 1, 0})};
    c.clips = {clip};
    return c;
}

TEST(GltfWriter, ViewsAreAlignedAndInsideTheBuffer) {
    const WrittenGlb glb = parseGlb(gltf::toGlb(small()));
    const std::size_t size = glb.json["buffers"][0]["byteLength"];
    EXPECT_LE(size, glb.binary.size());
    EXPECT_LT(glb.binary.size() - size, 4u);
    for (const auto& view : glb.json["bufferViews"]) {
        EXPECT_EQ(view["byteOffset"].get<std::size_t>() % 4, 0u);
        EXPECT_LE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>(), size);
    }
}

TEST(GltfWriter, PositionsHaveTheirBoundsAndAttributesTheirTarget) {
    const WrittenGlb glb = parseGlb(gltf::toGlb(small()));
    const auto& primitive = glb.json["meshes"][0]["primitives"][0];
    const auto& positions = glb.json["accessors"][primitive["attributes"]["POSITION"].get<std::size_t>()];
    EXPECT_EQ(positions["min"], nlohmann::json({0, 0, 0}));
    EXPECT_EQ(positions["max"], nlohmann::json({1, 1, 1}));
    EXPECT_EQ(positions["count"], 5);
    for (const auto& [name, accessor] : primitive["attributes"].items()) {
        const std::size_t view = glb.json["accessors"][accessor.get<std::size_t>()]["bufferView"];
        EXPECT_EQ(glb.json["bufferViews"][view]["target"], 34962) << name;
    }
    const std::size_t view = glb.json["accessors"][primitive["indices"].get<std::size_t>()]["bufferView"];
    EXPECT_EQ(glb.json["bufferViews"][view]["target"], 34963);
}

TEST(GltfWriter, MoreThanFourInfluencesGoIntoASecondSet) {
    const WrittenGlb glb = parseGlb(gltf::toGlb(small()));
    const auto& attributes = glb.json["meshes"][0]["primitives"][0]["attributes"];
    const auto first = glb.values<float>(attributes["WEIGHTS_0"]);
    const auto second = glb.values<float>(attributes["WEIGHTS_1"]);
    ASSERT_EQ(first.size(), 20u);
    ASSERT_EQ(second.size(), 20u);
    EXPECT_FALSE(attributes.contains("WEIGHTS_2"));
    for (std::size_t v = 0; v < 5; ++v) {
        float sum = 0;
        for (std::size_t k = 0; k < 4; ++k) sum += first[4 * v + k] + second[4 * v + k];
        EXPECT_EQ(sum, 1.0f);
    }
    EXPECT_EQ(glb.values<std::uint8_t>(attributes["JOINTS_1"])[1], 5);
}

TEST(GltfWriter, EachMaterialHasItsTriangles) {
    const WrittenGlb glb = parseGlb(gltf::toGlb(small(), {{{1, 0, 0, 1}}}));
    ASSERT_EQ(glb.json["meshes"][0]["primitives"].size(), 2u);
    for (const auto& primitive : glb.json["meshes"][0]["primitives"]) {
        EXPECT_EQ(glb.values<std::uint16_t>(primitive["indices"]).size(), 6u);
    }
    const auto colour = glb.json["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"];
    EXPECT_EQ(colour, nlohmann::json({1.0, 0.0, 0.0, 1.0}));
    EXPECT_EQ(glb.json["materials"][1]["name"], "shirt");
}

TEST(GltfWriter, TracksWithTheSameTimesShareThem) {
    const WrittenGlb glb = parseGlb(gltf::toGlb(small()));
    const auto& samplers = glb.json["animations"][0]["samplers"];
    ASSERT_EQ(samplers.size(), 3u);
    EXPECT_EQ(samplers[0]["interpolation"], "CUBICSPLINE");
    EXPECT_EQ(samplers[1]["interpolation"], "LINEAR");
    EXPECT_EQ(samplers[2]["interpolation"], "STEP");
    EXPECT_EQ(samplers[1]["input"], samplers[2]["input"]);
    EXPECT_NE(samplers[0]["input"], samplers[1]["input"]);
    EXPECT_EQ(glb.json["accessors"][samplers[1]["input"].get<std::size_t>()]["max"], nlohmann::json({1.0}));
}

TEST(GltfWriter, SeveralRootJointsGetACommonParent) {
    Character c = small();
    c.skeleton.joints[3].parent = -1;
    const WrittenGlb glb = parseGlb(gltf::toGlb(c));
    ASSERT_EQ(glb.json["scenes"][0]["nodes"].size(), 1u);
    const std::size_t root = glb.json["scenes"][0]["nodes"][0];
    EXPECT_EQ(glb.json["nodes"][root]["children"].size(), 3u);  // two joints and the mesh
}

TEST(GltfWriter, RefusesWhatGltfCannotSay) {
    const std::vector<std::pair<const char*, std::function<void(Character&)>>> faults{
        {"infinite vertex",
         [](Character& c) { c.surface.positions[2].y = std::numeric_limits<double>::infinity(); }},
        {"triangle of a missing vertex", [](Character& c) { c.surface.fileTriangles[1][0] = 99; }},
        {"too few uvs", [](Character& c) { c.surface.uvs.pop_back(); }},
        {"missing bind matrix", [](Character& c) { c.skeleton.inverseBind.pop_back(); }},
        {"weight of a missing joint", [](Character& c) { c.weights.influences[0].joint = 6; }},
        {"parent after child", [](Character& c) { c.skeleton.joints[1].parent = 4; }},
        {"falling key times", [](Character& c) { c.clips[0].joints[1].rotation.times[2] = 0.25; }},
        {"times that floats cannot tell apart",
         [](Character& c) { c.clips[0].joints[1].rotation.times[2] = 0.5 + 1e-12; }},
        {"NaN key",
         [](Character& c) {
             c.clips[0].joints[0].translation.values[1].x = std::numeric_limits<double>::quiet_NaN();
         }},
        {"clip of another skeleton", [](Character& c) { c.clips[0].joints.pop_back(); }}};
    for (const auto& [name, plant] : faults) {
        Character c = small();
        plant(c);
        EXPECT_THROW(gltf::toGlb(c), Error) << name;
    }
    EXPECT_NO_THROW(gltf::toGlb(small()));
}

TEST(GltfWriter, WhatIsWrittenIsReadBack) {
    const Character wrote = small();
    const Character read = importCharacter(gltf::toGlb(wrote), "small.glb", {1.0, UpAxis::Y});
    ASSERT_EQ(read.skeleton.joints.size(), 6u);
    for (std::size_t j = 0; j < 6; ++j) {
        EXPECT_EQ(read.skeleton.joints[j].name, wrote.skeleton.joints[j].name);
        EXPECT_EQ(read.skeleton.joints[j].parent, wrote.skeleton.joints[j].parent);
        EXPECT_EQ(read.skeleton.joints[j].rest, wrote.skeleton.joints[j].rest);
        EXPECT_EQ(read.skeleton.inverseBind[j], wrote.skeleton.inverseBind[j]);
    }
    ASSERT_EQ(read.surface.positions.size(), 4u);
    ASSERT_EQ(read.surface.triangles.size(), 4u);
    EXPECT_EQ(read.surface.materials, wrote.surface.materials);
    for (const double time : {0.0, 0.3, 0.5, 0.8, 1.0}) {
        ASSERT_EQ(read.clips.size(), 1u);
        EXPECT_EQ(read.clips[0].name, "nod");
        const auto a = skinMatrices(wrote.skeleton, samplePose(wrote.skeleton, wrote.clips[0], time));
        const auto b = skinMatrices(read.skeleton, samplePose(read.skeleton, read.clips[0], time));
        const auto p = skinPositions(wrote, a, SkinMethod::LinearBlend);
        const auto q = skinPositions(read, b, SkinMethod::LinearBlend);
        for (std::size_t t = 0; t < 4; ++t) {
            for (std::size_t c = 0; c < 3; ++c) {
                const Vec3d gap = p[wrote.surface.triangles[t][c]] - q[read.surface.triangles[t][c]];
                EXPECT_LT(length(gap), 1e-6) << "triangle " << t << " at " << time;
            }
        }
    }
}

TEST(GltfWriter, WritesTheFileItPromised) {
    const auto path = std::filesystem::path(testing::TempDir()) / "GltfWriterTest.glb";
    gltf::writeGlb(small(), path);
    const std::vector<std::byte> bytes = gltf::toGlb(small());
    EXPECT_TRUE(readFile(path) == std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace sinew
