#include <gtest/gtest.h>

#include <map>
#include <string>

#include "Offline/Character/Import.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Lattice/Cells/TricubicSkin.h"
#include "Offline/Lattice/Solver.h"
#include "Offline/Lattice/Volume.h"
#include "Offline/Volume/SkinOnFlesh.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeSamples.h"
#include "Support/Characters/Fist.h"
#include "Support/Characters/PosedCharacters.h"
#include "Support/Data.h"

namespace sinew::test {
namespace {

lattice::Volume volumeOf(const Character& character, double cells) {
    const Workers workers;
    lattice::VolumeSettings settings;
    settings.cells.count = cells;
    return lattice::buildVolume(character, settings, workers.jobs());
}

const std::string& jointOf(const Character& character, std::uint32_t vertex) {
    const SkinWeights& weights = character.weights;
    return character.skeleton.joints[weights.influences[weights.firstOfVertex[vertex]].joint].name;
}

// The nodes that carry the skin of joints, by a name for several of them; "" for those that do not count.
template <class NameOf>
std::map<std::string, std::set<std::uint32_t>> nodesUnder(const Character& character,
                                                          const lattice::Volume& volume, NameOf&& nameOf) {
    std::map<std::string, std::set<std::uint32_t>> nodes;
    for (std::uint32_t v = 0; v < volume.skin.vertexCount(); ++v) {
        const std::string name = nameOf(jointOf(character, v));
        const lattice::Cells::Corners& corners = volume.cells().nodesOfCell[volume.skin.cellOfVertex[v]];
        if (!name.empty()) nodes[name].insert(corners.begin(), corners.end());
    }
    return nodes;
}

void expectApart(const std::map<std::string, std::set<std::uint32_t>>& nodes) {
    for (const auto& [one, ofOne] : nodes) {
        for (const auto& [other, ofOther] : nodes) {
            if (one >= other) continue;
            for (const std::uint32_t n : ofOne) ASSERT_EQ(ofOther.count(n), 0u) << one << " and " << other;
        }
    }
}

struct Sample {
    const char* file;
    double litres;
};
class LatticeData : public testing::TestWithParam<Sample> {};

TEST_P(LatticeData, FillsHoldsEveryBoneOrSaysWhichNotAndKeepsTheSkin) {
    SINEW_DATA_OR_SKIP(path, GetParam().file);
    const Character character = importCharacter(path);
    const lattice::Volume volume = volumeOf(character, 20000);
    EXPECT_NEAR(double(volume.cells().cellCount()), 20000, 1000);
    EXPECT_NEAR(volume.report.volume * 1000, GetParam().litres, 0.02 * GetParam().litres);
    const std::vector<Vec3d> skin = lattice::boundPositions(volume.skin, restNodes(volume.cells()));
    for (std::size_t v = 0; v < skin.size(); ++v) {
        const double far = 1 + volume.skin.outside[v] / volume.report.width;
        ASSERT_LT(length(skin[v] - character.surface.positions[v]), 1e-6 * far * far * far);
    }
    std::map<std::uint32_t, std::uint32_t> nodes;
    for (std::size_t b = 0; b < volume.bones.size(); ++b) {
        nodes[volume.bones[b].joint] += volume.attachment.nodesOfBone[b];
    }
    EXPECT_GT(nodes.size(), 1u);
    const auto& without = volume.report.bonesWithoutNodes;
    for (const auto& [joint, count] : nodes) {
        const std::string& name = character.skeleton.joints[joint].name;
        EXPECT_TRUE(count > 0 || std::count(without.begin(), without.end(), name) == 1) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Files, LatticeData,
    testing::Values(Sample{"makehuman_human/human_full.glb", 54.9}, Sample{"cesium_man/CesiumMan.glb", 53.7},
                    Sample{"fox/Fox.glb", 66.5}, Sample{"quaternius_wolf/Wolf.glb", 2.49},
                    Sample{"kaykit_knight/Knight.glb", 991}, Sample{"babylon_hand/r_hand_rhs.glb", 0.328},
                    Sample{"rigged_simple/RiggedSimple.glb", 11.4}),
    [](const auto& sample) { return std::filesystem::path(sample.param.file).stem().string(); });

TEST(LatticeHand, FingersAreApartAndEveryPhalanxHasNodes) {
    SINEW_DATA_OR_SKIP(path, "babylon_hand/r_hand_rhs.glb");
    const Character character = importCharacter(path);
    const lattice::Volume volume = volumeOf(character, 4000);  // cells as wide as the gaps
    const auto nodes = nodesUnder(character, volume, [](const std::string& joint) {
        const bool outer = joint.find("midPhalanx") != joint.npos || joint.find("distPhalanx") != joint.npos;
        return outer ? joint.substr(0, joint.find('_')) : std::string();
    });
    EXPECT_GE(nodes.size(), 4u);
    expectApart(nodes);
    EXPECT_TRUE(volume.report.bonesWithoutNodes.empty());
}

TEST(LatticeHuman, FingersAreApart) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    const Character character = importCharacter(path);
    const lattice::Volume volume = volumeOf(character, 100000);
    const auto nodes = nodesUnder(character, volume, [](const std::string& joint) {
        const bool outer = joint.rfind("finger", 0) == 0 && joint[8] != '1';
        return outer ? joint.substr(0, 7) + joint.substr(9) : std::string();  // finger2.L
    });
    EXPECT_EQ(nodes.size(), 10u);
    expectApart(nodes);
}

// Skin that faces other skin across a gap: between lips, toes, thighs. Only where the gap ends can one cell
// carry both.
TEST(LatticeHuman, HardlyAnyCellCarriesBothSidesOfAGap) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    const Character character = importCharacter(path);
    const lattice::Volume volume = volumeOf(character, 30000);
    const std::vector<Vec3d>& skin = character.surface.positions;
    const std::vector<Vec3d> normals = outwardNormals(character, decideParts(character));
    std::vector<Box> boxes;
    for (const Vec3d& p : skin) boxes.push_back({p, p});
    const BoxTree tree(boxes);
    int pairs = 0, welded = 0;
    for (std::uint32_t v = 0; v < skin.size(); ++v) {
        tree.overlapping(inflated(boxes[v], 0.2 * volume.report.width), [&](std::uint32_t other) {
            const Vec3d between = skin[other] - skin[v];
            const bool facing = dot(normals[v], normals[other]) < -0.7 && dot(normals[v], between) > 0;
            if (!facing || volume.solid->inside(skin[v] + between * 0.5)) return;
            ++pairs;
            welded += volume.skin.cellOfVertex[v] == volume.skin.cellOfVertex[other] ? 1 : 0;
        });
    }
    EXPECT_GT(pairs, 100);
    EXPECT_LT(welded, 0.1 * pairs);
}

TEST(LatticeHuman, AHundredThousandCellsLong) {
    SINEW_DATA_OR_SKIP(path, "makehuman_human/human_body.glb");
    const Character character = importCharacter(path);
    const lattice::Volume volume = volumeOf(character, 106567);
    EXPECT_NEAR(double(volume.cells().cellCount()), 106567, 5328);
    EXPECT_NEAR(volume.report.volume, 0.0549, 0.0003);
    EXPECT_EQ(pieceCount(volume.flesh), 1u);
    EXPECT_TRUE(volume.report.bonesWithoutNodes.empty());
}

struct Solving {
    Workers workers;
    const Character& character;
    lattice::Volume volume;
    lattice::Solver solver;

