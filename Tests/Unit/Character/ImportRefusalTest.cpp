#include <cmath>
#include <fstream>
#include <functional>

#include <gtest/gtest.h>

#include "Offline/Error.h"
#include "Support/Characters/Imported.h"

namespace sinew {
namespace {

using test::attributes;
using test::json;
using test::makeTube;
using test::Tube;

// What the refusal says, with its remedy; empty where the file was read.
std::string refusal(std::span<const std::byte> bytes, const std::string& name) {
    try {
        importCharacter(bytes, name);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::BadInput) << error.what();
        return std::string(error.what()) + " | " + error.remedy();
    }
    return {};
}

std::string refusalAfter(const std::function<void(Tube&)>& damage) {
    Tube tube = makeTube();
    damage(tube);
    return refusal(tube.gltf.glb(), "test.glb");
}

void expectContains(const std::string& text, const std::vector<std::string>& words) {
    for (const std::string& word : words)
        EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text));
}

TEST(ImportRefusal, AnUndamagedTubeIsRead) {
    EXPECT_EQ(refusalAfter([](Tube&) {}), "");
}

TEST(ImportRefusal, WhatIsSomethingElseUnderAGltfNameIsCalledWhatItIs) {
    const auto says = [](const std::string& content) { return refusal(bytesOf(content), "test.glb"); };
    expectContains(says(""), {"empty"});
    expectContains(says("\x89PNG\r\n"), {"PNG picture", ".glb"});
    expectContains(says("version https://git-lfs.github.com/spec/v1"), {"git lfs pull"});
    expectContains(says("HIERARCHY\nROOT hip"), {"motion", "sinew inspect", "--motion test.glb"});
    expectContains(says("hello"), {"not glTF"});
}

TEST(ImportRefusal, BrokenJsonIsToldByPlaceAndNotInTheParsersWords) {
    for (const char* const text : {"{\"asset\":\n{]", "{\"asset\": 1e999}", "{\"asset\": 7}", "{\"asset\""}) {
        const std::string said = refusal(bytesOf(text), "test.gltf");
        EXPECT_NE(said, "");
        EXPECT_EQ(said.find("json.exception"), std::string::npos) << said;
    }
    expectContains(refusal(bytesOf("{\"asset\":\n{]"), "test.gltf"), {"line 2"});
}

TEST(ImportRefusal, AnotherVersionIsNamed) {
    expectContains(refusalAfter([](Tube& tube) { tube.gltf.root["asset"]["version"] = "1.0"; }),
                   {"glTF 1.0", "Convert"});
}

TEST(ImportRefusal, PlacesAreSeparatedByOneColon) {
    const std::string said =
        refusalAfter([](Tube& tube) { tube.gltf.root["accessors"][0]["bufferView"] = 99; });
    expectContains(said, {"primitive 0"});
    EXPECT_EQ(said.find("::"), std::string::npos) << said;
}

TEST(ImportRefusal, RequiredExtensionsAreNamed) {
    const auto requiring = [](const char* extension) {
        return refusalAfter([&](Tube& tube) { tube.gltf.root["extensionsRequired"] = {extension}; });
    };
    expectContains(requiring("KHR_draco_mesh_compression"), {"KHR_draco_mesh_compression", "gltf-transform"});
    expectContains(requiring("EXT_meshopt_compression"), {"EXT_meshopt_compression", "gltf-transform"});
    expectContains(requiring("ACME_squirrels"), {"ACME_squirrels", "test.glb"});
    EXPECT_EQ(requiring("KHR_mesh_quantization"), "");
    EXPECT_EQ(requiring("KHR_materials_unlit"), "");
    EXPECT_EQ(requiring("KHR_texture_transform"), "");
}

TEST(ImportRefusal, OtherFormatsAreRefusedWithTheWayOut) {
    expectContains(refusal(bytesOf("Kaydara FBX Binary  "), "a.fbx"), {"FBX", "FBX2glTF", "Blender"});
    expectContains(refusal(bytesOf("Kaydara FBX Binary  "), "a.glb"), {"FBX"});
    expectContains(refusal(bytesOf("; FBX 7.3.0 project file"), "a.txt"), {"FBX"});
    expectContains(refusal(bytesOf("hello"), "a.blend"), {".blend", ".glb", ".gltf", ".obj"});
    expectContains(refusal(bytesOf(""), "a"), {".glb"});
    EXPECT_NE(refusal(bytesOf("hello"), "a.gltf"), "");
    EXPECT_NE(refusal(bytesOf("[]"), "a.gltf"), "");
    EXPECT_NE(refusal(bytesOf("{}"), "a.gltf"), "");
}

