#include <gtest/gtest.h>

#include <algorithm>

#include "Offline/Lattice/Cells/Attachment.h"
#include "Offline/Volume/Solid.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeSamples.h"

namespace sinew::test {
namespace {

// A bar of 2 by 0.6 by 0.6 along x, a bone of joint 3 in its left half and one of joint 5 in its right.
struct Bar {
    Solid solid{solidOf(cube({-1, -0.3, -0.3}, {1, 0.3, 0.3}))};
    lattice::FleshCells flesh{solid, 0.09};
    std::vector<Bone> bones;

    explicit Bar(double radius, double gap = 0.02)
        : bones{{3, {-0.8, 0, 0}, {-gap / 2, 0, 0}, radius}, {5, {gap / 2, 0, 0}, {0.8, 0, 0}, radius}} {}
};

TEST(LatticeAttachment, ANodeInACapsuleMovesWithIt) {
    const Bar bar(0.15);
    const Attachment attachment = attach(bar.flesh, bar.bones, bar.solid);
    int held = 0;
    for (std::uint32_t n = 0; n < bar.flesh.cells().nodeCount(); ++n) {
        const Vec3d p = bar.flesh.cells().nodePosition(n);
        if (std::abs(p.x) < 0.3) continue;  // where nodes are let go, so that no cell is torn
        const std::int32_t bone = p.x < 0 ? 0 : 1;
        const bool inside = distanceToBone(bar.bones[static_cast<std::size_t>(bone)], p) <= 0.15;
        ASSERT_EQ(attachment.boneOfNode[n], inside ? bone : Attachment::kFree);
        held += inside ? 1 : 0;
    }
    EXPECT_GT(held, 50);
}

TEST(LatticeAttachment, NoCellHasNodesOfTwoJoints) {
    const Bar bar(0.15, 0);
    const Attachment attachment = attach(bar.flesh, bar.bones, bar.solid);
    for (const lattice::Cells::Corners& corners : bar.flesh.cells().nodesOfCell) {
        bool has[2] = {false, false};
        for (const std::uint32_t n : corners) {
            if (attachment.boneOfNode[n] != Attachment::kFree) has[attachment.boneOfNode[n]] = true;
        }
        ASSERT_FALSE(has[0] && has[1]);
    }
    EXPECT_GT(attachment.nodesOfBone[0], 20u);
    EXPECT_GT(attachment.nodesOfBone[1], 20u);
}

TEST(LatticeAttachment, AThinBoneTakesTheNearestNodesAndNotInALine) {
    const Bar bar(1e-4);
    const Attachment without = attach(bar.flesh, bar.bones, bar.solid, 0);
    EXPECT_EQ(without.nodesOfBone[0], 0u);
    const Attachment attachment = attach(bar.flesh, bar.bones, bar.solid);
    for (const std::int32_t bone : {0, 1}) {
        std::vector<Vec3d> held;
        for (std::uint32_t n = 0; n < bar.flesh.cells().nodeCount(); ++n) {
            if (attachment.boneOfNode[n] == bone) held.push_back(bar.flesh.cells().nodePosition(n));
        }
        ASSERT_GE(held.size(), 4u);
        double offLine = 0;
        for (const Vec3d& p : held) {
            offLine = std::max(offLine, length(cross(normalized(held[1] - held[0]), p - held[0])));
        }
        EXPECT_GT(offLine, 0.01);
    }
}

// Cells so coarse that those of either finger reach over the other's bone.
TEST(LatticeAttachment, ABoneHoldsNoNodesOfTheFingerBesideIt) {
    const Solid solid = solidOf(twoFingers(0.004));
    const lattice::FleshCells flesh(solid, 0.7);
    const std::vector<Bone> bones{{0, {-0.4, 0.3, 0.5}, {-0.4, 1.7, 0.5}, 0.35},
                                  {1, {0.4, 0.3, 0.5}, {0.4, 1.7, 0.5}, 0.35}};
    const std::vector<std::uint32_t> pieces = flesh.pieces();
    std::vector<std::uint32_t> pieceOfNode(flesh.cells().nodeCount());
    for (std::uint32_t c = 0; c < flesh.cells().cellCount(); ++c) {
        for (const std::uint32_t n : flesh.cells().nodesOfCell[c]) pieceOfNode[n] = pieces[c];
    }
    const std::uint32_t left = pieces[flesh.find({-0.5, 1, 0.5}).point.cell];
    const auto strangers = [&](const Attachment& attachment) {
        int count = 0;
        for (std::uint32_t n = 0; n < pieceOfNode.size(); ++n) {
            if (attachment.boneOfNode[n] == Attachment::kFree) continue;
            count += (attachment.boneOfNode[n] == 0) != (pieceOfNode[n] == left) ? 1 : 0;
        }
        return count;
    };
    const Attachment attachment = attach(flesh, bones, solid);
    EXPECT_EQ(strangers(attachment), 0);
    EXPECT_GE(attachment.nodesOfBone[0], 4u);
    EXPECT_GE(attachment.nodesOfBone[1], 4u);
    // By nearness alone, some would be.
    const std::vector<Vec3d> nodes = restNodes(flesh.cells());
    const auto anyFlesh = [](std::uint32_t, const Bone&) { return true; };
    EXPECT_GT(strangers(attach<8>(nodes, flesh.cells().nodesOfCell, bones, anyFlesh, 0.7)), 0);
}

TEST(LatticeAttachment, SameForAnyWorkerCount) {
    const Bar bar(0.15);
    const Attachment serial = attach(bar.flesh, bar.bones, bar.solid);
    for (const unsigned threads : {1u, 2u, 3u}) {
        const Workers workers(threads);
        EXPECT_EQ(attach(bar.flesh, bar.bones, bar.solid, 4, workers.jobs()).boneOfNode, serial.boneOfNode);
    }
}

}  // namespace
}  // namespace sinew::test
