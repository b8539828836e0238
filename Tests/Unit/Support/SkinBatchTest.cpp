#include "Support/Skinning/SkinBatch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "Offline/Error.h"
#include "Offline/Workers.h"
#include "Support/Characters/Skinned.h"
#include "Support/Runtime/SkinSamples.h"
#include "Support/Skinning/RandomSkin.h"

namespace sinew {
namespace {

using test::kSkinMethods;
using test::largestError;
using test::randomMotions;
using test::randomNormals;
using test::randomSkin;
using test::reach;
using test::skin;
using test::Skinned;

// Against the twin, in shares of the posed size for positions and absolute for normals.
void expectTwin(const Character& character, const std::vector<Affined>& matrices, double bound) {
    const std::vector<Vec3d> normals = randomNormals(character);
    const SkinBatch batch = buildSkinBatch(character, normals);
    for (const SkinMethod method : kSkinMethods) {
        const auto positions = skinPositions(character, matrices, method);
        const auto turned = skinNormals(character, normals, matrices, method);
        for (const InstructionSet set : supportedInstructionSets()) {
            const Skinned fast = skin(batch, matrices, method, set);
            EXPECT_LE(largestError(fast.positions, positions), bound * reach(positions))
                << instructionSetName(set) << (method == SkinMethod::LinearBlend ? " linear" : " dual");
            EXPECT_LE(largestError(fast.normals, turned), 4 * bound)
                << instructionSetName(set) << (method == SkinMethod::LinearBlend ? " linear" : " dual");
            EXPECT_EQ(skin(batch, matrices, method, set, {}, false).positions, fast.positions);
        }
    }
}

TEST(SkinBatch, MatchesTheTwinForRigidMotions) {
    const Character character = randomSkin(2003, 60, 11);
    expectTwin(character, randomMotions(character, 1.2, 0), 1e-6);
}

TEST(SkinBatch, MatchesTheTwinForTurnsOfAnySize) {
    const Character character = randomSkin(2003, 60, 5);
    // Blends of opposed turns are short, and lose what their normalisation wins back.
    expectTwin(character, randomMotions(character, 6, 0), 1e-5);
}

TEST(SkinBatch, MatchesTheTwinForStretchedAndSkewedMotions) {
    const Character character = randomSkin(2003, 60, 11);
    expectTwin(character, randomMotions(character, 1.2, 0.25), 1e-6);
}

TEST(SkinBatch, MatchesTheTwinForMotionsThatMirror) {
    const Character character = randomSkin(503, 20, 1);
    std::vector<Affined> motions = randomMotions(character, 3, 0.2);
    for (Affined& m : motions) m.linear = m.linear * Mat3d::diagonal({1, 1, -0.5});
    expectTwin(character, motions, 1e-6);
}

std::size_t blocksWith(const SkinBatch& batch, std::uint8_t flags) {
    return static_cast<std::size_t>(std::count_if(batch.blocks.begin(), batch.blocks.end(),
                                                  [&](const SkinBlock& b) { return b.flags == flags; }));
}

TEST(SkinBatch, MatchesTheTwinWhereSomeVerticesShareTheirJointsAndOthersDoNot) {
    const Character character = randomSkin(1500, 6, 4);
    const SkinBatch batch = buildSkinBatch(character);
    EXPECT_GT(blocksWith(batch, kSkinShared), 50u);
    EXPECT_GT(blocksWith(batch, 0), 20u);
    expectTwin(character, randomMotions(character, 1.2, 0), 1e-6);
    expectTwin(character, randomMotions(character, 1.2, 0.25), 1e-6);
}

TEST(SkinBatch, MatchesTheTwinWhereVerticesThatShareJointsFollowEachOther) {
    const test::SkinTube tube;
    EXPECT_GT(blocksWith(buildSkinBatch(tube.character), kSkinShared | kSkinConsecutive), 30u);
    expectTwin(tube.character, randomMotions(tube.character, 1.2, 0), 1e-6);
}

TEST(SkinBatch, EveryVertexIsInExactlyOneBlock) {
    const SkinBatch batch = buildSkinBatch(randomSkin(1500, 6, 4));
    std::vector<int> times(1500);
    for (std::size_t b = 0; b < batch.blocks.size(); ++b) {
        for (std::uint32_t i = 0; i < batch.blocks[b].vertices; ++i)
            ++times[batch.vertexOf[b * kSkinBlock + i]];
    }
    EXPECT_EQ(times, std::vector<int>(1500, 1));
}

TEST(SkinBatch, EveryNumberOfVerticesComesOutWholeAndNothingElseIsWritten) {
    for (std::uint32_t vertices = 0; vertices <= 40; ++vertices) {
        const Character character = randomSkin(vertices, 3, 2);
        const std::vector<Affined> motions = randomMotions(character, 1, 0);
        const SkinBatch batch = buildSkinBatch(character);
        const std::vector<Affinef> floats{convert<float>(motions[0]), convert<float>(motions[1]),
                                          convert<float>(motions[2])};
        const auto expected = skinPositions(character, motions, SkinMethod::LinearBlend);
        for (const InstructionSet set : supportedInstructionSets()) {
            const Vec3f untouched{1, 2, 3};
            std::vector<Vec3f> out(vertices + 2, untouched);
            std::vector<float> scratch(skinScratchSize(batch.view()));
            skinLinearBlend(batch.view(), floats, scratch, {std::span(out).subspan(1, vertices), {}}, {},
                            set);
            EXPECT_LE(largestError(std::span(out).subspan(1, vertices), expected), 3e-6);
            EXPECT_EQ(out.front(), untouched);
            EXPECT_EQ(out.back(), untouched);
        }
    }
}

TEST(SkinBatch, IdentityMatricesGiveTheBindPoseToRounding) {
    const Character character = randomSkin(999, 20, 6);
    const std::vector<Affined> identity(20);
    const SkinBatch batch = buildSkinBatch(character, randomNormals(character));
    for (const SkinMethod method : kSkinMethods) {
        for (const InstructionSet set : supportedInstructionSets()) {
            EXPECT_LE(largestError(skin(batch, identity, method, set).positions, character.surface.positions),
                      5e-7);
        }
    }
}

TEST(SkinBatch, SameBitsForAnyWorkerCount) {
    const Character character = randomSkin(5000, 60, 5);
    const SkinBatch batch = buildSkinBatch(character, randomNormals(character));
    const std::vector<Affined> motions = randomMotions(character, 2, 0.1);
    const InstructionSet set = bestInstructionSet();
    for (const SkinMethod method : kSkinMethods) {
        const Skinned alone = skin(batch, motions, method, set);
        for (const unsigned threads : {1u, 2u, 3u, 8u}) {
            const Workers workers(threads);
            EXPECT_TRUE(skin(batch, motions, method, set, workers.jobs()) == alone) << threads;
        }
    }
}

TEST(SkinBatch, ANanJointSpoilsOnlyItsOwnVertices) {
    const Character character = randomSkin(1000, 40, 4);
    const SkinBatch batch = buildSkinBatch(character, randomNormals(character));
    const std::vector<Affined> motions = randomMotions(character, 1, 0);
    std::vector<Affined> broken = motions;
    broken[5].linear(1, 1) = std::numeric_limits<double>::quiet_NaN();
    for (const SkinMethod method : kSkinMethods) {
        for (const InstructionSet set : supportedInstructionSets()) {
            const Skinned whole = skin(batch, motions, method, set),
                          spoilt = skin(batch, broken, method, set);
            for (std::size_t v = 0; v < 1000; ++v) {
                bool used = false;
                for (const SkinShare& share : skinShares(character.weights, v)) used |= share.joint == 5;
                EXPECT_EQ(isFinite(spoilt.positions[v]), !used) << v;
                EXPECT_EQ(isFinite(spoilt.normals[v]), !used) << v;
                if (used) continue;
                EXPECT_EQ(spoilt.positions[v], whole.positions[v]) << v;
                EXPECT_EQ(spoilt.normals[v], whole.normals[v]) << v;
            }
        }
    }
}

TEST(SkinBatch, AMeshWithoutARigStaysWhereItIs) {
    Character mesh;
    mesh.surface.positions = {{1, 2, 3}, {4, 5, 6}};
    for (const SkinMethod method : kSkinMethods) {
        EXPECT_EQ(skin(buildSkinBatch(mesh), {}, method, bestInstructionSet(), {}, false).positions,
                  (std::vector<Vec3f>{{1, 2, 3}, {4, 5, 6}}));
    }
}

TEST(SkinBatch, AnAbsurdSkeletonIsRefusedInWords) {
    Character character;
    character.skeleton.joints.resize(65536);
    EXPECT_THROW(buildSkinBatch(character), Error);
}

}  // namespace
}  // namespace sinew
