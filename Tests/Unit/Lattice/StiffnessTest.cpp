#include <gtest/gtest.h>

#include <cmath>

#include "Material/Parameters.h"
#include "Offline/Lattice/Multigrid/Level.h"
#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Lattice/Tissue.h"
#include "Offline/Volume/Bones.h"
#include "Support/Bodies/FleshSamples.h"

namespace sinew::test {
namespace {

lattice::Cells cellsWithCoverage(std::span<const float> coverage) {
    lattice::Cells cells = lattice::boxOfCells({static_cast<std::int32_t>(coverage.size()), 1, 1}, 0.1);
    for (std::size_t c = 0; c < coverage.size(); ++c) cells.cells[c].coverage = coverage[c];
    return cells;
}

TEST(LatticeStiffness, IsThatOfTheFleshTimesCoverageAndFactor) {
    const float coverage[] = {1, 0.5f, 0.25f, 1};
    const double factors[] = {1, 1, 4, 7};
    const Flesh flesh;
    const Lame<double> lame = lameOf(flesh.young, flesh.poisson);
    const std::vector<lattice::CellModuli> moduli =
        lattice::cellModuli(cellsWithCoverage(coverage), flesh, factors);
    const std::vector<lattice::CellModuli> plain = lattice::cellModuli(cellsWithCoverage(coverage), flesh);
    ASSERT_EQ(moduli.size(), 4u);
    for (std::size_t c = 0; c < 4; ++c) {
        const double share = static_cast<double>(coverage[c]);
        EXPECT_NEAR(static_cast<double>(moduli[c].mu), lame.mu * share * factors[c], 1e-6 * lame.mu);
        EXPECT_NEAR(static_cast<double>(moduli[c].lambda), lame.lambda * share * factors[c],
                    1e-6 * lame.lambda);
        EXPECT_NEAR(static_cast<double>(plain[c].mu), lame.mu * share, 1e-6 * lame.mu);
    }
}

// A tenth of whole flesh is the least; factors come on top.
TEST(LatticeStiffness, OfCellsWithHardlyAnyFleshHasABound) {
    const float coverage[] = {0.1f, 0.09f, 0.02f, 0, 0.11f, 1};
    const double factors[] = {1, 1, 1, 0.5, 1, 1};
    const std::vector<lattice::CellModuli> moduli =
        lattice::cellModuli(cellsWithCoverage(coverage), {}, factors);
    EXPECT_EQ(moduli[1].mu, moduli[0].mu);
    EXPECT_EQ(moduli[2].mu, moduli[0].mu);
    EXPECT_EQ(moduli[2].lambda, moduli[0].lambda);
    EXPECT_EQ(moduli[3].mu, 0.5f * moduli[0].mu);
    EXPECT_GT(moduli[4].mu, 1.05f * moduli[0].mu);
    EXPECT_NEAR(moduli[5].mu, 10 * moduli[0].mu, 1e-3f * moduli[5].mu);
}

// An arm whose lower half is painted green.
struct Arm {
    Character character = fleshArm();
    lattice::Volume volume;

    Arm() {
        for (std::uint32_t v = 0; v < character.surface.positions.size(); ++v) {
            character.surface.weldedOfFile.push_back(v);
            character.surface.colours.push_back(
                {0, character.surface.positions[v].x > 0 ? 1.0f : 0.0f, 0, 1});
        }
        lattice::VolumeSettings settings;
        settings.cells.width = 0.08;
        volume = lattice::buildVolume(character, settings);
    }
    template <class Rule>  // of the middle of a cell's flesh: its factor, or 0 where either will do
    void expectFactors(const StiffnessRegions& regions, Rule&& factorAt) const {
        const std::vector<double> factors =
            lattice::tissueOf(character, volume, sinew::Flesh{}, regions, {}).factors;
        ASSERT_EQ(factors.size(), volume.cells().cells.size());
        int known = 0;
        for (std::uint32_t c = 0; c < factors.size(); ++c) {
            const double expected = factorAt(volume.flesh.middle(c));
            if (expected == 0) continue;
            ++known;
            EXPECT_NEAR(factors[c], expected, 1e-9);
        }
        EXPECT_GT(known, 200);
    }
    double outsideOfBones(Vec3d p) const {
        double nearest = 1e300;
        for (const Bone& bone : volume.bones)
            nearest = std::min(nearest, distanceToBone(bone, p) - bone.radius);
        return std::max(nearest, 0.0);
    }
};

const StiffnessRegions::Painted kGreen{.channel = 1, .atZero = 0.5, .atOne = 2};

double paintedAt(Vec3d p) {
    return std::abs(p.x) < 0.3 ? 0 : p.x > 0 ? 2 : 0.5;
}

TEST(LatticeStiffness, IsAsPaintedOnTheSkinNearby) {
    Arm().expectFactors({.painted = {kGreen}}, paintedAt);
}

TEST(LatticeStiffness, FallsOffWithTheDistanceFromTheBone) {
    const Arm arm;
    arm.expectFactors({.distances = {{0, 10}, {0.1, 1}}},
                      [&](Vec3d p) { return 10 - 90 * std::min(arm.outsideOfBones(p), 0.1); });
}

TEST(LatticeStiffness, RegionsThatOverlapAreMultiplied) {
    const Arm arm;
    arm.expectFactors({.joints = {{"upper", 3}}, .distances = {{0, 4}, {0.2, 2}}, .painted = {kGreen}},
                      [&](Vec3d p) {
                          const double falling = 4 - 10 * std::min(arm.outsideOfBones(p), 0.2);
                          return paintedAt(p) * falling * (p.x < 0 ? 3 : 1);
                      });
}

// A bar between two bones, pulled to 1.1 times its length; how long its left half is then.
double leftHalf(double left, double right) {
    constexpr double kWidth = 0.1;
    const lattice::Cells cells = lattice::boxOfCells({12, 2, 2}, kWidth);
    std::vector<double> factors;
    for (const lattice::Cells::Cell& cell : cells.cells) factors.push_back(cell.place[0] < 6 ? left : right);
    std::vector<std::int32_t> bones;
    for (const lattice::Cells::Place& place : cells.placeOfNode)
        bones.push_back(place[0] == 0 ? 0 : place[0] == 12 ? 1 : -1);
    Flesh flesh;
    flesh.poisson = 0.2;
    lattice::PoseSolver solver(cells, flesh, factors, bones, 2, 1, {}, {});
    PosedShape shape = solver.restShape();
    const PoseReport report = solver.moveTo(shape, [](double t) {
        return std::vector<Affined>{{}, {Mat3d::identity(), {0.12 * t, 0, 0}}};
    });
    EXPECT_TRUE(report.converged);
    double sum = 0;
    int nodes = 0;
    for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) {
        if (cells.placeOfNode[n][0] != 6) continue;
        sum += shape.x[n].x;
        ++nodes;
    }
    return sum / nodes;
}

// Springs in series: the softer half stretches as much more.
TEST(LatticeStiffness, AFactorMakesTheSolvedShapeStifferWhereItIs) {
    EXPECT_NEAR(leftHalf(1, 1), 0.66, 1e-3);
    EXPECT_NEAR(leftHalf(3, 3), 0.66, 1e-3);
    EXPECT_NEAR(leftHalf(5, 1) - 0.6, 0.12 / 6, 0.12 / 60);
    EXPECT_NEAR(leftHalf(1, 5) - 0.6, 0.12 * 5 / 6, 0.12 / 60);
}

}  // namespace
}  // namespace sinew::test
