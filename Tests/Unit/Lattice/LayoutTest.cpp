#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "Offline/Workers.h"
#include "Support/Bodies/LatticeBodies.h"
#include "Support/Bodies/LatticeTwin.h"

namespace sinew::lattice {
namespace {

using test::LatticeBody;
using test::Twin;

struct Evaluated {
    std::vector<GroupTangent> tangents;
    std::vector<double> energies;
    NodeVectors gradientSums, applied, diagonal;  // per slot
};

// All kernels on one shape.
Evaluated evaluated(const LatticeBody& body, const Jobs& jobs, InstructionSet set) {
    const Level level(body.cells, body.stiffness, body.fixed);
    const LevelMap& map = level.map();
    const Bricks bricks = map.bricksOf(body.cells.width);
    Evaluated result{std::vector<GroupTangent>(map.groups()), std::vector<double>(map.bricks()),
                     NodeVectors(map.slots()), NodeVectors(map.slots()), NodeVectors(map.slots())};
    const std::vector<Vec3d> x = test::shaken(body, 0.5, 8);
    const NodeVectors v = test::randomVectors(body, 9, 0.01);
    parallelForRanges(jobs, map.bricks(), 5, [&](std::uint32_t begin, std::uint32_t end) {
        const BrickRange range{bricks, begin, end, set};
        const std::uint32_t first = range.firstSlot();
        evaluateBricks(
            range, x.data(), CellStates{level.moduli().data()}, CellLaw{},
            {nullptr, result.tangents.data(), result.gradientSums.data() + first, result.energies.data()});
        applyBricks(range, result.tangents.data(), v.data(), result.applied.data() + first);
        diagonalOfBricks(range, result.tangents.data(), result.diagonal.data() + first);
    });
    return result;
}

double largestGap(const NodeVectors& a, const NodeVectors& b) {
    double gap = 0;
    for (std::size_t i = 0; i < a.size(); ++i) gap = std::max(gap, length(asVec3(a[i]) - asVec3(b[i])));
    return gap;
}

bool sameBits(const NodeVectors& a, const NodeVectors& b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(NodeVector)) == 0;
}

TEST(LatticeLayout, PartlyFilledBricksSumUpToTheTwinsForces) {
    for (std::uint32_t seed = 1; seed < 6; ++seed) {
        const LatticeBody body = test::oddBody(seed);
        Level level(body.cells, body.stiffness, body.fixed);
        const std::vector<Vec3d> x = test::shaken(body, 0.3, seed);
        const Twin twin{body.cells, body.stiffness};
        NodeVectors gradient;
        const double energy = level.linearise(x, gradient, {}), exact = twin.energy(x);
        EXPECT_NEAR(energy, exact, 1e-6 * exact);
        const std::vector<Vec3d> forces = twin.gradient(x);
        EXPECT_LT(test::largestGap(gradient, forces), 1e-5 * test::largest(forces));
    }
}

TEST(LatticeLayout, PartlyFilledBricksSumUpToTheTwinsStiffness) {
    const LatticeBody body = test::oddBody(7, 3);
    Level level(body.cells, body.stiffness, body.fixed);
    level.setLaw({.linearisation = Linearisation::Exact});
    const std::vector<Vec3d> x = test::shaken(body, 0.15, 2);
    NodeVectors unused;
    level.linearise(x, unused, {});
    const Eigen::MatrixXd all = Twin{body.cells, body.stiffness}.tangent(x);
    const std::vector<std::uint32_t> free = test::freeNodesOf(body.fixed);
    Eigen::MatrixXd exact(3 * free.size(), 3 * free.size());
    for (std::size_t i = 0; i < free.size(); ++i) {
        for (std::size_t j = 0; j < free.size(); ++j) {
            exact.block<3, 3>(static_cast<Eigen::Index>(3 * i), static_cast<Eigen::Index>(3 * j)) =
                all.block<3, 3>(3 * free[i], 3 * free[j]);
        }
    }
    EXPECT_LT((test::denseOf(level) - exact).norm(), 1e-5 * exact.norm());
}

// Several ranges of bricks, and nodes that they share.
TEST(LatticeLayout, EveryNodeIsVisitedOnceWithTheSumOfAllItsBricks) {
    for (const LatticeBody& body : {test::oddBody(14, 12), test::freeBox({33, 30, 31})}) {
        const LevelMap map(body.cells);
        const Bricks bricks = map.bricksOf(body.cells.width);
        std::vector<int> visits(map.nodes());
        std::vector<float> slotsOfNode(map.nodes());
        for (std::uint32_t s = 0; s < map.slots(); ++s) ++slotsOfNode[bricks.nodeOfSlot[s]];
        NodeVectors scratch;
        const Workers workers(3);
        map.forEachSum(
            scratch, workers.jobs(),
            [&](std::uint32_t begin, std::uint32_t end, NodeVector* sums) {
                const std::uint32_t first = bricks.bricks[begin].firstSlot;
                const std::uint32_t last =
                    bricks.bricks[end - 1].firstSlot + bricks.bricks[end - 1].slotCount;
                for (std::uint32_t s = first; s < last; ++s)
                    sums[s - first] = {1, static_cast<float>(bricks.nodeOfSlot[s]), 0, 0};
            },
            [&](std::uint32_t node, const NodeVector& sum) {
                ++visits[node];
                EXPECT_EQ(sum.x, slotsOfNode[node]);
                EXPECT_EQ(sum.y, slotsOfNode[node] * static_cast<float>(node));
            });
        EXPECT_EQ(visits, std::vector<int>(map.nodes(), 1));
    }
}

TEST(LatticeLayout, ABoxTakesAsMuchBelowZeroAsAbove) {
    const LevelMap above(boxOfCells({9, 6, 7}, 0.01));
    Cells cells = boxOfCells({9, 6, 7}, 0.01);
    for (Cells::Cell& cell : cells.cells) {
        for (std::int32_t& place : cell.place) place -= 16;
    }
    arrange(cells);
    const LevelMap below(cells);
    EXPECT_EQ(below.bricks(), above.bricks());
    EXPECT_EQ(below.slots(), above.slots());
}

TEST(LatticeLayout, EveryCellHasALaneOfItsOwn) {
    const LatticeBody body = test::oddBody(3);
    const LevelMap map(body.cells);
    const std::set<std::uint32_t> lanes(map.laneOfCell().begin(), map.laneOfCell().end());
    EXPECT_EQ(lanes.size(), body.cells.cells.size());
    EXPECT_LT(*lanes.rbegin(), map.groups() * kGroupLanes);
}

// Two copies of a row of cells on top of each other, joined at one end.
Cells forked(std::int32_t first) {
    Cells cells;
    cells.width = 0.01;
    for (std::int32_t copy = 0; copy < 2; ++copy) {
        for (std::int32_t i = 0; i < 6; ++i) cells.cells.push_back({{first + i, -1, -3}, 1});
    }
    for (std::uint32_t i = 0; i + 1 < 6; ++i) {
        cells.links.push_back({i, i + 1, 0});
        if (i > 0) cells.links.push_back({6 + i, 6 + i + 1, 0});
    }
    cells.cells.erase(cells.cells.begin() + 6);  // the handle is there once
    for (Cells::Link& link : cells.links) {
        if (link.lower >= 6) link = {link.lower - 1, link.upper - 1, 0};
    }
    cells.links.push_back({0, 6, 0});
    arrange(cells);
    return cells;
}

TEST(LatticeLayout, CopiesOfACellActOnTheirOwnNodesOnly) {
    for (const std::int32_t first : {-9, -4, -2, 0, 3}) {
        const LatticeBody body = test::bodyOf(forked(first), [](Vec3d) { return false; });
        ASSERT_EQ(body.cells.nodeCount(), 8u + 2 * 5 * 4);
        Level level(body.cells, body.stiffness, body.fixed);
        // Move the tip of one prong.
        const std::int32_t tip = first + 6;
        std::vector<Vec3d> x = body.rest;
        std::uint32_t moved = 0;
        for (std::uint32_t n = 0; n < x.size() && moved == 0; ++n) {
            if (body.cells.placeOfNode[n][0] == tip) moved = n;
        }
        x[moved] += Vec3d{0.002, 0.001, 0.003};
        NodeVectors gradient;
        level.linearise(x, gradient, {});
        int pulled = 0;
        for (const NodeVector& g : gradient) pulled += length(asVec3(g)) > 1e-3 ? 1 : 0;
        EXPECT_EQ(pulled, 8) << first;  // those of its own cell
    }
}

TEST(LatticeLayout, ProngsShareTheNodesOfTheHandleTheyAreLinkedTo) {
    const Cells cells = forked(0);
    int shared = 0;
    for (const Cells::Place& place : cells.placeOfNode) shared += place[0] <= 1 ? 1 : 0;
    EXPECT_EQ(shared, 8);
}

TEST(LatticeLayout, InstructionSetsAgree) {
    const LatticeBody body = test::oddBody(11);
    const Evaluated base = evaluated(body, {}, supportedInstructionSets().front());
    for (const InstructionSet set : supportedInstructionSets()) {
        const Evaluated here = evaluated(body, {}, set);
        const char* name = instructionSetName(set);
        EXPECT_LT(largestGap(here.gradientSums, base.gradientSums), 1e-5 * test::largest(base.gradientSums))
            << name;
        EXPECT_LT(largestGap(here.applied, base.applied), 1e-4 * test::largest(base.applied)) << name;
        EXPECT_LT(largestGap(here.diagonal, base.diagonal), 1e-4 * test::largest(base.diagonal)) << name;
        for (std::size_t b = 0; b < here.energies.size(); ++b)
            EXPECT_NEAR(here.energies[b], base.energies[b], 1e-5 * base.energies[b]) << name;
    }
}

TEST(LatticeLayout, SameBitsForAnyWorkerCount) {
    const LatticeBody body = test::oddBody(12, 12);
    for (const InstructionSet set : supportedInstructionSets()) {
        const Evaluated alone = evaluated(body, {}, set);
        for (const unsigned threads : {1u, 2u, 3u, 8u}) {
            const Workers workers(threads);
            const Evaluated here = evaluated(body, workers.jobs(), set);
            EXPECT_TRUE(sameBits(here.gradientSums, alone.gradientSums)) << threads;
            EXPECT_TRUE(sameBits(here.applied, alone.applied)) << threads;
            EXPECT_TRUE(sameBits(here.diagonal, alone.diagonal)) << threads;
            EXPECT_EQ(here.energies, alone.energies) << threads;
        }
    }
}

TEST(LatticeLayout, ABadNumberSpoilsNoBrickButItsOwn) {
    LatticeBody body = test::oddBody(13, 8);
    Level level(body.cells, body.stiffness, body.fixed);
    std::vector<Vec3d> x = test::shaken(body, 0.2, 1);
    NodeVectors clean, spoilt;
    level.linearise(x, clean, {});
    const std::uint32_t bad = body.cells.nodeCount() / 2;
    x[bad].y = std::numeric_limits<double>::quiet_NaN();
    level.linearise(x, spoilt, {});
    const Cells::Place at = body.cells.placeOfNode[bad];
    int far = 0;
    for (std::uint32_t n = 0; n < body.cells.nodeCount(); ++n) {
        const Cells::Place place = body.cells.placeOfNode[n];
        const bool near = std::abs(place[0] - at[0]) <= 8 && std::abs(place[1] - at[1]) <= 8 &&
                          std::abs(place[2] - at[2]) <= 8;
        if (near) continue;
        ++far;
        EXPECT_EQ(asVec3(spoilt[n]), asVec3(clean[n]));
    }
    EXPECT_GT(far, 100);
}

}  // namespace
}  // namespace sinew::lattice
