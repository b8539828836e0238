// Pressures as unknowns of their own (Patterson, Mitchell, Sifakis 2012).
#include <gtest/gtest.h>

#include <numbers>

#include "Offline/Lattice/Newton.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeTwin.h"
#include "Support/Bodies/MixedTwin.h"

namespace sinew::lattice {
namespace {

using test::LatticeBody;
using test::MixedRows;

constexpr float kCap = CellLaw{}.cappedBulk;

// A body in a shape with pressures, linearised.
struct Pressed {
    LatticeBody body;
    Multigrid levels;
    MixedRows rows{body, levels.finest()};
    NodeVectors gradient;
    double energy = 0;

    Pressed(LatticeBody b, MaterialKind material = MaterialKind::StableNeoHookean, double shake = 0.2)
        : body(std::move(b)), levels(body.cells, body.stiffness, body.fixed) {
        levels.setLaw({.material = material});
        linearise(test::shaken(body, shake, 3), pressures());
    }
    PressureVectors pressures() const {
        test::Dice dice(5);
        PressureVectors p(levels.finest().map().groups());
        for (std::uint32_t c = 0; c < body.cells.cellCount(); ++c)
            rows.at(p, c) = static_cast<float>(dice.between(-5e3, 5e3));
        return p;
    }
    void linearise(std::vector<Vec3d> x, PressureVectors p) {
        levels.finest().setPressures(std::move(p));
        energy = levels.linearise(x, gradient, {});
        levels.update({});
    }
};

double volumeMeasure(MaterialKind material, const Mat3d& f) {
    if (material == MaterialKind::LogNeoHookean) return std::log(determinant(f));
    if (material == MaterialKind::Corotated) {
        const Vec3d s = svd3Scalar(f).sigma;
        return s.x + s.y + s.z - 3;
    }
    return determinant(f) - 1;
}

double bulkOf(MaterialKind material, Lame<double> m) {
    return withMaterial<double>(material, [&](auto energy) {
        if constexpr (SplitsVolume<decltype(energy), double>) {
            return decltype(energy)::bulk(m).kappa;
        } else {
            return 0.0;
        }
    });
}

// Ψ − κ/2 M² + p M − p²/2κ + κ*/2 (M − p/κ)² in the middle of a cell, and its hourglasses.
double energyWithPressure(const test::TwinCell& cell, const test::TwinCorners& x, double p) {
    const double m = volumeMeasure(cell.material, test::middleGradient(x, cell.width)),
                 kappa = bulkOf(cell.material, cell.lame),
                 capped = std::min(static_cast<double>(kCap) * cell.lame.mu, 0.9 * kappa),
                 left = m - p / kappa, volume = cell.width * cell.width * cell.width;
    return energyOf(cell, x) +
           volume * (p * m - p * p / (2 * kappa) + capped / 2 * left * left - kappa / 2 * m * m);
}

constexpr MaterialKind kSplit[] = {MaterialKind::StableNeoHookean, MaterialKind::Corotated,
                                   MaterialKind::MooneyRivlin, MaterialKind::LogNeoHookean};

LatticeBody oneCell(double poisson) {
    return test::freeBox({1, 1, 1}, 0.01, poisson);
}

TEST(LatticeMixed, EnergyAndGradientAreThoseOfTheAugmentedLagrangian) {
    for (const MaterialKind material : kSplit) {
        Pressed pressed(oneCell(0.47), material);
        const std::vector<Vec3d> x = test::shaken(pressed.body, 0.2, 3);
        const test::Twin twin{pressed.body.cells, pressed.body.stiffness, material};
        const test::TwinCorners corners = twin.corners(0, x);
        PressureVectors pressures = pressed.pressures();
        const auto p = static_cast<double>(pressed.rows.at(pressures, 0));
        const double exact = energyWithPressure(twin.cell(0), corners, p);
        EXPECT_NEAR(pressed.energy, exact, 2e-6 * (std::abs(exact) + 5e3 * 1e-6));
        for (std::size_t c = 0; c < 8; ++c) {
            for (int i = 0; i < 3; ++i) {
                const double step = 1e-6;
                test::TwinCorners ahead = corners, behind = corners;
                ahead[c][i] += step;
                behind[c][i] -= step;
                const double slope = (energyWithPressure(twin.cell(0), ahead, p) -
                                      energyWithPressure(twin.cell(0), behind, p)) /
                                     (2 * step);
                EXPECT_NEAR(asVec3(pressed.gradient[pressed.body.cells.nodesOfCell[0][c]])[i], slope,
                            1e-5 * test::largest(pressed.gradient));
            }
        }
    }
}

// Volume · (M − p/κ), its derivatives by the nodes, and by the pressure.
TEST(LatticeMixed, PressureRowsAreTheConstraintAndItsDerivatives) {
    for (const MaterialKind material : kSplit) {
        Pressed pressed(oneCell(0.47), material);
        const std::vector<Vec3d> x = test::shaken(pressed.body, 0.2, 3);
        const test::Twin twin{pressed.body.cells, pressed.body.stiffness, material};
        const test::TwinCell cell = twin.cell(0);
        PressureVectors pressures = pressed.pressures();
        const auto p = static_cast<double>(pressed.rows.at(pressures, 0));
        const double kappa = bulkOf(material, cell.lame), volume = 1e-6,
                     capped = std::min(static_cast<double>(kCap) * cell.lame.mu, 0.9 * kappa);
        const auto constraint = [&](const test::TwinCorners& corners) {
            return volume * (volumeMeasure(material, test::middleGradient(corners, cell.width)) - p / kappa);
        };
        const test::TwinCorners corners = twin.corners(0, x);
        const std::uint32_t lane = pressed.levels.finest().map().laneOfCell()[0];
        const GroupCoupling& coupling = pressed.levels.finest().couplings()[lane / kGroupLanes];
        EXPECT_NEAR(static_cast<double>(coupling.residual[lane % kGroupLanes]), constraint(corners),
                    1e-6 * volume);
        const Eigen::MatrixXd k = pressed.rows.matrix();
        const Eigen::Index row = pressed.rows.nodeRows();
        EXPECT_NEAR(k(row, row), -volume / (kappa - capped), 1e-5 * volume / (kappa - capped));
        for (std::size_t c = 0; c < 8; ++c) {
            for (int i = 0; i < 3; ++i) {
                test::TwinCorners ahead = corners, behind = corners;
                ahead[c][i] += 1e-6;
                behind[c][i] -= 1e-6;
                const auto column = static_cast<Eigen::Index>(3 * pressed.body.cells.nodesOfCell[0][c]) + i;
                EXPECT_NEAR(k(row, column), (constraint(ahead) - constraint(behind)) / 2e-6, 1e-5 * 1e-4);
            }
        }
    }
}

TEST(LatticeMixed, OperatorIsSymmetricWithADefiniteBlockOfShapes) {
    Pressed pressed(test::oddBody(4, 2));
    const Eigen::MatrixXd k = pressed.rows.matrix();
    const Eigen::Index n = pressed.rows.nodeRows();
    EXPECT_LT((k - k.transpose()).cwiseAbs().maxCoeff(), 1e-6 * k.cwiseAbs().maxCoeff());
    EXPECT_GE(test::smallestEigenvalue(k.topLeftCorner(n, n)), -1e-6 * k.norm());
    EXPECT_LT((k.topLeftCorner(n, n) - test::denseOf(pressed.levels.finest())).norm(), 1e-6 * k.norm());
}

TEST(LatticeMixed, MinresSolvesToTheAnswerOfADenseFactorisationAndOfPlainQmr) {
    for (const double poisson : {0.3, 0.47, 0.4999}) {
        Pressed pressed(test::heldBar({5, 3, 3}, 0.01, poisson));
        const Eigen::MatrixXd k = pressed.rows.matrix();
        Eigen::VectorXd b = Eigen::VectorXd::Zero(pressed.rows.rows());
        test::Dice dice(2);
        for (Eigen::Index i = 0; i < b.size(); ++i)
            b(i) = dice.between(-1, 1) * (i < pressed.rows.nodeRows() ? 1 : 1e-6);
        // In units where both kinds of unknowns are of one size: QMR has no preconditioner to do it.
        Eigen::VectorXd unit = Eigen::VectorXd::Ones(b.size());
        unit.tail(b.size() - pressed.rows.nodeRows()).setConstant(1e6);
        const Eigen::MatrixXd scaled = unit.asDiagonal() * k * unit.asDiagonal();
        const test::Eigenpairs pairs = test::eigenpairsOf((scaled + scaled.transpose()) / 2);
        const Eigen::VectorXd right = unit.cwiseProduct(b);
        const Eigen::VectorXd exact =
            pairs.vectors * (pairs.vectors.transpose() * right).cwiseQuotient(pairs.values);
        Eigen::VectorXd byQmr;
        const int iterations =
            test::symmetricQmr([&](const Eigen::VectorXd& v) -> Eigen::VectorXd { return scaled * v; }, right,
                               byQmr, 1e-8, 4000);
        EXPECT_LE(iterations, 4000);
        EXPECT_LT((byQmr - exact).norm(), 1e-4 * exact.norm()) << poisson;
        MixedVector found;
        const LinearStats stats =
            MixedSolver(pressed.levels).solve(pressed.rows.unflat(b), found, {1e-6, 400, {}}, {});
        EXPECT_LT(stats.iterations, 80);
        EXPECT_LT((pressed.rows.flatOf(found).cwiseQuotient(unit) - exact).norm(), 1e-3 * exact.norm())
            << poisson;
    }
}

struct Twisted {
    LatticeBody body;
    std::vector<Vec3d> x;
    NewtonReport report;
    double volume = 0, worstCell = 0;  // J of the whole, and the largest |J − 1| of a cell
};

// A bar whose ends are moved by `map`, from the same shape everywhere.
template <class Map>
Twisted movedBar(LatticeBody body, MaterialKind material, bool mixed, int parts, Map&& map,
                 const Jobs& jobs = {}) {
    Twisted bar{std::move(body), {}, {}};
    Multigrid levels(bar.body.cells, bar.body.stiffness, bar.body.fixed);
    levels.setLaw({.material = material});
    NewtonSolver newton(levels);
    newton.setMixed(mixed);
    bar.x = bar.body.rest;
    LatticeNewtonSettings settings;
    settings.newton = {.relative = 1e-3, .absolute = 0};
    settings.absoluteForce = 1e-4;
    for (int part = 1; part <= parts; ++part) {
        for (std::size_t n = 0; n < bar.x.size(); ++n) {
            if (bar.body.fixed[n]) bar.x[n] = map(bar.body.rest[n], static_cast<double>(part) / parts);
        }
        const NewtonReport report = newton.solve({}, bar.x, settings, jobs);
        bar.report.converged = report.converged;
        bar.report.iterations += report.iterations;
        bar.report.linearIterations += report.linearIterations;
        bar.report.energy = report.energy;
        if (!report.converged) break;
    }
    const test::Twin twin{bar.body.cells, bar.body.stiffness};
    for (std::uint32_t c = 0; c < bar.body.cells.cellCount(); ++c) {
        const double j = determinant(test::middleGradient(twin.corners(c, bar.x), bar.body.cells.width));
        bar.volume += j / bar.body.cells.cellCount();
        bar.worstCell = std::max(bar.worstCell, std::abs(j - 1));
    }
    return bar;
}

Vec3d twisted(Vec3d p, double part) {
    const double angle = p.x > 0.05 ? part * std::numbers::pi / 3 : 0, c = std::cos(angle),
                 s = std::sin(angle);
    const Vec3d d = p - Vec3d{0, 0.02, 0.02};
    return {p.x, 0.02 + c * d.y - s * d.z, 0.02 + s * d.y + c * d.z};
}

LatticeBody shortBar(double poisson) {
    return test::heldBar({10, 4, 4}, 0.01, poisson);
}

TEST(LatticeMixed, ShapesAreThoseThatAreFoundWithoutPressures) {
    for (const MaterialKind material : kSplit) {
        const Twisted with = movedBar(shortBar(0.45), material, true, 2, twisted),
                      without = movedBar(shortBar(0.45), material, false, 2, twisted);
        ASSERT_TRUE(with.report.converged && without.report.converged);
        EXPECT_LT(test::largestGap(with.x, without.x), 1e-5);
        EXPECT_NEAR(with.report.energy, without.report.energy, 2e-3 * without.report.energy);
    }
}

TEST(LatticeMixed, IterationsHardlyDependOnPoissonsRatio) {
    int fewest = 1 << 30, most = 0;
    for (const double poisson : {0.47, 0.49, 0.499, 0.4999}) {
        const Twisted bar = movedBar(shortBar(poisson), MaterialKind::StableNeoHookean, true, 2, twisted);
        EXPECT_TRUE(bar.report.converged) << poisson;
        EXPECT_LE(bar.report.iterations, 12) << poisson;
        fewest = std::min(fewest, bar.report.linearIterations);
        most = std::max(most, bar.report.linearIterations);
    }
    EXPECT_LT(most, 1.5 * fewest);
}

// Fig. 2: neo-Hookean flesh keeps its volume, in total and cell by cell; corotated flesh, whose measure of
// volume is linear, loses half of it. At 2.5 times its length flesh of ν = 0.498 is under a tension of 0.6 μ,
// which is 0.24 % of κ: where the paper has 0.1 %, less was pulled.
TEST(LatticeMixed, StretchedNeoHookeanFleshKeepsItsVolumeAndCorotatedLosesHalf) {
    const auto pulled = [](Vec3d p, double part) {
        return Vec3d{p.x > 0.05 ? p.x + part * 0.15 : p.x, p.y, p.z};
    };
    const Twisted neo = movedBar(shortBar(0.498), MaterialKind::StableNeoHookean, true, 5, pulled),
                  corotated = movedBar(shortBar(0.498), MaterialKind::Corotated, true, 5, pulled);
    EXPECT_TRUE(neo.report.converged);
    EXPECT_TRUE(corotated.report.converged);
    RecordProperty("neo_hookean", std::to_string(neo.volume));
    RecordProperty("corotated", std::to_string(corotated.volume));
    EXPECT_NEAR(neo.volume, 1, 4e-3);
    EXPECT_LT(neo.worstCell, 2e-2);
    EXPECT_LT(corotated.volume, 0.5);
    const Twisted nearer = movedBar(shortBar(0.4995), MaterialKind::StableNeoHookean, true, 5, pulled);
    EXPECT_NEAR(nearer.volume, 1, 1e-3);
    EXPECT_LT(nearer.worstCell, 1e-2);
}

TEST(LatticeMixed, SameBitsForAnyNumberOfWorkers) {
    const Twisted one = movedBar(shortBar(0.49), MaterialKind::StableNeoHookean, true, 1, twisted);
    const Workers workers(3);
    const Twisted three =
        movedBar(shortBar(0.49), MaterialKind::StableNeoHookean, true, 1, twisted, workers.jobs());
    EXPECT_EQ(one.x, three.x);
}

}  // namespace
}  // namespace sinew::lattice
