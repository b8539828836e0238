#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "Offline/Character/Check/Check.h"
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
using test::volumeOf;

TEST(ImportGltf, ReadsATubeWithTwoJoints) {
    const Character character = imported(makeTube().gltf);
    EXPECT_EQ(character.name, "test");
    EXPECT_EQ(character.surface.positions.size(), 20u);
    EXPECT_EQ(character.surface.triangles.size(), 36u);
    ASSERT_EQ(character.skeleton.joints.size(), 2u);
    EXPECT_EQ(character.skeleton.joints[1].name, "upper");
    EXPECT_EQ(character.skeleton.joints[1].parent, 0);
    EXPECT_NEAR(volumeOf(character.surface), 0.32, 1e-6);
    EXPECT_LT(farthest(restSurface(character), character.surface.positions), 1e-6);
}

TEST(ImportGltf, ThreeWaysOfStoringWeightsGiveTheSame) {
    const auto stored = [](auto top) {
        std::vector<decltype(top)> values;
        for (int v = 0; v < 20; ++v)
            values.insert(values.end(), {static_cast<decltype(top)>(top / 5 * 4),
                                         static_cast<decltype(top)>(top / 5), 0, 0});
        return values;
    };
    std::vector<std::uint16_t> joints;
    for (int v = 0; v < 20; ++v) joints.insert(joints.end(), {0, 1, 7, 7});
    for (int kind = 0; kind < 3; ++kind) {
        Tube tube = makeTube();
        attributes(tube)["JOINTS_0"] = tube.gltf.accessor(joints, "VEC4");
        attributes(tube)["WEIGHTS_0"] =
            kind == 0   ? tube.gltf.accessor(stored(std::uint8_t{255}), "VEC4", true)
            : kind == 1 ? tube.gltf.accessor(stored(std::uint16_t{65535}), "VEC4", true)
                        : tube.gltf.accessor(stored(1.0f), "VEC4");
        const Character character = imported(tube.gltf);
        ASSERT_EQ(character.weights.influences.size(), 40u) << kind;
        EXPECT_FLOAT_EQ(character.weights.influences[0].weight, 0.8f) << kind;
        EXPECT_EQ(character.weights.influences[0].joint, 0u);
        EXPECT_FLOAT_EQ(character.weights.influences[1].weight, 0.2f) << kind;
        EXPECT_EQ(findFinding(character, "weights-not-normalised"), nullptr);
    }
}

TEST(ImportGltf, SecondAndThirdWeightSetsCountAndEqualJointsMerge) {
    Tube tube = makeTube();
    const auto repeated = [](std::vector<float> one) {
        std::vector<float> all;
        for (int v = 0; v < 20; ++v) all.insert(all.end(), one.begin(), one.end());
        return all;
    };
    std::vector<std::uint8_t> first, second;
    for (int v = 0; v < 20; ++v) {
        first.insert(first.end(), {0, 0, 0, 1});
        second.insert(second.end(), {1, 1, 0, 0});
    }
    attributes(tube)["JOINTS_0"] = tube.gltf.accessor(first, "VEC4");
    attributes(tube)["WEIGHTS_0"] = tube.gltf.accessor(repeated({0.25f, 0.25f, 0, 0.125f}), "VEC4");
    attributes(tube)["JOINTS_1"] = tube.gltf.accessor(second, "VEC4");
    attributes(tube)["WEIGHTS_1"] = tube.gltf.accessor(repeated({0.125f, 0.125f, 0, 0}), "VEC4");
    attributes(tube)["JOINTS_2"] = tube.gltf.accessor(second, "VEC4");
    attributes(tube)["WEIGHTS_2"] = tube.gltf.accessor(repeated({0.0625f, 0.0625f, 0, 0}), "VEC4");
    const Character character = imported(tube.gltf);
    ASSERT_EQ(character.weights.influences.size(), 40u);
    EXPECT_EQ(character.weights.influences[0].joint, 0u);
    EXPECT_FLOAT_EQ(character.weights.influences[0].weight, 0.5f);
    EXPECT_FLOAT_EQ(character.weights.influences[1].weight, 0.5f);
}

TEST(ImportGltf, WeightsThatDoNotSumToOneAreScaledAndCounted) {
    Tube tube = makeTube();
    std::vector<float> weights;
    for (int v = 0; v < 20; ++v)
        weights.insert(weights.end(), {v < 7 ? 0.5f : 1.0f, 0, 0, v == 8 ? -0.5f : 0});
    attributes(tube)["WEIGHTS_0"] = tube.gltf.accessor(weights, "VEC4");
    const Character character = imported(tube.gltf);
    const Finding* const finding = findFinding(character, "weights-not-normalised");
    ASSERT_NE(finding, nullptr);
    EXPECT_NE(finding->text.find("7 vertices"), std::string::npos) << finding->text;
    EXPECT_NE(findFinding(character, "negative-weights"), nullptr);
    for (const auto& i : character.weights.influences) EXPECT_EQ(i.weight, 1.0f);
}

