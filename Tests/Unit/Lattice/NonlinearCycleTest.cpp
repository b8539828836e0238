#include "Offline/Lattice/NonlinearCycle.h"

#include <gtest/gtest.h>

#include <numbers>

#include "Offline/Lattice/Newton.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeBodies.h"
#include "Support/Bodies/LatticeTwin.h"

namespace sinew::lattice {
namespace {

using test::LatticeBody;
using test::Twin;

constexpr double kForce = 1e-4;  // N: rounding of cells' forces, E·width² being 3 N

NonlinearCycleSettings settingsOf(int maxCycles = 60) {
    NonlinearCycleSettings settings;
    settings.newton = {.relative = 1e-4, .absolute = 0, .maxIterations = maxCycles};
    settings.absoluteForce = kForce;
    return settings;
}

struct Scene {
    LatticeBody body;
    Multigrid levels;
    std::vector<Vec3d> start;

    explicit Scene(LatticeBody b)
        : body(std::move(b)), levels(body.cells, body.stiffness, body.fixed), start(body.rest) {
        levels.setLaw({.material = MaterialKind::Corotated});  // that of the paper
    }

    template <class Map>  // where the fixed nodes of the far end are
    void moveEnd(Map&& map) {
        double end = 0;
        for (const Vec3d& p : body.rest) end = std::max(end, p.x);
        for (std::size_t n = 0; n < start.size(); ++n) {
            if (body.fixed[n] && body.rest[n].x > end / 2) start[n] = map(body.rest[n]);
        }
    }
    NewtonReport cycles(std::vector<Vec3d>& x, int maxCycles = 60, const Loads& loads = {},
                        const Jobs& jobs = {}) {
        x = start;
        return NonlinearCycle(levels).solve(loads, x, settingsOf(maxCycles), jobs);
    }
    NewtonReport newton(std::vector<Vec3d>& x, const Loads& loads = {}) {
        x = start;
        LatticeNewtonSettings settings;
        settings.newton = settingsOf().newton;
        settings.absoluteForce = kForce;
        settings.newton.maxIterations = 200;
        return NewtonSolver(levels).solve(loads, x, settings, {});
    }
};

struct Stretched : Scene {
    Stretched() : Scene(test::heldBar({16, 6, 6}, 0.01, 0.3)) {
        moveEnd([](Vec3d p) { return p + Vec3d{0.08, 0, 0}; });
    }
};

// The far end turned about z at once, about a joint in the middle: an arm curled in a single frame.
struct Curled : Scene {
    explicit Curled(double angle) : Scene(test::heldBar({32, 8, 8}, 0.01, 0.3)) {
        moveEnd([angle](Vec3d p) {
            const Vec3d joint{0.16, 0.04, 0.04}, d = p - joint;
            const double c = std::cos(angle), s = std::sin(angle);
            return joint + Vec3d{c * d.x - s * d.y, s * d.x + c * d.y, d.z};
        });
    }
};

TEST(LatticeFas, ComesToTheRestShapeOfNewton) {
    Stretched scene;
    std::vector<Vec3d> x, expected;
    const NewtonReport report = scene.cycles(x);
    EXPECT_TRUE(report.converged) << report.iterations << " cycles, " << report.force << " N";
    EXPECT_TRUE(scene.newton(expected).converged);
    EXPECT_LT(test::largestGap(x, expected), 1e-5);
}

// What holds the end must not reach the coarser levels, whose nodes lie beside it.
TEST(LatticeFas, CyclesAreAsGoodWhereFixedNodesLieBetweenThoseOfCoarserLevels) {
    const auto cyclesOf = [](Cells::Place size) {
        Scene scene(test::heldBar(size, 0.01, 0.3));
        scene.moveEnd([](Vec3d p) { return p + Vec3d{0, 0.04, 0.02}; });
        std::vector<Vec3d> x;
        const NewtonReport report = scene.cycles(x, 100);
        EXPECT_TRUE(report.converged) << report.iterations << " cycles, " << report.force << " N";
        return report.iterations;
    };
    EXPECT_LE(cyclesOf({33, 16, 16}), cyclesOf({32, 16, 16}) + 4);
}

TEST(LatticeFas, ComesToRestWithTiesAndInertiaAsNewtonDoes) {
    Scene scene(test::freeBox({12, 6, 6}));
    const std::vector<float> inertia(scene.body.rest.size(), 0.5f);
    const std::vector<Vec3d> targets = test::shaken(scene.body, 0.5, 3);
    Loads loads{.ties =
                    [](std::span<const Vec3d>, std::vector<Tie>& ties) {
                        for (std::uint32_t c = 0; c < 40; c += 4) {
                            ties.push_back({{c, trilinearWeights({0.3, 0.6, 0.2})},
                                            {},
                                            {0.01, -0.02, 0.001 * c},
                                            Mat3f::identity() * 20.0f});
                        }
                    },
                .forces = {},
                .inertia = inertia,
                .inertiaTargets = targets};
    std::vector<Vec3d> x, expected;
    const NewtonReport report = scene.cycles(x, 60, loads);
    EXPECT_TRUE(report.converged) << report.iterations << " cycles, " << report.force << " N";
    EXPECT_TRUE(scene.newton(expected, loads).converged);
    EXPECT_GT(test::largestGap(x, scene.body.rest), 1e-3);
    EXPECT_LT(test::largestGap(x, expected), 2e-5);
}

TEST(LatticeFas, ComesToRestAfterASuddenMotion) {
    Curled scene(std::numbers::pi * 0.5);
    std::vector<Vec3d> x, other;
    const NewtonReport cycles = scene.cycles(x), steps = scene.newton(other);
    EXPECT_TRUE(cycles.converged) << cycles.iterations << " cycles, " << cycles.force << " N";
    EXPECT_TRUE(steps.converged);
    EXPECT_LT(test::largestGap(x, other), 1e-4);
    RecordProperty("cycles", cycles.iterations);
    RecordProperty("steps", steps.iterations);
}

void expectDescends(Scene& scene, int cycles) {
    const Twin twin{scene.body.cells, scene.body.stiffness};
    double before = twin.energy(scene.start);
    for (int i = 0; i < cycles; ++i) {
        std::vector<Vec3d> x;
        scene.cycles(x, 1);
        const double after = twin.energy(x);
        EXPECT_LE(after, before * (1 + 1e-6)) << i;
        before = after;
        scene.start = x;
    }
}

TEST(LatticeFas, NeverRaisesTheEnergy) {
    Curled curled(std::numbers::pi * 0.5);
    test::Dice dice(3);
    for (std::size_t n = 0; n < curled.start.size(); ++n) {
        if (!curled.body.fixed[n]) curled.start[n] += dice.vector(0.1);
    }
    expectDescends(curled, 6);
}

// A thin bone between the nodes of coarser levels, moved at once: what these make of it is far too much.
TEST(LatticeFas, NeverRaisesTheEnergyWhereCoarserLevelsAreWrong) {
    Scene bone(test::bodyOf(
        boxOfCells({24, 24, 24}, 0.01),
        [](Vec3d p) { return std::abs(p.y - 0.11) < 1e-9 && std::abs(p.z - 0.13) < 1e-9; }, 0.45));
    for (std::size_t n = 0; n < bone.start.size(); ++n) {
        if (bone.body.fixed[n]) bone.start[n] += Vec3d{0, 0.05, 0};
    }
    expectDescends(bone, 6);
}

TEST(LatticeFas, RecoversFromAScramble) {
    Stretched scene;
    std::vector<Vec3d> x, expected;
    scene.newton(expected);
    test::Dice dice(4);
    for (std::size_t n = 0; n < scene.start.size(); ++n) {
        if (!scene.body.fixed[n]) scene.start[n] = Vec3d{0.12, 0.03, 0.03} + dice.vector(0.05);
    }
    const NewtonReport report = scene.cycles(x, 100);
    EXPECT_TRUE(report.converged) << report.iterations << " cycles, " << report.force << " N";
    EXPECT_LT(test::largestGap(x, expected), 1e-4);
}

TEST(LatticeFas, SameBitsForAnyWorkerCount) {
    Curled scene(1);
    std::vector<Vec3d> alone;
    scene.cycles(alone, 2);
    for (const unsigned threads : {2u, 3u, 8u}) {
        const Workers workers(threads);
        std::vector<Vec3d> x;
        scene.cycles(x, 2, {}, workers.jobs());
        EXPECT_EQ(x, alone) << threads;
    }
}

TEST(LatticeFas, NumbersThatAreNoneEndItUnconverged) {
    Stretched scene;
    scene.start[scene.start.size() / 2].z = std::numeric_limits<double>::quiet_NaN();
    std::vector<Vec3d> x;
    EXPECT_FALSE(scene.cycles(x).converged);
}

TEST(LatticeFas, StoppedIsAtTheShapeItCameToAndGoesOnFromThere) {
    Stretched scene;
    std::vector<Vec3d> whole, twoCycles, x = scene.start;
    ASSERT_TRUE(scene.cycles(whole).converged);
    scene.cycles(twoCycles, 2);
    int calls = 0;
    NonlinearCycleSettings settings = settingsOf();
    settings.newton.progress = [&](double) { return ++calls <= 2; };
    EXPECT_THROW(NonlinearCycle(scene.levels).solve({}, x, settings, {}), Stopped);
    EXPECT_EQ(x, twoCycles);
    scene.start = x;
    EXPECT_TRUE(scene.cycles(x).converged);
    EXPECT_LT(test::largestGap(x, whole), 1e-5);
}

}  // namespace
}  // namespace sinew::lattice