TEST(ImportRefusal, AMissingFileIsAnIoError) {
    try {
        importCharacter(std::filesystem::path("no/such/file.glb"));
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Io);
        expectContains(error.what(), {"no/such/file.glb"});
    }
}

TEST(ImportRefusal, AMissingBufferFileIsNamed) {
    const std::filesystem::path path =
        std::filesystem::path(testing::TempDir()) / "sinew_missing_buffer.gltf";
    Tube tube = makeTube();
    tube.gltf.root["buffers"] = {{{"byteLength", 10}, {"uri", "not%20there.bin"}}};
    std::ofstream(path) << tube.gltf.root.dump();
    try {
        importCharacter(path);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Io);
        expectContains(error.what(), {"not%20there.bin"});
    }
    const std::string text = tube.gltf.root.dump();
    expectContains(refusal(bytesOf(text), "a.gltf"), {"outside the folder"});
    std::filesystem::remove(path);
}

class BufferUri : public testing::Test {
  protected:
    void SetUp() override {
        std::filesystem::create_directories(root_ / "model" / "parts");
        write(root_ / "secret.bin");
    }
    void TearDown() override { std::filesystem::remove_all(root_); }

    void write(const std::filesystem::path& path) const {
        const auto& binary = tube_.gltf.binary;
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(binary.data()), static_cast<std::streamsize>(binary.size()));
    }

    // What reading a .gltf whose buffer has this uri says; empty where it was read.
    std::string refusalOf(const std::string& uri) {
        tube_.gltf.root["buffers"] = {{{"byteLength", tube_.gltf.binary.size()}, {"uri", uri}}};
        const std::filesystem::path path = root_ / "model" / "tube.gltf";
        std::ofstream(path) << tube_.gltf.root.dump();
        try {
            importCharacter(path);
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::BadInput) << error.what();
            return std::string(error.what()) + " | " + error.remedy();
        }
        return {};
    }

    const std::filesystem::path root_ =
        std::filesystem::path(testing::TempDir()) /
        (std::string("sinew_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    Tube tube_ = makeTube();
};

TEST_F(BufferUri, ThatLeavesTheFolderIsRefusedAlthoughTheFileIsThere) {
    const std::string absolute = (root_ / "secret.bin").string();
    for (const std::string& uri :
         {std::string("../secret.bin"), std::string("parts/../../secret.bin"), std::string("./../secret.bin"),
          std::string("%2e%2e/secret.bin"), std::string("..%2Fsecret.bin"), std::string("..\\secret.bin"),
          std::string("parts\\..\\..\\secret.bin"), absolute, "%2F" + absolute.substr(1),
          "file://" + absolute, "file:" + absolute, "FILE%3A//" + absolute, std::string("C:\\secret.bin"),
          std::string("c%3a/secret.bin"), std::string("\\\\host\\secret.bin"),
          std::string("http://example.org/secret.bin"), std::string("a%00b.bin"), std::string()}) {
        expectContains(refusalOf(uri),
                       {"buffer 0", uri, "outside the folder", "into the folder of the .gltf"});
    }
}

TEST_F(BufferUri, ThatStaysBelowTheFolderIsRead) {
    write(root_ / "model" / "a b.bin");
    write(root_ / "model" / "rig:body.bin");
    write(root_ / "model" / "parts" / "..bin");
    for (const std::string uri :
         {"a%20b.bin", "./a b.bin", "parts/../a b.bin", "parts/..bin", "rig%3Abody.bin"}) {
        EXPECT_EQ(refusalOf(uri), "") << uri;
    }
}

// Freshly sized buffers, so that a sanitizer sees a read beyond the end.
TEST(ImportRefusal, EveryTruncationIsRefused) {
    const std::vector<std::byte> whole = makeTube().gltf.glb();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_NE(refusal(part, "test.glb"), "") << size;
    }
}