TEST(ImportGltf, ASkeletonThatNoMeshIsBoundToIsAnErrorOfItsOwn) {
    Tube tube = makeTube();
    attributes(tube).erase("JOINTS_0");
    attributes(tube).erase("WEIGHTS_0");
    const std::vector<Finding> findings = check::checkCharacter(imported(tube.gltf));
    EXPECT_EQ(findings.front().code, "no-weights");
    EXPECT_EQ(findings.front().severity, Severity::Error);
    for (const Finding& finding : findings) EXPECT_NE(finding.code, "no-skeleton");
}

TEST(ImportGltf, ReadsVertexColoursWithAndWithoutAlpha) {
    Tube tube = makeTube();
    attributes(tube)["COLOR_0"] = tube.gltf.accessor(std::vector<float>(60, 0.25f), "VEC3");
    const Character opaque = imported(tube.gltf);
    ASSERT_EQ(opaque.surface.colours.size(), 20U);
    EXPECT_EQ(opaque.surface.colours[7], (VertexColour{0.25f, 0.25f, 0.25f, 1}));
    attributes(tube)["COLOR_0"] = tube.gltf.accessor(std::vector<float>(80, 0.5f), "VEC4");
    EXPECT_EQ(imported(tube.gltf).surface.colours[7], (VertexColour{0.5f, 0.5f, 0.5f, 0.5f}));
    attributes(tube)["COLOR_0"] = tube.gltf.accessor(std::vector<float>(8, 0.5f), "VEC4");
    EXPECT_THROW(imported(tube.gltf), Error);
}

TEST(ImportGltf, ASkinWithoutAnyWeightIsAnError) {
    Tube tube = makeTube();
    attributes(tube)["WEIGHTS_0"] = tube.gltf.accessor(std::vector<float>(80, 0.0f), "VEC4");
    const Character character = imported(tube.gltf);
    const Finding* const finding = findFinding(character, "no-weights");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->severity, Severity::Error);
    EXPECT_EQ(findFinding(character, "vertices-without-weight"), nullptr);
}

TEST(ImportGltf, VerticesWithoutWeightFollowTheNearestJoint) {
    Tube tube = makeTube();
    std::vector<float> weights(80, 0.0f);
    for (std::size_t v = 0; v < 16; ++v) weights[4 * v] = 1;  // the top ring has none
    attributes(tube)["WEIGHTS_0"] = tube.gltf.accessor(weights, "VEC4");
    const Character character = imported(tube.gltf);
    const Finding* const finding = findFinding(character, "vertices-without-weight");
    ASSERT_NE(finding, nullptr);
    EXPECT_NE(finding->text.find("4 vertices"), std::string::npos) << finding->text;
    const std::uint32_t top = character.surface.weldedOfFile[19];
    EXPECT_EQ(character.weights.influences[character.weights.firstOfVertex[top]].joint, 1u);
}

TEST(ImportGltf, SparseStridedAndQuantisedPositionsAreTheSameTube) {
    const Character plain = imported(makeTube().gltf);
    Tube strided = makeTube();
    std::vector<float> spread;
    for (std::size_t v = 0; v < 20; ++v) {
        spread.insert(spread.end(),
                      {strided.points[3 * v], strided.points[3 * v + 1], strided.points[3 * v + 2], 77});
    }
    strided.gltf.root["accessors"][strided.positions]["bufferView"] = strided.gltf.view(spread, 16);
    EXPECT_EQ(imported(strided.gltf).surface.positions, plain.surface.positions);

    Tube sparse = makeTube();
    std::vector<float> damaged = sparse.points;
    damaged[3 * 5] = 100;
    json& accessor = sparse.gltf.root["accessors"][sparse.positions];
    accessor["bufferView"] = sparse.gltf.view(damaged);
    const int at = sparse.gltf.view(std::vector<std::uint16_t>{5});
    const int value =
        sparse.gltf.view(std::vector<float>{sparse.points[15], sparse.points[16], sparse.points[17]});
    sparse.gltf.root["accessors"][sparse.positions]["sparse"] = {
        {"count", 1},
        {"indices", {{"bufferView", at}, {"componentType", 5123}}},
        {"values", {{"bufferView", value}}}};
    EXPECT_EQ(imported(sparse.gltf).surface.positions, plain.surface.positions);

    Tube quantised = makeTube();
    std::vector<std::int16_t> tenths;
    for (const float x : quantised.points) tenths.push_back(static_cast<std::int16_t>(std::lround(x * 10)));
    attributes(quantised)["POSITION"] = quantised.gltf.accessor(tenths, "VEC3");
    quantised.gltf.root["extensionsRequired"] = {"KHR_mesh_quantization"};
    std::vector<float> binds;
    for (const float y : {0.0f, -1.0f}) {
        binds.insert(binds.end(), {0.1f, 0, 0, 0, 0, 0.1f, 0, 0, 0, 0, 0.1f, 0, 0, y, 0, 1});
    }
    quantised.gltf.root["skins"][0]["inverseBindMatrices"] = quantised.gltf.accessor(binds, "MAT4");
    EXPECT_LT(farthest(imported(quantised.gltf).surface.positions, plain.surface.positions), 1e-6);
}

