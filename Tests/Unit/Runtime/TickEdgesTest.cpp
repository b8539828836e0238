// What hosts do besides ticking at a steady rate.
#include <gtest/gtest.h>

#include "Offline/Tets/ElasticBody.h"
#include "Support/Runtime/Ticker.h"

namespace sinew {
namespace {

using test::bentLimb;
using test::distance;
using test::size;
using test::swing;
using test::tickedLimb;
using test::tickedSoftLimb;
using test::Ticker;

constexpr double kFrame = 1.0 / 60;

PointImpulse blowFromAbove() {
    const AssetMeta& meta = *tickedSoftLimb().body.view.meta;
    const Vec3d middle = convert<double>(meta.boundsMin + meta.boundsMax) * 0.5;
    return {{middle.x, static_cast<double>(meta.boundsMax.y), middle.z}, {0, -0.05f, 0}, 0.1f};
}

// So many metres into the limb as bound.
Collider floorPressedIn(double depth) {
    Collider floor;
    floor.kind = ColliderKind::Plane;
    floor.frame.translation = {0, static_cast<double>(tickedLimb().body.view.meta->boundsMin.y) + depth, 0};
    return floor;
}

// Four frames to a sub-step: whichever of them a blow comes with, the next sub-step has it.
TEST(Tick, ABlowBetweenSubStepsIsNotLost) {
    const PointImpulse blow = blowFromAbove();
    for (int when = 0; when < 4; ++when) {
        Ticker ticker(tickedSoftLimb().body);
        for (int i = 0; i < 41; ++i) {
            if (i == 36 + when) ticker.input.impulses = {&blow, 1};
            ticker.tick(bentLimb(0), i == 0 ? 0 : kFrame / 4);
            ticker.input.impulses = {};
        }
        EXPECT_GT(size(ticker.shown()), 1e-4) << when;
    }
}

TEST(Tick, ModesThatAreLeftOutStayAtRest) {
    for (const bool dynamic : {true, false}) {
        Ticker ticker(tickedSoftLimb().body);
        ticker.input.dynamic = dynamic;
        for (int i = 0; i < 90; ++i) {
            if (i == 50) ticker.input.quality.modes = 0.3f;
            ticker.tick(bentLimb(swing(i * kFrame)), kFrame);
        }
        const Instance& instance = ticker.held.instance;
        std::uint32_t leftOut = 0;
        for (std::size_t d = 0; d < instance.body->domains.size(); ++d) {
            const BodyDomain& whole = instance.body->domains[d];
            for (std::uint32_t k = instance.solver.domains[d].rank; k < whole.rank; ++k, ++leftOut)
                EXPECT_EQ(instance.solver.q[whole.firstLane + k], 0) << dynamic << " " << d << " " << k;
        }
        EXPECT_GT(leftOut, 0u);
    }
}

// More sub-steps than a tick does are left out: what moved meanwhile did not move all at once.
TEST(Tick, SubStepsThatAreLeftOutAreNoBlow) {
    const auto away = [](double frame, float rate) {
        Ticker still, gliding;
        for (int i = 0; i < 60; ++i) {
            still.input.quality.rate = gliding.input.quality.rate = i < 30 ? 60 : rate;
            gliding.input.world.translation = {5 * i * frame, 0, 0};
            still.tick(bentLimb(0.5), frame);
            gliding.tick(bentLimb(0.5), frame);
        }
        return distance(still.shown(), gliding.shown()) / size(still.shown());
    };
    EXPECT_LT(away(1.0 / 30, 480), 1e-3);
    EXPECT_LT(away(0.2, 60), 1e-3);
    EXPECT_LT(away(1.0 / 144, 480), 1e-3);
}

TEST(Tick, ImpulsesAreFilledWhateverHappens) {
    Ticker ticker;
    std::vector<JointImpulse> impulses(tickedLimb().body.view.joints.size());
    const Collider floor = floorPressedIn(0.01);
    ticker.input.colliders = {&floor, 1};
    ticker.input.jointImpulses = impulses;
    const auto up = [&](double seconds) {
        for (JointImpulse& impulse : impulses) impulse.linear = impulse.angular = {7, 7, 7};
        ticker.tick(bentLimb(0), seconds);
        float sum = 0;
        for (const JointImpulse& impulse : impulses) sum += impulse.linear.y;
        return sum;
    };
    const float usual = up(kFrame);
    EXPECT_GT(usual, 0);
    EXPECT_LT(up(1e300), 100 * usual);  // a break, not a push of years
    EXPECT_EQ(up(-1), 0);
    ticker.input.weight = 0;
    EXPECT_EQ(up(kFrame), 0);
}

// Pressed in hard and for long, flesh stays pressed in: it is not taken for torn.
TEST(Tick, ASteadyPressIsNoReasonToStartAnew) {
    Ticker ticker;
    const Collider floor = floorPressedIn(0.03);
    ticker.input.colliders = {&floor, 1};
    for (int i = 0; i < 120; ++i) {
        ticker.tick(bentLimb(0), kFrame);
        EXPECT_FALSE(ticker.output.restarted) << i;
        EXPECT_GT(ticker.output.contacts, 0u) << i;
    }
}

// Flesh that lies on something does so in every frame, not only in those that end a sub-step.
TEST(Tick, ContactsAreToldInEveryFrame) {
    Ticker ticker;
    const Collider floor = floorPressedIn(0.01);
    ticker.input.colliders = {&floor, 1};
    for (int i = 0; i < 40; ++i) {
        ticker.tick(bentLimb(0), kFrame / 4);
        EXPECT_GT(ticker.output.contacts, 0u) << i;
    }
}

TEST(Tick, TheBindPoseIsAtRestAtAnyScale) {
    for (const float scale : {0.5f, 2.0f}) {
        Ticker ticker;
        std::vector<JointPose> bones = bentLimb(0);
        for (JointPose& bone : bones) {
            bone.scale = {scale, scale, scale};
            bone.translation = bone.translation * scale;
        }
        for (int i = 0; i < 60; ++i) ticker.tick(bones, kFrame);
        EXPECT_LT(size(ticker.shown()), 1e-5) << scale;
    }
}

// Two that are at other places, or have got other parts of a sub-step, go on differently.
TEST(Tick, TheHashIsOfAllThatLaterTicksDependOn) {
    const auto hash = [](auto&& change) {
        Ticker ticker;
        for (int i = 0; i < 5; ++i) ticker.tick(bentLimb(0), kFrame);
        change(ticker);
        ticker.tick(bentLimb(0), 0);
        return stateHash(ticker.held.instance);
    };
    const std::uint64_t usual = hash([](Ticker&) {});
    EXPECT_EQ(hash([](Ticker&) {}), usual);
    EXPECT_NE(hash([](Ticker& t) { t.input.world.translation.x = 0.1; }), usual);
    EXPECT_NE(hash([](Ticker& t) { t.tick(bentLimb(0), kFrame / 4); }), usual);
    EXPECT_NE(hash([](Ticker& t) { t.input.weight = 0.5f; }), usual);
    EXPECT_NE(hash([](Ticker& t) { t.input.dynamic = false; }), usual);
}

}  // namespace
}  // namespace sinew
