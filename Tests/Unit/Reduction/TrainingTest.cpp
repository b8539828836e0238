#include "Offline/Reduction/Training.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "Material/Material.h"
#include "Material/StableNeoHookean.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Reduction/Bases/Basis.h"
#include "Offline/Reduction/Judgement.h"
#include "Offline/Reduction/Skin/SkinBinding.h"
#include "Offline/Reduction/Twin/ReducedSolver.h"
#include "Support/Bodies/ElasticMeshTwin.h"
#include "Support/Bodies/TrainedLimb.h"

namespace sinew::reduction {
namespace {

TEST(Training, WhatWasLearntIsShownAsItWas) {
    for (const Trained* trained : {&trainedLimb(), &mergedLimb()}) {
        const ReducedSolver solver(trained->mesh, trained->model);
        for (const SolvedPose& pose : trained->learnt) {
            const auto nodes =
                solver.nodes(pose.skinMatrices, projected(trained->on(), trained->model, pose));
            EXPECT_LT(rmsDistance(nodes, pose.nodes), 1e-7) << pose.name;
        }
        for (const BasisReport& report : trained->reports) EXPECT_GT(report.captured, 1 - 1e-9);
    }
}

// Four bent poses have four shapes, wherever the modes could go.
TEST(Training, ModesAreSharedByWhatDomainsNeed) {
    EXPECT_EQ(trainedLimb().model.domains.size(), 2u);
    for (const ReducedDomain& domain : trainedLimb().model.domains) EXPECT_EQ(domain.rank(), 4);
    const Trained few({}, {.rank = 3, .vibrations = 0});
    EXPECT_EQ(few.model.domains[0].rank() + few.model.domains[1].rank(), 6);
    const Trained even({}, {.rank = 2, .even = true, .vibrations = 0});
    for (const ReducedDomain& domain : even.model.domains) EXPECT_EQ(domain.rank(), 2);
}

TEST(Training, JudgementIsThatOfThePosesGiven) {
    const Trained& t = trainedLimb();
    const Judgement judgement = judge(t.on(), t.model, t.learnt, t.unseen, {});
    const SkinBinding skin = bindSkin(t.on(), t.model);
    ASSERT_EQ(judgement.poses.size(), 2u);
    const ReducedSolver solver(t.mesh, t.model);
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        const SolvedPose& pose = t.unseen[i];
        const PoseError& error = judgement.poses[i];
        const auto skinned = skinPositions(t.character, pose.skinMatrices, SkinMethod::LinearBlend);
        const auto full = skinPositions(t.mesh, pose.nodes, skinned);
        EXPECT_NEAR(error.skinning.rms, rmsDistance(skinned, full), 1e-12);
        ReducedSolver::Coordinates q = projected(t.on(), t.model, pose);
        EXPECT_NEAR(error.projection.rms,
                    rmsDistance(skinPositions(t.on(), t.model, skin, pose.skinMatrices, q, skinned), full),
                    1e-12);
        EXPECT_TRUE(solver.solve(pose.skinMatrices, q).converged);
        EXPECT_NEAR(error.reduced.rms,
                    rmsDistance(skinPositions(t.on(), t.model, skin, pose.skinMatrices, q, skinned), full),
                    1e-3 * error.reduced.rms);
        EXPECT_TRUE(error.converged);
        EXPECT_LE(error.projection.rms, error.reduced.rms);
        EXPECT_LT(error.reduced.rms, 0.5 * error.skinning.rms);
        EXPECT_LE(error.skinning.percentile95, error.skinning.max);
        for (std::size_t v = 0; v < full.size(); ++v, ++count) sum += length(skinned[v] - full[v]);
    }
    EXPECT_NEAR(judgement.skinning.mean, sum / count, 1e-12);
    // The limb is a tube about its bones.
    for (const double radius : judgement.limbRadii) EXPECT_NEAR(radius, 0.05, 0.02);
    const PoseError& worst = judgement.poses[judgement.worstPose];
    for (const PoseError& error : judgement.poses) {
        for (std::size_t d = 0; d < 2; ++d) {
            EXPECT_LE(
                error.reducedOfDomain[d] / judgement.limbRadii[d],
                worst.reducedOfDomain[judgement.worstDomain] / judgement.limbRadii[judgement.worstDomain]);
        }
    }
    EXPECT_NEAR(rmsDistance(judgement.worst.reduced, judgement.worst.full), worst.reduced.rms, 1e-12);
}

// As bound, but for nodes that `moves` says how far they are shaken, metres.
SolvedPose shaken(const Trained& t, const std::function<double(std::uint32_t node)>& moves, unsigned seed) {
    std::mt19937 source{seed};
    std::uniform_real_distribution<double> entry{-1, 1};
    SolvedPose pose = t.learnt[0];
    for (std::uint32_t n = 0; n < pose.nodes.size(); ++n) {
        pose.nodes[n] += Vec3d{entry(source), entry(source), entry(source)} * moves(n);
    }
    return pose;
}

bool has(const std::vector<std::uint32_t>& rising, std::uint32_t node) {
    return std::binary_search(rising.begin(), rising.end(), node);
}

// Of two shapes, one large and without any stretch and one small and wild, there is a mode for one only.
TEST(Training, StretchCounts) {
    const Trained& t = trainedLimb();
    SolvedPose moved = t.learnt[0];
    for (Vec3d& x : moved.nodes) x += Vec3d{0.01, -0.02, 0.015};
    const Eigen::Vector3d way = Eigen::Vector3d(0.01, -0.02, 0.015).normalized();
    const SolvedPose wild = shaken(
        t, [](std::uint32_t) { return 1e-3; }, 3);
    const std::vector<SolvedPose> poses{moved, wild};
    const Eigen::MatrixXd none(3 * static_cast<Eigen::Index>(t.mesh.nodeCount()), 0);
    std::vector<BasisReport> reports;
    for (const double stretch : {0.0, 1e4}) {
        const ReducedModel model =
            makeBases(t.on(), poses, none,
                      {.rank = 1, .even = true, .vibrations = 0, .seams = 0, .stretch = stretch}, reports);
        for (std::size_t d = 0; d < 2; ++d) {
            const std::vector<double> masses = domainMasses(t.domains.domains[d], t.mesh);
            const Eigen::MatrixXd& u = model.domains[d].u;
            double mass = 0, together = 0;
            for (std::size_t n = 0; n < masses.size(); ++n) {
                mass += masses[n];
                together += masses[n] * u.col(0).segment<3>(3 * static_cast<Eigen::Index>(n)).dot(way);
            }
            const double share = together * together / mass;  // of the mode that is one motion of all nodes
            EXPECT_EQ(share > 0.5, stretch == 0) << d << " " << share;
        }
    }
}

// Of two shapes, one large but away from the seam and one small at it, there is a mode for one only.
TEST(Training, SeamsCountForBothSides) {
    const Trained& t = trainedLimb();
    const std::vector<std::uint32_t>& seam = t.domains.interfaces.at(0).nodes;
    const SolvedPose away = shaken(
        t, [&](std::uint32_t n) { return has(seam, n) ? 0 : 1e-2; }, 1);
    const SolvedPose at = shaken(
        t, [&](std::uint32_t n) { return has(seam, n) ? 1e-3 : 0; }, 2);
    const std::vector<SolvedPose> poses{away, at};
    const Eigen::MatrixXd none(3 * static_cast<Eigen::Index>(t.mesh.nodeCount()), 0);
    std::vector<BasisReport> reports;
    for (const double seams : {0.0, 1e6}) {
        const ReducedModel model =
            makeBases(t.on(), poses, none,
                      {.rank = 1, .even = true, .vibrations = 0, .seams = seams, .stretch = 0}, reports);
        const SolvedPose& shown = seams > 0 ? at : away;
        const SolvedPose& missed = seams > 0 ? away : at;
        for (std::size_t d = 0; d < 2; ++d) {
            EXPECT_GT(projected(t.on(), model, shown)[d].norm(), 1e-6);
            EXPECT_LT(projected(t.on(), model, missed)[d].norm(), 1e-9) << seams << " " << d;
        }
    }
}

// Poses and vibrations together, where one domain wants all of them.
TEST(Training, NoDomainHasMoreModesThanTheMaximum) {
    const Trained& t = trainedLimb();
    const std::vector<std::uint32_t>& calm = t.domains.domains[0].nodes;
    std::vector<SolvedPose> poses;
    for (unsigned i = 0; i < 90; ++i) {
        poses.push_back(shaken(
            t, [&](std::uint32_t n) { return has(calm, n) ? 1e-6 : 1e-2; }, i));
    }
    const Eigen::MatrixXd vibrations =
        Eigen::MatrixXd::Random(3 * static_cast<Eigen::Index>(t.mesh.nodeCount()), 20);
    std::vector<BasisReport> reports;
    const ReducedModel model = makeBases(t.on(), poses, vibrations, {.rank = 50, .vibrations = 0.2}, reports);
    Eigen::Index largest = 0;
    for (const ReducedDomain& domain : model.domains) largest = std::max(largest, domain.rank());
    EXPECT_EQ(largest, static_cast<Eigen::Index>(kMaxModes));
}

// Σ w BᵀP V over some elements of a domain.
Eigen::VectorXd forceOf(const Trained& t, const ReducedDomain& domain,
                        std::span<const std::uint32_t> elements, std::span<const double> weights,
                        const Eigen::VectorXd& q) {
    Eigen::VectorXd force = Eigen::VectorXd::Zero(domain.rank());
    for (std::size_t e = 0; e < elements.size(); ++e) {
        const Eigen::MatrixXd b = deformationBasis(t.mesh, domain, elements[e]);
        const Eigen::VectorXd f = b * q;
        Mat3d gradient = Mat3d::identity();
        for (int i = 0; i < 9; ++i) gradient(i % 3, i / 3) += f[i];
        const Mat3d stress =
            firstPiola<StableNeoHookean<double>>(gradient, t.mesh.elements[elements[e]].lame);
        Eigen::VectorXd p(9);
        for (int i = 0; i < 9; ++i) p[i] = stress(i % 3, i / 3);
        force += weights[e] * t.mesh.elements[elements[e]].volume * (b.transpose() * p);
    }
    return force;
}

TEST(Training, ReportsTheErrorOfFewElementsOnPosesLearntAndUnseen) {
    Trained t;
    std::vector<CubatureReport> reports;
    makeCubature(t.on(), t.model, t.learnt, t.unseen, {.tolerance = 0.05}, {}, reports);
    ASSERT_EQ(reports.size(), 2u);
    for (std::size_t d = 0; d < 2; ++d) {
        const ReducedDomain& domain = t.model.domains[d];
        const std::vector<std::uint32_t>& all = t.domains.domains[d].elements;
        const auto error = [&](const std::vector<SolvedPose>& poses) {
            double sum = 0, count = 0;
            for (const SolvedPose& pose : poses) {
                const Eigen::VectorXd q = projected(t.on(), t.model, pose)[d];
                const Eigen::VectorXd whole = forceOf(t, domain, all, std::vector<double>(all.size(), 1), q);
                if (whole.norm() < 1e-9) continue;  // the bind pose has none
                sum += (forceOf(t, domain, domain.elements, domain.weights, q) - whole).squaredNorm() /
                       whole.squaredNorm();
                ++count;
            }
            return std::sqrt(sum / count);
        };
        EXPECT_LT(reports[d].elements, all.size() / 4);
        EXPECT_EQ(reports[d].elements, domain.elements.size());
        EXPECT_LE(reports[d].trainingError, 0.08);  // five poses beside four modes by themselves
        EXPECT_NEAR(reports[d].trainingError, error(t.learnt), 1e-6);
        EXPECT_NEAR(reports[d].heldOutError, error(t.unseen), 1e-6);
    }
}

// All bone, or in no pose that was learnt: it moves as its joint does, and no element has a force to give.
TEST(Training, ADomainWithoutShapesNeedsNoElements) {
    Trained t;
    t.model.domains[0].u.resize(t.model.domains[0].u.rows(), 0);
    std::vector<CubatureReport> reports;
    makeCubature(t.on(), t.model, t.learnt, t.unseen, {}, {}, reports);
    EXPECT_EQ(reports[0].elements, 0u);
    EXPECT_TRUE(t.model.domains[0].elements.empty());
    EXPECT_TRUE(t.model.domains[0].weights.empty());
    EXPECT_GT(reports[1].elements, 0u);
}

// Σ m g·x over the nodes of every domain.
TEST(Training, FleshWeighs) {
    Trained t;
    const Vec3d gravity{1, -9.81, 2};
    const SolvedPose& pose = t.unseen[1];
    const ReducedSolver::Coordinates q = projected(t.on(), t.model, pose);
    const ReducedSolver before(t.mesh, t.model);
    const double without = before.energy(pose.skinMatrices, q);
    Eigen::VectorXd slopeWithout, slopeWith;
    Eigen::MatrixXd unused;
    before.linearise(pose.skinMatrices, q, slopeWithout, unused);
    setGravity(t.on(), t.model, gravity);
    const ReducedSolver after(t.mesh, t.model);
    after.linearise(pose.skinMatrices, q, slopeWith, unused);
    double expected = 0;
    Eigen::Index first = 0;
    for (std::size_t d = 0; d < 2; ++d) {
        const ReducedDomain& domain = t.model.domains[d];
        const Mat3d turn = rigidMotion(pose.skinMatrices[domain.joint], domain.centre).rotation;
        const std::vector<double> masses = domainMasses(t.domains.domains[d], t.mesh);
        Eigen::VectorXd slope = Eigen::VectorXd::Zero(domain.rank());
        for (std::size_t n = 0; n < masses.size(); ++n) {
            for (Eigen::Index k = 0; k < domain.rank(); ++k) {
                const Eigen::Vector3d u = domain.u.block<3, 1>(3 * static_cast<Eigen::Index>(n), k);
                slope[k] -= masses[n] * dot(gravity, turn * Vec3d{u[0], u[1], u[2]});
            }
        }
        expected += slope.dot(q[d]);
        EXPECT_LT(((slopeWith - slopeWithout).segment(first, slope.size()) - slope).norm(),
                  1e-6 * slope.norm());
        first += slope.size();
    }
    EXPECT_NEAR(after.energy(pose.skinMatrices, q) - without, expected, 1e-9);
    EXPECT_GT(std::abs(expected), 1e-6);
    setGravity(t.on(), t.model, {});
    EXPECT_EQ(ReducedSolver(t.mesh, t.model).energy(pose.skinMatrices, q), without);
}

// With all elements and what stabilises them, a domain has the energy of its part of the mesh.
TEST(Training, ADomainHasTheEnergyOfItsFlesh) {
    for (const Trained* const t : withFibredLimbs({&trainedLimb(), &quadraticLimb(), &cellLimb()})) {
        const std::vector<Affined> bind(t->character.skeleton.joints.size());
        for (std::size_t d = 0; d < t->model.domains.size(); ++d) {
            const ReducedDomain& domain = t->model.domains[d];
            EXPECT_EQ(domain.stabilisation.size() > 0, t == &cellLimb() || t == fibredLimbs()[2]);
            const ReducedModel alone{{domain}, {}, {}, 0};
            const ReducedSolver solver(t->mesh, alone);
            for (const SolvedPose& pose : t->unseen) {
                const Eigen::VectorXd q = projected(t->on(), t->model, pose)[d], u = domain.u * q;
                std::vector<Vec3d> x = t->mesh.rest;
                for (std::size_t n = 0; n < domain.nodes.size(); ++n) {
                    const Eigen::Vector3d way = u.segment<3>(3 * static_cast<Eigen::Index>(n));
                    x[domain.nodes[n]] += Vec3d{way[0], way[1], way[2]};
                }
                const double expected = test::energyOf(t->mesh, t->domains.domains[d].elements, x);
                EXPECT_GT(expected, 0);
                EXPECT_NEAR(solver.energy(bind, {q}), expected, 1e-9 * expected);
            }
        }
    }
}

TEST(Training, SeamsAreAsStiffAsTheFleshAboutThem) {
    for (const DomainSettings& settings : {DomainSettings{}, [] {
                                               DomainSettings merged;
                                               merged.merged = {"lower"};
                                               return merged;
                                           }()}) {
        Trained t(settings);
        for (ElasticMesh::Element& element : t.mesh.elements) {
            element.lame = {7 * element.lame.mu, 7 * element.lame.lambda};
        }
        const ReducedModel model = modelWithoutBases(t.on(), {});
        for (std::size_t i = 0; i < model.interfaces.size(); ++i) {
            EXPECT_NEAR(model.seamCoupling(i), 7 * model.coupling, 1e-9 * model.coupling);
        }
        for (std::size_t i = 0; i < model.carried.size(); ++i) {
            EXPECT_NEAR(model.carriedCoupling(i), 7 * model.coupling, 1e-9 * model.coupling);
        }
        EXPECT_GT(model.interfaces.size() + model.carried.size(), 0u);
    }
}

}  // namespace
}  // namespace sinew::reduction
