// What a glTF writer wrote, taken apart; and a mesh with something of everything to write.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew::test {

struct WrittenGlb {
    nlohmann::json json;
    std::vector<std::byte> binary;

    const nlohmann::json& accessor(const nlohmann::json& index) const {
        return json["accessors"].at(index.get<std::size_t>());
    }
    template <class T>
    std::vector<T> values(const nlohmann::json& index) const {
        const auto& view = json["bufferViews"].at(accessor(index)["bufferView"].get<std::size_t>());
        std::vector<T> out(view["byteLength"].get<std::size_t>() / sizeof(T));
        std::memcpy(out.data(), binary.data() + view["byteOffset"].get<std::size_t>(),
                    out.size() * sizeof(T));
        return out;
    }
};

inline std::uint32_t wordAt(const std::vector<std::byte>& bytes, std::size_t at) {
    std::uint32_t word = 0;
    std::memcpy(&word, &bytes.at(at + 3) - 3, 4);
    return word;
}

// Expects the container's own sizes to be right.
inline WrittenGlb parseGlb(const std::vector<std::byte>& bytes) {
    EXPECT_EQ(wordAt(bytes, 0), 0x46546C67u);
    EXPECT_EQ(wordAt(bytes, 4), 2u);
    EXPECT_EQ(wordAt(bytes, 8), bytes.size());
    const std::size_t text = wordAt(bytes, 12);
    EXPECT_EQ(text % 4, 0u);
    const std::string json(reinterpret_cast<const char*>(bytes.data()) + 20, text);
    const std::size_t binary = wordAt(bytes, 20 + text);
    EXPECT_EQ(28 + text + binary, bytes.size());
    return {nlohmann::json::parse(json), {bytes.begin() + static_cast<long>(28 + text), bytes.end()}};
}

// A tetrahedron with a seam and two materials; no rig.
inline Character seamedTetrahedron() {
    Character c;
    c.name = "Small";
    c.surface.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    c.surface.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    c.surface.weldedOfFile = {0, 1, 2, 3, 0};
    c.surface.fileTriangles = {{0, 2, 1}, {4, 1, 3}, {4, 3, 2}, {1, 2, 3}};
    c.surface.uvs = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0.5f, 0.5f}};
    c.surface.materialOf = {0, 0, 1, 1};
    c.surface.materials = {"skin", "shirt"};
    return c;
}

}  // namespace sinew::test
