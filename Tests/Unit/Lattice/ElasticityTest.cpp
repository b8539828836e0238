#include <gtest/gtest.h>

#include "Support/Bodies/LatticeBodies.h"
#include "Support/Bodies/LatticeTwin.h"
#include "Support/Materials.h"
#include "Support/Svd3Errors.h"

namespace sinew::lattice {
namespace {

using test::Dice;
using test::LatticeBody;
using test::Twin;

constexpr double kSingle = 3e-6;  // what single precision leaves of an energy or a force

// One cell with singular values of its own, and hourglasses.
LatticeBody oneCell() {
    LatticeBody body = test::freeBox({1, 1, 1}, 0.01);
    body.stiffness[0] = {9e3f, 21e3f};
    return body;
}

std::vector<Vec3d> stretched(const LatticeBody& body, Vec3d sigma, std::uint32_t seed,
                             double hourglass = 0.2) {
    UniformSource random(seed);
    const Mat3d f = random.rotation() * Mat3d::diagonal(sigma) * random.rotation();
    std::vector<Vec3d> x = test::mapped(body.rest, [&](Vec3d p) { return f * p + Vec3d{1, 2, 3}; });
    for (Vec3d& p : x) p += random.vec3() * (hourglass * body.cells.width);
    return x;
}

// Ordinary, squeezed, flat and inverted ones.
std::vector<Vec3d> manyStretches() {
    std::vector<Vec3d> all{{1, 1, 1},        {2.5, 1.4, 0.3},  {1.3, 1, 0},
                           {1.2, 0.8, -0.3}, {3, 0.9, -0.6},   {0.4, 0.3, 0.2},
                           {1, 0.9, 0.0001}, {0.7, 0.6, -0.1}, {2.5, 1.4, 1}};
    Dice dice(3);
    for (int i = 0; i < 40; ++i) {
        const double x = dice.between(0.2, 3), y = dice.between(0.3, 1) * x;
        all.push_back({x, y, dice.between(-0.8, 1) * y});
    }
    return all;
}

using test::kMaterials;

// Corotated elasticity and StVK have a fold where two singular values cancel: the smaller their sum, the less
// certain are rotations.
double foldOf(MaterialKind material, Vec3d sigma) {
    const bool folds = material == MaterialKind::Corotated || material == MaterialKind::StVenantKirchhoff;
    return folds ? 1 / (sigma.y + sigma.z) : 0;
}

class LevelOf {
  public:
    explicit LevelOf(const LatticeBody& body, Linearisation kind = Linearisation::Definite,
                     MaterialKind material = MaterialKind::StableNeoHookean)
        : level_(body.cells, body.stiffness, body.fixed) {
        level_.setLaw({material, kind});
    }
    Level& operator()() { return level_; }
    double linearise(std::span<const Vec3d> x) { return level_.linearise(x, gradient, {}); }
    Eigen::MatrixXd matrix(std::span<const Vec3d> x) {
        linearise(x);
        return test::denseOf(level_);
    }
    NodeVectors gradient;

