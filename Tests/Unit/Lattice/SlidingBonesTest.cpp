#include <gtest/gtest.h>

#include <numbers>

#include "Offline/Lattice/Contact/Proxies.h"
#include "Offline/Lattice/Contact/SlidingBones.h"
#include "Offline/Lattice/LiveSolver.h"
#include "Offline/Lattice/Loads.h"
#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Lattice/Solver.h"
#include "Offline/Lattice/Volume.h"
#include "Offline/Tets/Newton.h"
#include "Offline/Workers.h"
#include "Support/Bodies/FleshSamples.h"
#include "Support/Bodies/LatticeBodies.h"
#include "Support/Bodies/LatticeSamples.h"
#include "Support/Dice.h"

namespace sinew::test {
namespace {

constexpr double kRadius = 0.16, kHalf = 0.6, kPi = std::numbers::pi;
constexpr double kBoneArea = 2 * kPi * kRadius * (2 * kHalf) + 4 * kPi * kRadius * kRadius;
constexpr double kBoneVolume = kPi * kRadius * kRadius * (2 * kHalf + 4.0 / 3 * kRadius);

// A bar of 2 by 0.8 by 0.8 along x with a bone in its middle.
lattice::Volume sleeve(double width, bool hollow = true) {
    lattice::Volume volume;
    const MeshArrays mesh = cube({-1, -0.4, -0.4}, {1, 0.4, 0.4});
    volume.solid = std::make_unique<const Solid>(mesh.positions, mesh.triangles);
    volume.flesh = lattice::FleshCells(*volume.solid, width);
    volume.bones = {{3, {-kHalf, 0, 0}, {kHalf, 0, 0}, kRadius}};
    if (hollow) volume.flesh.carve([&](Vec3d p) { return distanceToBone(volume.bones[0], p) - kRadius; });
    volume.attachment = attach(volume.flesh, volume.bones, *volume.solid);
    return volume;
}

PoseSettings settingsOf(Hold hold, double grip) {
    PoseSettings settings;
    settings.hold = hold;
    settings.grip = grip;
    return settings;
}

struct Sleeve {
    lattice::Volume volume;
    PoseSettings settings;
    Carriers carriers;
    lattice::PoseSolver solver;
    std::unique_ptr<const lattice::SlidingBones> slide;

    explicit Sleeve(double width = 0.08, Hold hold = Hold::Sliding, double grip = 0.1)
        : volume(sleeve(width, hold == Hold::Sliding)),
          settings(settingsOf(hold, grip)),
          carriers(carriersOf(volume.bones, volume.attachment)),
          solver(volume.cells(), Flesh{}, {}, carriers.ofNode, 1, 8, settings, {}),
          slide(lattice::slidingOver(solver, volume, carriers, Flesh{}.young, {})) {}