    Solving(const Character& c, double cells)
        : character(c), volume(volumeOf(c, cells)), solver(c, volume, Flesh{}, {}, {}, workers.jobs()) {}

    std::size_t pairs(std::span<const Vec3d> skin) const {
        return selfIntersections({skin, character.surface.triangles}, workers.jobs()).size();
    }
    std::size_t pairsOfLinearBlend(std::span<const Affined> frames) const {
        return pairs(
            skinPositions(character, skinMatrices(character.skeleton, frames), SkinMethod::LinearBlend));
    }
};

TEST(LatticeHand, ClosesToAFistLong) {
    SINEW_DATA_OR_SKIP(path, "babylon_hand/r_hand_rhs.glb");
    const Character character = importCharacter(path);
    Solving s(character, 117607);
    for (int i = 1; i <= 10; ++i) {
        const std::vector<Affined> frames = fist(character, 0.1 * i);
        const PoseReport report = s.solver.moveTo(frames);
        EXPECT_TRUE(report.converged) << i;
        EXPECT_LT(report.newton.linearIterations, 12 * report.newton.iterations) << i;
        EXPECT_LE(2 * s.pairs(s.solver.skin()), s.pairsOfLinearBlend(frames)) << i;
    }
}

// Hands that were recorded on a slimmer body go through thighs here: bones in flesh, and through bones.
TEST(LatticeMotion, ThreeHundredFramesOfSquatsAndDanceAreAllSolvedLong) {
    for (const char* file : {"cmu_mocap_open/22_14.bvh", "cmu_mocap_open/05_04.bvh"}) {
        SINEW_DATA_OR_SKIP(path, file);
        const Clip clip = motionOn(mannequin(), path);
        Solving s(mannequin(), 20000);
        std::size_t pairs = 0, ofLinearBlend = 0;
        for (int i = 0; i < 150; ++i) {
            const std::vector<Affined> frames =
                jointFrames(mannequin().skeleton, samplePose(mannequin().skeleton, clip, i / 30.0));
            EXPECT_TRUE(s.solver.moveTo(frames).converged) << file << " frame " << i;
            const std::vector<Vec3d> skin = s.solver.skin();
            for (const Vec3d& p : skin) ASSERT_TRUE(isFinite(p));
            pairs += s.pairs(skin);
            ofLinearBlend += s.pairsOfLinearBlend(frames);
        }
        EXPECT_LT(2 * pairs, ofLinearBlend) << file;
    }
}

}  // namespace
}  // namespace sinew::test
