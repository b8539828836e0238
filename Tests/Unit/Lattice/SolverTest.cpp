#include "Offline/Lattice/Solver.h"

#include <gtest/gtest.h>

#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Lattice/Volume.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/Settings.h"
#include "Offline/Tets/Solver.h"
#include "Offline/Tets/Volume.h"
#include "Offline/Workers.h"
#include "Samples/Limb.h"
#include "Samples/Mannequin.h"

namespace sinew::lattice {
namespace {

const Character& limb() {
    static const Character character = makeLimb();
    return character;
}

const Volume& limbCells() {
    static const Volume volume = [] {
        VolumeSettings settings;
        settings.cells.count = 6000;
        return buildVolume(limb(), settings);
    }();
    return volume;
}

std::vector<Affined> bentFrames(double time) {
    return jointFrames(limb().skeleton, samplePose(limb().skeleton, limb().clips[0], time));
}

double rms(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i] - b[i], a[i] - b[i]);
    return std::sqrt(sum / static_cast<double>(a.size()));
}

TEST(LatticeSolver, FindsTheShapeThatTetrahedraFind) {
    const std::vector<Affined> frames = bentFrames(1);
    Flesh flesh;
    flesh.kind = MaterialKind::Corotated;
    tets::VolumeSettings settings;
    settings.tets = 8000;
    const tets::Volume tets = tets::buildVolume(limb(), settings);
    tets::Solver onTets(limb(), tets, flesh, {}, {});
    Solver onCells(limb(), limbCells(), flesh, {}, {false, {}}, {});
    ASSERT_TRUE(onTets.moveTo(frames).converged);
    ASSERT_TRUE(onCells.moveTo(frames).converged);
    const std::vector<Vec3d> linear =
        skinPositions(limb(), skinMatrices(limb().skeleton, frames), SkinMethod::LinearBlend);
    EXPECT_LT(rms(onCells.skin(), onTets.skin()), 0.3 * rms(linear, onTets.skin()));
}

// Both minimise the same energy. With contacts that energy depends on when what touches was looked for,
// which the two do at different shapes.
TEST(LatticeSolver, TheNonlinearCycleFindsTheShapeThatNewtonFinds) {
    const std::vector<Affined> frames = bentFrames(1);
    PoseSettings exact;
    exact.newton.relative = 1e-5;
    Flesh flesh;
    flesh.kind = MaterialKind::Corotated;
    for (const bool contact : {false, true}) {
        Solver newton(limb(), limbCells(), flesh, exact, {contact, {}}, {});
        Solver cycle(limb(), limbCells(), flesh, exact, {contact, {}, Method::NonlinearCycle}, {});
        ASSERT_TRUE(newton.moveTo(frames).converged);
        ASSERT_TRUE(cycle.moveTo(frames).converged);
        const std::vector<Vec3d> linear =
            skinPositions(limb(), skinMatrices(limb().skeleton, frames), SkinMethod::LinearBlend);
        EXPECT_LT(rms(cycle.skin(), newton.skin()), (contact ? 0.03 : 0.01) * rms(linear, newton.skin()));
        EXPECT_NE(rms(cycle.skin(), newton.skin()), 0) << "the method was not heard";
    }
}

// Energies scale, shapes stay: contacts and what holds flesh are as stiff as the flesh is.
TEST(LatticeSolver, OneFactorEverywhereIsAnotherYoungsModulus) {
    for (const Hold hold : {Hold::Hard, Hold::Soft, Hold::Sliding}) {
        VolumeSettings cells;
        cells.cells.count = 1500;
        cells.hollowBones = hold == Hold::Sliding;
        const Volume volume = buildVolume(limb(), cells);
        PoseSettings settings;
        settings.hold = hold;
        Flesh stiff;
        stiff.young *= 50;
        const std::vector<double> factors(volume.cells().cellCount(), 50);
        Solver byFactor(limb(), volume, Flesh{}, settings, {}, {}, factors),
            byYoung(limb(), volume, stiff, settings, {}, {});
        ASSERT_TRUE(byFactor.moveTo(bentFrames(0.7)).converged);
        ASSERT_TRUE(byYoung.moveTo(bentFrames(0.7)).converged);
        EXPECT_LT(rms(byFactor.skin(), byYoung.skin()), 1e-4);
    }
}

