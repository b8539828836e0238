#include "Offline/Tets/ElasticBody.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "Base/Hash.h"
#include "Math/Quat.h"
#include "Offline/Volume/TetTopology.h"
#include "Offline/Workers.h"
#include "Support/Bodies/HeldBodies.h"
#include "Support/Materials.h"

namespace sinew::tets {
namespace {

// Two in every third tet, in the middle and elsewhere. They are wavy up to large strains, so that no shape
// here is near the end of the toe, where third derivatives jump.
std::vector<Fibre> someFibres(const TetMesh& mesh) {
    std::vector<Fibre> fibres;
    for (std::uint32_t t = 0; t < mesh.tets.size(); t += 3) {
        const Vec3d middle = tetMiddle(mesh, mesh.tets[t]), corner = mesh.nodes[mesh.tets[t][0]];
        fibres.push_back({t, middle, {0, 0.6, 0.8}, tetVolume(mesh, mesh.tets[t]), {50e3, 3}});
        fibres.push_back({t, lerp(middle, corner, 0.5), {1, 0, 0}, 1e-5, {300e3, 3}});
    }
    return fibres;
}

ElasticBody withFibres(const TetMesh& mesh) {
    return {mesh, Flesh{}, {}, someFibres(mesh)};
}

// Of every material, in linear and in quadratic tets, and with fibres.
std::vector<ElasticBody> smallBodies() {
    std::vector<ElasticBody> bodies;
    for (const MaterialKind kind : test::kMaterials) {
        bodies.emplace_back(boxOfTets(3, 2, 2, 0.1), Flesh{.kind = kind});
        bodies.emplace_back(withMiddles(boxOfTets(3, 2, 2, 0.1)), Flesh{.kind = kind});
    }
    bodies.push_back(withFibres(boxOfTets(3, 2, 2, 0.1)));
    bodies.push_back(withFibres(withMiddles(boxOfTets(3, 2, 2, 0.1))));
    return bodies;
}

std::vector<Vec3d> forcesAt(const ElasticBody& body, std::span<const Vec3d> x, const Jobs& jobs = {}) {
    std::vector<Vec3d> f(x.size());
    Elasticity(body).addForces(x, f, jobs);
    return f;
}

double total(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    return dotProduct<double>(a, b, {});
}

TEST(ElasticBody, RigidMotionMakesNoForce) {
    const Mat3d turn = toMatrix(normalized(Quatd{0.3, -0.5, 0.2, 0.4}));
    for (const ElasticBody& body : smallBodies()) {
        std::vector<Vec3d> x = body.rest().nodes;
        for (Vec3d& p : x) p = turn * p + Vec3d{1, 2, 3};
        for (const Vec3d& f : forcesAt(body, x)) EXPECT_LT(length(f), 1e-9);
        EXPECT_LT(std::abs(Elasticity(body).energy(x, {})), 1e-12);
        x[5] += Vec3d{0.01, 0, 0};  // the same sum must see a real deformation
        EXPECT_GT(length(forcesAt(body, x)[5]), 1);
    }
}

TEST(ElasticBody, ForcesHaveNoSumAndNoTorque) {
    for (const ElasticBody& body : smallBodies()) {
        const std::vector<Vec3d> x = shaken(body.rest().nodes, 0.05, 3), f = forcesAt(body, x);
        Vec3d sum, torque;
        double size = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            sum += f[i];
            torque += cross(x[i], f[i]);
            size += length(f[i]);
        }
        EXPECT_LT(length(sum), 1e-12 * size);
        EXPECT_LT(length(torque), 1e-12 * size);
    }
}

TEST(ElasticBody, ForcesAreMinusTheGradientOfEnergyToSecondOrder) {
    for (const ElasticBody& body : smallBodies()) {
        // Not so far that a tet is near a fold of its energy.
        const double by = body.isQuadratic() ? 0.005 : 0.02;
        const std::vector<Vec3d> x = shaken(body.rest().nodes, by, 4);
        const std::vector<Vec3d> way = shaken(std::vector<Vec3d>(x.size()), 1, 5);
        const double slope = -total(forcesAt(body, x), way);
        const auto error = [&](double h) {
            std::vector<Vec3d> ahead = x, behind = x;
            for (std::size_t i = 0; i < x.size(); ++i) ahead[i] += way[i] * h, behind[i] -= way[i] * h;
            const Elasticity e(body);
            return std::abs((e.energy(ahead, {}) - e.energy(behind, {})) / (2 * h) - slope);
        };
        EXPECT_NEAR(error(4e-4) / error(1e-4), 16, 4);
    }
}

// The assembled matrix against differences of forces, where no tet needs its stiffness projected.
TEST(ElasticBody, StiffnessIsMinusTheGradientOfForces) {
    for (const ElasticBody& body : smallBodies()) {
        const FreeNodes free = freeNodes(heldWhere(body, [](Vec3d p) { return p.x == 0; }));
        const auto graph = std::make_shared<Graph>(nodeGraph(body.elements(), free));
        const ElementPlaces places(body.elements(), *graph, free);
        BlockMatrix<double> k = zeroMatrix<double>(graph);
        StiffnessSum sum{free, places, {}, k};
        std::vector<Vec3d> x = body.rest().nodes;
        for (Vec3d& p : x) p = p * 1.05;  // stretched: all eigenvalues positive
        Elasticity(body).addStiffness(x, sum, {});

        const std::vector<Vec3d> way = shaken(std::vector<Vec3d>(free.count()), 1, 6);
        constexpr double kStep = 1e-6;
        std::vector<Vec3d> ahead = x, behind = x;
        std::vector<Vec3d> product(free.count());
        for (std::uint32_t i = 0; i < free.count(); ++i) {
            ahead[free.nodeOfFree[i]] += way[i] * kStep;
            behind[free.nodeOfFree[i]] -= way[i] * kStep;
        }
        multiply<double>(k, way, product, {});
        const std::vector<Vec3d> fa = forcesAt(body, ahead), fb = forcesAt(body, behind);
        double error = 0, size = 0;
        for (std::uint32_t i = 0; i < free.count(); ++i) {
            const Vec3d expected = (fb[free.nodeOfFree[i]] - fa[free.nodeOfFree[i]]) / (2 * kStep);
            error = std::max(error, length(expected - product[i]));
            size = std::max(size, length(expected));
        }
        EXPECT_LT(error, 1e-5 * size);
    }
}

void expectSameBitsForAnyWorkerCount(const ElasticBody& body) {
    EXPECT_GT(body.chunks().colours(), 1U);
    const std::vector<Vec3d> x = shaken(body.rest().nodes, 0.004, 7);
    const FreeNodes free = freeNodes(heldWhere(body, [](Vec3d p) { return p.x == 0; }));
    const auto graph = std::make_shared<Graph>(nodeGraph(body.elements(), free));
    const ElementPlaces places(body.elements(), *graph, free);
    std::vector<std::uint64_t> hashes;
    for (const unsigned threads : {1U, 2U, 5U}) {
        const Workers workers(threads);
        const std::vector<Vec3d> f = forcesAt(body, x, workers.jobs());
        BlockMatrix<double> k = zeroMatrix<double>(graph);
        StiffnessSum sum{free, places, {}, k};
        Elasticity(body).addStiffness(x, sum, workers.jobs());
        const double energy = Elasticity(body).energy(x, workers.jobs());
        std::uint64_t hash = hashBytes(f.data(), f.size() * sizeof(Vec3d));
        hash = hashBytes(k.value.data(), k.value.size() * sizeof(Mat3d), hash);
        hashes.push_back(hashBytes(&energy, sizeof energy, hash));
    }
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(ElasticBody, SameBitsForAnyWorkerCount) {
    expectSameBitsForAnyWorkerCount({boxOfTets(16, 12, 12, 0.02), Flesh{}});
    expectSameBitsForAnyWorkerCount({withMiddles(boxOfTets(10, 8, 8, 0.03)), Flesh{}});
    expectSameBitsForAnyWorkerCount(withFibres(boxOfTets(16, 12, 12, 0.02)));
}

// The gradient of a shape that is quadratic in space is linear: exact anywhere in a quadratic tet, and that
// of the middle in a linear one.
TEST(ElasticBody, FibresStretchWithTheFleshAtTheirPlace) {
    const TetMesh mesh = boxOfTets(2, 2, 2, 0.1);
    constexpr double kStiffness = 1000, kVolume = 2;
    const Vec3d place = lerp(tetMiddle(mesh, mesh.tets[7]), mesh.nodes[mesh.tets[7][2]], 0.3);
    const std::vector<Fibre> fibres{{7, place, {1, 0, 0}, kVolume, {kStiffness, 1e-3}}};
    const auto stretched = [](Vec3d p) { return Vec3d{p.x + 2 * p.x * p.x, p.y, p.z}; };
    for (const bool quadratic : {false, true}) {
        const TetMesh of = quadratic ? withMiddles(mesh) : mesh;
        const ElasticBody body(of, Flesh{}, {}, fibres), plain(of, Flesh{});
        std::vector<Vec3d> x = of.nodes;
        for (Vec3d& p : x) p = stretched(p);
        const double stretch =
            quadratic ? 1 + 4 * place.x : length(plain.deformationGradient(7, x).column[0]);
        const double expected = kVolume * passiveFibre(stretch, FibreLaw<double>{kStiffness, 1e-3}).energy;
        EXPECT_NEAR(Elasticity(body).energy(x, {}) - Elasticity(plain).energy(x, {}), expected,
                    1e-9 * expected);
    }
}

TEST(ElasticBody, ForcesAndEnergyGrowWithTheStiffnessOfTheirTets) {
    const TetMesh mesh = boxOfTets(3, 2, 2, 0.1);
    const std::vector<double> factors(mesh.tets.size(), 2.5);
    const ElasticBody soft(mesh, Flesh{}), stiff(mesh, Flesh{}, factors);
    const std::vector<Vec3d> x = shaken(mesh.nodes, 0.02, 8), f = forcesAt(soft, x), g = forcesAt(stiff, x);
    for (std::size_t i = 0; i < f.size(); ++i) EXPECT_LT(length(f[i] * 2.5 - g[i]), 1e-12 * length(g[i]));
    EXPECT_NEAR(Elasticity(stiff).energy(x, {}) / Elasticity(soft).energy(x, {}), 2.5, 1e-12);
    // One stiff tet: only its own nodes feel it.
    std::vector<double> one(mesh.tets.size(), 1);
    one[10] = 3;
    const std::vector<Vec3d> h = forcesAt(ElasticBody(mesh, Flesh{}, one), x);
    for (std::uint32_t i = 0; i < f.size(); ++i) {
        const bool own = std::count(mesh.tets[10].begin(), mesh.tets[10].end(), i) > 0;
        EXPECT_EQ(length(h[i] - f[i]) > 1e-6, own);
    }
}

TEST(ElasticBody, NodesCarryTheMassOfTheVolumeAndFacesItsArea) {
    const TetMesh mesh = boxOfTets(3, 2, 1, 0.1);
    for (const ElasticBody& body : {ElasticBody(mesh, Flesh{}), ElasticBody(withMiddles(mesh), Flesh{})}) {
        double mass = 0;
        Vec3d moment;
        for (std::size_t i = 0; i < body.nodes(); ++i) {
            EXPECT_GT(body.masses()[i], 0);
            mass += body.masses()[i];
            moment += body.rest().nodes[i] * body.masses()[i];
        }
        EXPECT_NEAR(mass, 1000 * 0.3 * 0.2 * 0.1, 1e-12);
        EXPECT_LT(length(moment / mass - Vec3d{0.15, 0.1, 0.05}), 1e-12);
        EXPECT_NEAR(body.skinArea(), 2 * (0.06 + 0.03 + 0.02), 1e-12);
    }
}

}  // namespace
}  // namespace sinew::tets
