// The figures of McAdams et al. 2011 that say why its discretisation is what it is.
#include <gtest/gtest.h>

#include "Offline/Lattice/Newton.h"
#include "Offline/Lattice/PoseSolver.h"
#include "Support/Bodies/LatticeBodies.h"
#include "Support/Bodies/LatticeTwin.h"
#include "Support/Dense.h"

namespace sinew::lattice {
namespace {

using test::LatticeBody;
using test::Quadrature;
using test::Twin;

constexpr MaterialKind kLaw = MaterialKind::Corotated;  // that of the paper

int zeroModes(const Eigen::MatrixXd& k) {
    const Eigen::VectorXd values = test::eigenvaluesOf(k);
    return static_cast<int>((values.array().abs() < 1e-5 * values.maxCoeff()).count());
}

// Section 4: red-black displacements and others cost nothing where all is integrated in the middle of cells.
TEST(LatticeHourglass, OnePointQuadratureHasModesWithoutEnergyAndOursHasRigidMotionsAlone) {
    const LatticeBody body = test::freeBox({4, 3, 3});
    EXPECT_GT(zeroModes(Twin{body.cells, body.stiffness, kLaw, Quadrature::OnePoint}.tangent(body.rest)), 12);
    EXPECT_EQ(zeroModes(Twin{body.cells, body.stiffness}.tangent(body.rest)), 6);
    Level level(body.cells, body.stiffness, body.fixed);
    NodeVectors unused;
    level.linearise(body.rest, unused, {});
    EXPECT_EQ(zeroModes(test::denseOf(level)), 6);
}

// |hourglasses| over |strain| of displacements of a lattice.
double hourglassing(const Cells& cells, const Eigen::VectorXd& u) {
    double glasses = 0, strain = 0;
    for (const Cells::Corners& nodes : cells.nodesOfCell) {
        for (int bits = 1; bits < 8; ++bits) {
            Eigen::Vector3d sum = Eigen::Vector3d::Zero();
            for (int c = 0; c < 8; ++c) {
                double sign = 1;
                for (int axis = 0; axis < 3; ++axis)
                    sign *= (bits >> axis & 1) != 0 ? test::sideOf(c, axis) : 1;
                sum += sign * u.segment<3>(3 * nodes[static_cast<std::size_t>(c)]);
            }
            (std::popcount(static_cast<unsigned>(bits)) == 1 ? strain : glasses) += sum.squaredNorm();
        }
    }
    return std::sqrt(glasses / strain);
}

// Fig. 3: a patch pulled at its four corners, the shape of least energy.
double patchHourglassing(Quadrature quadrature) {
    const LatticeBody body = test::freeBox({10, 10, 1});
    Eigen::MatrixXd k = Twin{body.cells, body.stiffness, kLaw, quadrature}.tangent(body.rest);
    k.diagonal().array() += 1e-6 * k.diagonal().maxCoeff();  // what costs nothing may not be without bound
    Eigen::VectorXd pull = Eigen::VectorXd::Zero(k.rows());
    const double stiff = 1e3 * k.diagonal().maxCoeff();
    for (std::uint32_t n = 0; n < body.cells.nodeCount(); ++n) {
        const Cells::Place place = body.cells.placeOfNode[n];
        if (place[0] % 10 != 0 || place[1] % 10 != 0) continue;
        const Eigen::Vector3d target(place[0] == 0 ? -0.02 : 0.02, place[1] == 0 ? -0.02 : 0.02, 0);
        pull.segment<3>(3 * n) = stiff * target;
        k.diagonal().segment<3>(3 * n).array() += stiff;
    }
    return hourglassing(body.cells, test::solvedDense(k, pull));
}

TEST(LatticeHourglass, APatchPulledAtItsCornersIsRiddledWithoutTheEdgesTermAndSmoothWithIt) {
    const double onePoint = patchHourglassing(Quadrature::OnePoint),
                 ours = patchHourglassing(Quadrature::Stabilised);
    RecordProperty("one_point", std::to_string(onePoint));
    RecordProperty("ours", std::to_string(ours));
    EXPECT_GT(onePoint, 1);
    EXPECT_LT(ours, 0.5);
    EXPECT_GT(onePoint, 3 * ours);
}

// Fig. 4: a bar of 0.4 m, pressed together to 0.7 of its length; the same shape at any resolution.
struct PressedBar {
    LatticeBody body;
    Level level;