TEST(LatticeSolver, KeepsItsVolumeWhereLinearBlendingLosesIt) {
    Solver solver(limb(), limbCells(), Flesh{}, {}, {}, {});
    const std::vector<double> before = solver.volumesOfJoints();
    const PoseReport report = solver.moveTo(bentFrames(1));
    EXPECT_TRUE(report.converged);
    const auto lost = [](std::span<const Vec3d> skin) {
        const std::vector<Triangle>& triangles = limb().surface.triangles;
        return 1 - signedVolume({skin, triangles}) / signedVolume({limb().surface.positions, triangles});
    };
    const std::vector<Vec3d> linear =
        skinPositions(limb(), skinMatrices(limb().skeleton, bentFrames(1)), SkinMethod::LinearBlend);
    EXPECT_GT(lost(linear), 0.05);
    EXPECT_LT(lost(solver.skin()), 0.6 * lost(linear));
    const std::vector<double> after = solver.volumesOfJoints();
    ASSERT_EQ(after.size(), before.size());
    EXPECT_NEAR((after[0] + after[1]) / (before[0] + before[1]), report.volumeRatio, 1e-4);
}

TEST(LatticeSolver, GoesOnFromAStateAsIfItHadBeenThere) {
    Solver first(limb(), limbCells(), Flesh{}, {}, {}, {}), second(limb(), limbCells(), Flesh{}, {}, {}, {});
    first.moveTo(bentFrames(0.5));
    second.startAt(bentFrames(0.5), first.shape().x);
    first.moveTo(bentFrames(1));
    second.moveTo(bentFrames(1));
    EXPECT_LT(rms(first.skin(), second.skin()), 1e-5);
}

// Poses are solved by whoever is free: what a solver met before must not show.
TEST(LatticeSolver, WhatWasSolvedBeforeLeavesNoTrace) {
    Solver fresh(limb(), limbCells(), Flesh{}, {}, {}, {}), used(limb(), limbCells(), Flesh{}, {}, {}, {});
    const std::vector<Vec3d> rest = fresh.shape().x;
    used.moveTo(bentFrames(0.6));
    used.widenSpectra();
    const std::vector<Affined> bind = bindFrames(limb().skeleton);
    for (Solver* solver : {&fresh, &used}) {
        solver->startAt(bind, rest);
        solver->moveTo(bentFrames(1));
    }
    EXPECT_EQ(used.shape().x, fresh.shape().x);
}

TEST(LatticeSolver, SameBitsForAnyWorkerCount) {
    std::vector<Vec3d> alone;
    for (const unsigned threads : {1u, 3u}) {
        const Workers workers(threads);
        Solver solver(limb(), limbCells(), Flesh{}, {}, {}, workers.jobs());
        solver.moveTo(bentFrames(1));
        if (threads == 1) alone = solver.shape().x;
        EXPECT_EQ(solver.shape().x, alone);
    }
}

// Hips and knees of a deep squat: flesh that meets flesh.
TEST(LatticeSolver, ASquatFoldsInFewStepsAndDoesNotPassThroughItself) {
    const Workers workers;
    const Character mannequin = makeMannequin();
    VolumeSettings settings;
    settings.cells.count = 12000;
    const Volume volume = buildVolume(mannequin, settings, workers.jobs());
    const Clip* squat = nullptr;
    for (const Clip& clip : mannequin.clips) squat = clip.name == "squat" ? &clip : squat;
    ASSERT_NE(squat, nullptr);
    const std::vector<Affined> frames =
        jointFrames(mannequin.skeleton, samplePose(mannequin.skeleton, *squat, 1.2));
    std::size_t pairs[2];
    for (const bool contact : {false, true}) {
        Solver solver(mannequin, volume, Flesh{}, {}, {contact, {}}, workers.jobs());
        const PoseReport report = solver.moveTo(frames);
        EXPECT_TRUE(report.converged);
        EXPECT_EQ(report.touching > 0, contact);
        EXPECT_LT(report.newton.iterations, 60) << "does something hold cells with little flesh?";
        pairs[contact ? 1 : 0] =
            selfIntersections({solver.skin(), mannequin.surface.triangles}, workers.jobs()).size();
    }
    EXPECT_GT(pairs[0], 100u);
    EXPECT_LT(pairs[1], pairs[0] / 20);
}

}  // namespace
}  // namespace sinew::lattice
