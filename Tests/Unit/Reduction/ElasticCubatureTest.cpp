#include "Material/Material.h"
#include "Offline/Reduction/Cubature/ElasticCubature.h"

#include <gtest/gtest.h>

#include "Offline/Error.h"
#include "Offline/Workers.h"
#include "Support/Bodies/SmoothBar.h"
#include "Support/Materials.h"

namespace sinew::reduction {
namespace {

std::vector<Vec3d> shapeOf(const SmoothBar& bar, const Eigen::VectorXd& q) {
    std::vector<Vec3d> x = bar.body.rest().nodes;
    const Eigen::VectorXd u = bar.basis.u * q;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (int k = 0; k < 3; ++k) x[i][k] += u[static_cast<Eigen::Index>(3 * i) + k];
    }
    return x;
}

Eigen::VectorXd inBasis(const SmoothBar& bar, std::span<const Vec3d> f) {
    Eigen::VectorXd all(3 * bar.body.nodes());
    for (Eigen::Index i = 0; i < all.size(); ++i)
        all[i] = f[static_cast<std::size_t>(i / 3)][static_cast<int>(i % 3)];
    return bar.basis.u.transpose() * all;
}

// Uᵀ of what the full solver's tet does to its nodes: the slow way.
Eigen::VectorXd tetForces(const SmoothBar& bar, std::uint32_t tet, std::span<const Vec3d> x) {
    std::vector<Vec3d> f(x.size());
    withMaterial<double>(bar.body.flesh().kind, [&](auto material) {
        bar.body.addTetForces(
            tet, firstPiola<decltype(material)>(bar.body.deformationGradient(tet, x), bar.body.lame(tet)), f);
    });
    return inBasis(bar, f);
}

TEST(ElasticCubature, ColumnsAreTheForcesOfTetsInTheBasis) {
    for (const MaterialKind kind : test::kMaterials) {
        const SmoothBar bar(2, 7, kind);
        const Eigen::MatrixXd q = bar.coordinates(3, 0.1, 5);
        const CubatureProblem problem = elasticCubature(bar.mesh, bar.tets, bar.basis, q, {});
        Eigen::MatrixXd column(7, 3);
        for (const std::uint32_t tet : {0U, 17U, 100U}) {
            problem.column(tet, {column.data(), 21});
            for (Eigen::Index pose = 0; pose < 3; ++pose) {
                const Eigen::VectorXd expected = tetForces(bar, tet, shapeOf(bar, q.col(pose)));
                EXPECT_GT(expected.norm(), 0.01);
                EXPECT_LT((column.col(pose) - expected).norm(), 1e-10 * expected.norm());
            }
        }
    }
}

TEST(ElasticCubature, TheTargetIsTheWholeBodysForce) {
    const SmoothBar bar(4, 9);
    const Eigen::MatrixXd q = bar.coordinates(4, 0.1, 6);
    const Workers workers(3);
    const CubatureProblem problem = elasticCubature(bar.mesh, bar.tets, bar.basis, q, workers.jobs());
    for (Eigen::Index pose = 0; pose < 4; ++pose) {
        const std::vector<Vec3d> x = shapeOf(bar, q.col(pose));
        std::vector<Vec3d> f(x.size());
        tets::Elasticity(bar.body).addForces(x, f, {});
        const Eigen::VectorXd expected = inBasis(bar, f);
        const Eigen::Map<const Eigen::VectorXd> target(&problem.target[static_cast<std::size_t>(9 * pose)],
                                                       9);
        EXPECT_LT((target - expected).norm(), 1e-11 * expected.norm());
    }
    EXPECT_EQ(problem.target, elasticCubature(bar.mesh, bar.tets, bar.basis, q, {}).target);
    const Cubature all{bar.tets, std::vector<double>(bar.tets.size(), 1.0), 0, 0};
    EXPECT_LT(cubatureError(problem, all), 1e-12);
}

// The nodes of the domain in an order of their own.
TEST(ElasticCubature, ADomainIsPartOfABody) {
    const SmoothBar bar(4, 6);
    const std::vector<std::uint32_t> tets{3, 200, 201, 402};
    ReducedDomain basis;
    for (const std::uint32_t tet : tets) {
        for (const std::uint32_t node : bar.body.rest().tets[tet]) {
            const auto at = std::find(basis.nodes.begin(), basis.nodes.end(), node);
            if (at == basis.nodes.end()) basis.nodes.insert(basis.nodes.begin(), node);
        }
    }
    basis.u.resize(static_cast<Eigen::Index>(3 * basis.nodes.size()), 6);
    for (std::size_t i = 0; i < basis.nodes.size(); ++i) {
        basis.u.middleRows<3>(static_cast<Eigen::Index>(3 * i)) =
            bar.basis.u.middleRows<3>(3 * basis.nodes[i]);
    }
    const Eigen::MatrixXd q = bar.coordinates(1, 0.1, 7);
    const CubatureProblem problem = elasticCubature(bar.mesh, tets, basis, q, {});
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(6), last;
    for (const std::uint32_t tet : tets) expected += last = tetForces(bar, tet, shapeOf(bar, q));
    EXPECT_EQ(problem.candidates, 4U);
    EXPECT_LT((Eigen::Map<const Eigen::VectorXd>(problem.target.data(), 6) - expected).norm(),
              1e-10 * expected.norm());
    Eigen::VectorXd column(6);
    problem.column(3, {column.data(), 6});
    EXPECT_LT((column - last).norm(), 1e-10 * last.norm());
    basis.nodes.back() = bar.body.nodes() - 1;
    EXPECT_THROW(elasticCubature(bar.mesh, tets, basis, q, {}), Error);
}

TEST(ElasticCubature, MatchesFullForcesOnUnseenPoses) {
    for (const int rank : {12, 20}) {
        const SmoothBar bar(6, rank);
        const CubatureProblem seen = bar.equalProblem(60, 0.1, 2), unseen = bar.equalProblem(40, 0.1, 3);
        const Cubature cubature = trainCubature(seen, {}, {});
        EXPECT_LE(cubature.error, 0.05);
        EXPECT_LE(cubatureError(unseen, cubature), 2 * cubature.error);
        EXPECT_LE(cubature.elements.size(), static_cast<std::size_t>(4 * rank));
        for (const double weight : cubature.weights) EXPECT_GT(weight, 0);
        RecordProperty("elements_" + std::to_string(rank), static_cast<int>(cubature.elements.size()));
        RecordProperty("unseen_" + std::to_string(rank), std::to_string(cubatureError(unseen, cubature)));
    }
}

TEST(ElasticCubature, ExchangesSaveElements) {
    const SmoothBar bar(6, 16);
    const CubatureProblem problem = bar.equalProblem(40, 0.1, 2);
    const auto elements = [&](int exchanges) {
        std::size_t sum = 0;
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const CubatureSettings settings{.tolerance = 0.01, .maxExchanges = exchanges, .seed = seed};
            sum += trainCubature(problem, settings, {}).elements.size();
        }
        return sum;
    };
    const std::size_t with = elements(6), without = elements(0);
    EXPECT_LT(with, without);
    RecordProperty("with", static_cast<int>(with));
    RecordProperty("without", static_cast<int>(without));
}

TEST(ElasticCubature, TheErrorFallsWithTheTolerance) {
    const SmoothBar bar(6, 16);
    const CubatureProblem seen = bar.equalProblem(40, 0.1, 2), unseen = bar.equalProblem(40, 0.1, 3);
    double before = 1;
    for (const double tolerance : {0.2, 0.05, 0.01}) {
        const Cubature cubature = trainCubature(seen, {.tolerance = tolerance}, {});
        EXPECT_LE(cubature.error, tolerance);
        EXPECT_LT(cubatureError(unseen, cubature), before / 2);
        before = cubatureError(unseen, cubature);
    }
}

}  // namespace
}  // namespace sinew::reduction