    // What holds the outside where it is.
    lattice::PoseSolver::TiesOf heldOutside() const {
        return [this](std::span<const Vec3d>, std::span<const Affined>, std::vector<lattice::Tie>& ties) {
            const lattice::Cells& cells = volume.cells();
            for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
                for (std::uint32_t corner = 0; corner < 8; ++corner) {
                    const Vec3d p = cells.nodePosition(cells.nodesOfCell[c][corner]);
                    if (std::max(std::abs(p.y), std::abs(p.z)) < 0.39) continue;
                    lattice::CellPoint point{c, {}};
                    point.weights[corner] = 1;
                    ties.push_back({point, {}, p, Mat3f::identity() * 1e4f});
                }
            }
        };
    }
    PosedShape moved(const Affined& bone, bool outsideStays) {
        PosedShape shape = solver.restShape();
        const auto part = [&](double t) {
            const Quatd turn = slerp(Quatd{}, toQuat(bone.linear), t);
            return std::vector<Affined>{{toMatrix(turn), bone.translation * t}};
        };
        const PoseReport report =
            solver.moveTo(shape, part, outsideStays ? heldOutside() : lattice::PoseSolver::TiesOf{});
        EXPECT_TRUE(report.converged);
        return shape;
    }
    Vec3d fleshAt(const PosedShape& shape, Vec3d rest) const {
        return lattice::positionOf(volume.flesh.find(rest).point, volume.cells(), shape.x);
    }
    // How far flesh got into the bone, metres.
    double deepest(const PosedShape& shape) const {
        double largest = 0;
        for (const lattice::SlidingBones::Point& point : slide->points()) {
            const Vec3d p = transformPoint(inverse(shape.bones[0]),
                                           lattice::positionOf(point.flesh, volume.cells(), shape.x));
            largest = std::max(largest, kRadius - distanceToBone(volume.bones[0], p));
        }
        return largest;
    }
};

Affined movedBy(Vec3d by) {
    return {Mat3d::identity(), by};
}

Affined turnedAbout(Vec3d axis, double angle) {
    return {toMatrix(fromAxisAngle(axis, angle)), {}};
}

double energyOf(const Sleeve& sleeve, std::span<const Vec3d> x, const Affined& bone,
                lattice::NodeVectors& gradient) {
    std::vector<lattice::Tie> ties;
    sleeve.slide->addTies(x, std::vector<Affined>{bone}, ties);
    gradient.assign(x.size(), lattice::NodeVector{});
    lattice::Balance balance;
    lattice::addLoads({}, ties, sleeve.volume.cells(), x, gradient, balance);
    return balance.energy;
}

TEST(LatticeSlide, FleshEndsAtHollowBones) {
    const lattice::Volume volume = sleeve(0.08);
    EXPECT_NEAR(volume.flesh.volume(), 2 * 0.8 * 0.8 - kBoneVolume, 0.02 * kBoneVolume);
    EXPECT_LT(volume.cells().cellCount(), sleeve(0.08, false).cells().cellCount());
    for (std::uint32_t c = 0; c < volume.cells().cellCount(); ++c)
        ASSERT_GE(volume.cells().cells[c].coverage, lattice::FleshCells::kMinCoverage);
}

TEST(LatticeSlide, PointsCoverTheBoneOnce) {
    for (const double width : {0.04, 0.08}) {
        const Sleeve sleeve(width);
        double push = 0;
        for (const lattice::SlidingBones::Point& point : sleeve.slide->points()) {
            push += point.push;
            ASSERT_NEAR(distanceToBone(sleeve.volume.bones[0], point.place), kRadius, 1e-9);
            ASSERT_LT(length(lattice::restPosition(point.flesh, sleeve.volume.cells()) - point.place), 1e-5);
        }
        EXPECT_NEAR(push, sleeve.settings.springStiffness * Flesh{}.young * kBoneArea / width, 0.03 * push);
    }
}

TEST(LatticeSlide, RigidMotionMakesNoForce) {
    const Sleeve sleeve;
    Affined all = turnedAbout(normalized(Vec3d{1, 2, -1}), 0.8);
    all.translation = {0.3, -2, 1};
    std::vector<Vec3d> x;
    for (const Vec3d& p : restNodes(sleeve.volume.cells())) x.push_back(transformPoint(all, p));
    lattice::NodeVectors gradient;
    EXPECT_LT(energyOf(sleeve, x, all, gradient), 1e-6);
    EXPECT_LT(largest(gradient), 0.05);  // N, of stiffnesses of 40 kN/m
}

// Normals turn while flesh slides, and yet forces are the gradient of an energy.
TEST(LatticeSlide, ForcesAreTheGradientOfAnEnergy) {
    const Sleeve sleeve;
    Dice dice(5);
    std::vector<Vec3d> x = restNodes(sleeve.volume.cells());
    for (Vec3d& p : x) p += dice.vector(0.03);
    const Affined bone = movedBy({0.05, 0.04, -0.03});
    lattice::NodeVectors gradient, unused;
    energyOf(sleeve, x, bone, gradient);
    std::vector<Vec3d> step(x.size());
    double expected = 0;
    for (std::size_t n = 0; n < x.size(); ++n) {
        step[n] = dice.vector(1);
        expected += dot(asVec3(gradient[n]), step[n]);
    }
    const auto along = [&](double h) {
        std::vector<Vec3d> there = x;
        for (std::size_t n = 0; n < x.size(); ++n) there[n] += step[n] * h;
        return energyOf(sleeve, there, bone, unused);
    };
    const double h = 1e-5;
    EXPECT_NEAR((along(h) - along(-h)) / (2 * h), expected, 1e-3 * std::abs(expected));
}

// Along a bone flesh is drawn back by its grip alone, however fine the cells.
TEST(LatticeSlide, GripIsPerAreaOfTheBone) {
    for (const double width : {0.04, 0.08}) {
        const Sleeve sleeve(width);
        constexpr double kBy = 0.01;
        std::vector<lattice::Tie> ties;
        sleeve.slide->addTies(restNodes(sleeve.volume.cells()), std::vector<Affined>{movedBy({kBy, 0, 0})},
                              ties);
        double drawn = 0, pushed = 0;  // N, along the bone; the push of points at its sides
        for (std::size_t i = 0; i < sleeve.slide->points().size(); ++i) {
            const auto force = [&](const lattice::Tie& tie) {
                const Vec3d d = stretchOf(tie, sleeve.volume.cells(), restNodes(sleeve.volume.cells()));
                return convert<double>(tie.stiffness * convert<float>(d)).x;
            };
            drawn -= force(ties[2 * i + 1]);
            if (std::abs(sleeve.slide->points()[i].place.x) < kHalf - kBy)
                pushed += std::abs(force(ties[2 * i]));
        }
        EXPECT_NEAR(drawn, 0.1 * Flesh{}.young / kRadius * kBoneArea * kBy, 0.03 * drawn);
        EXPECT_LT(pushed, 1e-3 * drawn);
    }
}

TEST(LatticeSlide, ABoneSlidesThroughFleshThatIsHeldElsewhere) {
    const Vec3d beside{0, 0.2, 0};
    const Affined pulled = movedBy({0.1, 0, 0});
    Sleeve sliding(0.08, Hold::Sliding, 0.01), held(0.08, Hold::Hard);
    const PosedShape slid = sliding.moved(pulled, true), stuck = held.moved(pulled, true);
    EXPECT_LT(length(sliding.fleshAt(slid, beside) - beside), 0.02);
    EXPECT_GT(length(held.fleshAt(stuck, beside) - beside), 0.06);
}

TEST(LatticeSlide, NoBoneEntersFlesh) {
    for (const Vec3d by : {Vec3d{0.1, 0, 0}, Vec3d{0, 0.1, 0}, Vec3d{-0.05, -0.08, 0.08}}) {
        Sleeve sleeve;
        EXPECT_LT(sleeve.deepest(sleeve.moved(movedBy(by), true)), 0.15 * 0.08);  // springs yield a little
    }
}

// With nothing else to hold it, it goes where the bone goes, and turns as it turns.
TEST(LatticeSlide, FreeFleshFollowsItsBone) {
    for (const Affined& bone : {turnedAbout({1, 0, 0}, 1), turnedAbout({0, 0, 1}, 1), movedBy({1, 0, 0})}) {
        Sleeve sleeve;
        const PosedShape shape = sleeve.moved(bone, false);
        for (const Vec3d rest : {Vec3d{0, 0.3, 0}, Vec3d{0.9, 0, 0.3}, Vec3d{-0.9, -0.3, 0}})
            EXPECT_LT(length(sleeve.fleshAt(shape, rest) - transformPoint(bone, rest)), 0.01);
    }
}

TEST(LatticeSlide, WhatGotPastTheMiddleComesBackOnItsOwnSide) {
    const Sleeve sleeve;
    std::vector<Vec3d> x = restNodes(sleeve.volume.cells());
    for (Vec3d& p : x) p.y -= 1.1 * kRadius;
    std::vector<lattice::Tie> ties;
    sleeve.slide->addTies(x, std::vector<Affined>{Affined{}}, ties);
    int past = 0;
    for (std::size_t i = 0; i < sleeve.slide->points().size(); ++i) {
        const lattice::SlidingBones::Point& point = sleeve.slide->points()[i];
        if (point.normal.y < 0.95) continue;
        ++past;
        EXPECT_GT(ties[2 * i].pushes.y, 0.5);
    }
    EXPECT_GT(past, 10);
}

TEST(LatticeSlide, SameBitsForAnyWorkerCount) {
    const Sleeve sleeve(0.04);
    std::vector<Vec3d> x = restNodes(sleeve.volume.cells());
    Dice dice(2);
    for (Vec3d& p : x) p += dice.vector(0.02);
    std::vector<lattice::Tie> alone;
    sleeve.slide->addTies(x, std::vector<Affined>{Affined{}}, alone);
    const Workers workers(3);
    std::vector<lattice::Tie> shared;
    sleeve.slide->addTies(x, std::vector<Affined>{Affined{}}, shared, workers.jobs());
    ASSERT_EQ(shared.size(), alone.size());
    for (std::size_t i = 0; i < alone.size(); ++i) {
        ASSERT_EQ(shared[i].target, alone[i].target);
        ASSERT_EQ(shared[i].pushes, alone[i].pushes);
    }
}

// An elbow: skin is drawn over it instead of being stretched.
TEST(LatticeSlide, AnArmBendsLive) {
    lattice::LiveSettings settings;
    settings.volume.cells.count = 3000;
    settings.pose.hold = Hold::Sliding;
    lattice::LiveSolver live(fleshArm(), settings);
    const std::vector<Affined> frames{Affined{Mat3d::identity(), {-1, 0, 0}}, turnedAbout({0, 0, 1}, 1.4)};
    lattice::LiveInput input;
    input.jointFrames = frames;
    const lattice::LiveReport report = live.advance(input);
    EXPECT_TRUE(report.finished);
    EXPECT_LE(report.force, report.allowed);
    // The tip is where the forearm is.
    const Vec3d tip{0.9, 0, 0};
    const Vec3d shown =
        lattice::positionOf(live.volume().flesh.find(tip).point, live.volume().cells(), live.nodesIn(frames));
    EXPECT_LT(length(shown - transformPoint(frames[1], tip)), 0.05);
}

}  // namespace
}  // namespace sinew::test