    PressedBar(int cells, Linearisation kind)
        : body(test::heldBar({2 * cells, cells, cells}, 0.2 / cells)),
          level(body.cells, body.stiffness, body.fixed) {
        level.setLaw({kLaw, kind});
        NodeVectors unused;
        level.linearise(test::mapped(body.rest,
                                     [](Vec3d p) {
                                         return Vec3d{0.7 * p.x, p.y, p.z};
                                     }),
                        unused, {});
    }
    // Least over largest eigenvalue of K, or of M/Δt² + K.
    double ratio(double timeStep) {
        std::vector<float> shift;
        if (timeStep > 0) {
            for (const double m : nodeMasses(body.cells, 1000))
                shift.push_back(static_cast<float>(m / (timeStep * timeStep)));
        }
        level.setShift(shift);
        const Eigen::VectorXd values = test::eigenvaluesOf(test::denseOf(level));
        return values(0) / values(values.size() - 1);
    }
};

TEST(LatticeDefiniteness, WithoutTheFixStiffnessIsIndefiniteAndWithItNot) {
    for (const int cells : {2, 4, 6}) {
        EXPECT_LT(PressedBar(cells, Linearisation::Exact).ratio(0), 0) << cells;
        EXPECT_GT(PressedBar(cells, Linearisation::Definite).ratio(0), 0) << cells;
    }
}

TEST(LatticeDefiniteness, WithoutTheFixTimeStepsBecomeIndefiniteAtHighResolutionAndWithItNot) {
    constexpr double kStep = 1.0 / 30;
    std::vector<double> exact;
    for (const int cells : {1, 2, 4, 6}) {
        exact.push_back(PressedBar(cells, Linearisation::Exact).ratio(kStep));
        EXPECT_GT(PressedBar(cells, Linearisation::Definite).ratio(kStep), 0) << cells;
        RecordProperty("exact_" + std::to_string(cells), std::to_string(exact.back()));
    }
    EXPECT_GT(exact[0], 0);
    EXPECT_LT(exact[2], -1e-3);
    EXPECT_LT(exact[3], -1e-3);
}

// Fig. 2: a bar of ν = 0.3 at rest when stretched to 2.4 of its length.
struct StretchedBar {
    LatticeBody body = test::heldBar({10, 4, 4}, 0.01, 0.3);
    std::vector<Vec3d> x;

    StretchedBar() {
        x = test::mapped(body.rest, [](Vec3d p) { return Vec3d{2.4 * p.x, p.y, p.z}; });
        Multigrid levels(body.cells, body.stiffness, body.fixed);
        levels.setLaw({.material = kLaw});
        LatticeNewtonSettings settings;
        settings.newton = {.relative = 1e-4, .absolute = 0};
        settings.absoluteForce = 1e-4;
        EXPECT_TRUE(NewtonSolver(levels).solve({}, x, settings, {}).converged);
    }
    Eigen::MatrixXd matrix(Linearisation kind) const {
        Level level(body.cells, body.stiffness, body.fixed);
        level.setLaw({kLaw, kind});
        NodeVectors unused;
        level.linearise(x, unused, {});
        return test::denseOf(level);
    }
    // ρ(I − Ĵ⁻¹J): what is left of an error after a step with the approximation Ĵ.
    double left(Linearisation kind) const {
        const Eigen::MatrixXd approximate = matrix(kind), exact = matrix(Linearisation::Exact);
        return test::eigenpairsOf(approximate - exact, approximate).values.cwiseAbs().maxCoeff();
    }
};

TEST(LatticeLinearisation, OursIsNearTheTruthAtLargeStretchAndWarpedStiffnessDiverges) {
    const StretchedBar bar;
    const double ours = bar.left(Linearisation::Definite), zhu = bar.left(Linearisation::Zhu),
                 warped = bar.left(Linearisation::Warped);
    RecordProperty("ours", std::to_string(ours));
    RecordProperty("zhu", std::to_string(zhu));
    RecordProperty("warped", std::to_string(warped));
    EXPECT_LT(ours, 0.3);
    EXPECT_LT(ours, zhu);
    EXPECT_LT(zhu, 1);
    EXPECT_GT(warped, 1);
}

TEST(LatticeLinearisation, AtRestAllButZhuAreTheTruth) {
    StretchedBar bar;
    bar.x = bar.body.rest;
    EXPECT_LT(bar.left(Linearisation::Definite), 1e-3);
    EXPECT_LT(bar.left(Linearisation::Warped), 1e-3);
    EXPECT_GT(bar.left(Linearisation::Zhu), 0.1);
}

}  // namespace
}  // namespace sinew::lattice