// The same with the header's length made to match, so that what lies deeper is cut too.
TEST(ImportRefusal, EveryTruncationWithAMatchingHeaderIsRefused) {
    const std::vector<std::byte> whole = makeTube().gltf.glb();
    std::size_t read = 0;
    for (std::size_t size = 20; size < whole.size(); ++size) {
        std::vector<std::byte> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        const auto length = static_cast<std::uint32_t>(size);
        std::memcpy(part.data() + 8, &length, 4);
        if (refusal(part, "test.glb").empty()) ++read;
    }
    EXPECT_EQ(read, 0u);
}

TEST(ImportRefusal, IndicesOutOfRangeAreNamed) {
    expectContains(refusalAfter([](Tube& t) {
                       t.corners[7] = 20;
                       t.gltf.root["meshes"][0]["primitives"][0]["indices"] =
                           t.gltf.accessor(t.corners, "SCALAR");
                   }),
                   {"index 7", "vertex 20"});
    expectContains(refusalAfter([](Tube& t) {
                       std::vector<std::uint8_t> joints(80, 0);
                       joints[4 * 3] = 2;
                       attributes(t)["JOINTS_0"] = t.gltf.accessor(joints, "VEC4");
                   }),
                   {"JOINTS_0", "vertex 3", "joint 2"});
    for (const char* const key : {"mesh", "skin"}) {
        EXPECT_NE(refusalAfter([&](Tube& t) { t.gltf.root["nodes"][t.meshNode][key] = 5; }), "") << key;
    }
    EXPECT_NE(refusalAfter([](Tube& t) { t.gltf.root["skins"][0]["joints"] = {0, 99}; }), "");
    EXPECT_NE(refusalAfter([](Tube& t) { t.gltf.root["skins"][0]["inverseBindMatrices"] = 99; }), "");
    EXPECT_NE(refusalAfter([](Tube& t) { t.gltf.root["scenes"] = {{{"nodes", {77}}}}; }), "");
    EXPECT_NE(refusalAfter([](Tube& t) { attributes(t)["POSITION"] = -3; }), "");
    EXPECT_NE(refusalAfter([](Tube& t) { t.gltf.root["accessors"][0]["bufferView"] = 50; }), "");
    EXPECT_NE(refusalAfter([](Tube& t) { t.gltf.root["bufferViews"][0]["buffer"] = 50; }), "");
}

