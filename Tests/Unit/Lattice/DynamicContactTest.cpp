// Contacts of cells in motion: two cubes one above the other, which nothing holds.
#include <gtest/gtest.h>

#include <map>

#include "Offline/Full/Dynamics.h"
#include "Offline/Lattice/Contact/KeptTies.h"
#include "Offline/Lattice/Dynamics.h"
#include "Support/Bodies/LatticeBodies.h"

namespace sinew::lattice {
namespace {

constexpr double kWidth = 0.02, kStiffness = 2 * 30e3 * kWidth;
constexpr int kCount = 4, kGap = 1;  // cells

struct Cubes {
    Cells cells;
    std::map<Cells::Place, std::uint32_t> cellAt;
    std::vector<Vec3d> rest;

    Cubes() {
        cells.width = kWidth;
        for (int y = 0; y < 2 * kCount + kGap; ++y) {
            for (int x = 0; x < kCount * kCount; ++x) {
                if (y < kCount || y >= kCount + kGap) cells.cells.push_back({{x % kCount, y, x / kCount}, 1});
            }
        }
        find();
        for (const auto& [place, cell] : cellAt) {
            for (std::uint32_t axis = 0; axis < 3; ++axis) {
                Cells::Place next = place;
                ++next[axis];
                if (cellAt.count(next) > 0) cells.links.push_back({cell, cellAt.at(next), axis});
            }
        }
        arrange(cells);
        find();
        for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) rest.push_back(cells.nodePosition(n));
    }
    void find() {
        for (std::uint32_t c = 0; c < cells.cellCount(); ++c) cellAt[cells.cells[c].place] = c;
    }
    bool isUpper(std::size_t node) const { return rest[node].y > (kCount + kGap / 2.0) * kWidth; }

    // Of the upper cube's bottom, in the middle of its cells, with the lower cube's top.
    std::vector<Tie> ties() const {
        std::vector<Tie> ties;
        for (int i = 0; i < kCount * kCount; ++i) {
            const int x = i % kCount, z = i / kCount;
            ties.push_back({{cellAt.at({x, kCount + kGap, z}), trilinearWeights({0.5, 0, 0.5})},
                            {cellAt.at({x, kCount - 1, z}), trilinearWeights({0.5, 1, 0.5})},
                            {},
                            springAlong({0, 1, 0}, kStiffness),
                            {0, 1, 0},
                            static_cast<std::uint32_t>(i)});
        }
        return ties;
    }
    double lowestGap(std::span<const Vec3d> x) const {
        double lowest = 1;
        for (const Tie& tie : ties()) lowest = std::min(lowest, stretchOf(tie, cells, x).y);
        return lowest;
    }
};

struct Falling {
    Cubes cubes;
    int searches = 0;
    PoseSolver solver{cubes.cells, Flesh{}, {}, std::vector<std::int32_t>(cubes.rest.size(), -1),
                      0,           0.05,    {}, {}};
    DynamicFlesh flesh{
        solver, {}, [this](std::span<const Vec3d> x, std::span<const Affined>, std::vector<Tie>& ties) {
            ++searches;
            for (const Tie& tie : cubes.ties()) {
                if (stretchOf(tie, cubes.cells, x).y < kWidth / 2) ties.push_back(tie);
            }
        }};

