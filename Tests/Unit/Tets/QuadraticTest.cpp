#include "Offline/Tets/Mesh/Quadratic.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "Material/Material.h"
#include "Offline/Tets/Mesh/Embedding.h"
#include "Offline/Tets/TetStiffness.h"
#include "Support/Bodies/HeldBodies.h"

namespace sinew::tets {
namespace {

constexpr MaterialKind kKinds[] = {MaterialKind::StableNeoHookean, MaterialKind::Corotated,
                                   MaterialKind::StVenantKirchhoff, MaterialKind::MooneyRivlin};

TetMesh smallMesh() {
    return withMiddles({shaken(boxOfTets(2, 2, 2, 0.1).nodes, 0.02, 1), boxOfTets(2, 2, 2, 0.1).tets});
}

// A deformation that ten nodes can follow exactly.
Vec3d bent(Vec3d p) {
    return {p.x + 0.9 * p.x * p.z + p.y * p.y, p.y - 0.5 * p.z * p.x, p.z - 1.5 * p.x * p.x + 0.2 * p.y};
}

Mat3d gradientOfBent(Vec3d p) {
    return {{{1 + 0.9 * p.z, -0.5 * p.z, -3 * p.x}, {2 * p.y, 1, 0.2}, {0.9 * p.x, -0.5 * p.x, 1}}};
}

std::vector<Vec3d> bentNodes(const TetMesh& mesh) {
    std::vector<Vec3d> x;
    for (const Vec3d& p : mesh.nodes) x.push_back(bent(p));
    return x;
}

Vec3d placeOf(const TetMesh& mesh, std::uint32_t tet, std::size_t point) {
    Vec3d at;
    for (std::size_t k = 0; k < 4; ++k) at += mesh.nodes[mesh.tets[tet][k]] * (k == point ? kNear : kFar);
    return at;
}

TEST(Quadratic, TetsThatShareAnEdgeShareItsMiddle) {
    const TetMesh linear = boxOfTets(1, 1, 1, 1), mesh = withMiddles(linear);
    EXPECT_EQ(mesh.nodes.size(), 8u + 19u);  // 12 edges, 6 diagonals of faces, one of the cube
    EXPECT_EQ(mesh.tets, linear.tets);
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        for (std::size_t e = 0; e < kTetEdges.size(); ++e) {
            const auto [a, b] = kTetEdges[e];
            const Vec3d middle = (mesh.nodes[mesh.tets[t][a]] + mesh.nodes[mesh.tets[t][b]]) * 0.5;
            EXPECT_EQ(mesh.nodes[mesh.middles[t][e]], middle);
            EXPECT_EQ(quadraticTets(mesh)[t][kBetween[a][b]], mesh.middles[t][e]);
        }
    }
}

TEST(Quadratic, ShapeFunctionsAreOneAtTheirNodeAndZeroAtOthers) {
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            std::array<double, 4> lambda{};
            lambda[i] += 0.5;
            lambda[j] += 0.5;
            const auto shape = quadraticShape(lambda);
            for (std::size_t n = 0; n < kQuadraticNodes; ++n)
                EXPECT_EQ(shape[n], n == kBetween[i][j] ? 1 : 0);
        }
    }
}

TEST(Quadratic, GradientsAreThoseOfTheShapeFunctions) {
    const TetMesh mesh = smallMesh();
    const ElasticBody body(mesh, Flesh{});
    constexpr double kStep = 1e-6;
    for (std::uint32_t point = 0; point < body.points(); ++point) {
        const std::uint32_t t = body.tetOf(point);
        const Vec3d at = placeOf(mesh, t, point % kQuadraticPoints);
        const Gradients gradients = body.gradients(point);
        for (int axis = 0; axis < 3; ++axis) {
            Vec3d ahead = at, behind = at;
            ahead[axis] += kStep, behind[axis] -= kStep;
            const auto more = quadraticShape(barycentric(mesh, mesh.tets[t], ahead)),
                       less = quadraticShape(barycentric(mesh, mesh.tets[t], behind));
            for (std::size_t n = 0; n < kQuadraticNodes; ++n) {
                EXPECT_NEAR((more[n] - less[n]) / (2 * kStep), gradients[n][axis], 1e-6);
            }
        }
    }
}

