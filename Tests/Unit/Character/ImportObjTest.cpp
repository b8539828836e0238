#include <gtest/gtest.h>

#include "Offline/Character/Import.h"
#include "Offline/Error.h"

namespace sinew {
namespace {

Character imported(const std::string& text) {
    return importCharacter(std::as_bytes(std::span(text)), "mesh.obj", {.metresPerUnit = 1.0});
}

const char* const kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(ImportObj, PolygonsNegativeIndicesAndCommentsAreRead) {
    const Character character = imported(std::string("# a square\r\nmtllib x.mtl\r\n") + kSquare +
                                         "vn 0 0 1\nf -4//1 -3//1 -2//1 -1//1 # all\n");
    EXPECT_EQ(character.surface.positions.size(), 4u);
    ASSERT_EQ(character.surface.triangles.size(), 2u);
    EXPECT_EQ(character.surface.triangles[1], (Triangle{0, 2, 3}));
    EXPECT_TRUE(character.surface.uvs.empty());
    EXPECT_TRUE(character.skeleton.joints.empty());
}

TEST(ImportObj, SeamsSplitFileVerticesAndWeldAgain) {
    const Character character =
        imported(std::string(kSquare) +
                 "vt 0 0\nvt 1 0\nvt 1 1\nvt 0.5 0.5\n"
                 "usemtl red\nf 1/1 2/2 3/3\nusemtl blue\nf 1/4 3/3 4/1\nusemtl red\nf 1/1 2/2 4/1\n");
    EXPECT_EQ(character.surface.positions.size(), 4u);
    EXPECT_EQ(character.surface.weldedOfFile.size(), 5u);
    EXPECT_EQ(character.surface.uvs.size(), 5u);
    EXPECT_EQ(character.surface.materials, (std::vector<std::string>{"red", "blue"}));
    EXPECT_EQ(character.surface.materialOf, (std::vector<std::uint32_t>{0, 1, 0}));
    for (std::size_t t = 0; t < 3; ++t) {
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(character.surface.weldedOfFile[character.surface.fileTriangles[t][i]],
                      character.surface.triangles[t][i]);
        }
    }
}

TEST(ImportObj, TrianglesThatJoinAVertexWithItselfAreDropped) {
    const Character character = imported(std::string(kSquare) + "v 0 0 0\nf 1 2 3\nf 1 5 3\n");
    EXPECT_EQ(character.surface.triangles.size(), 1u);
    EXPECT_EQ(character.surface.fileTriangles.size(), 1u);
    bool noted = false;
    for (const Finding& finding : character.findings)
        noted = noted || finding.code == "degenerate-triangles-dropped";
    EXPECT_TRUE(noted);
}

TEST(ImportObj, WrongLinesAreRefusedByNumber) {
    for (const char* const line :
         {"f 1 2 5", "f 0 1 2", "f 1 2", "f -5 1 2", "f 1/1 2/1 3/1", "f a b c", "v 1 2", "v 1 2 nan",
          "v 1 2 x", "v 1 2 1e999", "f 99999999999999999999 1 2", "vt"}) {
        try {
            imported(std::string(kSquare) + line + "\nf 1 2 3\n");
            ADD_FAILURE() << line;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("line 5"), std::string::npos) << error.what();
        }
    }
    EXPECT_THROW(imported(kSquare), Error);
    EXPECT_THROW(imported(""), Error);
}

}  // namespace
}  // namespace sinew