  private:
    Level level_;
};

TEST(LatticeElasticity, EnergyIsThatOfTheTwinAlsoFlatAndInverted) {
    const LatticeBody body = oneCell();
    for (const MaterialKind material : kMaterials) {
        const Twin twin{body.cells, body.stiffness, material};
        LevelOf level(body, Linearisation::Definite, material);
        std::uint32_t seed = 0;
        for (const Vec3d& sigma : manyStretches()) {
            const std::vector<Vec3d> x = stretched(body, sigma, ++seed);
            const double exact = twin.energy(x);
            EXPECT_NEAR(level.linearise(x), exact, kSingle * std::abs(exact))
                << sigma.x << " " << sigma.y << " " << sigma.z;
            EXPECT_NEAR(level().evaluate(x, level.gradient, {}), exact, kSingle * std::abs(exact));
        }
    }
}

TEST(LatticeElasticity, GradientIsThatOfTheTwinAlsoFlatAndInverted) {
    const LatticeBody body = oneCell();
    for (const MaterialKind material : kMaterials) {
        const Twin twin{body.cells, body.stiffness, material};
        LevelOf level(body, Linearisation::Definite, material);
        std::uint32_t seed = 0;
        for (const Vec3d& sigma : manyStretches()) {
            const std::vector<Vec3d> x = stretched(body, sigma, ++seed);
            level.linearise(x);
            const std::vector<Vec3d> exact = twin.gradient(x);
            const double allowed = kSingle * (1 + foldOf(material, sigma)) * test::largest(exact);
            EXPECT_LE(test::largestGap(level.gradient, exact), allowed)
                << kMaterialNames[static_cast<int>(material)] << " " << sigma.y << " " << sigma.z;
        }
    }
}

void expectGradientOfTheEnergy(const Twin& twin, const std::vector<Vec3d>& x, const std::vector<Vec3d>& along,
                               double step) {
    const std::vector<Vec3d> gradient = twin.gradient(x);
    double exact = 0;
    for (std::size_t n = 0; n < x.size(); ++n) exact += dot(gradient[n], along[n]);
    const auto error = [&](double by) {
        std::vector<Vec3d> ahead = x, behind = x;
        for (std::size_t n = 0; n < x.size(); ++n) {
            ahead[n] += along[n] * by;
            behind[n] -= along[n] * by;
        }
        return std::abs((twin.energy(ahead) - twin.energy(behind)) / (2 * by) - exact);
    };
    EXPECT_NEAR(std::log2(error(2 * step) / error(step)), 2, 0.1);  // of second order
    EXPECT_LT(error(step), 1e-4 * std::abs(exact));
}

TEST(LatticeElasticity, TheTwinsGradientIsThatOfItsEnergy) {
    const LatticeBody body = oneCell();
    for (const MaterialKind material : kMaterials) {
        for (const test::Quadrature quadrature : {test::Quadrature::Stabilised, test::Quadrature::OnePoint}) {
            const Twin twin{body.cells, body.stiffness, material, quadrature};
            expectGradientOfTheEnergy(twin, stretched(body, {1.7, 0.9, -0.2}, 5),
                                      stretched(body, {1, 1, 1}, 6), 1e-3);
        }
    }
}

TEST(LatticeElasticity, ExactTangentIsTheDerivativeOfTheGradient) {
    const LatticeBody body = oneCell();
    for (const MaterialKind material : kMaterials) {
        const Twin twin{body.cells, body.stiffness, material};
        LevelOf level(body, Linearisation::Exact, material);
        std::uint32_t seed = 0;
        for (const Vec3d& sigma : manyStretches()) {
            if (sigma.y + sigma.z < 0.1) continue;  // some derivatives themselves are without bound
            const std::vector<Vec3d> x = stretched(body, sigma, ++seed);
            const Eigen::MatrixXd exact = twin.tangent(x);
            EXPECT_LE((level.matrix(x) - exact).norm(), 1e-5 * (1 + foldOf(material, sigma)) * exact.norm())
                << kMaterialNames[static_cast<int>(material)] << " " << sigma.x << " " << sigma.y << " "
                << sigma.z;
        }
    }
}

TEST(LatticeElasticity, DefiniteTangentIsSemidefiniteWhereTheExactOneIsNot) {
    const LatticeBody body = oneCell();
    for (const MaterialKind material : kMaterials) {
        LevelOf definite(body, Linearisation::Definite, material),
            exact(body, Linearisation::Exact, material);
        int indefinite = 0;
        std::uint32_t seed = 0;
        for (const Vec3d& sigma : manyStretches()) {
            const std::vector<Vec3d> x = stretched(body, sigma, ++seed);
            const Eigen::MatrixXd k = definite.matrix(x);
            EXPECT_GE(test::smallestEigenvalue(k), -1e-6 * k.norm())
                << kMaterialNames[static_cast<int>(material)] << " " << sigma.x << " " << sigma.y << " "
                << sigma.z;
            indefinite += test::smallestEigenvalue(exact.matrix(x)) < -1e-3 * k.norm() ? 1 : 0;
        }
        EXPECT_GT(indefinite, 5);
    }
}

TEST(LatticeElasticity, DefiniteTangentIsTheExactOneWhereThatIsDefinite) {
    const LatticeBody body = oneCell();
    for (const MaterialKind material : {MaterialKind::Corotated, MaterialKind::StableNeoHookean}) {
        LevelOf definite(body, Linearisation::Definite, material),
            exact(body, Linearisation::Exact, material);
        for (const Vec3d& sigma : {Vec3d{1.2, 1.1, 1}, {1.15, 1.05, 0.97}, {1.3, 1.05, 0.9}}) {
            const std::vector<Vec3d> x = stretched(body, sigma, 4, 0.03);
            const Eigen::MatrixXd k = exact.matrix(x);
            EXPECT_LE((definite.matrix(x) - k).norm(), 1e-6 * k.norm());
        }
    }
}

TEST(LatticeElasticity, TheProjectionAddsStiffnessAndTakesNone) {
    const LatticeBody body = oneCell();
    for (const MaterialKind material : kMaterials) {
        LevelOf definite(body, Linearisation::Definite, material),
            exact(body, Linearisation::Exact, material);
        std::uint32_t seed = 0;
        for (const Vec3d& sigma : manyStretches()) {
            if (sigma.y + sigma.z < 0.12) continue;  // below, curvature is bounded from above as well
            const std::vector<Vec3d> x = stretched(body, sigma, ++seed);
            const Eigen::MatrixXd added = definite.matrix(x) - exact.matrix(x);
            EXPECT_GE(test::smallestEigenvalue(added), -1e-6 * definite.matrix(x).norm())
                << sigma.x << " " << sigma.y << " " << sigma.z;
        }
    }
}

TEST(LatticeElasticity, RigidMotionMakesNoForce) {
    const LatticeBody body = test::oddBody(1, 4);
    LevelOf level(body);
    level.linearise(test::shaken(body, 0.3, 2));
    const double scale = test::largest(level.gradient);
    UniformSource random(7);
    for (int i = 0; i < 10; ++i) {
        const Mat3d r = random.rotation();
        const Vec3d t = random.vec3() * 10.0;
        const double energy = level.linearise(test::mapped(body.rest, [&](Vec3d p) { return r * p + t; }));
        EXPECT_LT(test::largest(level.gradient), 1e-5 * scale);
        EXPECT_LT(energy, 1e-9);
    }
}

TEST(LatticeElasticity, ForcesSumToNothing) {
    const LatticeBody body = test::oddBody(2, 4);
    LevelOf level(body);
    const std::vector<Vec3d> x = test::shaken(body, 0.6, 3);
    level.linearise(x);
    Vec3d force, torque;
    double sizes = 0;
    for (std::size_t n = 0; n < x.size(); ++n) {
        const Vec3d f = asVec3(level.gradient[n]), arm = x[n] - body.rest[0];
        force += f;
        torque += cross(arm, f);
        sizes += length(f);
    }
    EXPECT_LT(length(force), 1e-6 * sizes);
    EXPECT_LT(length(torque), 1e-6 * sizes * 0.2);  // metres: the body's size
}

TEST(LatticeElasticity, DiagonalIsThatOfTheOperator) {
    const LatticeBody body = test::oddBody(3, 3);
    LevelOf level(body);
    const Eigen::MatrixXd k = level.matrix(test::shaken(body, 0.4, 4));
    level().updateDiagonal({});
    const std::vector<std::uint32_t> free = test::freeNodesOf(body.fixed);
    const Eigen::VectorXd inverse = test::flat(level().inverseDiagonal(), free);
    for (Eigen::Index i = 0; i < k.rows(); ++i) EXPECT_NEAR(inverse(i) * k(i, i), 1, 2e-6) << i;
    for (std::uint32_t n = 0; n < body.cells.nodeCount(); ++n) {
        if (!body.fixed[n]) continue;
        EXPECT_EQ(length(asVec3(level().inverseDiagonal()[n])), 0);
    }
}

TEST(LatticeElasticity, OperatorIsSymmetric) {
    const LatticeBody body = test::oddBody(4, 3);
    for (const Linearisation kind :
         {Linearisation::Definite, Linearisation::Exact, Linearisation::Zhu, Linearisation::Warped}) {
        LevelOf level(body, kind);
        const Eigen::MatrixXd k = level.matrix(test::shaken(body, 0.3, 5));
        EXPECT_LT((k - k.transpose()).cwiseAbs().maxCoeff(), 2e-6 * k.cwiseAbs().maxCoeff());
    }
}

TEST(LatticeElasticity, DisplacementsOnTopOfGradientsAreTheShapeOfBoth) {
    const LatticeBody body = test::oddBody(5, 3);
    LevelOf level(body), other(body);
    const std::vector<Vec3d> start = test::shaken(body, 0.3, 6);
    const NodeVectors u = test::randomVectors(body, 7, 0.2 * body.cells.width);
    std::vector<Vec3d> end = start;
    for (std::size_t n = 0; n < end.size(); ++n) end[n] += asVec3(u[n]);
    level.linearise(start);
    NodeVectors gradient;
    level().evaluate(u, gradient, true, {});
    // Only F is kept of the start, not its hourglasses: take theirs off.
    const Twin twin{body.cells, body.stiffness};
    const auto seenInTheMiddle = [&](std::span<const Vec3d> x, std::span<const Vec3d> hourglasses) {
        std::vector<Vec3d> sum(x.size());
        for (std::uint32_t c = 0; c < body.cells.cellCount(); ++c) {
            const test::TwinCell cell = twin.cell(c);
            test::TwinCell onePoint = cell;
            onePoint.quadrature = test::Quadrature::OnePoint;
            const test::TwinCorners middle = gradientOf(onePoint, twin.corners(c, x));
            const test::TwinCorners all = gradientOf(cell, twin.corners(c, hourglasses)),
                                    less = gradientOf(onePoint, twin.corners(c, hourglasses));
            for (std::size_t i = 0; i < 8; ++i)
                sum[body.cells.nodesOfCell[c][i]] += middle[i] + all[i] - less[i];
        }
        return sum;
    };
    std::vector<Vec3d> alone(u.size());
    for (std::size_t n = 0; n < u.size(); ++n) alone[n] = asVec3(u[n]);
    const std::vector<Vec3d> exact = seenInTheMiddle(end, alone);
    EXPECT_LT(test::largestGap(gradient, exact), 1e-5 * test::largest(exact));
    const Eigen::MatrixXd k = other.matrix(end);
    EXPECT_LT((test::denseOf(level()) - k).norm(), 1e-5 * k.norm());
}

// A cell as thin as nothing, and one point of everything: finite, and not without stiffness.
TEST(LatticeElasticity, CollapsedCellsGiveFiniteNumbers) {
    const LatticeBody body = test::freeBox({2, 2, 2});
    LevelOf level(body);
    for (const Vec3d& scale : {Vec3d{1, 1, 0}, {1, 0, 0}, {0, 0, 0}, {1, -1, 0}, {1, 1, -1}}) {
        const double energy =
            level.linearise(test::mapped(body.rest, [&](Vec3d p) { return scaled(p, scale); }));
        EXPECT_TRUE(std::isfinite(energy) && energy > 0);
        EXPECT_TRUE(std::isfinite(test::largest(level.gradient)));
        const Eigen::MatrixXd k = test::denseOf(level());
        EXPECT_TRUE(k.allFinite());
        EXPECT_GE(test::smallestEigenvalue(k), -1e-6 * k.norm());
    }
}

}  // namespace
}  // namespace sinew::lattice
