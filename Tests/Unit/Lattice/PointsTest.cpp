// Cells whose energy is evaluated at four points of their flesh.
#include <gtest/gtest.h>

#include "Offline/Lattice/Newton.h"
#include "Offline/Workers.h"
#include "Support/Bodies/MixedTwin.h"
#include "Support/Bodies/PointTwin.h"
#include "Support/Materials.h"
#include "Support/Svd3Errors.h"

namespace sinew::lattice {
namespace {

using test::Dice;
using test::kMaterials;
using test::LatticeBody;
using test::TwinPoints;

constexpr double kSingle = 4e-6;  // what single precision leaves of an energy or a force
constexpr VolumeAverage kAverages[] = {VolumeAverage::Measure, VolumeAverage::Ratio};

LatticeBody withPoints(LatticeBody body, std::uint32_t seed) {
    for (std::uint32_t c = 0; c < body.cells.cellCount(); ++c)
        body.cells.points.push_back(test::randomPoints(seed + c));
    return body;
}

LatticeBody oneCell(double poisson) {
    return withPoints(test::freeBox({1, 1, 1}, 0.01, poisson), 7);
}

class PointsOf {
  public:
    PointsOf(const LatticeBody& body, MaterialKind material, Linearisation kind = Linearisation::Definite,
             VolumeAverage average = VolumeAverage::Measure)
        : body_(body), level_(body.cells, body.stiffness, body.fixed) {
        level_.setPoints(body.stiffness);
        level_.setLaw({.material = material, .linearisation = kind, .average = average});
    }
    Level& operator()() { return level_; }
    double linearise(std::span<const Vec3d> x) { return level_.linearise(x, gradient, {}); }
    Eigen::MatrixXd matrix(std::span<const Vec3d> x) {
        linearise(x);
        return test::denseOf(level_);
    }
    TwinPoints twin(std::uint32_t cell) const {
        const CellModuli m = body_.stiffness[cell];
        return {body_.cells.width,
                {static_cast<double>(m.mu), static_cast<double>(m.lambda)},
                level_.law().material,
                body_.cells.points[cell],
                level_.law().average};
    }
    test::TwinCorners corners(std::uint32_t cell, std::span<const Vec3d> x) const {
        return test::Twin{body_.cells, body_.stiffness}.corners(cell, x);
    }
    double twinEnergy(std::span<const Vec3d> x) const {
        double sum = 0;
        for (std::uint32_t c = 0; c < body_.cells.cellCount(); ++c) sum += energyOf(twin(c), corners(c, x));
        return sum;
    }
    std::vector<Vec3d> twinGradient(std::span<const Vec3d> x) const {
        std::vector<Vec3d> sum(body_.cells.nodeCount());
        for (std::uint32_t c = 0; c < body_.cells.cellCount(); ++c) {
            const TwinPoints cell = twin(c);
            const test::TwinCorners g =
                test::gradientOf([&](const test::TwinCorners& at) { return energyOf(cell, at); },
                                 corners(c, x), 1e-3 * body_.cells.width);
            for (std::size_t i = 0; i < 8; ++i) sum[body_.cells.nodesOfCell[c][i]] += g[i];
        }
        return sum;
    }
    NodeVectors gradient;

