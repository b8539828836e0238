// Discretisation errors as slopes, and a beam whose answer is known.
#include <gtest/gtest.h>

#include <numbers>

#include "Material/Material.h"
#include "Material/StableNeoHookean.h"
#include "Offline/Tets/Loads.h"
#include "Offline/Tets/Newton.h"
#include "Offline/Workers.h"
#include "Support/Bodies/HeldBodies.h"

namespace sinew::tets {
namespace {

using std::numbers::pi;

// A smooth deformation of the unit cube that leaves its boundary in place.
Vec3d displaced(Vec3d p) {
    const double bump = std::sin(pi * p.x) * std::sin(pi * p.y) * std::sin(pi * p.z);
    return p + Vec3d{0.06, -0.04, 0.05} * (bump * (1 + 0.5 * p.x));
}

Mat3d gradientAt(Vec3d p) {
    constexpr double kStep = 1e-5;
    Mat3d f;
    for (int axis = 0; axis < 3; ++axis) {
        Vec3d ahead = p, behind = p;
        ahead[axis] += kStep, behind[axis] -= kStep;
        f.column[axis] = (displaced(ahead) - displaced(behind)) / (2 * kStep);
    }
    return f;
}

// −Div P: the force per volume under which `displaced` is at rest.
Vec3d bodyForce(Vec3d p, const Lame<double>& lame) {
    constexpr double kStep = 1e-3;
    Vec3d divergence;
    for (int axis = 0; axis < 3; ++axis) {
        Vec3d ahead = p, behind = p;
        ahead[axis] += kStep, behind[axis] -= kStep;
        divergence += (firstPiola<StableNeoHookean<double>>(gradientAt(ahead), lame).column[axis] -
                       firstPiola<StableNeoHookean<double>>(gradientAt(behind), lame).column[axis]) /
                      (2 * kStep);
    }
    return -divergence;
}

// visit(point, its weight at each corner) at the four points of a tet that are exact for quadratics.
template <class Visit>
void forQuadraturePoints(const ElasticBody& body, std::uint32_t t, Visit&& visit) {
    constexpr double kNear = 0.58541019662496845, kFar = 0.13819660112501052;
    for (std::size_t q = 0; q < 4; ++q) {
        std::array<double, 4> weight{kFar, kFar, kFar, kFar};
        weight[q] = kNear;
        Vec3d at;
        for (std::size_t a = 0; a < 4; ++a) at += body.rest().nodes[body.rest().tets[t][a]] * weight[a];
        visit(at, weight);
    }
}

double squaredError(const ElasticBody& body, std::span<const Vec3d> x) {
    double sum = 0;
    for (std::uint32_t t = 0; t < body.tets(); ++t) {
        forQuadraturePoints(body, t, [&](Vec3d at, const std::array<double, 4>& weight) {
            Vec3d error = -displaced(at);
            for (std::size_t a = 0; a < 4; ++a) error += x[body.rest().tets[t][a]] * weight[a];
            sum += dot(error, error) * body.volumes()[t] / 4;
        });
    }
    return sum;
}

double manufacturedError(std::uint32_t n, const Jobs& jobs) {
    Flesh flesh;
    flesh.poisson = 0.3;
    const ElasticBody body(boxOfTets(n, n, n, 1.0 / n), flesh);
    const Lame<double> lame = lameOf(flesh.young, flesh.poisson);
    std::vector<Vec3d> force(body.nodes());
    for (std::uint32_t t = 0; t < body.tets(); ++t) {
        forQuadraturePoints(body, t, [&](Vec3d at, const std::array<double, 4>& weight) {
            const Vec3d load = bodyForce(at, lame) * (body.volumes()[t] / 4);
            for (std::size_t a = 0; a < 4; ++a) force[body.rest().tets[t][a]] += load * weight[a];
        });
    }
    const ConstantForces loads(force);
    const Potential* all[] = {&loads};
    const auto onBoundary = [](Vec3d p) {
        return p.x == 0 || p.y == 0 || p.z == 0 || p.x > 1 - 1e-9 || p.y > 1 - 1e-9 || p.z > 1 - 1e-9;
    };
    std::vector<Vec3d> x = body.rest().nodes;
    NewtonSolver solver(body, heldWhere(body, onBoundary), jobs);
    EXPECT_TRUE(solver.solve(all, x, {.relative = 1e-6, .absolute = 0}).converged);
    return std::sqrt(squaredError(body, x));
}

TEST(Convergence, ManufacturedSolutionHasSecondOrderInL2) {
    const Workers workers;
    const double coarse = manufacturedError(8, workers.jobs()), fine = manufacturedError(16, workers.jobs());
    EXPECT_GE(std::log2(coarse / fine), 1.8) << coarse << " to " << fine;
}

// Tip deflection over that of Timoshenko's beam under a load at its end.
double cantileverRatio(std::uint32_t n, const Jobs& jobs) {
    constexpr double kLength = 1, kSide = 0.1, kLoad = 1e-3;
    Flesh flesh;
    flesh.poisson = 0.3;
    const ElasticBody body(boxOfTets(10 * n, n, n, kSide / n), flesh);
    const auto atTip = [](Vec3d p) { return p.x > kLength - 1e-9; };
    std::vector<Vec3d> force(body.nodes());
    const std::vector<bool> tip = heldWhere(body, atTip);
    const double share = kLoad / static_cast<double>(std::count(tip.begin(), tip.end(), true));
    for (std::size_t i = 0; i < tip.size(); ++i) force[i] = tip[i] ? Vec3d{0, -share, 0} : Vec3d{};
    const ConstantForces loads(force);
    const Potential* all[] = {&loads};
    std::vector<Vec3d> x = body.rest().nodes;
    NewtonSolver solver(body, heldWhere(body, [](Vec3d p) { return p.x == 0; }), jobs);
    EXPECT_TRUE(solver.solve(all, x, {.relative = 1e-6, .absolute = 0}).converged);
    double deflection = 0;
    for (std::size_t i = 0; i < tip.size(); ++i) {
        if (tip[i]) deflection += (body.rest().nodes[i].y - x[i].y) * share / kLoad;
    }
    constexpr double kInertia = kSide * kSide * kSide * kSide / 12, kArea = kSide * kSide;
    const double shear = flesh.young / (2 * (1 + flesh.poisson));
    const double factor =
        10 * (1 + flesh.poisson) / (12 + 11 * flesh.poisson);  // of a rectangle, Cowper 1966
    const double expected = kLoad * kLength * kLength * kLength / (3 * flesh.young * kInertia) +
                            kLoad * kLength / (factor * shear * kArea);
    return deflection / expected;
}

TEST(Convergence, CantileverApproachesTimoshenko) {
    const Workers workers;
    const double coarse = cantileverRatio(4, workers.jobs()), fine = cantileverRatio(8, workers.jobs());
    EXPECT_LT(std::abs(fine - 1), std::abs(coarse - 1) / 2.5);
}

TEST(Convergence, CantileverIsWithinThreePercentOfTimoshenkoLong) {
    const Workers workers;
    const double ratio = cantileverRatio(16, workers.jobs());
    EXPECT_NEAR(ratio, 1, 0.03);
}

}  // namespace
}  // namespace sinew::tets
