#include "Offline/Character/Shading.h"

#include <gtest/gtest.h>

#include <cmath>

#include "Support/Characters/Imported.h"

namespace sinew {
namespace {

// A square in the plane of x and y, u along y and v against x.
test::GltfBuilder square() {
    test::GltfBuilder gltf;
    const int positions = gltf.accessor(std::vector<float>{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, "VEC3");
    const int uvs = gltf.accessor(std::vector<float>{0, 1, 0, 0, 1, 0, 1, 1}, "VEC2");
    const int corners = gltf.accessor(std::vector<std::uint16_t>{0, 1, 2, 0, 2, 3}, "SCALAR");
    gltf.add("meshes",
             {{"primitives",
               {{{"attributes", {{"POSITION", positions}, {"TEXCOORD_0", uvs}}}, {"indices", corners}}}}});
    gltf.add("nodes", {{"mesh", 0}});
    gltf.root["scenes"] = {{{"nodes", {0}}}};
    gltf.root["scene"] = 0;
    return gltf;
}

test::json& attributesOf(test::GltfBuilder& gltf) {
    return gltf.root["meshes"][0]["primitives"][0]["attributes"];
}

Vec3f along(const Tangent& t) {
    return {t[0], t[1], t[2]};
}

TEST(Shading, IsMadeWhereTheFileSaysNothing) {
    const Surface surface = test::imported(square()).surface;
    EXPECT_TRUE(surface.normals.empty());
    EXPECT_TRUE(surface.tangents.empty());
    const std::vector<Vec3f> normals = shadingNormals(surface);
    const std::vector<Tangent> tangents = shadingTangents(surface, normals);
    ASSERT_EQ(tangents.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_LT(length(normals[i] - Vec3f{0, 0, 1}), 1e-6f);
        EXPECT_LT(length(along(tangents[i]) - Vec3f{0, 1, 0}), 1e-6f);
        EXPECT_EQ(tangents[i][3], 1);  // z × y = −x, along which v rises
    }
}

// Turned by half about z, twice as wide and mirrored: what stood upright still does.
TEST(Shading, OfTheFileIsKeptAndGoesWithItsNode) {
    test::GltfBuilder gltf = square();
    const float lean = std::sqrt(0.5f);
    std::vector<float> normals, tangents;
    for (int i = 0; i < 4; ++i) {
        normals.insert(normals.end(), {lean, 0, lean});
        tangents.insert(tangents.end(), {lean, 0, -lean, -1});
    }
    attributesOf(gltf)["NORMAL"] = gltf.accessor(normals, "VEC3");
    attributesOf(gltf)["TANGENT"] = gltf.accessor(tangents, "VEC4");
    gltf.root["nodes"][0]["scale"] = {-2, 1, 1};
    const Surface surface = test::imported(gltf).surface;
    ASSERT_EQ(surface.normals.size(), 4u);
    const std::vector<Vec3f> made = shadingNormals(surface);
    const std::vector<Tangent> run = shadingTangents(surface, made);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_LT(length(made[i] - normalized(Vec3f{-0.5f, 0, 1})), 1e-6f);
        EXPECT_LT(length(along(run[i]) - normalized(Vec3f{-2, 0, -1})), 1e-6f);
        EXPECT_LT(std::abs(dot(made[i], along(run[i]))), 1e-6f);
        EXPECT_EQ(run[i][3], 1);
    }
}

TEST(Shading, WhatIsNoDirectionIsMade) {
    test::GltfBuilder gltf = square();
    attributesOf(gltf)["NORMAL"] =
        gltf.accessor(std::vector<float>{0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1}, "VEC3");
    const Surface surface = test::imported(gltf).surface;
    for (const Vec3f& n : shadingNormals(surface)) EXPECT_LT(length(n - Vec3f{0, 0, 1}), 1e-6f);
}

TEST(Shading, TurnsWithTheUpAxis) {
    test::GltfBuilder gltf = square();
    attributesOf(gltf)["NORMAL"] =
        gltf.accessor(std::vector<float>{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3");
    const Character turned = importCharacter(gltf.glb(), "test.glb", {.metresPerUnit = 1.0, .up = UpAxis::Z});
    for (const Vec3f& n : turned.surface.normals) EXPECT_LT(length(n - Vec3f{0, 1, 0}), 1e-6f);
}

}  // namespace
}  // namespace sinew