  private:
    const LatticeBody& body_;
    Level level_;
};

std::vector<Vec3d> stretched(const LatticeBody& body, Vec3d sigma, std::uint32_t seed, double hourglass) {
    UniformSource random(seed);
    const Mat3d f = random.rotation() * Mat3d::diagonal(sigma) * random.rotation();
    std::vector<Vec3d> x = test::mapped(body.rest, [&](Vec3d p) { return f * p + Vec3d{1, 2, 3}; });
    for (Vec3d& p : x) p += random.vec3() * (hourglass * body.cells.width);
    return x;
}

// Ordinary and squeezed ones; inverted ones too, but where corotated elasticity and StVK fold.
std::vector<Vec3d> someStretches(MaterialKind material) {
    std::vector<Vec3d> all{{1, 1, 1}, {2.2, 1.4, 0.5}, {1.2, 0.8, 0.7}, {0.6, 0.5, 0.4}};
    if (material == MaterialKind::StableNeoHookean || material == MaterialKind::MooneyRivlin)
        all.insert(all.end(), {{1.3, 1, 0}, {1.2, 0.8, -0.3}, {0.7, 0.6, -0.1}});
    return all;
}

TEST(LatticePoints, EnergyIsThatOfTheTwin) {
    const LatticeBody body = oneCell(0.4);
    for (const MaterialKind material : kMaterials) {
        for (const VolumeAverage average : kAverages) {
            PointsOf level(body, material, Linearisation::Definite, average);
            std::uint32_t seed = 0;
            for (const Vec3d& sigma : someStretches(material)) {
                const std::vector<Vec3d> x = stretched(body, sigma, ++seed, 0.1);
                const double exact = level.twinEnergy(x), allowed = kSingle * std::abs(exact);
                EXPECT_NEAR(level.linearise(x), exact, allowed) << kMaterialNames[static_cast<int>(material)];
                EXPECT_NEAR(level().evaluate(x, level.gradient, {}), exact, allowed);
            }
        }
    }
}

TEST(LatticePoints, GradientIsThatOfTheTwinsEnergy) {
    const LatticeBody body = oneCell(0.4);
    for (const MaterialKind material : kMaterials) {
        for (const VolumeAverage average : kAverages) {
            PointsOf level(body, material, Linearisation::Definite, average);
            std::uint32_t seed = 0;
            for (const Vec3d& sigma : someStretches(material)) {
                const std::vector<Vec3d> x = stretched(body, sigma, ++seed, 0.1);
                level.linearise(x);
                const std::vector<Vec3d> exact = level.twinGradient(x);
                EXPECT_LE(test::largestGap(level.gradient, exact), 1e-5 * test::largest(exact))
                    << kMaterialNames[static_cast<int>(material)] << " " << sigma.y << " " << sigma.z;
            }
        }
    }
}

TEST(LatticePoints, ExactTangentIsTheDerivativeOfTheGradient) {
    const LatticeBody body = oneCell(0.4);
    const double step = 1e-4 * body.cells.width;
    for (const MaterialKind material : kMaterials) {
        for (const VolumeAverage average : kAverages) {
            PointsOf level(body, material, Linearisation::Exact, average);
            const std::vector<Vec3d> x = stretched(body, {1.4, 1.1, 0.7}, 3, 0.1);
            const Eigen::MatrixXd k = level.matrix(x);
            for (Eigen::Index column = 0; column < 24; ++column) {
                const auto at = [&](double by) {
                    std::vector<Vec3d> moved = x;
                    moved[static_cast<std::size_t>(column / 3)][static_cast<int>(column % 3)] += by;
                    return level.twinGradient(moved);
                };
                const std::vector<Vec3d> ahead = at(step), behind = at(-step);
                for (Eigen::Index row = 0; row < 24; ++row) {
                    const auto node = static_cast<std::size_t>(row / 3);
                    const double slope = (ahead[node] - behind[node])[static_cast<int>(row % 3)] / (2 * step);
                    EXPECT_NEAR(k(row, column), slope, 2e-5 * k.norm())
                        << kMaterialNames[static_cast<int>(material)];
                }
            }
        }
    }
}

TEST(LatticePoints, DefiniteTangentIsSymmetricAndSemidefinite) {
    const LatticeBody body = oneCell(0.4);
    for (const MaterialKind material : kMaterials) {
        for (const VolumeAverage average : kAverages) {
            PointsOf level(body, material, Linearisation::Definite, average);
            std::uint32_t seed = 0;
            for (const Vec3d& sigma : someStretches(material)) {
                const Eigen::MatrixXd k = level.matrix(stretched(body, sigma, ++seed, 0.3));
                EXPECT_LT((k - k.transpose()).cwiseAbs().maxCoeff(), 3e-6 * k.cwiseAbs().maxCoeff());
                EXPECT_GE(test::smallestEigenvalue(k), -2e-6 * k.norm())
                    << kMaterialNames[static_cast<int>(material)];
            }
        }
    }
}

// Six motions of a body without stress and no other: one point sees less of a cell, and its hourglasses need
// a stiffness of their own.
TEST(LatticePoints, FourPointsOfAFullCellSeeAllButRigidMotion) {
    LatticeBody body = test::freeBox({1, 1, 1}, 0.01, 0.4);
    body.cells.points = {pointsOfFullCell()};
    for (const MaterialKind material : kMaterials) {
        PointsOf level(body, material);
        const Eigen::VectorXd values = test::eigenvaluesOf(level.matrix(body.rest));
        EXPECT_LT(values(5), 1e-5 * values(23));
        EXPECT_GT(values(6), 1e-2 * values(23)) << kMaterialNames[static_cast<int>(material)];
    }
}

LatticeBody oddPoints(std::uint32_t seed) {
    return withPoints(test::oddBody(seed, 3), 100 * seed);
}

TEST(LatticePoints, ManyCellsAreTheSumOfEach) {
    const LatticeBody body = oddPoints(1);
    PointsOf level(body, MaterialKind::StableNeoHookean);
    const std::vector<Vec3d> x = test::shaken(body, 0.2, 2);
    const double exact = level.twinEnergy(x);
    EXPECT_NEAR(level.linearise(x), exact, kSingle * exact);
    const std::vector<Vec3d> gradient = level.twinGradient(x);
    EXPECT_LT(test::largestGap(level.gradient, gradient), 1e-5 * test::largest(gradient));
}

TEST(LatticePoints, RigidMotionMakesNoForce) {
    const LatticeBody body = oddPoints(2);
    for (const MaterialKind material : kMaterials) {
        PointsOf level(body, material);
        const double shaken = level.linearise(test::shaken(body, 0.3, 2));
        const double scale = test::largest(level.gradient);
        UniformSource random(7);
        for (int i = 0; i < 3; ++i) {
            const Mat3d r = random.rotation();
            const Vec3d t = random.vec3() * 10.0;
            const double energy =
                level.linearise(test::mapped(body.rest, [&](Vec3d p) { return r * p + t; }));
            EXPECT_LT(test::largest(level.gradient), 1e-5 * scale);
            EXPECT_LT(energy, 1e-6 * shaken) << kMaterialNames[static_cast<int>(material)];
        }
    }
}

TEST(LatticePoints, AllInstructionSetsAgree) {
    const LatticeBody body = oddPoints(3);
    const Level level(body.cells, body.stiffness, body.fixed);
    const std::vector<Vec3d> x = test::shaken(body, 0.2, 2);
    std::vector<GroupPoints> points(level.map().groups());
    for (std::uint32_t c = 0; c < body.cells.cellCount(); ++c) {
        const std::uint32_t lane = level.map().laneOfCell()[c] % kGroupLanes;
        GroupPoints& to = points[level.map().laneOfCell()[c] / kGroupLanes];
        for (std::size_t q = 0; q < kPoints; ++q) {
            for (int i = 0; i < 3; ++i) to.at[q][i][lane] = static_cast<float>(body.cells.points[c].at[q][i]);
            to.volume[q][lane] = static_cast<float>(body.cells.points[c].weight[q] * 1e-6);
        }
        to.mu[lane] = body.stiffness[c].mu;
        to.lambda[lane] = body.stiffness[c].lambda;
    }
    const Bricks bricks = level.map().bricksOf(body.cells.width);
    const NodeVectors direction = test::randomVectors(body, 5);
    std::vector<std::vector<double>> results;
    for (const InstructionSet set : supportedInstructionSets()) {
        const BrickRange range{bricks, 0, level.map().bricks(), set};
        NodeVectors sums(level.map().slots()), product(level.map().slots());
        std::vector<double> energies(level.map().bricks());
        std::vector<GroupPointTangents> tangents(points.size());
        evaluatePoints(range, x.data(), {points.data()}, {},
                       {nullptr, tangents.data(), sums.data(), energies.data()});
        applyPoints(range, points.data(), tangents.data(), direction.data(), product.data());
        std::vector<double>& all = results.emplace_back(energies);
        for (const NodeVectors* v : {&sums, &product}) {
            const double unit = test::largest(*v);
            for (const NodeVector& f : *v) all.push_back(static_cast<double>(f.x + f.y + f.z) / unit);
        }
    }
    for (const std::vector<double>& other : results) {
        for (std::size_t i = 0; i < other.size(); ++i) ASSERT_NEAR(other[i], results[0][i], 2e-5);
    }
}

TEST(LatticePoints, SameBitsForAnyWorkerCount) {
    const LatticeBody body = withPoints(test::heldBar({20, 14, 9}, 0.01, 0.47), 5);
    const std::vector<Vec3d> x = test::shaken(body, 0.2, 3);
    NodeVectors first;
    for (const unsigned threads : {1u, 2u, 3u}) {
        const Workers workers(threads);
        PointsOf level(body, MaterialKind::StableNeoHookean);
        NodeVectors gradient, product;
        level().linearise(x, gradient, workers.jobs());
        level().apply(gradient, product, workers.jobs());
        if (first.empty()) first = product;
        for (std::size_t n = 0; n < product.size(); ++n) {
            ASSERT_EQ(product[n].x, first[n].x);
            ASSERT_EQ(product[n].y, first[n].y);
            ASSERT_EQ(product[n].z, first[n].z);
        }
    }
}

// Every part of a body that is stretched evenly is in equilibrium, whatever part of the cells is flesh: nodes
// in the middle have no force but by cells that are cut.
TEST(LatticePoints, EvenStretchIsExact) {
    LatticeBody body = test::heldBar({6, 5, 5}, 0.01, 0.45);
    body.cells.points.assign(body.cells.cells.size(), pointsOfFullCell());
    for (const MaterialKind material : kMaterials) {
        PointsOf level(body, material);
        const Mat3d f{{{1.2, 0.1, 0}, {-0.05, 0.9, 0.1}, {0, 0.05, 1.05}}};
        const double energy = level.linearise(test::mapped(body.rest, [&](Vec3d p) { return f * p; }));
        const double density = withMaterial<double>(
            material, [&](auto kind) { return energyDensity<decltype(kind)>(f, level.twin(0).lame); });
        EXPECT_NEAR(energy / (density * 150e-6), 1, 1e-5);
        const double scale = test::largest(level.gradient);
        for (std::uint32_t n = 0; n < body.cells.nodeCount(); ++n) {
            const Vec3d p = body.rest[n];
            const bool isInside = std::min({p.x, p.y, p.z, 0.06 - p.x, 0.05 - p.y, 0.05 - p.z}) > 1e-9;
            if (!isInside) continue;
            EXPECT_LT(length(asVec3(level.gradient[n])), 1e-5 * scale);
        }
    }
}

struct PressedPoints {
    LatticeBody body;
    Level level;
    test::MixedRows rows{body, level};
    std::vector<Vec3d> x = test::shaken(body, 0.2, 3);
    PressureVectors pressures;
    NodeVectors gradient;
    double energy = 0;

