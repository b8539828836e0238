// The damping of cells: an operator that is quadratic in displacements.
#include <gtest/gtest.h>

#include "Support/Bodies/LatticeBodies.h"
#include "Support/Bodies/LatticeTwin.h"

namespace sinew::lattice {
namespace {

using test::LatticeBody;
using test::oddBody;
using test::shaken;

struct Damped {
    LatticeBody body;
    Level level;
    std::vector<Vec3d> shape;

    explicit Damped(std::uint32_t seed, double shake = 0.2, double factor = 1)
        : Damped(oddBody(seed), seed, shake, factor) {}
    Damped(LatticeBody b, std::uint32_t seed, double shake, double factor)
        : body(std::move(b)),
          level(body.cells, body.stiffness, body.fixed),
          shape(shaken(body, shake, seed)) {
        level.setViscosity(factor, level.metricOf(shape, {}));
    }
    double energy(const NodeVectors& d, NodeVectors& gradient) {
        gradient.assign(level.nodes(), NodeVector{});
        return level.addViscosityOf(d, gradient, {});
    }
    NodeVectors anyDisplacement(std::uint32_t seed) const {
        LatticeBody all = body;
        all.fixed.assign(all.fixed.size(), false);
        return test::randomVectors(all, seed);
    }
};

// Slow and obvious: one cell, in double.
double twinEnergy(const test::TwinCell& cell, const test::TwinCorners& shape, const test::TwinCorners& d) {
    const auto coefficient = [](const test::TwinCorners& x, int bits) {
        Vec3d sum;
        for (int c = 0; c < 8; ++c) {
            double sign = 1;
            for (int axis = 0; axis < 3; ++axis) sign *= (bits >> axis & 1) != 0 ? test::sideOf(c, axis) : 1;
            sum += x[static_cast<std::size_t>(c)] * sign;
        }
        return sum;
    };
    const Mat3d f = test::middleGradient(shape, cell.width), df = test::middleGradient(d, cell.width),
                rate = transpose(f) * df, strain = (rate + transpose(rate)) * 0.5;
    const double lambda = std::min(cell.lame.lambda, 11.5 * cell.lame.mu), volume = std::pow(cell.width, 3);
    double energy =
        volume * (cell.lame.mu * squaredNorm(strain) + lambda / 2 * trace(strain) * trace(strain));
    for (const int bits : {3, 5, 6, 7}) {
        const Vec3d r = transpose(f) * coefficient(d, bits) + transpose(df) * coefficient(shape, bits);
        energy += cell.lame.mu * cell.width * (bits == 7 ? kHourglassOfThree : kHourglassOfTwo) * dot(r, r);
    }
    return energy;
}

TEST(LatticeViscosity, HasTheEnergyOfItsSlowTwin) {
    for (const std::uint32_t seed : {1u, 2u, 3u}) {
        Damped damped(seed, 0.3, 0.7);
        const test::Twin twin{damped.body.cells, damped.body.stiffness};
        const NodeVectors d = damped.anyDisplacement(seed);
        NodeVectors unused;
        double expected = 0;
        std::vector<Vec3d> asPositions;
        for (const NodeVector& v : d) asPositions.push_back(asVec3(v));
        for (std::uint32_t c = 0; c < damped.body.cells.cellCount(); ++c)
            expected +=
                0.7 * twinEnergy(twin.cell(c), twin.corners(c, damped.shape), twin.corners(c, asPositions));
        EXPECT_NEAR(damped.energy(d, unused) / expected, 1, 1e-5);
    }
}

TEST(LatticeViscosity, ForcesAreTheGradientOfTheEnergy) {
    Damped damped(4);
    const NodeVectors d = damped.anyDisplacement(5), way = damped.anyDisplacement(6);
    const auto moved = [&](float by) {
        NodeVectors there(d.size());
        for (std::size_t n = 0; n < d.size(); ++n) there[n] = d[n] + by * way[n];
        return there;
    };
    NodeVectors gradient, unused;
    damped.energy(d, gradient);
    const double slope = dotProduct(gradient, way, {}),
                 difference = (damped.energy(moved(0.5f), unused) - damped.energy(moved(-0.5f), unused));
    EXPECT_NEAR(difference / slope, 1, 1e-4);
}

// The operator of the level is elasticity with damping on top; its diagonal is what smoothing needs.
TEST(LatticeViscosity, StiffnessIsTheGradientOfItsForces) {
    Damped damped(7);
    NodeVectors unused, gradient, with, without;
    damped.level.linearise(damped.shape, unused, {});
    const NodeVectors d = test::randomVectors(damped.body, 8);
    damped.energy(d, gradient);
    damped.level.apply(d, with, {});
    damped.level.setViscosity(0);
    damped.level.apply(d, without, {});
    const double size = test::largest(gradient);
    for (std::uint32_t n = 0; n < damped.level.nodes(); ++n) {
        if (damped.level.isFixed(n)) continue;
        EXPECT_LT(length(asVec3(with[n] - without[n] - gradient[n])), 1e-5 * size);
    }
}

TEST(LatticeViscosity, DiagonalIsThatOfTheOperatorOfAShapeWithoutHourglasses) {
    Damped damped(9, 0);
    damped.shape = test::mapped(damped.body.rest, [](Vec3d p) {
        return Mat3d{{Vec3d{1.1, 0.2, -0.1}, Vec3d{0, 0.9, 0.3}, Vec3d{0.2, -0.1, 1.3}}} * p;
    });
    damped.level.setViscosity(2, damped.level.metricOf(damped.shape, {}));
    NodeVectors unused;
    damped.level.linearise(damped.shape, unused, {});
    damped.level.updateDiagonal({});
    const Eigen::MatrixXd dense = test::denseOf(damped.level);
    const std::vector<std::uint32_t> free = test::freeNodesOf(damped.body.fixed);
    for (std::size_t i = 0; i < free.size(); ++i) {
        const Vec3d inverse = asVec3(damped.level.inverseDiagonal()[free[i]]);
        for (int axis = 0; axis < 3; ++axis) {
            const auto row = static_cast<Eigen::Index>(3 * i) + axis;
            EXPECT_NEAR(inverse[axis] * dense(row, row), 1, 1e-4);
        }
    }
}

TEST(LatticeViscosity, IsTheStiffnessAtRest) {
    Damped damped(test::heldBar({5, 4, 3}), 10, 0, 1);
    NodeVectors unused, gradient, product;
    damped.level.setViscosity(0);
    damped.level.linearise(damped.body.rest, unused, {});
    const NodeVectors d = test::randomVectors(damped.body, 11);
    damped.level.apply(d, product, {});
    damped.level.setViscosity(1, damped.level.metricOf(damped.body.rest, {}));
    damped.energy(d, gradient);
    for (std::uint32_t n = 0; n < damped.level.nodes(); ++n) {
        if (damped.level.isFixed(n)) continue;
        EXPECT_LT(length(asVec3(product[n] - gradient[n])), 1e-4 * test::largest(product));
    }
}

TEST(LatticeViscosity, DoesNotResistARotationOfADeformedBody) {
    Damped damped(12, 0.3);
    const auto forceOf = [&](auto&& velocity) {
        NodeVectors d, gradient;
        for (const Vec3d& p : damped.shape) d.push_back(test::asNodeVector(velocity(p)));
        damped.energy(d, gradient);
        return test::largest(gradient);
    };
    const Vec3d turn{1, -2, 0.5};
    const double ofTurn = forceOf([&](Vec3d p) { return cross(turn, p); }), ofShear = forceOf([&](Vec3d p) {
                                                                                return Vec3d{0, 0, 2 * p.x};
                                                                            });
    EXPECT_LT(ofTurn, 1e-5 * ofShear);
}

TEST(LatticeViscosity, IsTheSameForEveryInstructionSet) {
    Damped damped(13);
    const ShapeMetric metric = damped.level.metricOf(damped.shape, {});
    const NodeVectors d = damped.anyDisplacement(14);
    const Bricks bricks = damped.level.map().bricksOf(damped.body.cells.width);
    const CellViscosity of{damped.level.moduli().data(), metric.gradients.data(), metric.hourglasses.data(),
                           1, 11.5f};
    std::vector<NodeVectors> sums;
    for (const InstructionSet set : supportedInstructionSets()) {
        sums.emplace_back(damped.level.map().slots());
        addViscosity({bricks, 0, damped.level.map().bricks(), set}, of, d.data(), sums.back().data());
        for (std::size_t s = 0; s < sums.back().size(); ++s)
            EXPECT_LT(length(asVec3(sums.back()[s] - sums.front()[s])), 1e-5 * test::largest(sums.front()));
    }
}

}  // namespace
}  // namespace sinew::lattice
