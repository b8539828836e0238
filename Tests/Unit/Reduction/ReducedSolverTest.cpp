#include "Offline/Reduction/Twin/ReducedSolver.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

#include "Offline/Tets/ElasticMesh.h"
#include "Offline/Tets/PoseSolver.h"
#include "Support/Bodies/HeldBodies.h"

namespace sinew::reduction {
namespace {

// An arm along x with a bone in either half, cut into two domains in the middle; joint 0 and 1 move them.
constexpr double kSide = 0.12, kJoint = 0.3;

struct Arm {
    tets::ElasticBody body;
    ElasticMesh mesh;
    std::vector<std::int32_t> boneOfNode;
    std::vector<Domain> domains{{0, {}, {}}, {1, {}, {}}};
    ReducedModel model;

    Arm() : body(boxOfTets(20, 4, 4, kSide / 4), Flesh{}), mesh(tets::elasticMesh(body)) {
        for (const Vec3d& p : mesh.rest) {
            const bool core = std::abs(p.y - kSide / 2) < 0.031 && std::abs(p.z - kSide / 2) < 0.031;
            boneOfNode.push_back(!core ? -1 : p.x < kJoint - 0.07 ? 0 : p.x > kJoint + 0.07 ? 1 : -1);
        }
        for (std::uint32_t e = 0; e < mesh.elementCount(); ++e) {
            domains[mesh.elements[e].centre.x < kJoint ? 0 : 1].elements.push_back(e);
        }
        for (Domain& domain : domains) domain.nodes = nodesOf(mesh, domain.elements);
        Interface interface {
            0, 1, {}, {}
        };
        for (std::uint32_t i = 0; i < body.nodes(); ++i) {
            if (std::abs(mesh.rest[i].x - kJoint) > 1e-9) continue;
            interface.nodes.push_back(i);
            interface.areas.push_back(kSide * kSide / 25);
        }
        model.interfaces.push_back(interface);
        model.coupling = 30 * body.flesh().young / body.spacing();
        for (const Domain& domain : domains) {
            model.domains.push_back({domain.joint,
                                     {kJoint, kSide / 2, kSide / 2},
                                     domain.nodes,
                                     {},
                                     domain.elements,
                                     std::vector<double>(domain.elements.size(), 1.0)});
        }
    }

    // Every free node moves on its own: nothing is reduced.
    void useEveryShape() {
        for (std::size_t d = 0; d < 2; ++d) {
            ReducedDomain& domain = model.domains[d];
            std::vector<Eigen::Index> rows;
            for (std::size_t i = 0; i < domain.nodes.size(); ++i) {
                if (boneOfNode[domain.nodes[i]] == static_cast<std::int32_t>(d)) continue;
                for (int k = 0; k < 3; ++k) rows.push_back(3 * static_cast<Eigen::Index>(i) + k);
            }
            domain.u = Eigen::MatrixXd::Zero(3 * static_cast<Eigen::Index>(domain.nodes.size()),
                                             static_cast<Eigen::Index>(rows.size()));
            for (std::size_t c = 0; c < rows.size(); ++c) domain.u(rows[c], static_cast<Eigen::Index>(c)) = 1;
        }
    }
    void useRandomShapes(Eigen::Index rank) {
        std::srand(5);
        for (ReducedDomain& domain : model.domains) {
            domain.u =
                0.1 * Eigen::MatrixXd::Random(3 * static_cast<Eigen::Index>(domain.nodes.size()), rank);
        }
    }
    // As stiff as flesh that is some elements wide; symmetric and definite.
    void useRandomStabilisation() {
        std::srand(7);
        for (ReducedDomain& domain : model.domains) {
            const Eigen::MatrixXd any = Eigen::MatrixXd::Random(domain.rank(), domain.rank());
            domain.stabilisation = body.flesh().young * mesh.spacing * (any.transpose() * any);
        }
    }
    static std::vector<Affined> bent(double angle) {
        const Mat3d turn = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angle));
        const Vec3d joint{kJoint, kSide / 2, kSide / 2};
        return {Affined{}, {turn, joint - turn * joint}};
    }
};

ReducedSolver::Coordinates someCoordinates(const ReducedSolver& solver, double size) {
    std::srand(6);
    ReducedSolver::Coordinates q = solver.restCoordinates();
    for (Eigen::VectorXd& part : q) part = size * Eigen::VectorXd::Random(part.size());
    return q;
}