TEST(ImportRefusal, HugeCountsAreRefused) {
    for (const std::uint64_t count : {std::uint64_t{1000}, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
        for (int accessor = 0; accessor < 4; ++accessor) {
            EXPECT_NE(refusalAfter([&](Tube& t) { t.gltf.root["accessors"][accessor]["count"] = count; }), "")
                << count << " in " << accessor;
        }
        EXPECT_NE(refusalAfter([&](Tube& t) {
                      t.gltf.root["accessors"][t.positions].erase("bufferView");
                      t.gltf.root["accessors"][t.positions]["count"] = count;
                  }),
                  "");
        EXPECT_NE(refusalAfter([&](Tube& t) { t.gltf.root["bufferViews"][0]["byteLength"] = count * 100; }),
                  "");
        EXPECT_NE(refusalAfter([&](Tube& t) { t.gltf.root["bufferViews"][0]["byteOffset"] = count * 1000; }),
                  "");
    }
    EXPECT_NE(refusalAfter([](Tube& t) { t.gltf.root["accessors"][0]["count"] = -1; }), "");
}

TEST(ImportRefusal, OneArrayUsedAMillionTimesIsRefused) {
    Tube tube = makeTube();
    const std::vector<float> many(300000, 0.0f);
    const int positions = tube.gltf.accessor(many, "VEC3");
    json& primitives = tube.gltf.root["meshes"][0]["primitives"];
    for (int i = 0; i < 200; ++i) primitives.push_back({{"attributes", {{"POSITION", positions}}}});
    expectContains(refusal(tube.gltf.glb(), "test.glb"), {"vertices"});
}

TEST(ImportRefusal, NumbersThatAreNotFiniteAreNamed) {
    expectContains(refusalAfter([](Tube& t) {
                       t.points[3 * 6 + 1] = NAN;
                       attributes(t)["POSITION"] = t.gltf.accessor(t.points, "VEC3");
                   }),
                   {"POSITION", "element 6"});
    expectContains(refusalAfter([](Tube& t) {
                       std::vector<float> weights(80, 0.25f);
                       weights[17] = INFINITY;
                       attributes(t)["WEIGHTS_0"] = t.gltf.accessor(weights, "VEC4");
                   }),
                   {"WEIGHTS_0", "element 4"});
    EXPECT_NE(refusalAfter([](Tube& t) {
                  t.gltf.root["nodes"][t.lower]["translation"] = {1e308, 1e308, 0};
              }),
              "");
    EXPECT_NE(refusalAfter([](Tube& t) {
                  t.gltf.root["nodes"][t.lower]["scale"] = {1e200, 1e200, 1e200};
                  t.gltf.root["nodes"][t.upper]["scale"] = {1e200, 1e200, 1e200};
              }),
              "");
}

TEST(ImportRefusal, NodeGraphsThatAreNotForestsAreRefused) {
    expectContains(refusalAfter([](Tube& t) { t.gltf.root["nodes"][t.upper]["children"] = {t.lower}; }),
                   {"cycle"});
    expectContains(refusalAfter([](Tube& t) { t.gltf.root["nodes"][t.meshNode]["children"] = {t.meshNode}; }),
                   {"cycle"});
    expectContains(refusalAfter([](Tube& t) { t.gltf.root["nodes"][t.meshNode]["children"] = {t.upper}; }),
                   {"two nodes"});
    EXPECT_NE(refusalAfter([](Tube& t) { t.gltf.root["nodes"][t.upper]["children"] = {-1}; }), "");
}

TEST(ImportRefusal, HalfWeightsAndSingularBindsAreRefused) {
    EXPECT_NE(refusalAfter([](Tube& t) { attributes(t).erase("WEIGHTS_0"); }), "");
    EXPECT_NE(refusalAfter([](Tube& t) { attributes(t)["JOINTS_1"] = t.joints; }), "");
    EXPECT_NE(refusalAfter([](Tube& t) { attributes(t)["JOINTS_0"] = t.weights; }), "");
    EXPECT_NE(refusalAfter([](Tube& t) { attributes(t)["WEIGHTS_0"] = t.positions; }), "");
    expectContains(refusalAfter([](Tube& t) {
                       std::vector<float> binds = test::translationMatrix(0, 0, 0);
                       binds.resize(32, 0.0f);
                       binds[31] = 1;
                       t.gltf.root["skins"][0]["inverseBindMatrices"] = t.gltf.accessor(binds, "MAT4");
                   }),
                   {"\"upper\"", "inverse bind"});
    expectContains(refusalAfter([](Tube& t) {
                       t.gltf.root["skins"][0]["inverseBindMatrices"] =
                           t.gltf.accessor(test::translationMatrix(0, 0, 0), "MAT4");
                   }),
                   {"1 matrices for 2 joints"});
}

TEST(ImportRefusal, DeeplyNestedJsonDoesNotOverflowTheStack) {
    std::string text = R"({"asset":{"version":"2.0"},"deep":)";
    text += std::string(200000, '[') + std::string(200000, ']') + "}";
    expectContains(refusal(bytesOf(text), "a.gltf"), {"nested"});
}

TEST(ImportRefusal, NestingIsCountedOutsideStringsOnly) {
    const std::string brackets(1000, '[');
    EXPECT_EQ(refusalAfter([&](Tube& t) {
                  t.gltf.root["nodes"][t.lower]["name"] = "\\\"" + brackets + "\\";
                  t.gltf.root["asset"]["extras"] = {{"a", {{"b", "]]" + brackets}}}};
              }),
              "");
}

// Two million objects in one list: minutes or hours for a reader whose time grows with the square.
TEST(ImportRefusal, LongListsOfObjectsTakeTimeInProportion) {
    std::string text = R"({"asset":{"version":"2.0"},"extras":[{})";
    for (int i = 0; i < 2'000'000; ++i) text += ",{}";
    text += "]}";
    expectContains(refusal(bytesOf(text), "a.gltf"), {"no mesh"});
}

TEST(ImportRefusal, AFileWithoutMeshOrSkinIsRefused) {
    test::GltfBuilder gltf;
    gltf.add("nodes", {{"name", "empty"}});
    expectContains(refusal(gltf.glb(), "a.glb"), {"no mesh"});
}

}  // namespace
}  // namespace sinew
