// Small characters of every kind for the glTF fuzzer to start from.
#include <filesystem>
#include <fstream>

#include "Support/Characters/GltfBuilder.h"

namespace sinew::test {
namespace {

void addClip(Tube& tube) {
    GltfBuilder& g = tube.gltf;
    const int times = g.accessor(std::vector<float>{0, 1}, "SCALAR");
    const int moves = g.accessor(std::vector<float>(18, 0.5f), "VEC3");
    const int turns = g.accessor(std::vector<float>{0, 0, 0, 1, 0, 0, 1, 0}, "VEC4");
    g.root["animations"] = {{{"name", "a"},
                             {"samplers",
                              {{{"input", times}, {"output", moves}, {"interpolation", "CUBICSPLINE"}},
                               {{"input", times}, {"output", turns}}}},
                             {"channels",
                              {{{"sampler", 0}, {"target", {{"node", tube.lower}, {"path", "translation"}}}},
                               {{"sampler", 1}, {"target", {{"node", tube.upper}, {"path", "rotation"}}}}}}}};
    g.add("nodes", {{"scale", {2, 2, 2}}, {"children", {tube.lower}}});
}

void addProp(Tube& tube) {
    GltfBuilder& g = tube.gltf;
    const int prop =
        g.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", tube.positions}}}, {"mode", 5}}}}});
    g.root["nodes"][tube.upper]["children"] = {g.root["nodes"].size()};
    g.add("nodes", {{"mesh", prop}, {"matrix", translationMatrix(1, 2, 3)}});
}

void addSecondSkin(Tube& tube) {
    GltfBuilder& g = tube.gltf;
    std::vector<float> binds = translationMatrix(3, 0, 0);
    for (const float x : translationMatrix(0, 0, 0)) binds.push_back(x);
    const int skin = g.add("skins", {{"joints", {1, 0}}, {"inverseBindMatrices", g.accessor(binds, "MAT4")}});
    g.add("nodes", {{"mesh", tube.mesh}, {"skin", skin}});
}

void makeSparse(Tube& tube) {
    GltfBuilder& g = tube.gltf;
    const int at = g.view(std::vector<std::uint16_t>{5});
    const int value = g.view(std::vector<float>{1, 2, 3});
    g.root["accessors"][tube.positions]["sparse"] = {
        {"count", 1},
        {"indices", {{"bufferView", at}, {"componentType", 5123}}},
        {"values", {{"bufferView", value}}}};
}

std::string textOf(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::string> makeSeeds() {
    std::vector<std::string> seeds;
    for (void (*change)(Tube&) : {+[](Tube&) {}, &addClip, &addProp, &addSecondSkin, &makeSparse}) {
        Tube tube = makeTube();
        change(tube);
        seeds.push_back(textOf(tube.gltf.glb()));
    }
    seeds.emplace_back(
        R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
        R"("accessors":[{"bufferView":0,"componentType":5121,"count":3,"type":"VEC3"}],)"
        R"("bufferViews":[{"buffer":0,"byteLength":12,"byteStride":4}],)"
        R"("buffers":[{"byteLength":12,"uri":"data:;base64,AAAAAAEAAAAAAQAA"}]})");
    seeds.emplace_back("v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 1\nusemtl a\nf 1/1/1 2//3 -1\nf 1 2 3\n");
    return seeds;
}

}  // namespace
}  // namespace sinew::test

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::filesystem::path dir = std::filesystem::absolute(argv[1]);
    std::filesystem::create_directories(dir);
    std::string list;
    const std::vector<std::string> seeds = sinew::test::makeSeeds();
    for (std::size_t i = 0; i < seeds.size(); ++i) {
        const std::filesystem::path path = dir / std::to_string(i);
        if (!(std::ofstream(path, std::ios::binary) << seeds[i])) return 5;
        list += (list.empty() ? "" : ",") + path.string();
    }
    return (std::ofstream(dir / "list") << list) ? 0 : 5;
}