TEST(ReducedSolver, GradientAndStiffnessAreThoseOfTheEnergy) {
    Arm arm;
    arm.useRandomShapes(6);
    arm.useRandomStabilisation();
    arm.model.carried.push_back({0, 1, {3, 7, 11}});
    const ReducedSolver solver(arm.mesh, arm.model);
    const std::vector<Affined> pose = Arm::bent(0.4);
    const ReducedSolver::Coordinates q = someCoordinates(solver, 1e-4);  // all of it definite
    Eigen::VectorXd gradient;
    Eigen::MatrixXd stiffness;
    solver.linearise(pose, q, gradient, stiffness);
    EXPECT_LT((stiffness - stiffness.transpose()).norm(), 1e-10 * stiffness.norm());
    constexpr double kStep = 1e-6;
    for (Eigen::Index i = 0; i < gradient.size(); ++i) {
        ReducedSolver::Coordinates ahead = q, behind = q;
        ahead[static_cast<std::size_t>(i / 6)][i % 6] += kStep;
        behind[static_cast<std::size_t>(i / 6)][i % 6] -= kStep;
        EXPECT_NEAR((solver.energy(pose, ahead) - solver.energy(pose, behind)) / (2 * kStep), gradient[i],
                    1e-6 * gradient.norm());
        Eigen::VectorXd ga, gb;
        Eigen::MatrixXd unused;
        solver.linearise(pose, ahead, ga, unused);
        solver.linearise(pose, behind, gb, unused);
        EXPECT_LT(((ga - gb) / (2 * kStep) - stiffness.col(i)).norm(), 1e-4 * stiffness.norm());
    }
}

// The same, where elements are not all: of these alone, too, since they are less than elasticity.
TEST(ReducedSolver, StabilisationAddsAQuadraticEnergyInTheDomainsFrame) {
    Arm plain, arm;
    for (Arm* each : {&plain, &arm}) each->useRandomShapes(6);
    arm.useRandomStabilisation();
    const ReducedSolver without(plain.mesh, plain.model), with(arm.mesh, arm.model);
    const std::vector<Affined> pose = Arm::bent(0.4);
    const ReducedSolver::Coordinates q = someCoordinates(with, 1e-3);
    Eigen::VectorXd slope, slopeWithout;
    Eigen::MatrixXd stiffness, stiffnessWithout;
    with.linearise(pose, q, slope, stiffness);
    without.linearise(pose, q, slopeWithout, stiffnessWithout);
    double energy = 0;
    for (Eigen::Index d = 0; d < 2; ++d) {
        const Eigen::MatrixXd& s = arm.model.domains[static_cast<std::size_t>(d)].stabilisation;
        const Eigen::VectorXd& own = q[static_cast<std::size_t>(d)];
        energy += 0.5 * own.dot(s * own);
        const Eigen::VectorXd added = (slope - slopeWithout).segment(6 * d, 6);
        EXPECT_LT((added - s * own).norm(), 1e-9 * added.norm());
        EXPECT_LT(((stiffness - stiffnessWithout).block(6 * d, 6 * d, 6, 6) - s).norm(), 1e-9 * s.norm());
    }
    EXPECT_GT(energy, 0);
    EXPECT_NEAR(with.energy(pose, q) - without.energy(pose, q), energy, 1e-9 * energy);
}

TEST(ReducedSolver, RigidMotionMakesNoForce) {
    Arm arm;
    arm.useRandomShapes(6);
    arm.useRandomStabilisation();
    const ReducedSolver solver(arm.mesh, arm.model);
    const Affined motion{toMatrix(fromAxisAngle(normalized(Vec3d{1, 2, 3}), 1.2)), {0.5, -0.2, 1}};
    ReducedSolver::Coordinates q = solver.restCoordinates();
    const std::vector<Affined> pose{motion, motion};
    EXPECT_LT(solver.energy(pose, q), 1e-20);
    EXPECT_EQ(solver.solve(pose, q).iterations, 0);
    const std::vector<Vec3d> nodes = solver.nodes(pose, q);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        EXPECT_LT(length(nodes[n] - transformPoint(motion, arm.mesh.rest[n])), 1e-12);
    }
}

