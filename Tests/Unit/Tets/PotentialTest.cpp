// Every term that a solve can minimise: forces are its gradient, stiffness is its second derivative.
#include "Offline/Tets/Potential.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "Offline/Tets/Loads.h"
#include "Offline/Tets/Viscosity.h"
#include "Support/Bodies/HeldBodies.h"
#include "Support/Dense.h"

namespace sinew::tets {
namespace {

struct Named {
    const char* name;
    const Potential& term;
};

struct Fixture {
    explicit Fixture(bool quadratic = false) : body{meshOf(quadratic), Flesh{}} {}

    ElasticBody body;
    std::vector<Vec3d> x = shaken(body.rest().nodes, 0.02, 3);
    std::vector<Vec3d> way = shaken(std::vector<Vec3d>(body.nodes()), 1, 4);
    Elasticity elasticity{body};
    ConstantForces gravity = gravityOn(body.masses(), {1, -9.81, 2});
    Springs springs{{{0, {0.1, 0.2, 0.3}, 50}, {5, {-0.1, 0, 0}, 80}}};
    // A plane, the side of a capsule, one end, the other, and a sphere, each with nodes inside.
    Contact contact{everyNode(),
                    300,
                    {{{0, 0.05, 0}, normalized(Vec3d{0.2, 1, 0.1})}},
                    {{{-1, 0.1, 0.05}, {1, 0.12, 0.07}, 0.12},
                     {{0.25, 0.2, 0.2}, {1, 0.2, 0.3}, 0.15},
                     {{1.7, 0.31, 0.3}, {0.13, 0.11, 0.09}, 0.12},
                     {{0, 0.2, 0.21}, {0, 0.2, 0.21}, 0.1}}};
    Viscosity viscosity{body, strainsAhead(body, body.rest().nodes, shaken(way, 0.1, 5), 0.01), 40};

    static TetMesh meshOf(bool quadratic) {
        return quadratic ? withMiddles(boxOfTets(2, 2, 2, 0.1)) : boxOfTets(2, 2, 2, 0.1);
    }
    std::vector<std::uint32_t> everyNode() const {
        std::vector<std::uint32_t> nodes;
        for (std::uint32_t i = 0; i < body.nodes(); ++i) nodes.push_back(i);
        return nodes;
    }
    std::vector<Named> terms() const {
        return {{"elasticity", elasticity},
                {"gravity", gravity},
                {"springs", springs},
                {"contact", contact},
                {"viscosity", viscosity}};
    }
    std::vector<Vec3d> moved(double by) const {
        std::vector<Vec3d> p = x;
        for (std::size_t i = 0; i < p.size(); ++i) p[i] += way[i] * by;
        return p;
    }
    std::vector<Vec3d> forces(const Potential& term, std::span<const Vec3d> at) const {
        std::vector<Vec3d> f(at.size());
        term.addForces(at, f, {});
        return f;
    }
    // K way, with no node held.
    std::vector<Vec3d> stiffnessTimesWay(const Potential& term, bool definite) const {
        std::vector<Vec3d> product(body.nodes());
        multiply<double>(matrix(term, definite), way, product, {});
        return product;
    }
    BlockMatrix<double> matrix(const Potential& term, bool definite) const {
        const FreeNodes free = freeNodes(std::vector<bool>(body.nodes()));
        const auto graph = std::make_shared<Graph>(nodeGraph(body.elements(), free));
        const ElementPlaces places(body.elements(), *graph, free);
        std::vector<std::uint32_t> diagonal;
        for (std::uint32_t i = 0; i < body.nodes(); ++i) diagonal.push_back(graph->find(i, i));
        BlockMatrix<double> k = zeroMatrix<double>(graph);
        StiffnessSum sum{free, places, diagonal, k, definite};
        term.addStiffness(x, sum, {});
        return k;
    }
};

TEST(Potential, ForcesAreMinusTheGradientOfEnergy) {
    for (const bool quadratic : {false, true}) {
        const Fixture fixture(quadratic);
        constexpr double kStep = 1e-5;
        for (const auto& [name, term] : fixture.terms()) {
            const double difference =
                (term.energy(fixture.moved(kStep), {}) - term.energy(fixture.moved(-kStep), {})) /
                (2 * kStep);
            double slope = 0;
            const std::vector<Vec3d> f = fixture.forces(term, fixture.x);
            for (std::size_t i = 0; i < f.size(); ++i) slope -= dot(f[i], fixture.way[i]);
            EXPECT_NE(slope, 0) << name;
            EXPECT_NEAR(difference, slope, 1e-6 * std::abs(slope)) << name;
        }
    }
}

TEST(Potential, TrueStiffnessIsMinusTheGradientOfForces) {
    for (const bool quadratic : {false, true}) {
        const Fixture fixture(quadratic);
        constexpr double kStep = 1e-6;
        for (const auto& [name, term] : fixture.terms()) {
            const std::vector<Vec3d> ahead = fixture.forces(term, fixture.moved(kStep)),
                                     behind = fixture.forces(term, fixture.moved(-kStep)),
                                     product = fixture.stiffnessTimesWay(term, false);
            double error = 0, size = 1e-3;
            for (std::size_t i = 0; i < product.size(); ++i) {
                const Vec3d expected = (behind[i] - ahead[i]) / (2 * kStep);
                error = std::max(error, length(expected - product[i]));
                size = std::max(size, length(expected));
            }
            EXPECT_LT(error, 1e-5 * size) << name;
        }
    }
}

// And the true one is not always, else this says nothing.
TEST(Potential, StiffnessIsPositiveWhereThatIsAskedFor) {
    for (const bool quadratic : {false, true}) {
        const Fixture fixture(quadratic);
        const auto smallestEigenvalue = [&](const Potential& term, bool definite) {
            const BlockMatrix<double> k = fixture.matrix(term, definite);
            const auto size = 3 * static_cast<Eigen::Index>(fixture.body.nodes());
            Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(size, size);
            for (std::uint32_t row = 0; row < fixture.body.nodes(); ++row) {
                for (std::uint32_t e = k.graph->rowStart[row]; e < k.graph->rowStart[row + 1]; ++e) {
                    for (int i = 0; i < 3; ++i) {
                        for (int j = 0; j < 3; ++j) {
                            dense(3 * row + i, 3 * k.graph->column[e] + j) = k.value[e](i, j);
                        }
                    }
                }
            }
            return test::eigenvaluesOf(dense)(0) / (1 + dense.norm());
        };
        for (const auto& [name, term] : fixture.terms())
            EXPECT_GT(smallestEigenvalue(term, true), -1e-12) << name;
        for (const Potential* term : {static_cast<const Potential*>(&fixture.contact),
                                      static_cast<const Potential*>(&fixture.viscosity)}) {
            EXPECT_LT(smallestEigenvalue(*term, false), -1e-6);
        }
    }
}

}  // namespace
}  // namespace sinew::tets
