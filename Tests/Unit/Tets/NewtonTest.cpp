#include "Offline/Tets/Newton.h"

#include <gtest/gtest.h>

#include <limits>

#include "Offline/Tets/Loads.h"
#include "Offline/Workers.h"
#include "Support/Bodies/HeldBodies.h"
#include "Support/Materials.h"

namespace sinew::tets {
namespace {

ElasticBody bar(std::uint32_t n, MaterialKind kind = MaterialKind::StableNeoHookean) {
    Flesh flesh;
    flesh.kind = kind;
    return {boxOfTets(3 * n, n, n, 0.3 / n), flesh};
}

bool atLeftEnd(Vec3d p) {
    return p.x == 0;
}

bool atEnds(Vec3d p) {
    return p.x == 0 || p.x > 0.9 - 1e-9;
}

Vec3d twisted(Vec3d p, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    const Vec3d q = p - Vec3d{0, 0.15, 0.15};
    return {p.x, 0.15 + q.y * c - q.z * s, 0.15 + q.y * s + q.z * c};
}

TEST(Newton, ReproducesAffineMotionOfTheBoundary) {  // the patch test
    for (const MaterialKind kind : test::kMaterials) {
        const ElasticBody body = bar(4, kind);
        const auto surface = [](Vec3d p) {
            return atEnds(p) || p.y == 0 || p.z == 0 || p.y > 0.3 - 1e-9 || p.z > 0.3 - 1e-9;
        };
        const std::vector<bool> held = heldWhere(body, surface);
        const Mat3d stretch{{{1.2, 0.1, 0}, {-0.2, 0.9, 0.1}, {0.05, 0, 1.1}}};
        std::vector<Vec3d> expected, x = body.rest().nodes;
        for (const Vec3d& p : x) expected.push_back(stretch * p);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = held[i] ? expected[i] : x[i];
        const NewtonReport report =
            NewtonSolver(body, held, {}).solve({}, x, {.relative = 1e-9, .absolute = 0});
        EXPECT_TRUE(report.converged);
        EXPECT_LT(largestDistance(x, expected), 1e-8);
    }
}

TEST(Newton, TwistedBarConvergesInFewSteps) {
    const ElasticBody body = bar(8);
    NewtonSolver solver(body, heldWhere(body, atEnds), {});
    std::vector<Vec3d> x;
    for (const Vec3d& p : body.rest().nodes) x.push_back(twisted(p, p.x / 0.9 * 1.5));
    const NewtonReport report = solver.solve({}, x);
    EXPECT_TRUE(report.converged);
    EXPECT_LE(report.force, report.allowed);
    EXPECT_LE(report.iterations, 6);
}

TEST(Newton, DoesNotCallAShapeConvergedBeforeItIs) {
    const ElasticBody body = bar(4);
    std::vector<Vec3d> x;
    for (const Vec3d& p : body.rest().nodes) x.push_back(atEnds(p) ? twisted(p, p.x / 0.9 * 1.5) : p);
    const NewtonReport report =
        NewtonSolver(body, heldWhere(body, atEnds), {}).solve({}, x, {.maxIterations = 1});
    EXPECT_FALSE(report.converged);
    EXPECT_GT(report.force, report.allowed);
}

// numerics: |f on free nodes| ≤ relative · |reactions| + absolute · E · A, of bones, springs and solids.
TEST(Newton, ConvergedMeansSmallBesideTheReactions) {
    const ElasticBody body = bar(4);
    const std::vector<bool> held = heldWhere(body, atLeftEnd);
    const Springs springs({{body.nodes() - 1, {1, 0.3, 0.3}, 100}});
    const Contact plane({0, 5, 12}, 1e3, {{{0, 0.05, 0}, {0, 1, 0}}}, {});
    const Potential* loads[] = {&springs, &plane};
    std::vector<Vec3d> x = body.rest().nodes, f(x.size());
    constexpr double kRelative = 0.02, kAbsolute = 1e-5;
    const NewtonReport report =
        NewtonSolver(body, held, {}).solve(loads, x, {.relative = kRelative, .absolute = kAbsolute});
    EXPECT_TRUE(report.converged);
    const Elasticity elasticity(body);
    for (const Potential* term : {static_cast<const Potential*>(&elasticity), loads[0], loads[1]}) {
        term->addForces(x, f, {});
    }
    double free = 0, reaction = 0;
    for (std::size_t i = 0; i < x.size(); ++i) (held[i] ? reaction : free) += dot(f[i], f[i]);
    const double spring = 100 * length(x.back() - Vec3d{1, 0.3, 0.3});
    EXPECT_GT(spring, 0.1);
    reaction += spring * spring;
    for (const std::size_t node : {0U, 5U, 12U}) {
        const double push = 1e3 * std::max(0.05 - x[node].y, 0.0);
        reaction += push * push;
    }
    const double area = 2 * 0.3 * 0.3 + 4 * 0.9 * 0.3;
    EXPECT_NEAR(report.allowed, kRelative * std::sqrt(reaction) + kAbsolute * 30e3 * area,
                1e-9 * report.allowed);
    EXPECT_NEAR(report.force, std::sqrt(free), 1e-9 * report.allowed);
}

TEST(Newton, InvertedBodiesReturnToRest) {
    for (const MaterialKind kind : test::kMaterials) {
        const ElasticBody body = bar(3, kind);
        const std::vector<bool> held = heldWhere(body, atLeftEnd);
        NewtonSolver solver(body, held, {});
        std::vector<Vec3d> scrambled = shaken(std::vector<Vec3d>(body.nodes(), {0.4, 0.1, 0.1}), 0.5, 1);
        std::vector<Vec3d> collapsed(body.nodes(), {0.1, 0.1, 0.1});
        for (std::vector<Vec3d>* x : {&scrambled, &collapsed}) {
            for (std::size_t i = 0; i < x->size(); ++i) {
                if (held[i]) (*x)[i] = body.rest().nodes[i];
            }
            const NewtonReport report =
                solver.solve({}, *x, {.relative = 0, .absolute = 1e-7, .maxIterations = 500});
            EXPECT_TRUE(report.converged) << static_cast<int>(kind);
            EXPECT_LT(largestDistance(*x, body.rest().nodes), 1e-4) << static_cast<int>(kind);
        }
    }
}

// Large enough for the preconditioner to have levels.
TEST(Newton, ALargerInvertedBodyReturnsToRest) {
    const ElasticBody body = bar(6);
    ASSERT_GT(body.nodes(), 900u);
    const std::vector<bool> held = heldWhere(body, atLeftEnd);
    std::vector<Vec3d> x = shaken(body.rest().nodes, 0.1, 2);
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (held[i]) x[i] = body.rest().nodes[i];
    }
    const Workers workers;
    EXPECT_GT(body.invertedTets(x, {}), body.tets() / 4);
    const NewtonReport report = NewtonSolver(body, held, workers.jobs())
                                    .solve({}, x, {.relative = 0, .absolute = 1e-7, .maxIterations = 500});
    EXPECT_TRUE(report.converged);
    EXPECT_LT(largestDistance(x, body.rest().nodes), 1e-4);
}

TEST(Newton, GravityIsCarriedByTheHeldNodes) {
    const ElasticBody body = bar(6);
    const std::vector<bool> held = heldWhere(body, atLeftEnd);
    const ConstantForces gravity = gravityOn(body.masses(), {0, -9.81, 0});
    const Potential* loads[] = {&gravity};
    std::vector<Vec3d> x = body.rest().nodes, f(x.size());
    EXPECT_TRUE(NewtonSolver(body, held, {}).solve(loads, x, {.relative = 1e-6}).converged);
    Elasticity(body).addForces(x, f, {});
    Vec3d carried, weight;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (held[i])
            carried += f[i];
        else
            weight += Vec3d{0, -9.81, 0} * body.masses()[i];
    }
    EXPECT_LT(length(carried - weight), 1e-4 * length(weight));
    EXPECT_LT(x.back().y, body.rest().nodes.back().y - 1e-3);  // and it sags
}

