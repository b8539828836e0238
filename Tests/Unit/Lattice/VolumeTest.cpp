#include <gtest/gtest.h>

#include "Offline/Error.h"
#include "Offline/Lattice/Tissue.h"
#include "Offline/Workers.h"
#include "Support/Bodies/FleshSamples.h"
#include "Support/Bodies/LatticeSamples.h"

namespace sinew::test {
namespace {

lattice::VolumeSettings ofWidth(double width) {
    lattice::VolumeSettings settings;
    settings.cells.width = width;
    return settings;
}

lattice::VolumeSettings ofCells(double cells) {
    lattice::VolumeSettings settings;
    settings.cells.count = cells;
    return settings;
}

TEST(LatticeVolume, OfAnArmHasFleshBothBonesAndTheSkinWhereItWas) {
    const Character arm = fleshArm();
    const lattice::Volume volume = lattice::buildVolume(arm, ofCells(5000));
    EXPECT_NEAR(double(volume.cells().cellCount()), 5000, 250);
    EXPECT_EQ(pieceCount(volume.flesh), 1u);
    ASSERT_EQ(volume.bones.size(), 2u);
    EXPECT_GE(volume.attachment.nodesOfBone[0], 4u);
    EXPECT_GE(volume.attachment.nodesOfBone[1], 4u);
    EXPECT_TRUE(volume.report.lost.empty());
    const std::vector<Vec3d> skin = skinPositions(volume, restNodes(volume.cells()), {});
    for (std::size_t v = 0; v < skin.size(); ++v) {
        ASSERT_LT(length(skin[v] - arm.surface.positions[v]), 1e-6);
    }
}

TEST(LatticeVolume, SameBitsForAnyWorkerCount) {
    const lattice::Volume serial = lattice::buildVolume(fleshArm(), ofCells(3000));
    for (const unsigned threads : {1u, 2u, 3u}) {
        const Workers workers(threads);
        const lattice::Volume parallel = lattice::buildVolume(fleshArm(), ofCells(3000), workers.jobs());
        EXPECT_EQ(parallel.cells().nodesOfCell, serial.cells().nodesOfCell);
        EXPECT_EQ(parallel.attachment.boneOfNode, serial.attachment.boneOfNode);
        EXPECT_EQ(parallel.skin.nodes, serial.skin.nodes);
        EXPECT_EQ(parallel.skin.weights, serial.skin.weights);
        EXPECT_EQ(parallel.followsSkeleton, serial.followsSkeleton);
    }
}

TEST(LatticeVolume, ALoosePieceWithoutABoneIsLeftOutAndReported) {
    Character character = fleshArm();
    addShape(character, sphere({0, 1, 0}, {0.4, 0.25, 0.25}), 0, 1);
    const lattice::Volume volume = lattice::buildVolume(character, ofWidth(0.08));
    EXPECT_EQ(pieceCount(volume.flesh), 1u);
    ASSERT_EQ(volume.report.dropped.size(), 1u);
    EXPECT_NEAR(volume.report.dropped[0].volume, 0.1, 0.02);
    EXPECT_GT(volume.report.dropped[0].cells, 100u);
    EXPECT_FALSE(volume.report.dropped[0].where.empty());
    EXPECT_EQ(volume.followsSkeleton.back(), 1);
}

TEST(LatticeVolume, WhatIsTooThinForTheCellsIsNamed) {
    Character character = fleshArm();
    const std::uint32_t finger = addJoint(character, "finger", 1, {1, 0, 0});
    addShape(character, cube({0.9, -0.02, -0.02}, {2.1, 0.02, 0.02}), finger, finger);
    lattice::VolumeSettings settings = ofWidth(0.3);
    settings.parts = {{1, PartRole::Flesh}};
    const lattice::Volume volume = lattice::buildVolume(character, settings);
    ASSERT_FALSE(volume.report.lost.empty());
    EXPECT_EQ(volume.report.lost[0].where, "finger");
    settings.cells.width = 0.1;
    EXPECT_TRUE(lattice::buildVolume(character, settings).report.lost.empty());
}

TEST(LatticeVolume, CrumbsAreReportedWhereTheyWere) {
    const lattice::Volume volume = lattice::buildVolume(fleshArm(), ofWidth(0.05));
    std::uint32_t cells = 0;
    for (const VolumeLoss& loss : volume.report.crumbs) cells += loss.cells;
    EXPECT_GT(cells, 0u);
    EXPECT_EQ(cells, volume.flesh.droppedCrumbs().size());
}

TEST(LatticeVolume, RigidPartsFollowTheSkeletonAndTheBodyDoesNot) {
    Character character = fleshArm();
    addShape(character, sphere({0.5, 0.25, 0}, {0.05, 0.05, 0.05}), 1, 1);
    const lattice::Volume volume = lattice::buildVolume(character, ofWidth(0.08));
    EXPECT_EQ(volume.followsSkeleton.front(), 0);
    const std::vector<Vec3d> skinned(character.surface.positions.size(), Vec3d{9, 9, 9});
    const std::vector<Vec3d> skin = skinPositions(volume, restNodes(volume.cells()), skinned);
    EXPECT_EQ(skin.back(), (Vec3d{9, 9, 9}));
    EXPECT_LT(length(skin.front() - character.surface.positions.front()), 1e-6);
}

TEST(LatticeVolume, WorksWithoutARig) {
    Character character = fleshArm();
    character.skeleton = {};
    character.weights = {};
    const lattice::Volume volume = lattice::buildVolume(character, ofWidth(0.1));
    EXPECT_TRUE(volume.bones.empty());
    EXPECT_GT(volume.cells().cellCount(), 300u);
}

TEST(LatticeVolume, AJointsFleshIsStifferAsTheRecipeSays) {
    const Character arm = fleshArm();
    const lattice::Volume volume = lattice::buildVolume(arm, ofWidth(0.08));
    const std::vector<double> factors =
        lattice::tissueOf(arm, volume, Flesh{}, {.joints = {{"lower", 5}}}, {}).factors;
    ASSERT_EQ(factors.size(), volume.cells().cells.size());
    for (std::uint32_t c = 0; c < factors.size(); ++c) {
        const double x = volume.flesh.middle(c).x;
        if (std::abs(x) > 0.4) {
            EXPECT_EQ(factors[c], x > 0 ? 5 : 1);
        }
    }
}

TEST(LatticeVolume, StopsWhenAsked) {
    for (int last = 1; last < 12; ++last) {
        int calls = 0;
        EXPECT_THROW(
            lattice::buildVolume(fleshArm(), ofWidth(0.1), {}, [&](double) { return ++calls < last; }),
            Stopped);
        EXPECT_EQ(calls, last);
    }
}

TEST(LatticeVolume, ProgressRisesFromNothingToAll) {
    double last = 0;
    lattice::buildVolume(fleshArm(), ofCells(3000), {}, [&](double done) {
        EXPECT_GE(done, last);
        EXPECT_LE(done, 1);
        last = done;
        return true;
    });
    EXPECT_EQ(last, 1);
}

TEST(LatticeVolume, RefusesCellsThatAreTooLargeForTheBody) {
    EXPECT_THROW(lattice::buildVolume(fleshArm(), ofWidth(50)), Error);
    EXPECT_THROW(lattice::buildVolume(fleshArm(), ofCells(0)), Error);
}

}  // namespace
}  // namespace sinew::test