// With every shape in the basis, every element in the cubature and stiff springs it is the full solver.
TEST(ReducedSolver, WithNothingLeftOutItIsTheFullSolverLong) {
    Arm arm;
    arm.useEveryShape();
    arm.model.coupling *= 30;
    const std::vector<Affined> pose = Arm::bent(0.5);
    PoseSettings settings;
    settings.newton.relative = 1e-8;
    tets::PoseSolver full(arm.body, arm.boneOfNode, 2, settings, {});
    PosedShape shape = full.restShape();
    ASSERT_TRUE(full.moveTo(shape, [](double t) { return Arm::bent(0.5 * t); }).converged);

    const ReducedSolver solver(arm.mesh, arm.model);
    ReducedSolver::Coordinates q = solver.restCoordinates();
    EXPECT_GT(largestDistance(solver.nodes(pose, q), shape.x), 5e-3);
    const ReducedReport report = solver.solve(pose, q);
    EXPECT_TRUE(report.converged);
    EXPECT_LT(report.seamGap, 1e-4);
    EXPECT_LT(largestDistance(solver.nodes(pose, q), shape.x), 1e-4);
}

TEST(ReducedSolver, SharedNodesAreInTheMiddleOfWhatTheirDomainsSay) {
    Arm arm;
    arm.useRandomShapes(6);
    const ReducedSolver solver(arm.mesh, arm.model);
    const std::vector<Affined> pose = Arm::bent(0.4);
    const ReducedSolver::Coordinates q = someCoordinates(solver, 0.1);
    const std::vector<Vec3d> nodes = solver.nodes(pose, q);
    const auto placeIn = [&](std::size_t d, std::uint32_t node) {
        const ReducedDomain& domain = arm.model.domains[d];
        const auto row = std::find(domain.nodes.begin(), domain.nodes.end(), node) - domain.nodes.begin();
        const Eigen::Vector3d u = domain.u.middleRows<3>(3 * row) * q[d];
        return transformPoint(pose[d], arm.mesh.rest[node] + Vec3d{u[0], u[1], u[2]});
    };
    for (const std::uint32_t node : arm.model.interfaces[0].nodes) {
        EXPECT_GT(length(placeIn(0, node) - placeIn(1, node)), 1e-4);
        EXPECT_LT(length(nodes[node] - (placeIn(0, node) + placeIn(1, node)) * 0.5), 1e-12);
    }
}

TEST(ReducedSolver, ConvergedMeansThatTheForcesCancel) {
    Arm arm;
    arm.useRandomShapes(6);
    const ReducedSolver solver(arm.mesh, arm.model);
    const std::vector<Affined> pose = Arm::bent(0.4);
    int converged = 0;
    double first = 0;
    for (int maxSteps = 0; maxSteps < 12; ++maxSteps) {
        ReducedSolver::Coordinates q = solver.restCoordinates();
        const ReducedReport report = solver.solve(pose, q, {.relative = 1e-9, .maxIterations = maxSteps});
        EXPECT_EQ(report.converged, report.force <= report.allowed);
        EXPECT_LE(report.iterations, maxSteps);
        Eigen::VectorXd gradient;
        Eigen::MatrixXd stiffness;
        solver.linearise(pose, q, gradient, stiffness);
        EXPECT_NEAR(report.force, gradient.norm(), 1e-9 * gradient.norm());
        if (maxSteps == 0) first = report.force;
        if (!report.converged) continue;
        ++converged;
        EXPECT_LT(report.force, 1e-7 * first);
    }
    EXPECT_GT(converged, 0);
    EXPECT_LT(converged, 12);
}

TEST(ReducedSolver, PullingBackUndoesTheMotion) {
    Arm arm;
    const RigidMotion motion = rigidMotion(Arm::bent(0.7)[1], {kJoint, 0, 0});
    std::vector<Vec3d> x;
    for (const Vec3d& p : arm.mesh.rest)
        x.push_back(motion.rotation * (p + Vec3d{0.01, 0.02, p.x}) + motion.translation);
    const Eigen::VectorXd u = pulledBack(arm.domains[1], arm.mesh.rest, motion, x);
    for (std::size_t i = 0; i < arm.domains[1].nodes.size(); ++i) {
        const Eigen::Vector3d v = u.segment<3>(3 * static_cast<Eigen::Index>(i));
        const double px = arm.mesh.rest[arm.domains[1].nodes[i]].x;
        EXPECT_LT((v - Eigen::Vector3d(0.01, 0.02, px)).norm(), 1e-12);
    }
}

TEST(ReducedSolver, DomainMassesAddUpToTheBody) {
    const Arm arm;
    double sum = 0, whole = 0;
    for (const Domain& domain : arm.domains) {
        for (const double mass : domainMasses(domain, arm.mesh)) sum += mass;
    }
    for (const double mass : arm.mesh.masses) whole += mass;
    EXPECT_NEAR(sum, whole, 1e-12 * whole);
}

}  // namespace
}  // namespace sinew::reduction
