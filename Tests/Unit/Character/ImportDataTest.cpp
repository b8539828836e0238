// Every character of SINEW_DATA: its table's counts, upright, of a sensible size, and sane in every clip.
#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "Offline/Character/Import.h"
#include "Offline/Error.h"
#include "Offline/Geometry/Box.h"
#include "Support/Characters/Imported.h"
#include "Support/Characters/Posed.h"
#include "Support/Data.h"

namespace sinew {
namespace {

struct Expected {
    const char* file;
    std::size_t vertices, triangles, joints, clips;
    double low, high;  // the height in metres lies between
};

void PrintTo(const Expected& e, std::ostream* out) {  // NOLINT(readability-identifier-naming): GoogleTest's
    *out << e.file;
}

std::string nameOf(const testing::TestParamInfo<Expected>& info) {
    std::string name = std::filesystem::path(info.param.file).stem().string();
    for (char& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    return name;
}

void expectWholeWeights(const Character& character) {
    ASSERT_EQ(character.weights.firstOfVertex.size(), character.surface.positions.size() + 1);
    for (std::size_t v = 0; v < character.surface.positions.size(); ++v) {
        double sum = 0;
        float previous = 2;
        for (std::uint32_t i = character.weights.firstOfVertex[v]; i < character.weights.firstOfVertex[v + 1];
             ++i) {
            const SkinWeights::Influence& influence = character.weights.influences[i];
            ASSERT_LT(influence.joint, character.skeleton.joints.size());
            ASSERT_GT(influence.weight, 0);
            ASSERT_LE(influence.weight, previous);
            previous = influence.weight;
            sum += static_cast<double>(influence.weight);
        }
        ASSERT_NEAR(sum, 1, 1e-6);
    }
}

void expectConsistent(const Surface& surface) {
    ASSERT_EQ(surface.fileTriangles.size(), surface.triangles.size());
    ASSERT_EQ(surface.materialOf.size(), surface.triangles.size());
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
        ASSERT_LT(surface.materialOf[t], surface.materials.size());
        for (std::size_t i = 0; i < 3; ++i) {
            ASSERT_LT(surface.triangles[t][i], surface.positions.size());
            ASSERT_EQ(surface.weldedOfFile[surface.fileTriangles[t][i]], surface.triangles[t][i]);
        }
    }
    EXPECT_TRUE(surface.uvs.empty() || surface.uvs.size() == surface.weldedOfFile.size());
}

class ImportData : public testing::TestWithParam<Expected> {};

TEST_P(ImportData, HasItsTablesCountsStandsUprightAndMovesSanely) {
    const Expected& expected = GetParam();
    SINEW_DATA_OR_SKIP(path, expected.file);
    const Character character = importCharacter(path);
    std::size_t vertices = character.surface.positions.size(), triangles = character.surface.triangles.size();
    for (const RigidPart& part : character.rigidParts) {
        vertices += part.surface.positions.size();
        triangles += part.surface.triangles.size();
        expectConsistent(part.surface);
    }
    EXPECT_EQ(vertices, expected.vertices);
    EXPECT_EQ(triangles, expected.triangles);
    EXPECT_EQ(character.skeleton.joints.size(), expected.joints);
    EXPECT_EQ(character.clips.size(), expected.clips);
    expectConsistent(character.surface);
    const Box box = boxOf(character.surface.positions);
    const double height = box.high.y - box.low.y, size = length(box.high - box.low);
    EXPECT_GT(height, expected.low);
    EXPECT_LT(height, expected.high);
    if (character.skeleton.joints.empty()) return;
    expectWholeWeights(character);
    const auto expectNear = [&](const Pose& pose, const std::string& what) {
        const Vec3d middle = (box.low + box.high) * 0.5;
        for (const Vec3d p : test::posedSurface(character, pose)) {
            ASSERT_TRUE(isFinite(p)) << what;
            ASSERT_LT(length(p - middle), 2.5 * size) << what;
        }
    };
    expectNear(restPose(character.skeleton), "rest");
    for (const Clip& clip : character.clips) {
        for (const double part : {0.0, 0.37, 0.71, 1.0}) {
            expectNear(samplePose(character.skeleton, clip, part * clip.duration), clip.name);
        }
    }
}

// Knight: the table welds body and props together where they lie at rest (3552); here each prop is its own.
// Rocketbox: six triangles of the table's 7440 join a vertex with itself, and one node of the root moves.
INSTANTIATE_TEST_SUITE_P(
    Files, ImportData,
    testing::Values(Expected{"makehuman_human/human_body.glb", 13380, 26756, 163, 0, 1.6, 1.75},
                    Expected{"makehuman_human/human_full.glb", 14136, 28044, 163, 0, 1.6, 1.75},
                    Expected{"cesium_man/CesiumMan.glb", 2338, 4672, 19, 1, 1.4, 1.6},
                    Expected{"fox/Fox.glb", 290, 576, 24, 3, 0.7, 0.9},
                    Expected{"quaternius_wolf/Wolf.glb", 983, 1962, 51, 12, 0.2, 0.4},
                    Expected{"kaykit_knight/Knight.glb", 3665, 6952, 41, 76, 2.2, 2.4},
                    Expected{"rocketbox_male_adult_01/Male_Adult_01.assimp.glb", 3637, 7434, 81, 1, 1.7, 1.9},
                    Expected{"babylon_hand/r_hand_rhs.glb", 906, 1808, 26, 0, 0.18, 0.2},
                    Expected{"rigged_simple/RiggedSimple.glb", 96, 188, 2, 1, 0.9, 0.93},
                    Expected{"armadillo/armadillo.obj", 43243, 86482, 0, 0, 0.9, 1.1},
                    Expected{"spot/spot.obj", 2930, 5856, 0, 0, 1.6, 1.8},
                    Expected{"makehuman_human/source/base.obj", 19158, 36972, 0, 0, 1.6, 1.75}),
    nameOf);

// Every edge of a closed surface is walked once in each direction.
bool isClosed(const Surface& surface) {
    std::multiset<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const Triangle& t : surface.triangles) {
        for (std::size_t i = 0; i < 3; ++i) edges.insert({t[i], t[(i + 1) % 3]});
    }
    for (const auto& [a, b] : edges) {
        if (edges.count({a, b}) != 1 || edges.count({b, a}) != 1) return false;
    }
    return true;
}

TEST(ImportFiles, WeldingClosesTheBodiesThatAreClosed) {
    for (const char* const file : {"makehuman_human/human_body.glb", "quaternius_wolf/Wolf.glb",
                                   "fox/Fox.glb", "babylon_hand/r_hand_rhs.glb", "armadillo/armadillo.obj"}) {
        SINEW_DATA_OR_SKIP(path, file);
        const Character character = importCharacter(path);
        EXPECT_TRUE(isClosed(character.surface)) << file;
        EXPECT_GT(test::volumeOf(character.surface), 0) << file;
    }
}

TEST(ImportFiles, TheHumanHasTheMeasuredVolume) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    EXPECT_NEAR(test::volumeOf(importCharacter(path).surface), 0.0549, 0.0001);
}

