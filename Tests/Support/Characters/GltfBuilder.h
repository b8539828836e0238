// Small glTF files made in memory, one trait at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace sinew::test {

using nlohmann::json;

class GltfBuilder {
  public:
    json root = {{"asset", {{"version", "2.0"}}}};
    std::vector<std::byte> binary;

    GltfBuilder() {
        for (const char* list : {"nodes", "meshes", "accessors", "bufferViews", "skins"})
            root[list] = json::array();
    }

    // Appends to a list of the document and returns the new entry's index.
    int add(const char* list, json entry) {
        root[list].push_back(std::move(entry));
        return static_cast<int>(root[list].size()) - 1;
    }

    // The values' bytes as a new buffer view.
    template <class T>
    int view(const std::vector<T>& values, int stride = 0) {
        while (binary.size() % 4 != 0) binary.push_back(std::byte{0});
        json entry{{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", values.size() * sizeof(T)}};
        if (stride != 0) entry["byteStride"] = stride;
        const std::size_t at = binary.size();
        binary.resize(at + values.size() * sizeof(T));
        if (!values.empty()) std::memcpy(binary.data() + at, values.data(), values.size() * sizeof(T));
        return add("bufferViews", std::move(entry));
    }

    template <class T>
    int accessor(const std::vector<T>& values, const char* type, bool normalised = false) {
        json entry{{"bufferView", view(values)},
                   {"componentType", componentType<T>()},
                   {"count", values.size() / components(type)},
                   {"type", type}};
        if (normalised) entry["normalized"] = true;
        return add("accessors", std::move(entry));
    }

    std::vector<std::byte> glb() const {
        json document = root;
        if (!document.contains("buffers")) document["buffers"] = {{{"byteLength", binary.size()}}};
        std::string text = document.dump();
        text.resize((text.size() + 3) / 4 * 4, ' ');
        std::vector<std::byte> padded = binary;
        padded.resize((padded.size() + 3) / 4 * 4);
        std::vector<std::byte> file;
        const auto size = static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + padded.size());
        for (const std::uint32_t word : {0x46546C67u, 2u, size}) append(file, &word, 4);
        chunk(file, 0x4E4F534A, text.data(), text.size());
        chunk(file, 0x004E4942, padded.data(), padded.size());
        return file;
    }

    template <class T>
    static int componentType() {
        if constexpr (std::is_same_v<T, float>) return 5126;
        if constexpr (std::is_same_v<T, std::uint32_t>) return 5125;
        if constexpr (std::is_same_v<T, std::uint16_t>) return 5123;
        if constexpr (std::is_same_v<T, std::int16_t>) return 5122;
        if constexpr (std::is_same_v<T, std::uint8_t>) return 5121;
        return 5120;
    }

  private:
    static std::size_t components(const std::string& type) {
        return type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : type == "VEC4" ? 4 : 16;
    }

    static void append(std::vector<std::byte>& file, const void* data, std::size_t size) {
        const auto* const bytes = static_cast<const std::byte*>(data);
        file.insert(file.end(), bytes, bytes + size);
    }

    static void chunk(std::vector<std::byte>& file, std::uint32_t type, const void* data, std::size_t size) {
        const auto length = static_cast<std::uint32_t>(size);
        append(file, &length, 4);
        append(file, &type, 4);
        append(file, data, size);
    }
};

// A square tube of `rings` + 1 rings along Y from 0 to 2 m, bound to two joints: "lower" at 0, "upper" at 1.
// Vertices up to 1 m belong to the first joint alone, those above to the second. Indexed, closed at the ends.
struct Tube {
    GltfBuilder gltf;
    int positions, joints, weights, indices, mesh, skin, inverseBinds, meshNode, lower, upper;
    std::vector<float> points;
    std::vector<std::uint32_t> corners;
};

inline std::vector<float> translationMatrix(float x, float y, float z) {
    return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1};
}

inline void fillTube(std::vector<float>& points, std::vector<std::uint32_t>& corners) {
    constexpr float kSide[4][2] = {{-0.2f, -0.2f}, {-0.2f, 0.2f}, {0.2f, 0.2f}, {0.2f, -0.2f}};
    constexpr std::uint32_t kRings = 4;
    for (std::uint32_t ring = 0; ring <= kRings; ++ring) {
        for (const auto& side : kSide) {
            points.insert(points.end(), {side[0], 2.0f * static_cast<float>(ring) / kRings, side[1]});
        }
    }
    for (std::uint32_t ring = 0; ring < kRings; ++ring) {
        for (std::uint32_t i = 0; i < 4; ++i) {
            const std::uint32_t a = 4 * ring + i, b = 4 * ring + (i + 1) % 4;
            corners.insert(corners.end(), {a, b, b + 4, a, b + 4, a + 4});
        }
    }
    const std::uint32_t top = 4 * kRings;
    corners.insert(corners.end(), {0, 3, 2, 0, 2, 1, top, top + 1, top + 2, top, top + 2, top + 3});
}

inline Tube makeTube() {
    Tube t{};
    fillTube(t.points, t.corners);
    std::vector<std::uint8_t> joints;
    std::vector<float> weights;
    for (std::size_t v = 0; v < t.points.size() / 3; ++v) {
        joints.insert(joints.end(), {static_cast<std::uint8_t>(t.points[3 * v + 1] > 1 ? 1 : 0), 0, 0, 0});
        weights.insert(weights.end(), {1, 0, 0, 0});
    }
    GltfBuilder& g = t.gltf;
    t.positions = g.accessor(t.points, "VEC3");
    t.joints = g.accessor(joints, "VEC4");
    t.weights = g.accessor(weights, "VEC4");
    t.indices = g.accessor(t.corners, "SCALAR");
    std::vector<float> binds = translationMatrix(0, 0, 0), second = translationMatrix(0, -1, 0);
    binds.insert(binds.end(), second.begin(), second.end());
    t.inverseBinds = g.accessor(binds, "MAT4");
    t.mesh = g.add(
        "meshes",
        {{"name", "tube"},
         {"primitives",
          {{{"attributes", {{"POSITION", t.positions}, {"JOINTS_0", t.joints}, {"WEIGHTS_0", t.weights}}},
            {"indices", t.indices}}}}});
    t.lower = g.add("nodes", {{"name", "lower"}, {"children", {1}}});
    t.upper = g.add("nodes", {{"name", "upper"}, {"translation", {0, 1, 0}}});
    t.skin = g.add("skins", {{"joints", {t.lower, t.upper}}, {"inverseBindMatrices", t.inverseBinds}});
    t.meshNode = g.add("nodes", {{"name", "body"}, {"mesh", t.mesh}, {"skin", t.skin}});
    return t;
}

}  // namespace sinew::test