TEST(Newton, ContactKeepsNodesOutOfPlanesAndCapsules) {
    const ElasticBody body = bar(5);
    const std::vector<bool> held = heldWhere(body, atLeftEnd);
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < body.nodes(); ++i) all.push_back(i);
    const Contact solids(all, 1e5, {{{0, 0.05, 0}, normalized(Vec3d{0.2, 1, 0})}},
                         {{{0.8, 0.4, -1}, {0.8, 0.4, 1}, 0.15}});
    const Potential* loads[] = {&solids};
    std::vector<Vec3d> x = body.rest().nodes;
    EXPECT_GT(solids.deepest(x), 0.04);
    EXPECT_TRUE(NewtonSolver(body, held, {}).solve(loads, x).converged);
    std::vector<Vec3d> freed = x;  // held nodes are inside the plane and stay there
    for (std::size_t i = 0; i < x.size(); ++i) freed[i] = held[i] ? Vec3d{0, 1, 0} : x[i];
    EXPECT_LT(solids.deepest(freed), 1e-3);
}

TEST(Newton, SpringsHoldSoftly) {
    const ElasticBody body = bar(4);
    std::vector<Springs::Spring> springs;
    for (std::uint32_t i = 0; i < body.nodes(); ++i) {
        if (atEnds(body.rest().nodes[i]))
            springs.push_back({i, twisted(body.rest().nodes[i], body.rest().nodes[i].x), 1e4});
    }
    const Springs soft(springs);
    const Potential* loads[] = {&soft};
    std::vector<Vec3d> x = body.rest().nodes;
    const NewtonReport report = NewtonSolver(body, std::vector<bool>(body.nodes()), {}).solve(loads, x);
    EXPECT_TRUE(report.converged);
    double gap = 0;
    for (const Springs::Spring& s : springs) gap = std::max(gap, length(x[s.node] - s.target));
    EXPECT_GT(gap, 1e-5);
    EXPECT_LT(gap, 5e-3);
}