    PressedPoints(LatticeBody of, MaterialKind material, VolumeAverage average, Linearisation kind)
        : body(std::move(of)), level(body.cells, body.stiffness, body.fixed) {
        level.setPoints(body.stiffness);
        level.setLaw({.material = material, .linearisation = kind, .average = average});
        Dice dice(5);
        pressures.resize(level.map().groups());
        for (std::uint32_t c = 0; c < body.cells.cellCount(); ++c)
            rows.at(pressures, c) = static_cast<float>(dice.between(-5e3, 5e3));
        level.setPressures(pressures);
        energy = level.linearise(x, gradient, {});
    }
};

constexpr MaterialKind kSplit[] = {MaterialKind::StableNeoHookean, MaterialKind::Corotated,
                                   MaterialKind::MooneyRivlin, MaterialKind::LogNeoHookean};

TEST(LatticePoints, PressureActsOnTheAverageOfTheCell) {
    for (const MaterialKind material : kSplit) {
        for (const VolumeAverage average : kAverages) {
            PressedPoints pressed(oneCell(0.47), material, average, Linearisation::Exact);
            const CellModuli m = pressed.body.stiffness[0];
            const TwinPoints cell{pressed.body.cells.width,
                                  {static_cast<double>(m.mu), static_cast<double>(m.lambda)},
                                  material,
                                  pressed.body.cells.points[0],
                                  average};
            const auto p = static_cast<double>(pressed.rows.at(pressed.pressures, 0));
            const test::TwinCorners corners =
                test::Twin{pressed.body.cells, pressed.body.stiffness}.corners(0, pressed.x);
            const double exact = energyWithPressure(cell, corners, p);
            EXPECT_NEAR(pressed.energy, exact, 4e-6 * (std::abs(exact) + 5e3 * cell.volume()));
            const double step = 1e-3 * cell.width;
            const test::TwinCorners slope = test::gradientOf(
                [&](const test::TwinCorners& at) { return energyWithPressure(cell, at, p); }, corners, step);
            const test::TwinCorners growth = test::gradientOf(
                [&](const test::TwinCorners& at) { return averageMeasure(cell, at) * cell.volume(); },
                corners, step);
            const Eigen::MatrixXd k = pressed.rows.matrix();
            const Eigen::Index row = pressed.rows.nodeRows();
            const double lambda = cell.lame.lambda,
                         capped =
                             std::min(static_cast<double>(CellLaw{}.cappedBulk) * cell.lame.mu, 0.9 * lambda);
            EXPECT_NEAR(k(row, row) * (lambda - capped), -cell.volume(), 1e-5 * cell.volume());
            for (std::size_t c = 0; c < 8; ++c) {
                const std::uint32_t node = pressed.body.cells.nodesOfCell[0][c];
                for (int i = 0; i < 3; ++i) {
                    EXPECT_NEAR(asVec3(pressed.gradient[node])[i], slope[c][i],
                                2e-5 * test::largest(pressed.gradient));
                    EXPECT_NEAR(k(row, static_cast<Eigen::Index>(3 * node) + i), growth[c][i], 1e-9);
                }
            }
            const std::uint32_t lane = pressed.level.map().laneOfCell()[0];
            const GroupCoupling& coupling = pressed.level.couplings()[lane / kGroupLanes];
            EXPECT_NEAR(static_cast<double>(coupling.residual[lane % kGroupLanes]),
                        (averageMeasure(cell, corners) - p / lambda) * cell.volume(), 2e-6 * cell.volume());
        }
    }
}

TEST(LatticePoints, MixedOperatorIsSymmetricWithADefiniteBlockOfShapes) {
    PressedPoints pressed(oddPoints(4), MaterialKind::StableNeoHookean, VolumeAverage::Measure,
                          Linearisation::Definite);
    const Eigen::MatrixXd k = pressed.rows.matrix();
    const Eigen::Index n = pressed.rows.nodeRows();
    EXPECT_LT((k - k.transpose()).cwiseAbs().maxCoeff(), 1e-6 * k.cwiseAbs().maxCoeff());
    EXPECT_GE(test::smallestEigenvalue(k.topLeftCorner(n, n)), -1e-6 * k.norm());
    EXPECT_LT((k.topLeftCorner(n, n) - test::denseOf(pressed.level)).norm(), 1e-6 * k.norm());
}

}  // namespace
}  // namespace sinew::lattice
