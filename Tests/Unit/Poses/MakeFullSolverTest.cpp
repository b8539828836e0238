#include "Offline/Poses/MakeFullSolver.h"

#include <gtest/gtest.h>

#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Error.h"
#include "Offline/Lattice/Solver.h"
#include "Offline/Lattice/Tissue.h"
#include "Offline/Tets/Solver.h"
#include "Offline/Tets/Tissue.h"
#include "Samples/Samples.h"

namespace sinew::poses {
namespace {

const Character& limb() {
    static const Character character = makeSamples()[0];
    return character;
}

std::vector<Affined> bent(double angle) {
    std::vector<Affined> frames = bindFrames(limb().skeleton);
    frames[1].linear = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angle)) * frames[1].linear;
    return frames;
}

FullSettings coarse(SolverKind solver) {
    FullSettings settings;
    settings.solver = solver;
    settings.volume.tets = 600;
    settings.cells.count = 600;
    settings.regions.joints.push_back({"lower", 3});
    return settings;
}

std::vector<Vec3d> skinBent(FullSolver& solver) {
    EXPECT_TRUE(solver.moveTo(bent(0.4)).converged);
    return solver.skin();
}

TEST(MakeFullSolver, OnTetsTheSkinIsThatOfASolverPutTogetherByHand) {
    const FullSettings settings = coarse(SolverKind::OnTets);
    const FullBody body = makeFullBody(limb(), settings);
    const tets::Volume volume = tets::buildVolume(limb(), settings.volume);
    tets::Solver byHand(limb(), volume, settings.flesh, settings.pose, {},
                        tets::tissueOf(limb(), volume, settings.flesh, settings.regions, {}));
    EXPECT_EQ(body.report().solver, SolverKind::OnTets);
    EXPECT_EQ(body.report().elements, volume.tets.tets.size());
    EXPECT_EQ(skinBent(*makeFullSolver(body)), skinBent(byHand));
}

TEST(MakeFullSolver, OnALatticeTheSkinIsThatOfASolverPutTogetherByHand) {
    FullSettings settings = coarse(SolverKind::OnLattice);
    for (const Hold hold : {Hold::Hard, Hold::Sliding}) {
        settings.pose.hold = hold;
        const FullBody body = makeFullBody(limb(), settings);
        const lattice::Volume volume =
            lattice::buildVolume(limb(), {settings.cells, {}, {}, hold == Hold::Sliding});
        lattice::Solver byHand(limb(), volume, settings.flesh, settings.pose, settings.lattice, {},
                               lattice::tissueOf(limb(), volume, settings.flesh, settings.regions, {}));
        EXPECT_EQ(body.report().solver, SolverKind::OnLattice);
        EXPECT_EQ(body.report().elements, volume.cells().cellCount());
        EXPECT_EQ(skinBent(*makeFullSolver(body)), skinBent(byHand));
    }
}

TEST(MakeFullSolver, FleshThatIsTheSameEverywhereNeedsNoFactors) {
    for (const SolverKind kind : {SolverKind::OnTets, SolverKind::OnLattice}) {
        FullSettings plain = coarse(kind), ones = coarse(kind);
        plain.regions = {};
        ones.regions.joints[0].factor = 1;
        const FullBody a = makeFullBody(limb(), plain), b = makeFullBody(limb(), ones);
        EXPECT_EQ(skinBent(*makeFullSolver(a)), skinBent(*makeFullSolver(b)));
    }
}

// What trains is what is solved: the same nodes, bones and skin.
TEST(MakeFullSolver, TheMeshForTrainingIsThatOfItsSolvers) {
    for (const SolverKind kind : {SolverKind::OnTets, SolverKind::OnLattice}) {
        const FullBody body = makeFullBody(limb(), coarse(kind));
        const ElasticMesh mesh = body.elasticMesh();
        EXPECT_EQ(mesh.elementCount(), body.report().elements);
        EXPECT_EQ(mesh.bones.size(), body.decisions().bones.size());
        const std::unique_ptr<FullSolver> solver = makeFullSolver(body);
        EXPECT_EQ(solver->shape().x, mesh.rest);
        const std::vector<Vec3d> skin = skinBent(*solver);
        const auto skinned =
            skinPositions(limb(), skinMatrices(limb().skeleton, bent(0.4)), SkinMethod::LinearBlend);
        EXPECT_EQ(skinPositions(mesh, solver->shape().x, skinned), skin);
        // "lower" is three times as stiff.
        double softest = 1e300, stiffest = 0;
        for (const ElasticMesh::Element& element : mesh.elements) {
            if (kind == SolverKind::OnLattice && element.volume < 0.5 * std::pow(mesh.spacing, 3)) continue;
            softest = std::min(softest, element.lame.mu);
            stiffest = std::max(stiffest, element.lame.mu);
        }
        EXPECT_NEAR(stiffest / softest, 3, 1e-5);
    }
}

TEST(MakeFullSolver, SeveralSolversOfOneBodyDoNotDisturbEachOther) {
    const FullBody body = makeFullBody(limb(), coarse(SolverKind::OnLattice));
    const std::unique_ptr<FullSolver> first = makeFullSolver(body), second = makeFullSolver(body);
    EXPECT_TRUE(first->moveTo(bent(-0.3)).converged);
    EXPECT_EQ(skinBent(*second), skinBent(*makeFullSolver(body)));
}

TEST(MakeFullSolver, WhoeverListensMayStopItOnTheWay) {
    for (const SolverKind kind : {SolverKind::OnTets, SolverKind::OnLattice}) {
        EXPECT_THROW(makeFullBody(limb(), coarse(kind), {}, [](double) { return false; }), Stopped);
        const FullBody body = makeFullBody(limb(), coarse(kind));
        bool keepGoing = true;
        const std::unique_ptr<FullSolver> solver =
            makeFullSolver(body, {}, [&](double) { return keepGoing; });
        keepGoing = false;
        EXPECT_THROW(solver->moveTo(bent(0.4)), Stopped);
    }
}

TEST(MakeFullSolver, AJointThatIsNotThereIsNamed) {
    for (const SolverKind kind : {SolverKind::OnTets, SolverKind::OnLattice}) {
        FullSettings settings = coarse(kind);
        settings.regions.joints[0].joint = "tail";
        EXPECT_THROW(makeFullBody(limb(), settings), Error);
    }
}

}  // namespace
}  // namespace sinew::poses