TEST(Quadratic, DeformationGradientsOfQuadraticFieldsAreExact) {
    const TetMesh mesh = smallMesh();
    const ElasticBody body(mesh, Flesh{});
    const std::vector<Vec3d> x = bentNodes(mesh);
    for (std::uint32_t point = 0; point < body.points(); ++point) {
        const Vec3d at = placeOf(mesh, body.tetOf(point), point % kQuadraticPoints);
        const Mat3d difference = body.deformationGradient(point, x) - gradientOfBent(at);
        EXPECT_LT(squaredNorm(difference), 1e-24);
    }
}

// Integrals of products of quadratic functions of λ, by the four points: ∫ λ₀² = V/10, ∫ λ₀λ₁ = V/20.
TEST(Quadratic, PointsIntegrateQuadraticFunctionsExactly) {
    double square = 0, product = 0, sum = 0;
    for (std::size_t q = 0; q < kQuadraticPoints; ++q) {
        const auto lambda = [&](std::size_t corner) { return corner == q ? kNear : kFar; };
        square += lambda(0) * lambda(0) / 4;
        product += lambda(0) * lambda(1) / 4;
        sum += (lambda(0) + lambda(1) + lambda(2) + lambda(3)) / 4;
    }
    EXPECT_NEAR(square, 0.1, 1e-15);
    EXPECT_NEAR(product, 0.05, 1e-15);
    EXPECT_NEAR(sum, 1, 1e-15);
}

// The slow twins: sums over points and nodes, with the gradients of all ten shape functions.

Mat3d slowGradient(const ElasticBody& body, std::uint32_t point, std::span<const Vec3d> x) {
    const std::span<const std::uint32_t> nodes = body.elements()[body.tetOf(point)];
    const Gradients gradients = body.gradients(point);
    Mat3d f;
    for (std::size_t n = 0; n < nodes.size(); ++n) f = f + outer(x[nodes[n]], gradients[n]);
    return f;
}

TEST(Quadratic, ForcesAreThoseOfASumOverPointsAndNodes) {
    for (const MaterialKind kind : kKinds) {
        const ElasticBody body(smallMesh(), Flesh{.kind = kind});
        const std::vector<Vec3d> x = shaken(body.rest().nodes, 0.02, 2);
        std::vector<Vec3d> f(x.size()), slow(x.size());
        Elasticity(body).addForces(x, f, {});
        withMaterial<double>(kind, [&](auto material) {
            for (std::uint32_t point = 0; point < body.points(); ++point) {
                const Mat3d stress =
                    firstPiola<decltype(material)>(slowGradient(body, point, x), body.lame(point));
                const Gradients gradients = body.gradients(point);
                for (std::size_t n = 0; n < gradients.size(); ++n) {
                    slow[body.elements()[body.tetOf(point)][n]] -=
                        stress * gradients[n] * body.volumes()[point];
                }
            }
        });
        EXPECT_LT(largestDistance(f, slow), 1e-11);
    }
}