TEST(ImportGltf, StripsFansAndBareVerticesMakeTheirTriangles) {
    const auto trianglesOf = [](int mode, const std::vector<float>& points) {
        test::GltfBuilder gltf;
        const int positions = gltf.accessor(points, "VEC3");
        gltf.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", positions}}}, {"mode", mode}}}}});
        gltf.add("nodes", {{"mesh", 0}});
        return imported(gltf);
    };
    const std::vector<float> strip{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0};
    const std::vector<float> fan{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, -1, 1, 0};
    const std::vector<float> bare{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    for (const auto& [mode, points, count] : {std::tuple{5, strip, 3u}, {6, fan, 3u}, {4, bare, 2u}}) {
        const Character character = trianglesOf(mode, points);
        ASSERT_EQ(character.surface.triangles.size(), count) << mode;
        for (const Triangle& t : character.surface.triangles) {
            const auto& p = character.surface.positions;
            EXPECT_GT(cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]).z, 0) << mode;
        }
    }
    EXPECT_EQ(trianglesOf(4, bare).surface.positions.size(), 4u);
    EXPECT_EQ(trianglesOf(4, bare).skeleton.joints.size(), 0u);
}

TEST(ImportGltf, AMirroredNodeTurnsTrianglesRound) {
    Tube tube = makeTube();
    tube.gltf.root["nodes"][tube.meshNode].erase("skin");
    tube.gltf.root["nodes"][tube.meshNode]["scale"] = {-1, 1, 1};
    EXPECT_NEAR(volumeOf(imported(tube.gltf).surface), 0.32, 1e-6);
}

TEST(ImportGltf, WhatACharacterDoesNotNeedCannotSpoilIt) {
    Tube tube = makeTube();
    json& root = tube.gltf.root;
    root["images"] = {{{"uri", "missing.png"}}, {{"bufferView", 999}}, json::object(), {{"uri", "data:,"}}};
    root["textures"] = {{{"source", 12}}};
    root["samplers"] = {5};
    root["cameras"] = {{{"type", "none"}}};
    root["materials"] = {{{"name", "skin"}, {"pbrMetallicRoughness", {{"baseColorFactor", {1, 2}}}}}};
    root["extensions"] = {{"KHR_lights_punctual", {{"lights", {1, 2}}}}};
    root["meshes"][0]["primitives"][0]["material"] = 0;
    root["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", 0}}, {{"POSITION", 0}}};
    root["meshes"][0]["primitives"].push_back({{"attributes", {{"POSITION", tube.positions}}}, {"mode", 1}});
    root["nodes"][tube.meshNode]["camera"] = 3;
    const Character character = imported(tube.gltf);
    EXPECT_EQ(character.surface.materials, (std::vector<std::string>{"skin"}));
    const Finding* const morphs = findFinding(character, "morph-targets-ignored");
    ASSERT_NE(morphs, nullptr);
    EXPECT_NE(morphs->text.find("2 morph"), std::string::npos);
    EXPECT_NE(findFinding(character, "primitives-ignored"), nullptr);
}

TEST(ImportGltf, InlineBuffersAreDecoded) {
    const Tube tube = makeTube();
    static const char* const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < tube.gltf.binary.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8 |
                   (i + k < tube.gltf.binary.size() ? std::to_integer<std::uint32_t>(tube.gltf.binary[i + k])
                                                    : 0);
        }
        for (int shift = 18; shift >= 0; shift -= 6) text += digits[bits >> shift & 63];
    }
    json root = tube.gltf.root;
    root["buffers"] = {
        {{"byteLength", tube.gltf.binary.size()}, {"uri", "data:application/octet-stream;base64," + text}}};
    const std::string file = root.dump();
    const Character character =
        importCharacter(std::as_bytes(std::span(file)), "test.gltf", {.metresPerUnit = 1.0});
    EXPECT_EQ(character.surface.positions, imported(tube.gltf).surface.positions);
}

}  // namespace
}  // namespace sinew
