#include "Offline/Reduction/Bases/Modes.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "Offline/Poses/MakeFullSolver.h"
#include "Offline/Tets/ElasticMesh.h"
#include "Offline/Tets/Loads.h"
#include "Offline/Tets/Newton.h"
#include "Samples/Limb.h"
#include "Support/Bodies/ElasticMeshTwin.h"
#include "Support/Bodies/HeldBodies.h"
#include "Support/Dense.h"

namespace sinew::reduction {
namespace {

bool atLeftEnd(Vec3d p) {
    return p.x == 0;
}

tets::ElasticBody bar() {
    return {boxOfTets(6, 2, 3, 0.05), Flesh{}};  // no two sides alike: no two vibrations are
}

// K by differences of forces, over free coordinates.
Eigen::MatrixXd denseStiffness(const tets::ElasticBody& body, const tets::FreeNodes& free) {
    const auto size = 3 * static_cast<Eigen::Index>(free.count());
    Eigen::MatrixXd k(size, size);
    constexpr double kStep = 1e-6;
    for (Eigen::Index c = 0; c < size; ++c) {
        std::vector<Vec3d> ahead = body.rest().nodes, behind = ahead, fa(body.nodes()), fb(body.nodes());
        const std::uint32_t node = free.nodeOfFree[static_cast<std::size_t>(c / 3)];
        ahead[node][static_cast<int>(c % 3)] += kStep;
        behind[node][static_cast<int>(c % 3)] -= kStep;
        tets::Elasticity(body).addForces(ahead, fa, {});
        tets::Elasticity(body).addForces(behind, fb, {});
        for (Eigen::Index r = 0; r < size; ++r) {
            const std::uint32_t other = free.nodeOfFree[static_cast<std::size_t>(r / 3)];
            k(r, c) = (fb[other][static_cast<int>(r % 3)] - fa[other][static_cast<int>(r % 3)]) / (2 * kStep);
        }
    }
    return (k + k.transpose()) / 2;
}

// Where the nodes come to rest.
std::vector<Vec3d> restUnder(const tets::ElasticBody& body, const std::vector<bool>& held,
                             const std::vector<Vec3d>& load) {
    const tets::ConstantForces forces(load);
    const tets::Potential* loads[] = {&forces};
    std::vector<Vec3d> x = body.rest().nodes;
    EXPECT_TRUE(
        tets::NewtonSolver(body, held, {}).solve(loads, x, {.relative = 1e-10, .absolute = 0}).converged);
    return x;
}

TEST(Modes, AreThoseOfTheDenseProblem) {
    const tets::ElasticBody body = bar();
    const std::vector<bool> held = heldWhere(body, atLeftEnd);
    const tets::FreeNodes free = tets::freeNodes(held);
    const Vibrations modes = slowestVibrations(tets::elasticMesh(body), held, 6, {});
    Eigen::VectorXd mass(3 * free.count());
    for (Eigen::Index i = 0; i < mass.size(); ++i) {
        mass[i] = body.masses()[free.nodeOfFree[static_cast<std::size_t>(i / 3)]];
    }
    const test::Eigenpairs dense =
        test::eigenpairsOf(denseStiffness(body, free), mass.asDiagonal().toDenseMatrix());
    for (Eigen::Index c = 0; c < 6; ++c) {
        EXPECT_NEAR(modes.squaredRates[static_cast<std::size_t>(c)], dense.values[c], 1e-5 * dense.values[c]);
        Eigen::VectorXd shape(mass.size());
        for (Eigen::Index i = 0; i < mass.size(); ++i) {
            const std::uint32_t node = free.nodeOfFree[static_cast<std::size_t>(i / 3)];
            shape[i] = modes.shapes(3 * static_cast<Eigen::Index>(node) + i % 3, c);
        }
        EXPECT_NEAR(std::abs(shape.dot(mass.asDiagonal() * dense.vectors.col(c))), 1, 1e-5);
    }
}

// A few large cells of the limb, hourglasses included.
TEST(Modes, OfCellsAreThoseOfTheDenseProblem) {
    const Character limb = makeLimb();
    poses::FullSettings settings;
    settings.solver = poses::SolverKind::OnLattice;
    settings.cells.count = 100;
    const ElasticMesh mesh = poses::makeFullBody(limb, settings).elasticMesh();
    const std::vector<bool> held = heldNodes(mesh);
    const tets::FreeNodes free = tets::freeNodes(held);
    const auto size = 3 * static_cast<Eigen::Index>(free.count());
    Eigen::MatrixXd k(size, size);
    Eigen::VectorXd mass(size);
    for (Eigen::Index c = 0; c < size; ++c) {
        constexpr double kStep = 1e-6;
        const std::uint32_t node = free.nodeOfFree[static_cast<std::size_t>(c / 3)];
        std::vector<Vec3d> ahead = mesh.rest, behind = ahead;
        ahead[node][static_cast<int>(c % 3)] += kStep;
        behind[node][static_cast<int>(c % 3)] -= kStep;
        const std::vector<Vec3d> fa = test::forcesOf(mesh, ahead), fb = test::forcesOf(mesh, behind);
        for (Eigen::Index r = 0; r < size; ++r) {
            const std::uint32_t other = free.nodeOfFree[static_cast<std::size_t>(r / 3)];
            k(r, c) = (fb[other] - fa[other])[static_cast<int>(r % 3)] / (2 * kStep);
        }
        mass[c] = mesh.masses[node];
    }
    const test::Eigenpairs dense =
        test::eigenpairsOf((k + k.transpose()) / 2, mass.asDiagonal().toDenseMatrix());
    const Vibrations modes = slowestVibrations(mesh, held, 6, {});
    ASSERT_EQ(modes.squaredRates.size(), 6u);
    for (Eigen::Index c = 0; c < 6; ++c) {
        EXPECT_NEAR(modes.squaredRates[static_cast<std::size_t>(c)], dense.values[c], 1e-4 * dense.values[c]);
    }
}

// Held along a line only, flesh spins about it without effort: that is no vibration, and the others are
// found.
TEST(Modes, WhatSpinsFreelyIsNoVibration) {
    const tets::ElasticBody body(boxOfTets(4, 4, 3, 0.05), Flesh{});
    const std::vector<bool> held =
        heldWhere(body, [](Vec3d p) { return std::abs(p.x - 0.1) < 1e-9 && std::abs(p.y - 0.1) < 1e-9; });
    const tets::FreeNodes free = tets::freeNodes(held);
    Eigen::VectorXd mass(3 * free.count());
    for (Eigen::Index i = 0; i < mass.size(); ++i) {
        mass[i] = body.masses()[free.nodeOfFree[static_cast<std::size_t>(i / 3)]];
    }
    const test::Eigenpairs dense =
        test::eigenpairsOf(denseStiffness(body, free), mass.asDiagonal().toDenseMatrix());
    ASSERT_LT(std::abs(dense.values[0]), 1e-3);
    const Vibrations modes = slowestVibrations(tets::elasticMesh(body), held, 5, {});
    ASSERT_EQ(modes.squaredRates.size(), 4u);
    for (Eigen::Index c = 0; c < 4; ++c) {
        EXPECT_NEAR(modes.squaredRates[static_cast<std::size_t>(c)], dense.values[c + 1],
                    1e-4 * dense.values[c + 1]);
    }
}

TEST(Modes, StandStillWhereTheBodyIsHeld) {
    const tets::ElasticBody body = bar();
    const std::vector<bool> held = heldWhere(body, atLeftEnd);
    const Vibrations modes = slowestVibrations(tets::elasticMesh(body), held, 4, {});
    for (std::uint32_t n = 0; n < body.nodes(); ++n) {
        if (!held[n]) continue;
        EXPECT_EQ(modes.shapes.middleRows<3>(3 * static_cast<Eigen::Index>(n)).norm(), 0);
    }
}

// Under the load ω² M φ s, flesh takes the shape φ s + ½ Ψ s² + O(s³): with the derivative, the error falls
// by eight when s halves; without it by four.
TEST(Modes, DerivativesAreHowAVibrationBendsAsItGrows) {
    const tets::ElasticBody body = bar();
    const std::vector<bool> held = heldWhere(body, atLeftEnd);
    const Vibrations modes = slowestVibrations(tets::elasticMesh(body), held, 2, {});
    const Eigen::MatrixXd all = withDerivatives(tets::elasticMesh(body), held, modes, 1, {});
    ASSERT_EQ(all.cols(), 3);
    const auto at = [&](Eigen::Index c, std::uint32_t n) {
        const Eigen::Vector3d v = all.col(c).segment<3>(3 * static_cast<Eigen::Index>(n));
        return Vec3d{v[0], v[1], v[2]};
    };
    const auto error = [&](double s, bool derivative) {
        std::vector<Vec3d> load;
        for (std::uint32_t n = 0; n < body.nodes(); ++n) {
            load.push_back(at(0, n) * (s * modes.squaredRates[0] * body.masses()[n]));
        }
        const std::vector<Vec3d> x = restUnder(body, held, load);
        double sum = 0;
        for (std::uint32_t n = 0; n < body.nodes(); ++n) {
            const Vec3d left =
                x[n] - body.rest().nodes[n] - at(0, n) * s - at(2, n) * (derivative ? s * s / 2 : 0);
            sum += dot(left, left);
        }
        return std::sqrt(sum);
    };
    const double size = 0.02 / all.col(0).cwiseAbs().maxCoeff();  // metres at the tip
    EXPECT_NEAR(error(size, false) / error(size / 2, false), 4, 0.5);
    EXPECT_NEAR(error(size, true) / error(size / 2, true), 8, 1.5);
}

// Two vibrations pushed at once, φ = φ₁ + φ₂: ½ (Ψ₁₁ + 2 Ψ₁₂ + Ψ₂₂) s².
TEST(Modes, MixedDerivativesAreHowTwoVibrationsBendEachOther) {
    const tets::ElasticBody body = bar();
    const std::vector<bool> held = heldWhere(body, atLeftEnd);
    const Vibrations modes = slowestVibrations(tets::elasticMesh(body), held, 2, {});
    const Eigen::MatrixXd all = withDerivatives(tets::elasticMesh(body), held, modes, 2, {});
    ASSERT_EQ(all.cols(), 5);
    const double later = modes.squaredRates[1] / modes.squaredRates[0];
    const Eigen::VectorXd first = modes.shapes.col(0) + modes.shapes.col(1);
    const Eigen::VectorXd second = all.col(2) + 2 * later * all.col(3) + later * later * all.col(4);
    const auto error = [&](double s) {
        std::vector<Vec3d> load;
        for (std::uint32_t n = 0; n < body.nodes(); ++n) {
            const auto at = [&](Eigen::Index c, int k) {
                return modes.shapes(3 * static_cast<Eigen::Index>(n) + k, c) *
                       modes.squaredRates[static_cast<std::size_t>(c)];
            };
            load.push_back(Vec3d{at(0, 0) + at(1, 0), at(0, 1) + at(1, 1), at(0, 2) + at(1, 2)} *
                           (s * body.masses()[n]));
        }
        const std::vector<Vec3d> x = restUnder(body, held, load);
        double sum = 0;
        for (Eigen::Index i = 0; i < first.size(); ++i) {
            const auto n = static_cast<std::size_t>(i / 3);
            const int k = static_cast<int>(i % 3);
            const double left = x[n][k] - body.rest().nodes[n][k] - s * first[i] - s * s / 2 * second[i];
            sum += left * left;
        }
        return std::sqrt(sum);
    };
    const double size = 0.01 / first.cwiseAbs().maxCoeff();
    EXPECT_NEAR(error(size) / error(size / 2), 8, 1.5);
}

TEST(Modes, LaterOnesAreScaledDown) {
    const tets::ElasticBody body = bar();
    const std::vector<bool> held = heldWhere(body, atLeftEnd);
    const Vibrations modes = slowestVibrations(tets::elasticMesh(body), held, 3, {});
    const Eigen::MatrixXd all = withDerivatives(tets::elasticMesh(body), held, modes, 2, {});
    ASSERT_EQ(all.cols(), 3 + 3);
    const double ratio = modes.squaredRates[0] / modes.squaredRates[2];
    EXPECT_LT((all.col(2) - modes.shapes.col(2) * ratio).norm(), 1e-12 * all.col(2).norm());
}

}  // namespace
}  // namespace sinew::reduction