TEST(ImportFiles, WhatIsHardAboutEachFileIsReported) {
    const auto finding = [](const char* file, const char* code) -> std::string {
        const auto path = test::dataPath(file);
        if (!path) return "absent";
        const Character character = importCharacter(*path);
        const Finding* const found = test::findFinding(character, code);
        return found == nullptr ? "" : found->text;
    };
    if (!test::dataPath("fox/Fox.glb")) GTEST_SKIP() << "SINEW_DATA has no fox/Fox.glb";
    const auto expectIn = [](const std::string& text, const char* words) {
        EXPECT_NE(text.find(words), std::string::npos) << words << " in: " << text;
    };
    expectIn(finding("makehuman_human/human_body.glb", "units-detected"), "decimetres");
    expectIn(finding("makehuman_human/human_body.glb", "weightless-joints"), "39 of 163");
    expectIn(finding("rocketbox_male_adult_01/Male_Adult_01.assimp.glb", "units-detected"), "centimetres");
    expectIn(finding("fox/Fox.glb", "units-detected"), "centimetres");
    expectIn(finding("babylon_hand/r_hand_rhs.glb", "units-detected"), "if the unit is metres");
    expectIn(finding("quaternius_wolf/Wolf.glb", "rest-differs-from-bind"), "39.0 degrees");
    expectIn(finding("quaternius_wolf/Wolf.glb", "scaled-above-skeleton"), "100");
    EXPECT_EQ(finding("cesium_man/CesiumMan.glb", "rest-differs-from-bind"), "");
}

TEST(ImportFiles, TheKnightCarriesHisPropsOnJoints) {
    SINEW_DATA_OR_SKIP(path, "kaykit_knight/Knight.glb");
    const Character character = importCharacter(path);
    ASSERT_EQ(character.rigidParts.size(), 9u);
    std::set<std::string> joints;
    for (const RigidPart& part : character.rigidParts)
        joints.insert(character.skeleton.joints[part.joint].name);
    EXPECT_TRUE(joints.contains("handslot.l"));
    EXPECT_TRUE(joints.contains("handslot.r"));
}

// Body and props in one space, each micrometre counted once: the count of the data's own table, but for
// vertices that rounding puts into two places.
TEST(ImportFiles, TheKnightAtRestHasTheTablesPlaces) {
    SINEW_DATA_OR_SKIP(path, "kaykit_knight/Knight.glb");
    const Character character = importCharacter(path);
    const std::vector<Affined> frames = jointFrames(character.skeleton, restPose(character.skeleton));
    std::vector<Vec3d> points = character.surface.positions;
    for (const RigidPart& part : character.rigidParts) {
        for (const Vec3d p : part.surface.positions) points.push_back(transformPoint(frames[part.joint], p));
    }
    std::set<std::array<long, 3>> places;
    for (const Vec3d p : points) {
        places.insert({std::lround(p.x * 1e6), std::lround(p.y * 1e6), std::lround(p.z * 1e6)});
    }
    EXPECT_NEAR(static_cast<double>(places.size()), 3552, 5);
}

TEST(ImportFiles, FbxFilesAreRefusedWithTheWayToConvert) {
    SINEW_DATA_OR_SKIP(path, "rocketbox_male_adult_01/Male_Adult_01.fbx");
    try {
        importCharacter(path);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(error.remedy().find("FBX2glTF"), std::string::npos);
    }
}

}  // namespace
}  // namespace sinew
