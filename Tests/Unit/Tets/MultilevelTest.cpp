#include "Offline/Tets/Linear/Multilevel.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <tuple>

#include "Base/Hash.h"
#include "Offline/Tets/Linear/ConjugateGradient.h"
#include "Offline/Workers.h"
#include "Support/Bodies/HeldBodies.h"
#include "Support/Dense.h"

namespace sinew::tets {
namespace {

// The stiffness at rest of a body held where x = 0.
struct System {
    ElasticBody body;
    FreeNodes free;
    std::shared_ptr<const Graph> graph;
    BlockMatrix<double> k;
    std::vector<Vec3d> positions;  // of free nodes
    std::vector<Vec3d> b;

    explicit System(TetMesh mesh) : body(std::move(mesh), Flesh{}) {
        free = freeNodes(heldWhere(body, [](Vec3d p) { return p.x == 0; }));
        graph = std::make_shared<Graph>(nodeGraph(body.elements(), free));
        k = zeroMatrix<double>(graph);
        const ElementPlaces places(body.elements(), *graph, free);
        StiffnessSum sum{free, places, {}, k};
        Elasticity(body).addStiffness(body.rest().nodes, sum, {});
        for (const std::uint32_t node : free.nodeOfFree) positions.push_back(body.rest().nodes[node]);
        b = shaken(std::vector<Vec3d>(free.count()), 1, 1);
    }
};

TetMesh bar(std::uint32_t n) {
    return boxOfTets(2 * n, n, n, 1.0 / n);
}

struct Solved {
    LinearStats stats;
    std::vector<Vec3d> y;
};

Solved solved(const System& s, const Jobs& jobs = {}) {
    const MultilevelPlan plan = planMultilevel(s.graph, s.positions, s.body.spacing());
    Multilevel<double> levels(plan);
    levels.update(s.k, jobs);
    Solved result{{}, std::vector<Vec3d>(s.b.size())};
    result.stats = conjugateGradient<double>(
        s.k, s.b, result.y, [&](auto r, auto z) { levels.apply(r, z, jobs); }, {.tolerance = 1e-5}, jobs);
    return result;
}

Eigen::MatrixXd dense(const BlockMatrix<double>& k) {
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(3 * k.rows(), 3 * k.rows());
    for (std::uint32_t i = 0; i < k.rows(); ++i) {
        for (std::uint32_t e = k.graph->rowStart[i]; e < k.graph->rowStart[i + 1]; ++e) {
            for (int n = 0; n < 9; ++n) {
                m(3 * i + n % 3, 3 * k.graph->column[e] + n / 3) = k.value[e](n % 3, n / 3);
            }
        }
    }
    return m;
}

TEST(Multilevel, SolvesWhatADenseSolveDoes) {
    const System s(bar(7));
    ASSERT_GE(planMultilevel(s.graph, s.positions, s.body.spacing()).steps.size(), 1U);
    const std::vector<Vec3d> y = solved(s).y;
    Eigen::VectorXd b(3 * s.k.rows());
    for (std::uint32_t i = 0; i < 3 * s.k.rows(); ++i) b(i) = s.b[i / 3][static_cast<int>(i % 3)];
    const Eigen::VectorXd expected = test::solvedDense(dense(s.k), b);
    double error = 0;
    for (std::uint32_t i = 0; i < 3 * s.k.rows(); ++i) {
        error = std::max(error, std::abs(expected(i) - y[i / 3][static_cast<int>(i % 3)]));
    }
    EXPECT_LT(error, 1e-4 * expected.cwiseAbs().maxCoeff());
}

TEST(Multilevel, IterationsStayNearlyFlatAsTheMeshRefines) {
    const int coarse = solved(System(bar(6))).stats.iterations,
              fine = solved(System(bar(20))).stats.iterations;
    EXPECT_LE(fine, coarse + 6);
    EXPECT_LE(fine, 25);
}

TEST(Multilevel, IsSymmetricAndPositive) {
    const System s(bar(7));
    const MultilevelPlan plan = planMultilevel(s.graph, s.positions, s.body.spacing());
    ASSERT_GE(plan.steps.size(), 1U);
    Multilevel<double> levels(plan);
    levels.update(s.k, {});
    std::vector<Vec3d> a = s.b, b = s.b, za(a.size()), zb(a.size());
    std::reverse(b.begin(), b.end());
    levels.apply(a, za, {});
    levels.apply(b, zb, {});
    const double ab = dotProduct<double>(a, zb, {}), ba = dotProduct<double>(b, za, {});
    const double aa = dotProduct<double>(a, za, {}), bb = dotProduct<double>(b, zb, {});
    EXPECT_GT(aa, 0);
    EXPECT_GT(bb, 0);
    EXPECT_NEAR(ab, ba, 1e-10 * std::sqrt(aa * bb));
}

TEST(Multilevel, CoarseMatrixIsPTransposedAP) {
    const System s(bar(3));
    Galerkin step(s.graph, coarsen(s.positions, *s.graph, {-0.1, -0.1, -0.1}, 0.8));
    BlockMatrix<double> coarse = zeroMatrix<double>(step.coarseGraph());
    step.product(s.k, coarse, {});
    const Prolongation& p = step.prolongation();
    Eigen::MatrixXd dp = Eigen::MatrixXd::Zero(3 * p.rows(), 3 * p.columns());
    for (std::uint32_t i = 0; i < p.rows(); ++i) {
        for (std::uint32_t e = p.rowStart[i]; e < p.rowStart[i + 1]; ++e) {
            for (int axis = 0; axis < 3; ++axis) {
                dp(3 * i + axis, 3 * p.node[e] + axis) = static_cast<double>(p.weight[e]);
            }
        }
    }
    const Eigen::MatrixXd expected = dp.transpose() * dense(s.k) * dp;
    EXPECT_LT((dense(coarse) - expected).norm(), 1e-12 * expected.norm());
}

TEST(Multilevel, InterpolationReproducesLinearFields) {
    const System s(bar(4));
    const Prolongation p = coarsen(s.positions, *s.graph, {-0.1, -0.1, -0.1}, 0.7);
    for (std::uint32_t i = 0; i < p.rows(); ++i) {
        Vec3d sum;
        for (std::uint32_t e = p.rowStart[i]; e < p.rowStart[i + 1]; ++e) {
            sum += p.coarsePositions[p.node[e]] * static_cast<double>(p.weight[e]);
        }
        EXPECT_LT(length(sum - s.positions[i]), 1e-6);
    }
}

TEST(Multilevel, JoinedCellsShareTheirCorners) {
    const System s(bar(4));
    std::vector<Vec3d> corners = coarsen(s.positions, *s.graph, {-0.1, -0.1, -0.1}, 0.7).coarsePositions;
    const auto before = [](Vec3d a, Vec3d b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); };
    std::sort(corners.begin(), corners.end(), before);
    EXPECT_EQ(corners.size(), 4U * 3U * 3U);
    for (std::size_t i = 1; i < corners.size(); ++i) EXPECT_GT(length(corners[i] - corners[i - 1]), 0.1);
}

// Two bars side by side, nearer to each other than a coarse cell and not joined.
TEST(Multilevel, PartsThatAreNotJoinedShareNoCoarseNode) {
    TetMesh mesh = boxOfTets(6, 2, 2, 0.1);
    const auto nodes = static_cast<std::uint32_t>(mesh.nodes.size());
    const std::size_t tets = mesh.tets.size();
    for (std::uint32_t i = 0; i < nodes; ++i) mesh.nodes.push_back(mesh.nodes[i] + Vec3d{0, 0.21, 0});
    for (std::size_t t = 0; t < tets; ++t) {
        Tet tet = mesh.tets[t];
        for (std::uint32_t& node : tet) node += nodes;
        mesh.tets.push_back(tet);
    }
    const System s(std::move(mesh));
    const Prolongation p = coarsen(s.positions, *s.graph, {-0.1, -0.1, -0.1}, 0.4);
    std::vector<int> side(p.columns(), 0);
    for (std::uint32_t i = 0; i < p.rows(); ++i) {
        for (std::uint32_t e = p.rowStart[i]; e < p.rowStart[i + 1]; ++e) {
            side[p.node[e]] |= s.free.nodeOfFree[i] < nodes ? 1 : 2;
        }
    }
    EXPECT_EQ(std::count(side.begin(), side.end(), 3), 0);
    EXPECT_GT(std::count(side.begin(), side.end(), 1), 0);
    EXPECT_GT(std::count(side.begin(), side.end(), 2), 0);
}

// Many small parts, each within a cell: what must not happen is a direct solve of the finest level.
TEST(Multilevel, SmallLoosePartsCoarsenToo) {
    TetMesh mesh = bar(8);
    for (int part = 0; part < 300; ++part) {
        const auto first = static_cast<std::uint32_t>(mesh.nodes.size());
        const int row = part / 20;
        const Vec3d at{0, 3.0 + 0.3 * (part % 20), 0.3 * row};
        for (const Vec3d& p : boxOfTets(1, 1, 1, 0.1).nodes) mesh.nodes.push_back(p + at);
        for (Tet tet : boxOfTets(1, 1, 1, 0.1).tets) {
            for (std::uint32_t& node : tet) node += first;
            mesh.tets.push_back(tet);
        }
    }
    const System s(std::move(mesh));
    const MultilevelPlan plan = planMultilevel(s.graph, s.positions, s.body.spacing());
    ASSERT_GE(plan.steps.size(), 1U);
    EXPECT_LT(plan.steps[0]->coarseGraph()->rows(), s.free.count() / 2);
    EXPECT_LE(solved(s).stats.iterations, 40);
}

// The smoother must not blow up what it is least able to see: one tet far stiffer than its neighbours.
TEST(Multilevel, StaysPositiveWhereOneTetIsBlownUp) {
    const ElasticBody body(bar(7), Flesh{});
    std::vector<Vec3d> x = body.rest().nodes;
    const Tet& tet = body.rest().tets[body.tets() / 2];
    for (const std::uint32_t node : tet) x[node] = x[tet[0]] + (x[node] - x[tet[0]]) * 3.0;
    System s(bar(7));
    s.k = zeroMatrix<double>(s.graph);
    const ElementPlaces places(body.elements(), *s.graph, s.free);
    StiffnessSum sum{s.free, places, {}, s.k};
    Elasticity(body).addStiffness(x, sum, {});
    const MultilevelPlan plan = planMultilevel(s.graph, s.positions, body.spacing());
    Multilevel<double> levels(plan);
    levels.update(s.k, {});
    // r = A v for the stiffest v, by power iteration.
    const std::vector<Mat3d> inverse = inverseDiagonal(s.k, {});
    std::vector<Vec3d> v = s.b, r(v.size()), z(v.size());
    for (int step = 0; step < 200; ++step) {
        multiply<double>(s.k, v, r, {});
        for (std::size_t i = 0; i < v.size(); ++i) v[i] = inverse[i] * r[i];
        const double size = std::sqrt(dotProduct<double>(v, v, {}));
        for (Vec3d& a : v) a *= 1 / size;
    }
    multiply<double>(s.k, v, r, {});
    levels.apply(r, z, {});
    EXPECT_GT(dotProduct<double>(r, z, {}), 0);
}

TEST(Multilevel, SameBitsForAnyWorkerCount) {
    const System s(bar(10));
    std::vector<std::uint64_t> hashes;
    for (const unsigned threads : {1U, 2U, 5U}) {
        const Workers workers(threads);
        const std::vector<Vec3d> y = solved(s, workers.jobs()).y;
        hashes.push_back(hashBytes(y.data(), y.size() * sizeof(Vec3d)));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

}  // namespace
}  // namespace sinew::tets
