#include "Offline/Lattice/Multigrid/Transfer.h"

#include <gtest/gtest.h>

#include "Support/Bodies/LatticeBodies.h"

namespace sinew::lattice {
namespace {

using test::LatticeBody;

struct Pair {
    LatticeBody body;
    Level fine;
    std::vector<std::uint32_t> parents;
    Cells coarseCells;
    Transfer transfer;
    Level coarse;

    explicit Pair(LatticeBody b, bool withFixed = true)
        : body(std::move(b)),
          fine(body.cells, body.stiffness, withFixed ? body.fixed : none(body.cells)),
          coarseCells(coarsened(body.cells, parents)),
          transfer(body.cells, coarseCells, parents),
          coarse(coarseCells, transfer.stiffness(fine),
                 withFixed ? transfer.fixed(body.fixed) : none(coarseCells)) {}

    static std::vector<bool> none(const Cells& cells) { return std::vector<bool>(cells.nodeCount()); }

    NodeVectors prolongated(const NodeVectors& v) const {
        NodeVectors result(fine.nodes());
        transfer.prolongateTo(v, fine, result, {});
        return result;
    }
    NodeVectors restricted(const NodeVectors& v) const {
        NodeVectors result;
        transfer.restrictTo(v, coarse, result, {});
        return result;
    }
};

Vec3d linearField(Vec3d p) {
    return {1 + 2 * p.x - p.y, 3 * p.z - 0.5 * p.x, p.x + p.y + p.z};
}

NodeVectors fieldOn(const Cells& cells) {
    NodeVectors v;
    for (std::uint32_t n = 0; n < cells.nodeCount(); ++n)
        v.push_back(test::asNodeVector(linearField(cells.nodePosition(n))));
    return v;
}

TEST(LatticeTransfer, ProlongationReproducesLinearFields) {
    for (std::uint32_t seed = 1; seed < 5; ++seed) {
        const Pair pair(test::oddBody(seed), false);
        const NodeVectors fine = pair.prolongated(fieldOn(pair.coarseCells));
        double gap = 0;
        for (std::uint32_t n = 0; n < pair.fine.nodes(); ++n) {
            const Vec3d exact = linearField(pair.body.cells.nodePosition(n));
            gap = std::max(gap, length(asVec3(fine[n]) - exact));
        }
        EXPECT_LT(gap, 1e-6) << seed;
    }
}

TEST(LatticeTransfer, RestrictionIsTheTransposeOfProlongation) {
    for (std::uint32_t seed = 1; seed < 5; ++seed) {
        const Pair pair(test::oddBody(seed));
        const NodeVectors fine = test::randomVectors(pair.body, seed);
        NodeVectors coarse(pair.coarse.nodes());
        test::Dice dice(seed);
        for (std::uint32_t n = 0; n < coarse.size(); ++n) {
            const Vec3d random = dice.vector(1);
            if (!pair.coarse.isFixed(n)) coarse[n] = test::asNodeVector(random);
        }
        const double up = dotProduct(pair.prolongated(coarse), fine, {}),
                     down = dotProduct(coarse, pair.restricted(fine), {});
        EXPECT_NEAR(up, down, 1e-5 * std::sqrt(dotProduct(fine, fine, {})));
    }
}

TEST(LatticeTransfer, NothingReachesFixedNodes) {
    const Pair pair(test::oddBody(2));
    const NodeVectors fine = pair.prolongated(fieldOn(pair.coarseCells)),
                      coarse = pair.restricted(test::randomVectors(pair.body, 1));
    for (std::uint32_t n = 0; n < pair.fine.nodes(); ++n) {
        if (!pair.fine.isFixed(n)) continue;
        EXPECT_EQ(length(asVec3(fine[n])), 0);
    }
    int still = 0;
    for (std::uint32_t n = 0; n < pair.coarse.nodes(); ++n) {
        if (!pair.coarse.isFixed(n)) continue;
        EXPECT_EQ(length(asVec3(coarse[n])), 0);
        ++still;
    }
    EXPECT_GT(still, 0);
}

TEST(LatticeTransfer, ForcesKeepTheirSum) {
    const Pair pair(test::oddBody(3), false);
    const NodeVectors fine = test::randomVectors(pair.body, 4), coarse = pair.restricted(fine);
    Vec3d gap;
    for (const NodeVector& v : fine) gap += asVec3(v);
    for (const NodeVector& v : coarse) gap -= asVec3(v);
    EXPECT_LT(length(gap), 1e-4);
}

TEST(LatticeTransfer, MaterialIsSummedOverTheChildrenByEight) {
    const Pair pair(test::oddBody(4));
    double fine = 0, coarse = 0, coverage = 0, coarseCoverage = 0;
    for (std::uint32_t c = 0; c < pair.body.cells.cellCount(); ++c) {
        fine += static_cast<double>(pair.fine.stiffnessOf(c).lambda);
        coverage += static_cast<double>(pair.body.cells.cells[c].coverage);
    }
    for (std::uint32_t c = 0; c < pair.coarseCells.cellCount(); ++c) {
        coarse += static_cast<double>(pair.coarse.stiffnessOf(c).lambda);
        coarseCoverage += static_cast<double>(pair.coarseCells.cells[c].coverage);
    }
    EXPECT_NEAR(8 * coarse / fine, 1, 1e-5);
    EXPECT_NEAR(8 * coarseCoverage / coverage, 1, 1e-5);
}

TEST(LatticeTransfer, GradientsOfALinearShapeAreTheSameOnAllLevels) {
    Pair pair(test::oddBody(5));
    std::vector<Vec3d> x = test::mapped(pair.body.rest, linearField);
    NodeVectors unused;
    pair.fine.linearise(x, unused, {});
    pair.transfer.gradients(pair.fine, pair.coarse, {});
    for (const std::uint32_t lane : pair.coarse.map().laneOfCell()) {
        const GroupGradient& g = pair.coarse.gradients()[lane / kGroupLanes];
        Mat3d f;
        for (int e = 0; e < 9; ++e) f(e % 3, e / 3) = static_cast<double>(g.f[e][lane % kGroupLanes]);
        const Mat3d exact{{{2, -0.5, 1}, {-1, 0, 1}, {0, 3, 1}}};
        EXPECT_LT(squaredNorm(f - exact), 1e-9);
    }
}

// Two sheets of cells in the same places; `joined`: by one more layer of cells at their side.
Cells sheets(bool joined) {
    Cells cells;
    const auto add = [&](std::int32_t x, std::int32_t y, int copies) {
        const std::uint32_t first = cells.cellCount();
        for (int i = 0; i < copies; ++i) cells.cells.push_back({{x, y, 0}, 1});
        return first;
    };
    std::vector<std::uint32_t> of;
    for (std::int32_t y = 0; y < 4; ++y) {
        for (std::int32_t x = 0; x < 4; ++x) of.push_back(add(x, y, joined && x == 3 ? 1 : 2));
    }
    const auto link = [&](std::uint32_t a, std::uint32_t b, std::uint32_t axis, bool aOnce, bool bOnce) {
        for (std::uint32_t i = 0; i < 2; ++i)
            cells.links.push_back({a + (aOnce ? 0 : i), b + (bOnce ? 0 : i), axis});
    };
    for (std::uint32_t y = 0; y < 4; ++y) {
        for (std::uint32_t x = 0; x < 4; ++x) {
            const bool once = joined && x == 3, nextOnce = joined && x == 2;
            if (x < 3) link(of[4 * y + x], of[4 * y + x + 1], 0, once, nextOnce);
            if (y < 3) link(of[4 * y + x], of[4 * y + 4 + x], 1, once, once);
        }
    }
    arrange(cells);
    return cells;
}

TEST(LatticeTransfer, CoarseningKeepsCopiesApart) {
    std::vector<std::uint32_t> parents;
    const Cells fine = sheets(false), coarse = coarsened(fine, parents), coarser = coarsened(coarse, parents);
    EXPECT_EQ(coarse.cellCount(), 8u);
    EXPECT_EQ(coarse.nodeCount(), 2u * 3 * 3 * 2);
    EXPECT_EQ(coarser.cellCount(), 2u);
    EXPECT_EQ(coarser.nodeCount(), 16u);
}

TEST(LatticeTransfer, CoarseningJoinsCopiesWhereTheyJoin) {
    std::vector<std::uint32_t> parents;
    const Cells fine = sheets(true), coarse = coarsened(fine, parents), coarser = coarsened(coarse, parents);
    // The joint makes one piece of what is in its column of coarse cells.
    EXPECT_EQ(coarse.cellCount(), 2u * 2 + 2);
    EXPECT_EQ(coarser.cellCount(), 1u);
}

TEST(LatticeTransfer, ChildrenLieInTheirParents) {
    const LatticeBody body = test::oddBody(6);
    std::vector<std::uint32_t> parents;
    const Cells coarse = coarsened(body.cells, parents);
    for (std::uint32_t c = 0; c < body.cells.cellCount(); ++c) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int32_t inside =
                body.cells.cells[c].place[axis] - 2 * coarse.cells[parents[c]].place[axis];
            EXPECT_TRUE(inside == 0 || inside == 1);
        }
    }
}

}  // namespace
}  // namespace sinew::lattice