TEST(Newton, NothingInfiniteIsConverged) {
    const ElasticBody body = bar(3);
    std::vector<Vec3d> x = body.rest().nodes;
    for (Vec3d& p : x) p = p * 1e60;
    EXPECT_FALSE(NewtonSolver(body, heldWhere(body, atLeftEnd), {}).solve({}, x).converged);
    x = body.rest().nodes;
    x.back().x = std::numeric_limits<double>::quiet_NaN();
    const NewtonReport report = NewtonSolver(body, heldWhere(body, atLeftEnd), {}).solve({}, x);
    EXPECT_FALSE(report.converged);
    EXPECT_FALSE(report.force <= 0);
}

TEST(Newton, StopsWhenAsked) {
    const ElasticBody body = bar(4);
    std::vector<Vec3d> x;
    for (const Vec3d& p : body.rest().nodes) x.push_back(atEnds(p) ? twisted(p, p.x) : p);
    int calls = 0;
    NewtonSettings settings;
    settings.progress = [&](double) { return ++calls < 3; };
    NewtonSolver solver(body, heldWhere(body, atEnds), {});
    EXPECT_THROW(solver.solve({}, x, settings), Stopped);
    EXPECT_EQ(calls, 3);
}

// Adds nothing but a count of how often the body is gone through.
struct Counted : Potential {
    mutable int work = 0;
    double energy(std::span<const Vec3d>, const Jobs&) const override { return ++work, 0; }
    void addForces(std::span<const Vec3d>, std::span<Vec3d>, const Jobs&) const override { ++work; }
    void addStiffness(std::span<const Vec3d>, StiffnessSum&, const Jobs&) const override { ++work; }
};

// Of a million tets each pass takes a good part of a second, and a step can take twenty of them.
TEST(Newton, AsksWhetherToStopEveryFewPassesOverTheBody) {
    const ElasticBody body = bar(3);
    const std::vector<bool> held = heldWhere(body, atLeftEnd);
    std::vector<Vec3d> x = shaken(body.rest().nodes, 0.3, 1);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = held[i] ? body.rest().nodes[i] : x[i];
    Counted counted;
    const Potential* loads[] = {&counted};
    int largest = 0;
    NewtonSettings settings{.maxIterations = 200};
    settings.progress = [&](double) {
        largest = std::max(largest, counted.work);
        counted.work = 0;
        return true;
    };
    const NewtonReport report = NewtonSolver(body, held, {}).solve(loads, x, settings);
    EXPECT_GT(report.halvings, 5);  // else the line search was not tried
    EXPECT_LE(largest, 5);
}

}  // namespace
}  // namespace sinew::tets