// Single precision frames are all that differs.
TEST(Quadratic, StiffnessIsThatOfASumOverPointsAndPairsOfNodes) {
    for (const bool definite : {false, true}) {
        const ElasticBody body(smallMesh(), Flesh{});
        const std::vector<Vec3d> x = shaken(body.rest().nodes, 0.02, 2);
        const FreeNodes free = freeNodes(heldWhere(body, [](Vec3d p) { return p.x < 0.03; }));
        const auto graph = std::make_shared<Graph>(nodeGraph(body.elements(), free));
        const ElementPlaces places(body.elements(), *graph, free);
        BlockMatrix<double> k = zeroMatrix<double>(graph), slow = k;
        StiffnessSum sum{free, places, {}, k, definite};
        Elasticity(body).addStiffness(x, sum, {});
        for (std::uint32_t point = 0; point < body.points(); ++point) {
            const std::span<const std::uint32_t> nodes = body.elements()[body.tetOf(point)];
            const Gradients gradients = body.gradients(point);
            const Svd3<double> d = svd3Scalar(slowGradient(body, point, x));
            const auto principal = StableNeoHookean<double>::principal(d.sigma, body.lame(point));
            const auto h = definite ? projectedStiffness(principal) : trueStiffness(principal);
            for (std::size_t a = 0; a < nodes.size(); ++a) {
                for (std::size_t b = 0; b < nodes.size(); ++b) {
                    if (free.isHeld(nodes[a]) || free.isHeld(nodes[b])) continue;
                    Mat3d& block =
                        slow.value[graph->find(free.freeOfNode[nodes[a]], free.freeOfNode[nodes[b]])];
                    block = block + d.u *
                                        stiffnessBlock(h, transpose(d.v) * gradients[a],
                                                       transpose(d.v) * gradients[b]) *
                                        transpose(d.u) * body.volumes()[point];
                }
            }
        }
        double error = 0, size = 0;
        for (std::size_t i = 0; i < k.value.size(); ++i) {
            error = std::max(error, squaredNorm(k.value[i] - slow.value[i]));
            size = std::max(size, squaredNorm(slow.value[i]));
        }
        EXPECT_LT(std::sqrt(error), 1e-5 * std::sqrt(size));
    }
}

TEST(Quadratic, AnInvertedCornerCountsAsAnInvertedTet) {
    const ElasticBody body(withMiddles(boxOfTets(1, 1, 1, 1)), Flesh{});
    std::vector<Vec3d> x = body.rest().nodes;
    EXPECT_EQ(body.invertedTets(x, {}), 0u);
    const QuadraticTet tet = quadraticTets(body.rest())[0];
    for (const std::size_t place : {4u, 5u, 6u}) {  // the middles about a corner, far beyond it
        x[tet[place]] = x[tet[0]] * 3.0 - x[tet[place]] * 2.0;
    }
    EXPECT_GE(body.invertedTets(x, {}), 1u);
    EXPECT_LT(body.minJ(0, x), 0);
    EXPECT_GT(determinant(Mat3d{{x[tet[1]] - x[tet[0]], x[tet[2]] - x[tet[0]], x[tet[3]] - x[tet[0]]}}), 0);
}

TEST(Quadratic, EmbeddedPointsFollowAQuadraticFieldExactly) {
    const TetMesh mesh = smallMesh();
    const std::vector<Vec3d> points = shaken(std::vector<Vec3d>(200, {0.1, 0.1, 0.1}), 0.07, 3);
    const Embedding embedding = embed(mesh, points, std::vector<Vec3d>(points.size()));
    const std::vector<Vec3d> positions = embeddedPositions(embedding, mesh, bentNodes(mesh));
    for (std::size_t i = 0; i < points.size(); ++i) {
        ASSERT_EQ(embedding.outside[i], 0);
        EXPECT_LT(length(positions[i] - bent(points[i])), 1e-14);
    }
}

// Displacement is continued along its tangent at the nearest point, not along a parabola.
TEST(Quadratic, EmbeddedPointsOutsideAreContinuedLinearly) {
    const TetMesh mesh = withMiddles(boxOfTets(2, 2, 2, 0.1));
    const Vec3d normal{1, 0, 0};
    for (const double beyond : {0.01, 0.1}) {
        const Vec3d on{0.2, 0.07, 0.11}, point = on + normal * beyond;
        const Embedding embedding = embed(mesh, {&point, 1}, {&normal, 1});
        EXPECT_NEAR(embedding.outside[0], beyond, 1e-12);
        const Vec3d expected = bent(on) + gradientOfBent(on) * normal * beyond;
        EXPECT_LT(length(embeddedPositions(embedding, mesh, bentNodes(mesh))[0] - expected), 1e-13);
    }
}

}  // namespace
}  // namespace sinew::tets