    // The upper cube moves down.
    Dynamics fall(Integrator integrator, double speed) {
        DynamicsSettings settings;
        settings.integrator = integrator;
        settings.timeStep = 1e-3;
        Dynamics dynamics(flesh, settings, [](double) { return std::vector<Affined>(); });
        std::vector<Vec3d> v(cubes.rest.size());
        for (std::size_t n = 0; n < v.size(); ++n) v[n].y = cubes.isUpper(n) ? -speed : 0;
        dynamics.start(0, cubes.rest, v);
        return dynamics;
    }
    // Of the upper cube or the lower.
    double momentum(const Dynamics& dynamics, bool upper) const {
        double momentum = 0;
        for (std::size_t n = 0; n < cubes.rest.size(); ++n) {
            if (cubes.isUpper(n) == upper) momentum += flesh.masses()[n] * dynamics.state().v[n].y;
        }
        return momentum;
    }
};

TEST(LatticeDynamicContact, FleshThatFallsOnFleshBouncesOff) {
    for (const Integrator integrator : {Integrator::BackwardEuler, Integrator::Newmark}) {
        Falling falling;
        Dynamics dynamics = falling.fall(integrator, 1);
        const double before = falling.momentum(dynamics, true);
        double deepest = 0;
        for (int i = 1; i <= 100; ++i) {
            const PoseReport report = dynamics.advanceTo(0.001 * i);
            ASSERT_TRUE(report.converged);
            EXPECT_EQ(report.contactStrength, 1);
            deepest = std::min(deepest, falling.cubes.lowestGap(dynamics.state().x));
        }
        EXPECT_GT(deepest, -0.5 * kWidth);
        EXPECT_LT(deepest, 0);
        const double upper = falling.momentum(dynamics, true), lower = falling.momentum(dynamics, false);
        EXPECT_NEAR((upper + lower) / before, 1, 1e-3);
        EXPECT_LT(upper / before, 0.3);
        EXPECT_GT(lower / before, 0.7);
    }
}

TEST(LatticeDynamicContact, IsSearchedForOnlyWhereFleshMoves) {
    Falling still;
    ASSERT_TRUE(still.fall(Integrator::BackwardEuler, 0).advanceTo(0.05).converged);
    EXPECT_EQ(still.searches, 0);
    Falling falling;  // kWidth in 0.05 s
    ASSERT_TRUE(falling.fall(Integrator::BackwardEuler, kWidth / 0.05).advanceTo(0.05).converged);
    EXPECT_GT(falling.searches, 1);
    EXPECT_LT(falling.searches, 10);
}

TEST(LatticeKeptTies, TurnWithTheFleshThatTheyPushOff) {
    const Cubes cubes;
    KeptTies kept;
    kept.found(cubes.ties());
    kept.keep(cubes.ties(), 0.5, cubes.cells, cubes.rest);
    const Mat3d turn = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, 0.7));
    const std::vector<Vec3d> turned = test::mapped(cubes.rest, [&](Vec3d p) {
        return turn * Vec3d{1.2 * p.x, 0.9 * p.y, p.z};
    });
    const std::vector<Tie> ties = kept.at(cubes.cells, turned, 0.25);
    ASSERT_EQ(ties.size(), cubes.ties().size());
    for (const Tie& tie : ties) {
        EXPECT_LT(length(tie.pushes - turn * Vec3d{0, 1, 0}), 1e-6);
        EXPECT_NEAR(static_cast<double>(trace(tie.stiffness)), kStiffness / 2, 1e-3 * kStiffness);
    }
}

TEST(LatticeKeptTies, AreThoseThatWereFoundOrPush) {
    const Cubes cubes;
    std::vector<Tie> ties = cubes.ties();
    std::vector<Vec3d> pressed = cubes.rest;  // on one side
    for (std::size_t n = 0; n < pressed.size(); ++n)
        pressed[n].y -= cubes.isUpper(n) && pressed[n].x < 2.5 * kWidth ? (kGap + 0.2) * kWidth : 0;
    std::vector<std::uint32_t> pushing;
    for (const Tie& tie : activeTies(ties, cubes.cells, pressed)) pushing.push_back(tie.id);
    ASSERT_FALSE(pushing.empty());
    ASSERT_LT(pushing.size(), ties.size());
    KeptTies kept;
    kept.keep(ties, 1, cubes.cells, pressed);
    EXPECT_EQ(kept.at(cubes.cells, pressed, 1).size(), pushing.size());
    kept.found(ties);
    kept.keep(ties, 1, cubes.cells, pressed);
    EXPECT_EQ(kept.at(cubes.cells, pressed, 1).size(), ties.size());
}

}  // namespace
}  // namespace sinew::lattice
