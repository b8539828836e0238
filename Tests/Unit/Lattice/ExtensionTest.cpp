#include "Offline/Lattice/Multigrid/Extension.h"

#include <gtest/gtest.h>

#include <cmath>

#include "Offline/Lattice/Multigrid/Level.h"
#include "Support/Bodies/LatticeBodies.h"

namespace sinew::lattice {
namespace {

using test::LatticeBody;

std::vector<float> evenShear(const LatticeBody& body) {
    return std::vector<float>(body.cells.cellCount(), body.stiffness[0].mu);
}

Extension extensionOf(const LatticeBody& body) {
    return {body.cells, evenShear(body), body.fixed, Extension::kStrength};
}

// By its definition, face by face.
double energyOf(const LatticeBody& body, std::span<const Vec3d> x) {
    double energy = 0;
    for (const Cells::Link& link : body.cells.links) {
        const auto lower = static_cast<double>(body.cells.cells[link.lower].coverage),
                   upper = static_cast<double>(body.cells.cells[link.upper].coverage);
        const double k = Extension::kStrength * std::sqrt(std::abs(lower - upper)) *
                         static_cast<double>(body.stiffness[0].mu) * body.cells.width / 4;
        for (std::uint32_t corner = 0; corner < 8; ++corner) {
            if ((corner >> link.axis & 1) != 0) continue;
            const std::uint32_t a = body.cells.nodesOfCell[link.lower][corner],
                                b = body.cells.nodesOfCell[link.upper][corner],
                                c = body.cells.nodesOfCell[link.upper][corner | 1u << link.axis];
            if (body.fixed[b] || (body.fixed[a] && body.fixed[c])) continue;
            const Vec3d jump = x[a] - x[b] * 2 + x[c];
            energy += k / 2 * dot(jump, jump);
        }
    }
    return energy;
}

TEST(LatticeExtension, EnergyIsThatOfEachFaceByItself) {
    const LatticeBody body = test::oddBody(1, 3);
    Extension extension = extensionOf(body);
    const std::vector<Vec3d> x = test::shaken(body, 0.5, 7);
    const double energy = energyOf(body, x);
    EXPECT_GT(energy, 0.1);
    EXPECT_NEAR(extension.bend(x, {}), energy, 1e-6 * energy);
}

TEST(LatticeExtension, UniformStrainIsFree) {
    const LatticeBody body = test::oddBody(2, 3);
    Extension extension = extensionOf(body);
    const Mat3d stretch{{{1.3, 0.2, -0.1}, {-0.4, 0.8, 0.3}, {0.1, -0.5, 1.1}}};
    std::vector<Vec3d> x;
    for (const Vec3d& p : body.rest) x.push_back(stretch * p + Vec3d{1, 2, 3});
    EXPECT_LT(extension.bend(x, {}), 1e-20);
}

TEST(LatticeExtension, CellsThatAreEquallyFullHaveNone) {
    LatticeBody body = test::freeBox({4, 3, 3});
    EXPECT_TRUE(extensionOf(body).lines().empty());
    body.cells.cells[5].coverage = 0.3f;
    EXPECT_FALSE(extensionOf(body).lines().empty());
}

TEST(LatticeExtension, ForceIsTheGradientOfTheEnergy) {
    const LatticeBody body = test::oddBody(3, 3);
    Extension extension = extensionOf(body);
    std::vector<Vec3d> x = test::shaken(body, 0.5, 7);
    extension.bend(x, {});
    constexpr double kStep = 0.01;  // of second degree: central differences are exact
    for (std::uint32_t n = 0; n < x.size(); n += 5) {
        const Vec3d force = asVec3(extension.forceAt(n));
        for (int axis = 0; axis < 3; ++axis) {
            const auto moved = [&](double by) {
                std::vector<Vec3d> there = x;
                there[n][axis] += by;
                return energyOf(body, there);
            };
            EXPECT_NEAR(force[axis], (moved(kStep) - moved(-kStep)) / (2 * kStep), 2e-3);
        }
    }
}

TEST(LatticeExtension, DiagonalIsThatOfTheOperator) {
    const LatticeBody body = test::oddBody(4, 3);
    Extension extension = extensionOf(body);
    for (std::uint32_t n = 0; n < body.cells.nodeCount(); ++n) {
        NodeVectors unit(body.cells.nodeCount());
        unit[n] = {1, 1, 1, 0};
        extension.bend(unit, {});
        const float diagonal = extension.diagonalAt(n);
        EXPECT_EQ(extension.touches(n), diagonal > 0);
        EXPECT_NEAR(extension.forceAt(n).x, diagonal, 1e-4f * diagonal);
    }
}

// A level's operator, energy and diagonal have it: the product is the differential of the gradient.
TEST(LatticeExtension, IsPartOfTheOperatorOfItsLevel) {
    const LatticeBody body = test::oddBody(5, 3);
    Level with(body.cells, body.stiffness, body.fixed), without(body.cells, body.stiffness, body.fixed);
    with.setExtension(evenShear(body), Extension::kStrength);
    Extension extension = extensionOf(body);
    const std::vector<Vec3d> x = test::shaken(body, 0.1, 7);
    NodeVectors gradient, plainGradient, product, plainProduct;
    const double energy = with.linearise(x, gradient, {}), plain = without.linearise(x, plainGradient, {});
    EXPECT_NEAR(energy - plain, extension.bend(x, {}), 1e-9 * energy);
    for (std::uint32_t n = 0; n < body.cells.nodeCount(); ++n)
        EXPECT_LT(length(asVec3(gradient[n] - plainGradient[n] - extension.forceAt(n))), 1e-3);
    const NodeVectors v = test::randomVectors(body, 3, 0.01);
    with.apply(v, product, {});
    without.apply(v, plainProduct, {});
    extension.bend(v, {});
    for (std::uint32_t n = 0; n < body.cells.nodeCount(); ++n) {
        if (body.fixed[n]) continue;
        EXPECT_LT(length(asVec3(product[n] - plainProduct[n] - extension.forceAt(n))), 1e-3);
    }
    with.updateDiagonal({}, false);
    without.updateDiagonal({}, false);
    for (std::uint32_t n = 0; n < body.cells.nodeCount(); ++n) {
        if (body.fixed[n]) continue;
        const float inverse = with.inverseDiagonal()[n].x, plainInverse = without.inverseDiagonal()[n].x;
        EXPECT_NEAR(1 / inverse - 1 / plainInverse, extension.diagonalAt(n), 1e-4f / inverse);
    }
}

}  // namespace
}  // namespace sinew::lattice
