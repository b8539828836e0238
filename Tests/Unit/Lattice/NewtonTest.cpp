#include "Offline/Lattice/Newton.h"

#include <gtest/gtest.h>

#include <numbers>

#include "Offline/Lattice/PoseSolver.h"
#include "Support/Bodies/LatticeBodies.h"
#include "Support/Bodies/LatticeTwin.h"

namespace sinew::lattice {
namespace {

using test::LatticeBody;
using test::Twin;

LatticeNewtonSettings tight(int maxIterations = 60) {
    LatticeNewtonSettings settings;
    settings.newton = {.relative = 1e-4, .absolute = 0, .maxIterations = maxIterations};
    settings.absoluteForce = 1e-4;  // N: rounding of cells' forces, E·width² being 3 N
    return settings;
}

struct Solved {
    LatticeBody body;
    std::vector<Vec3d> x;
    NewtonReport report;

    double residual(const Loads& loads = {}) const {
        const std::vector<Vec3d> g = Twin{body.cells, body.stiffness}.gradient(x);
        double free = 0;
        for (std::size_t n = 0; n < g.size(); ++n) {
            if (body.fixed[n]) continue;
            const Vec3d f = g[n] - (loads.forces.empty() ? Vec3d{} : loads.forces[n]);
            free += dot(f, f);
        }
        return std::sqrt(free);
    }
};

Solved solvedFrom(LatticeBody body, std::vector<Vec3d> x, const LatticeNewtonSettings& settings = tight(),
                  const Loads& loads = {}) {
    Solved solved{std::move(body), std::move(x), {}};
    Multigrid levels(solved.body.cells, solved.body.stiffness, solved.body.fixed);
    NewtonSolver newton(levels);
    solved.report = newton.solve(loads, solved.x, settings, {});
    return solved;
}

template <class Map>  // where fixed nodes are
std::vector<Vec3d> withEnds(const LatticeBody& body, std::vector<Vec3d> x, Map&& map) {
    for (std::size_t n = 0; n < x.size(); ++n) {
        if (body.fixed[n]) x[n] = map(body.rest[n]);
    }
    return x;
}

Vec3d turnedAboutX(Vec3d p, double angle, Vec3d middle) {
    const Vec3d d = p - middle;
    const double c = std::cos(angle), s = std::sin(angle);
    return middle + Vec3d{d.x, c * d.y - s * d.z, s * d.y + c * d.z};
}

// All of the boundary moved by a linear map: the inside follows it, whatever the start.
TEST(LatticeNewton, PatchTest) {
    const double end = 0.06;
    const auto onSkin = [end](Vec3d p) {
        return std::min({p.x, p.y, p.z}) < 1e-9 || std::max({p.x, p.y, p.z}) > end - 1e-9;
    };
    const LatticeBody body = test::bodyOf(boxOfCells({6, 6, 6}, 0.01), onSkin);
    const Mat3d f{{{1.2, 0.1, 0}, {-0.1, 0.9, 0.2}, {0.05, 0, 1.1}}};
    const auto linear = [&](Vec3d p) { return f * p; };
    const Solved solved = solvedFrom(body, withEnds(body, test::shaken(body, 0.3, 1), linear));
    EXPECT_TRUE(solved.report.converged);
    EXPECT_LT(test::largestGap(solved.x, test::mapped(body.rest, linear)), 1e-6);
}

Solved stretchedBar(double by, std::vector<Vec3d> start) {
    LatticeBody body = test::heldBar({12, 4, 4}, 0.01, 0.3);
    std::vector<Vec3d> x = withEnds(body, start.empty() ? body.rest : std::move(start), [&](Vec3d p) {
        return p.x > 0.06 ? p + Vec3d{by * 0.12, 0, 0} : p;
    });
    return solvedFrom(std::move(body), std::move(x));
}

TEST(LatticeNewton, AStretchedBarComesToRest) {
    const Solved solved = stretchedBar(1.4, {});
    EXPECT_TRUE(solved.report.converged);
    EXPECT_LT(solved.residual(), 2 * solved.report.allowed);
    EXPECT_LE(solved.report.iterations, 14);
}

Solved twistedBar(double angle) {
    LatticeBody body = test::heldBar({16, 4, 4}, 0.01, 0.3);
    std::vector<Vec3d> x = withEnds(body, body.rest, [&](Vec3d p) {
        return p.x > 0.08 ? turnedAboutX(p, angle, {0.16, 0.02, 0.02}) : p;
    });
    return solvedFrom(std::move(body), std::move(x));
}

TEST(LatticeNewton, ABarTwistedAtOnceComesToRest) {
    const Solved solved = twistedBar(std::numbers::pi * 0.6);
    EXPECT_TRUE(solved.report.converged);
    EXPECT_LT(solved.residual(), 2 * solved.report.allowed);
    // The middle has turned half way.
    for (std::size_t n = 0; n < solved.x.size(); ++n) {
        const Vec3d rest = solved.body.rest[n];
        if (std::abs(rest.x - 0.08) > 1e-9 || std::abs(rest.y) > 1e-9 || std::abs(rest.z) > 1e-9) continue;
        const Vec3d half = turnedAboutX(rest, std::numbers::pi * 0.3, {0.08, 0.02, 0.02});
        EXPECT_LT(length(normalized(solved.x[n] - Vec3d{0.08, 0.02, 0.02}) -
                         normalized(half - Vec3d{0.08, 0.02, 0.02})),
                  0.02);
    }
}

TEST(LatticeNewton, RecoversFromAScramble) {
    const Solved expected = stretchedBar(0.3, {});
    const LatticeBody& body = expected.body;
    test::Dice dice(5);
    std::vector<Vec3d> scrambled;
    for (std::size_t n = 0; n < body.rest.size(); ++n)
        scrambled.push_back(Vec3d{0.08, 0.02, 0.02} + dice.vector(0.06));
    const Solved solved = stretchedBar(0.3, scrambled);
    EXPECT_TRUE(solved.report.converged);
    EXPECT_LT(test::largestGap(solved.x, expected.x), 1e-4);
}

TEST(LatticeNewton, RecoversFromAPointAPlaneAndAMirror) {
    const Solved expected = stretchedBar(0.3, {});
    for (const Vec3d& scale : {Vec3d{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {1, 1, -1}}) {
        const std::vector<Vec3d> start = test::mapped(expected.body.rest, [&](Vec3d p) {
            return Vec3d{0.06, 0.02, 0.02} + scaled(p - Vec3d{0.06, 0.02, 0.02}, scale);
        });
        const Solved solved = stretchedBar(0.3, start);
        EXPECT_TRUE(solved.report.converged) << scale.x << scale.y << scale.z;
        EXPECT_LT(test::largestGap(solved.x, expected.x), 1e-4) << scale.x << scale.y << scale.z;
    }
}

// Flesh that folds: the definite stiffness is too much for it, and steps by it are too short.
TEST(LatticeNewton, ABarCurledAtOnceComesToRestInAFewSteps) {
    LatticeBody body = test::heldBar({32, 8, 8}, 0.01, 0.3);
    std::vector<Vec3d> x = withEnds(body, body.rest, [](Vec3d p) {
        const Vec3d d = p - Vec3d{0.16, 0.04, 0.04};
        return p.x > 0.16 ? Vec3d{0.16 - d.y, 0.04 + d.x, p.z} : p;
    });
    const Solved solved = solvedFrom(std::move(body), std::move(x), tight(100));
    EXPECT_TRUE(solved.report.converged);
    EXPECT_LE(solved.report.iterations, 32);
}

TEST(LatticeNewton, NeverRaisesTheEnergy) {
    LatticeBody body = test::heldBar({10, 4, 4});
    std::vector<Vec3d> x = test::shaken(body, 2, 3);
    const Twin twin{body.cells, body.stiffness};
    double before = twin.energy(x);
    for (int i = 0; i < 10; ++i) {
        Solved solved = solvedFrom(body, x, tight(1));
        x = solved.x;
        const double after = twin.energy(x);
        EXPECT_LE(after, before * (1 + 1e-5));
        before = after;
    }
}

// ½ E strain² volume is what stretch by a little takes.
TEST(LatticeNewton, SmallStretchHasTheEnergyOfAnElasticRod) {
    const LatticeBody body = test::bodyOf(
        boxOfCells({8, 4, 4}, 0.01), [](Vec3d p) { return p.x < 1e-9 || p.x > 0.08 - 1e-9; }, 0.0);
    const auto stretch = [](Vec3d p) { return p.x > 0.04 ? p + Vec3d{0.0008, 0, 0} : p; };
    const Solved solved = solvedFrom(body, withEnds(body, body.rest, stretch));
    const double volume = 0.08 * 0.04 * 0.04;
    EXPECT_NEAR(solved.report.energy, 0.5 * 30e3 * 1e-4 * volume, 1e-3 * 0.5 * 30e3 * 1e-4 * volume);
}

TEST(LatticeNewton, LoadsAreBalanced) {
    LatticeBody body = test::heldBar({8, 4, 4});
    std::vector<Vec3d> gravity;
    for (const double mass : nodeMasses(body.cells, 1000)) gravity.push_back(Vec3d{0, -9.81, 0} * mass);
    const Loads loads{.ties = {}, .forces = gravity};
    const std::vector<Vec3d> start = body.rest;
    const Solved solved = solvedFrom(std::move(body), start, tight(), loads);
    EXPECT_TRUE(solved.report.converged);
    EXPECT_LT(solved.residual(loads), 2 * solved.report.allowed);
    EXPECT_GT(test::largestGap(solved.x, solved.body.rest), 1e-4);
}

// Nodes of both ends tied softly instead of held: the same shape, nearly.
TEST(LatticeNewton, StiffTiesHoldLikeFixedNodes) {
    const Solved held = stretchedBar(0.3, {});
    LatticeBody body = held.body;
    std::vector<Tie> springs;
    std::vector<bool> known(body.cells.nodeCount());
    for (std::uint32_t c = 0; c < body.cells.cellCount(); ++c) {
        for (std::uint32_t i = 0; i < 8; ++i) {
            const std::uint32_t n = body.cells.nodesOfCell[c][i];
            if (!body.fixed[n] || known[n]) continue;
            known[n] = true;
            Tie tie{{c, {}}, {}, held.x[n], Mat3f::identity() * 3e4f};
            tie.point.weights[i] = 1;
            springs.push_back(tie);
        }
    }
    body.fixed.assign(body.fixed.size(), false);
    const Loads loads{.ties = [&](std::span<const Vec3d>, std::vector<Tie>& ties) { ties = springs; }};
    const std::vector<Vec3d> start = body.rest;
    const Solved tied = solvedFrom(std::move(body), start, tight(), loads);
    EXPECT_TRUE(tied.report.converged);
    EXPECT_LT(test::largestGap(tied.x, held.x), 3e-4);
}

// Two pieces of flesh of which only one is held, tied to each other across a gap.
TEST(LatticeNewton, TiesBetweenPointsPullAtBoth) {
    Cells cells = boxOfCells({9, 4, 4}, 0.01);
    std::erase_if(cells.links, [&](const Cells::Link& link) {
        return link.axis == 0 && cells.cells[link.lower].place[0] == 4;
    });
    arrange(cells);
    const LatticeBody body = test::bodyOf(std::move(cells), [](Vec3d p) { return p.x < 1e-9; });
    const auto tied = [&](std::span<const Vec3d>, std::vector<Tie>& ties) {
        const auto at = [&](Cells::Place place) {
            for (std::uint32_t c = 0; c < body.cells.cellCount(); ++c) {
                if (body.cells.cells[c].place == place) return c;
            }
            return CellPoint::kNone;
        };
        for (std::int32_t y = 0; y < 4; y += 3) {
            for (std::int32_t z = 0; z < 4; z += 3) {
                ties.push_back({{at({4, y, z}), trilinearWeights({1, 0.5, 0.5})},
                                {at({6, y, z}), trilinearWeights({0, 0.5, 0.5})},
                                {},
                                Mat3f::identity() * 100.0f});
            }
        }
    };
    const Solved solved = solvedFrom(body, body.rest, tight(), {.ties = tied});
    EXPECT_TRUE(solved.report.converged);
    std::vector<Tie> ties;
    tied(solved.x, ties);
    for (const Tie& tie : ties) {
        EXPECT_LT(length(positionOf(tie.point, body.cells, solved.x) -
                         positionOf(tie.partner, body.cells, solved.x)),
                  1e-4);
    }
}

// M (x − target)/Δt² = f(x): the equation of one backward Euler step.
TEST(LatticeNewton, InertiaSolvesTheEquationOfABackwardEulerStep) {
    LatticeBody body = test::freeBox({6, 4, 4});
    constexpr double kStep = 1.0 / 30;
    const std::vector<double> masses = nodeMasses(body.cells, 1000);
    std::vector<float> inertia;
    std::vector<Vec3d> targets = test::shaken(body, 0.4, 2);
    for (const double m : masses) inertia.push_back(static_cast<float>(m / (kStep * kStep)));
    const Loads loads{.ties = {}, .forces = {}, .inertia = inertia, .inertiaTargets = targets};
    const std::vector<Vec3d> start = body.rest;
    const Solved solved = solvedFrom(std::move(body), start, tight(), loads);
    EXPECT_TRUE(solved.report.converged)
        << solved.report.iterations << " iterations, " << solved.report.force << " N";
    const std::vector<Vec3d> g = Twin{solved.body.cells, solved.body.stiffness}.gradient(solved.x);
    double gap = 0, size = 0;
    for (std::size_t n = 0; n < g.size(); ++n) {
        const Vec3d rate = (solved.x[n] - targets[n]) * (masses[n] / (kStep * kStep));
        gap = std::max(gap, length(rate + g[n]));
        size = std::max(size, length(rate));
    }
    EXPECT_LT(gap, 2e-4);
    EXPECT_GT(size, 2e-3);
}

TEST(LatticeNewton, NumbersThatAreNoneEndItUnconverged) {
    const LatticeBody body = test::heldBar({6, 4, 4});
    std::vector<Vec3d> x = body.rest;
    x[x.size() / 2].z = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(solvedFrom(body, x).report.converged);
    x[x.size() / 2].z = 1e300;
    EXPECT_FALSE(solvedFrom(body, x, tight(5)).report.converged);
    const Loads loads{.ties = [&](std::span<const Vec3d>, std::vector<Tie>& ties) {
        ties.push_back({{0, trilinearWeights({0.5, 0.5, 0.5})},
                        {},
                        {std::numeric_limits<double>::quiet_NaN(), 0, 0},
                        Mat3f::identity()});
    }};
    EXPECT_FALSE(solvedFrom(body, body.rest, tight(5), loads).report.converged);
}

TEST(LatticeNewton, AtRestNothingIsDone) {
    const LatticeBody body = test::heldBar({6, 4, 4});
    const Solved solved = solvedFrom(body, body.rest);
    EXPECT_TRUE(solved.report.converged);
    EXPECT_EQ(solved.report.iterations, 0);
    EXPECT_EQ(solved.x, body.rest);
}

// A bar pulled at once, and how often a solve of it asks whether to go on.
struct Pulled {
    LatticeBody body = test::heldBar({12, 4, 4}, 0.01, 0.3);
    std::vector<Vec3d> start = withEnds(body, body.rest, [](Vec3d p) {
        return p.x > 0.06 ? p + Vec3d{0.1, 0, 0} : p;
    });
    Multigrid levels{body.cells, body.stiffness, body.fixed};

    NewtonReport solve(std::vector<Vec3d>& x, int maxIterations, const ProgressCallback& progress = {}) {
        LatticeNewtonSettings settings = tight(maxIterations);
        settings.newton.progress = progress;
        return NewtonSolver(levels).solve({}, x, settings, {});
    }
};

TEST(LatticeNewton, StoppedIsAtTheShapeItCameToAndGoesOnFromThere) {
    Pulled pulled;
    std::vector<Vec3d> whole = pulled.start, twoSteps = pulled.start;
    ASSERT_TRUE(pulled.solve(whole, 60).converged);
    int asked = 0;
    pulled.solve(twoSteps, 2, [&](double) { return ++asked > 0; });
    for (const int later : {1, 2, 3}) {  // between steps, and within the linear solve of the third
        std::vector<Vec3d> x = pulled.start;
        int calls = 0;
        EXPECT_THROW(pulled.solve(x, 60, [&](double) { return ++calls < asked + later; }), Stopped);
        EXPECT_EQ(x, twoSteps) << later;
        EXPECT_TRUE(pulled.solve(x, 60).converged);
        EXPECT_LT(test::largestGap(x, whole), 1e-5);
    }
}

}  // namespace
}  // namespace sinew::lattice
