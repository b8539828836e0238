#include "Offline/Lattice/Contact/Ties.h"

#include <gtest/gtest.h>

#include "Offline/Lattice/Multigrid/Multigrid.h"
#include "Support/Bodies/LatticeBodies.h"

namespace sinew::lattice {
namespace {

using test::Dice;
using test::LatticeBody;

Mat3f softAcross(Vec3d normal, double k, double alpha) {
    const Mat3d m = outer(normal, normal) * (1 - alpha) + Mat3d::identity() * alpha;
    return convert<float>(m * k);
}

CellPoint randomPoint(const LatticeBody& body, Dice& dice) {
    const Vec3d place = Vec3d{0.5, 0.5, 0.5} + dice.vector(0.5);
    return {dice.below(body.cells.cellCount()), trilinearWeights(place)};
}

std::vector<Tie> randomTies(const LatticeBody& body, int count, std::uint32_t seed) {
    Dice dice(seed);
    std::vector<Tie> ties;
    for (int i = 0; i < count; ++i) {
        Tie tie{randomPoint(body, dice), {}, dice.vector(0.1), {}};
        if (i % 3 == 0) tie.partner = randomPoint(body, dice);
        tie.stiffness = softAcross(normalized(dice.vector(1), {1, 0, 0}), dice.between(50, 500), 0.2);
        ties.push_back(tie);
    }
    return ties;
}

Vec3d pointOf(const CellPoint& point, const Cells& cells, const NodeVectors& v) {
    std::vector<Vec3d> x;
    for (const NodeVector& p : v) x.push_back(asVec3(p));
    return positionOf(point, cells, x);
}

// ½ dᵀ k d over all ties, of displacements.
double energyOf(std::span<const Tie> ties, const Cells& cells, const NodeVectors& v) {
    double sum = 0;
    for (const Tie& tie : ties) {
        Vec3d d = pointOf(tie.point, cells, v);
        if (tie.partner.isThere()) d -= pointOf(tie.partner, cells, v);
        sum += dot(d, convert<double>(tie.stiffness) * d) / 2;
    }
    return sum;
}

TEST(LatticeTies, ForceIsTheGradientOfTheEnergy) {
    const LatticeBody body = test::oddBody(1, 3);
    const std::vector<Tie> ties = randomTies(body, 60, 2);
    Ties operatorOf(ties, body.cells);
    const NodeVectors v = test::randomVectors(body, 3, 0.01);
    operatorOf.stretch(v.data(), {});
    for (std::uint32_t n = 0; n < body.cells.nodeCount(); n += 7) {
        for (int axis = 0; axis < 3; ++axis) {
            // Of second degree: central differences are exact.
            constexpr double kStep = 0.01;
            const auto moved = [&](double by) {
                NodeVectors there = v;
                Vec3d p = asVec3(there[n]);
                p[axis] += by;
                there[n] = test::asNodeVector(p);
                return energyOf(ties, body.cells, there);
            };
            const double exact = (moved(kStep) - moved(-kStep)) / (2 * kStep);
            EXPECT_NEAR(asVec3(operatorOf.forceAt(n))[axis], exact, 1e-5);
        }
    }
}

TEST(LatticeTies, DiagonalIsThatOfTheOperator) {
    const LatticeBody body = test::oddBody(2, 3);
    Ties operatorOf(randomTies(body, 60, 3), body.cells);
    int touched = 0;
    for (std::uint32_t n = 0; n < body.cells.nodeCount(); ++n) {
        EXPECT_EQ(operatorOf.touches(n), length(asVec3(operatorOf.diagonalAt(n))) > 0);
        if (!operatorOf.touches(n)) continue;
        ++touched;
        for (int axis = 0; axis < 3; ++axis) {
            NodeVectors unit(body.cells.nodeCount());
            Vec3d one;
            one[axis] = 1;
            unit[n] = test::asNodeVector(one);
            operatorOf.stretch(unit.data(), {});
            const double force = asVec3(operatorOf.forceAt(n))[axis];
            EXPECT_NEAR(asVec3(operatorOf.diagonalAt(n))[axis], force, 1e-5 * (1 + force));
        }
    }
    EXPECT_GT(touched, 50);
}

TEST(LatticeTies, CoarsePointsAreTheSameMaterialPoints) {
    const LatticeBody body = test::oddBody(3);
    std::vector<std::uint32_t> parents;
    const Cells coarse = coarsened(body.cells, parents);
    std::vector<Vec3d> coarseRest;
    for (std::uint32_t n = 0; n < coarse.nodeCount(); ++n) coarseRest.push_back(coarse.nodePosition(n));
    Dice dice(4);
    for (int i = 0; i < 200; ++i) {
        const CellPoint point = randomPoint(body, dice);
        const Vec3d fine = positionOf(point, body.cells, body.rest),
                    there = positionOf(coarsened(point, body.cells, parents), coarse, coarseRest);
        EXPECT_LT(length(fine - there), 1e-7);
    }
}

// J_coarse = J P: copied ties with factor 1 are the Galerkin operator Pᵀ Jᵀ k J P, exactly.
TEST(LatticeTies, CopiesOnCoarserLevelsAreGalerkin) {
    const LatticeBody body = test::oddBody(5);
    std::vector<std::uint32_t> parents;
    const Cells coarse = coarsened(body.cells, parents);
    const Level fineLevel(body.cells, body.stiffness, std::vector<bool>(body.cells.nodeCount()));
    const Transfer transfer(body.cells, coarse, parents);
    std::vector<Tie> ties = randomTies(body, 100, 6);
    NodeVectors onCoarse(coarse.nodeCount()), onFine(body.cells.nodeCount());
    Dice dice(7);
    for (NodeVector& v : onCoarse) v = test::asNodeVector(dice.vector(1));
    transfer.prolongateTo(onCoarse, fineLevel, onFine, {});
    const double fine = energyOf(ties, body.cells, onFine);
    for (Tie& tie : ties) {
        tie.point = coarsened(tie.point, body.cells, parents);
        if (tie.partner.isThere()) tie.partner = coarsened(tie.partner, body.cells, parents);
    }
    EXPECT_NEAR(energyOf(ties, coarse, onCoarse), fine, 1e-5 * fine);
}

TEST(LatticeTies, AreInTheOperatorOfEveryLevel) {
    const LatticeBody body = test::heldBar({16, 8, 8});
    Multigrid levels(body.cells, body.stiffness, body.fixed, 3);
    ASSERT_EQ(levels.levels(), 3u);
    NodeVectors unused;
    levels.linearise(body.rest, unused, {});
    const auto energies = [&] {
        std::vector<double> all;
        for (std::size_t i = 0; i < levels.levels(); ++i) {
            NodeVectors v(levels.level(i).nodes()), k;
            Dice dice(9);
            for (NodeVector& p : v) p = test::asNodeVector(dice.vector(1));
            levels.level(i).apply(v, k, {});
            all.push_back(dotProduct(v, k, {}));
        }
        return all;
    };
    const std::vector<double> without = energies();
    levels.setTies(randomTies(body, 30, 8));
    const std::vector<double> with = energies();
    levels.setTies({});
    const std::vector<double> again = energies();
    for (std::size_t i = 0; i < levels.levels(); ++i) {
        EXPECT_GT(with[i], without[i] + 100) << i;
        EXPECT_EQ(again[i], without[i]) << i;
    }
}

}  // namespace
}  // namespace sinew::lattice
