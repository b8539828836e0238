#include "Offline/Lattice/Contact/SelfContact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "Offline/Lattice/Newton.h"
#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Volume/Solid.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeSamples.h"

namespace sinew::test {
namespace {

constexpr double kGap = 0.5, kWidth = 0.125, kYoung = 1000;

// Two boxes of flesh in one body, and what tells them apart.
struct Fingers {
    Solid solid = solidOf(twoFingers(kGap));
    lattice::FleshCells flesh{solid, kWidth};
    lattice::SelfContact contact{flesh, solid, kYoung};

    std::vector<Vec3d> rest() const { return restNodes(flesh.cells()); }
    // The right one moved towards the left one, so far into it.
    std::vector<Vec3d> pressed(double depth) const {
        std::vector<Vec3d> x = rest();
        for (Vec3d& p : x) {
            if (p.x > 0) p.x -= kGap + depth;
        }
        return x;
    }
    // Away from the boxes' edges, where the nearest side is the one that was pressed in.
    bool isAmid(const lattice::Tie& tie) const {
        const Vec3d p = lattice::restPosition(tie.point, flesh.cells());
        return p.y > 0.4 && p.y < 1.6 && p.z > 0.3 && p.z < 0.7;
    }
    std::vector<lattice::Tie> ties(std::span<const Vec3d> x, const Jobs& jobs = {}) {
        std::vector<lattice::Tie> found;
        contact.addTies(x, found, jobs);
        return found;
    }
};

TEST(LatticeContact, ProxiesCoverTheSkinHowCoarseTheTrianglesMayBe) {
    const Fingers fingers;
    const double area = 2 * (2 + 2 + 1) * 2;
    EXPECT_GT(double(fingers.contact.proxies().size()), area / (kWidth * kWidth));
    for (const lattice::Proxy& proxy : fingers.contact.proxies()) {
        const Vec3d p = lattice::restPosition(proxy.point, fingers.flesh.cells());
        EXPECT_NEAR(fingers.solid.depth(p), -0.15 * kWidth, 0.01 * kWidth);
    }
}

TEST(LatticeContact, NothingTouchesAtRestNorWhereAllMovesAsOne) {
    Fingers fingers;
    std::vector<Vec3d> x = fingers.rest();
    EXPECT_TRUE(fingers.ties(x).empty());
    for (Vec3d& p : x) p = Vec3d{-p.y, p.x, p.z} + Vec3d{3, 1, 4};
    EXPECT_TRUE(fingers.ties(x).empty());
}

// Folded about an edge of cells on its inner side: the cells at the edge press on each other as elastic
// neighbours.
TEST(LatticeContact, FleshDoesNotTouchItsOwnNeighbours) {
    Fingers fingers;
    std::vector<Vec3d> x = fingers.rest();
    const Vec3d edge{-kGap / 2, 1, 0};
    for (Vec3d& p : x) {
        if (p.x > 0 || p.y <= edge.y) continue;
        const Vec3d d = p - edge;
        p = edge +
            Vec3d{d.y * std::sin(1.9) + d.x * std::cos(1.9), d.y * std::cos(1.9) - d.x * std::sin(1.9), d.z};
    }
    const std::vector<lattice::Tie> ties = fingers.ties(x);
    const lattice::Cells& cells = fingers.flesh.cells();
    std::uint32_t neighbours = 0;
    for (const lattice::Tie& tie : ties)
        neighbours += sharedNodes(cells, tie.point.cell, tie.partner.cell) > 0 ? 1 : 0;
    EXPECT_GT(ties.size(), 100u);
    EXPECT_EQ(neighbours, 0u);
}

TEST(LatticeContact, WhatIsInsideIsTiedToTheNearestSkin) {
    Fingers fingers;
    const double depth = 0.1;
    const std::vector<Vec3d> x = fingers.pressed(depth);
    const std::vector<lattice::Tie> ties = fingers.ties(x);
    int amid = 0;
    for (const lattice::Tie& tie : ties) {
        if (!fingers.isAmid(tie)) continue;
        ++amid;
        const Vec3d d = stretchOf(tie, fingers.flesh.cells(), x);
        EXPECT_TRUE(tie.isActive(d));
        EXPECT_NEAR(length(d), depth + 0.15 * kWidth, 0.02 * kWidth);
        EXPECT_GT(std::abs(tie.pushes.x), 0.999);
    }
    EXPECT_GT(amid, 100);
}

// How hard a tie pushes where a shape has it.
double pushOf(const lattice::Tie& tie, const Fingers& fingers, std::span<const Vec3d> x) {
    const Vec3d d = stretchOf(tie, fingers.flesh.cells(), x);
    return tie.isActive(d) ? length(convert<double>(tie.stiffness * convert<float>(d))) : 0;
}

TEST(LatticeContact, TiesAreThereBeforeSkinsTouchAndDoNothing) {
    Fingers fingers;
    const std::vector<Vec3d> near = fingers.pressed(-0.3 * kWidth), far = fingers.pressed(-0.8 * kWidth);
    int amid = 0;
    for (const lattice::Tie& tie : fingers.ties(near)) {
        EXPECT_EQ(pushOf(tie, fingers, near), 0);
        if (!fingers.isAmid(tie)) continue;
        ++amid;
        EXPECT_GT(pushOf(tie, fingers, fingers.pressed(0.05)), 0);
    }
    EXPECT_GT(amid, 100);
    EXPECT_TRUE(fingers.ties(far).empty());
}

TEST(LatticeContact, FleshIsPushedAsHardAsTheSofterOfBothIsStiff) {
    Fingers fingers;
    std::vector<double> factors;
    for (std::uint32_t c = 0; c < fingers.flesh.cells().cellCount(); ++c)
        factors.push_back(fingers.flesh.middle(c).x < 0 ? 0.1 : 30);
    lattice::SelfContact soft(fingers.flesh, fingers.solid, kYoung, {}, {}, factors);
    const std::vector<Vec3d> x = fingers.pressed(0.1);
    std::vector<lattice::Tie> ties;
    soft.addTies(x, ties);
    const std::vector<lattice::Tie> usual = fingers.ties(x);
    ASSERT_EQ(ties.size(), usual.size());
    ASSERT_GT(ties.size(), 100u);
    for (std::size_t i = 0; i < ties.size(); ++i)
        EXPECT_NEAR(pushOf(ties[i], fingers, x), 0.1 * pushOf(usual[i], fingers, x), 1e-4);
}

TEST(LatticeContact, DeepSkinIsPushedNoHarder) {
    Fingers fingers;
    const auto hardest = [&](double depth) {
        const std::vector<Vec3d> x = fingers.pressed(depth * kWidth);
        double largest = 0;
        for (const lattice::Tie& tie : fingers.ties(x)) {
            if (fingers.isAmid(tie)) largest = std::max(largest, pushOf(tie, fingers, x));
        }
        return largest;
    };
    EXPECT_NEAR(hardest(0.1) / hardest(0), 0.25 / 0.15, 0.02);  // proxies are 0.15 cells off the skin
    EXPECT_NEAR(hardest(0.5), hardest(1), 1e-3 * hardest(1));
    EXPECT_NEAR(hardest(1) / hardest(0), 0.3 / 0.15, 0.02);
}

// A finger that is nearly flattened by a turn of its inner side has skins that look the same way: nothing
// may be pushed through to the other side of it.
TEST(LatticeContact, NothingIsPushedTheWayItsSkinLooks) {
    Fingers fingers;
    std::vector<Vec3d> x = fingers.pressed(0.3);
    for (Vec3d& p : x) p.y += 0.8 * p.x * p.x;  // sheared, each place another way
    const lattice::Cells& cells = fingers.flesh.cells();
    const std::vector<lattice::Tie> ties = fingers.ties(x);
    EXPECT_GT(ties.size(), 100u);
    for (const lattice::Tie& tie : ties) {
        const lattice::Proxy& proxy = fingers.contact.proxies()[tie.id];
        const Mat3d f = lattice::deformationGradient(cells, proxy.point.cell, x);
        const Vec3d own = normalized(transpose(inverse(f)) * proxy.normal);
        EXPECT_LT(dot(own, tie.pushes), -0.19);
    }
}

TEST(LatticeContact, TiesPushOneWayOnly) {
    Fingers fingers;
    const std::vector<lattice::Tie> ties = fingers.ties(fingers.pressed(0.1));
    const std::vector<Vec3d> apart = fingers.pressed(-0.1);
    for (const lattice::Tie& tie : ties) {
        const bool isActive = tie.isActive(stretchOf(tie, fingers.flesh.cells(), apart));
        EXPECT_FALSE(fingers.isAmid(tie) && isActive);
    }
}

void expectSame(const lattice::Tie& a, const lattice::Tie& b) {
    EXPECT_EQ(a.id, b.id);
    EXPECT_EQ(a.pushes, b.pushes);
    EXPECT_EQ(a.target, b.target);
    EXPECT_EQ(a.point.cell, b.point.cell);
    EXPECT_EQ(a.point.weights, b.point.weights);
    EXPECT_EQ(a.partner.cell, b.partner.cell);
    EXPECT_EQ(a.partner.weights, b.partner.weights);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(a.stiffness.column[i], b.stiffness.column[i]);
}

TEST(LatticeContact, SameTiesForAnyWorkerCount) {
    Fingers fingers;
    const std::vector<Vec3d> x = fingers.pressed(0.07);
    const std::vector<lattice::Tie> alone = fingers.ties(x);
    for (const unsigned threads : {2u, 3u}) {
        const Workers workers(threads);
        const std::vector<lattice::Tie> many = fingers.ties(x, workers.jobs());
        ASSERT_EQ(many.size(), alone.size());
        for (std::size_t i = 0; i < alone.size(); ++i) {
            expectSame(many[i], alone[i]);
        }
    }
}

// Skin that is already within other skin when it is modelled must not blow the body apart.
TEST(LatticeContact, SkinThatIsInsideAsModelledHasNothingToSay) {
    const Solid solid = solidOf(twoFingers(0.1 * kWidth));
    const lattice::FleshCells flesh(solid, kWidth);
    lattice::SelfContact contact(flesh, solid, kYoung);
    std::vector<lattice::Tie> ties;
    contact.addTies(restNodes(flesh.cells()), ties);
    EXPECT_TRUE(ties.empty());
}

// How far the right finger's inner side is past the left one's, on average.
double overlap(const Fingers& fingers, std::span<const Vec3d> x) {
    double left = 0, right = 0;
    int lefts = 0, rights = 0;
    for (std::uint32_t n = 0; n < x.size(); ++n) {
        const Vec3d rest = fingers.flesh.cells().nodePosition(n);
        if (std::abs(std::abs(rest.x) - kGap / 2) > 0.5 * kWidth || rest.y < 0.5 || rest.y > 1.5) continue;
        (rest.x < 0 ? left : right) += x[n].x - rest.x + (rest.x < 0 ? -kGap / 2 : kGap / 2);
        ++(rest.x < 0 ? lefts : rights);
    }
    return left / lefts - right / rights;
}

TEST(LatticeContact, PressedFleshGivesWayInsteadOfPassingThrough) {
    Fingers fingers;
    const lattice::Cells& cells = fingers.flesh.cells();
    std::vector<bool> fixed(cells.nodeCount());
    for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) fixed[n] = std::abs(cells.nodePosition(n).x) > 1;
    Flesh flesh;
    flesh.young = kYoung;
    flesh.poisson = 0.3;
    lattice::Multigrid levels(cells, lattice::cellModuli(cells, flesh), fixed);
    lattice::NewtonSolver newton(levels);
    lattice::LatticeNewtonSettings settings;
    settings.absoluteForce = 1e-3;
    lattice::Loads loads;
    const double depth = 0.2;
    std::vector<Vec3d> through = fingers.pressed(depth), against = through;
    EXPECT_TRUE(newton.solve(loads, through, settings, {}).converged);
    EXPECT_NEAR(overlap(fingers, through), depth, 0.01);
    // As for poses, looked for a few times only: found anew in every step, ties would never come to rest.
    int looks = 0;
    std::vector<lattice::Tie> last;
    loads.ties = [&](std::span<const Vec3d> x, std::vector<lattice::Tie>& ties) {
        if (++looks <= 6) last = fingers.ties(x);
        ties = last;
    };
    EXPECT_TRUE(newton.solve(loads, against, settings, {}).converged);
    EXPECT_LT(overlap(fingers, against), 0.02);
}

}  // namespace
}  // namespace sinew::test
