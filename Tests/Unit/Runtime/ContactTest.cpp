#include "Runtime/Contact/Contact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "Offline/Geometry/Measure.h"
#include "Offline/Reduction/Assembly.h"
#include "Offline/Reduction/Skin/ContactSamples.h"
#include "Offline/Tets/ElasticBody.h"
#include "Support/Bodies/TrainedLimb.h"
#include "Support/Dice.h"
#include "Support/Runtime/AssetSamples.h"
#include "Support/Runtime/RuntimeBodies.h"

namespace sinew {
namespace {

using test::Dice;
using test::HeldBody;
using test::HeldInstance;

Collider shape(ColliderKind kind, Vec3f half) {
    Collider collider;
    collider.kind = kind;
    collider.halfSize = half;
    return collider;
}

// The distance to a sphere about the middle of a grid.
struct SphereGrid {
    std::vector<float> values;
    Collider collider;

    SphereGrid() {
        constexpr std::uint32_t kSize = 21;
        constexpr float kCell = 0.05f;
        for (std::uint32_t z = 0; z < kSize; ++z) {
            for (std::uint32_t y = 0; y < kSize; ++y) {
                for (std::uint32_t x = 0; x < kSize; ++x) {
                    const Vec3f p{kCell * static_cast<float>(x), kCell * static_cast<float>(y),
                                  kCell * static_cast<float>(z)};
                    values.push_back(length(p - Vec3f{0.5f, 0.5f, 0.5f}) - 0.3f);
                }
            }
        }
        collider.kind = ColliderKind::Grid;
        collider.grid = {values, {kSize, kSize, kSize}, kCell};
    }
};

TEST(Collider, DistancesAreKnownOnes) {
    EXPECT_FLOAT_EQ(touch(shape(ColliderKind::Sphere, {2, 0, 0}), {0, 3, 0}).distance, 1);
    const Collider capsule = shape(ColliderKind::Capsule, {0.5f, 1, 0});
    EXPECT_FLOAT_EQ(touch(capsule, {2, 0.5f, 0}).distance, 1.5f);
    EXPECT_FLOAT_EQ(touch(capsule, {0, 3, 0}).distance, 1.5f);
    const Collider box = shape(ColliderKind::Box, {1, 2, 3});
    EXPECT_FLOAT_EQ(touch(box, {0, 0, 2.5f}).distance, -0.5f);
    EXPECT_FLOAT_EQ(touch(box, {0, 0, 2.5f}).normal.z, 1);
    EXPECT_FLOAT_EQ(touch(box, {4, 6, 3}).distance, 5);
    EXPECT_FLOAT_EQ(touch(shape(ColliderKind::Plane, {}), {7, -0.25f, 1}).distance, -0.25f);
    const SphereGrid grid;
    EXPECT_NEAR(touch(grid.collider, {0.5f, 0.9f, 0.5f}).distance, 0.1, 0.01);
    EXPECT_NEAR(touch(grid.collider, {0.5f, 2, 0.5f}).distance, 1.1, 0.11);  // beyond its edge: 1.2 at most
}

TEST(Collider, TheNormalIsTheSlopeOfTheDistance) {
    const SphereGrid grid;
    const Collider all[] = {
        shape(ColliderKind::Sphere, {0.4f, 0, 0}), shape(ColliderKind::Capsule, {0.2f, 0.4f, 0}),
        shape(ColliderKind::Box, {0.3f, 0.4f, 0.5f}), shape(ColliderKind::Plane, {}), grid.collider};
    Dice dice(3);
    for (const Collider& collider : all) {
        const bool isGrid = collider.kind == ColliderKind::Grid;
        for (int i = 0; i < 300; ++i) {
            Vec3f p = convert<float>(dice.vector(0.45));
            if (isGrid) p += Vec3f{0.5f, 0.5f, 0.5f};
            const Touch at = touch(collider, p);
            EXPECT_NEAR(length(at.normal), 1, 1e-5);
            constexpr float kStep = 1e-3f;
            Vec3f slope;
            for (int axis = 0; axis < 3; ++axis) {
                Vec3f ahead = p, behind = p;
                ahead[axis] += kStep, behind[axis] -= kStep;
                slope[axis] =
                    (touch(collider, ahead).distance - touch(collider, behind).distance) / (2 * kStep);
            }
            // At ridges, where two faces or a middle line are equally near, there is no slope to compare
            // with.
            if (std::abs(length(slope) - 1) < (isGrid ? 0.1f : 1e-3f)) {
                EXPECT_LT(length(at.normal - slope), isGrid ? 0.15f : 0.01f);
            }
        }
    }
}

// What a search may skip by it is at least that far.
TEST(Collider, AGridIsNeverSaidToBeFartherThanItIs) {
    const SphereGrid grid;
    Dice dice(9);
    for (int i = 0; i < 2000; ++i) {
        const auto any = [&] { return static_cast<float>(dice.between(-1.5, 2.5)); };
        const Vec3f p{any(), any(), any()};
        const float truth = length(p - Vec3f{0.5f, 0.5f, 0.5f}) - 0.3f;
        EXPECT_LT(touch(grid.collider, p).distance, truth + 0.01f);
        EXPECT_GT(touch(grid.collider, p).distance, 0.6f * truth - 0.02f);
    }
}

TEST(Collider, WhatIsNoShapeIsRefused) {
    EXPECT_TRUE(isUsable(shape(ColliderKind::Sphere, {1, 0, 0})));
    EXPECT_FALSE(isUsable(shape(ColliderKind::Sphere, {-1, 0, 0})));
    EXPECT_FALSE(isUsable(shape(ColliderKind::Box, {1, std::numeric_limits<float>::quiet_NaN(), 1})));
    SphereGrid grid;
    EXPECT_TRUE(isUsable(grid.collider));
    grid.collider.grid.size[1] = 20;
    EXPECT_FALSE(isUsable(grid.collider));
    grid.collider.grid = {{}, {1u << 22, 1u << 21, 1u << 21}, 0.1f};  // whose product is 0 in 64 bits
    EXPECT_FALSE(isUsable(grid.collider));
    Collider turned = shape(ColliderKind::Plane, {});
    turned.frame.rotation = {0, 0, 0, 0};
    EXPECT_FALSE(isUsable(turned));
}

const HeldBody& limbBody() {
    static const HeldBody body([] {
        AssetContent content = reduction::assetContent(softLimb().on(), softLimb().model, softLimb().learnt);
        content.solver.rayleighMass = 1;
        content.solver.rayleighStiffness = 0.004;
        return content;
    }());
    return body;
}

std::vector<JointPose> straightLimb() {
    std::vector<JointPose> bones;
    for (const Affined& frame : bindFrames(softLimb().character.skeleton)) {
        const Quatd r = toQuat(frame.linear);
        const auto f = [](double x) { return static_cast<float>(x); };
        bones.push_back({{f(r.x), f(r.y), f(r.z), f(r.w)}, convert<float>(frame.translation)});
    }
    return bones;
}

TEST(ContactSamples, AreSpreadOverAllOfTheFlesh) {
    const AssetView& view = limbBody().body.view;
    ASSERT_GT(view.samples.size(), 100u);
    double area = 0;
    for (const AssetSample& s : view.samples) area += 3.14159265 * std::pow(static_cast<double>(s.radius), 2);
    EXPECT_NEAR(area,
                surfaceArea({softLimb().character.surface.positions, softLimb().character.surface.triangles}),
                1e-3 * area);
    // No vertex of the flesh is far from all of them.
    for (const Vec3d& p : softLimb().character.surface.positions) {
        double nearest = 1;
        for (std::size_t s = 0; s < view.samples.size(); ++s) {
            const Vec3f rest = limbBody().body.contact.rest[s] + view.domains[view.samples[s].domain].centre;
            nearest = std::min(nearest, length(convert<double>(rest) - p));
        }
        EXPECT_LT(nearest, 4 * static_cast<double>(view.samples[0].radius));
    }
}

// Every sample against every collider, one by one.
TEST(Contact, FindsWhatAPlainSearchFinds) {
    const Body& body = limbBody().body;
    HeldInstance held(body);
    Dice dice(5);
    Collider sphere = shape(ColliderKind::Sphere, {0.08f, 0, 0}),
             box = shape(ColliderKind::Box, {0.05f, 0.1f, 0.2f});
    std::size_t found = 0;
    for (int round = 0; round < 40; ++round) {
        std::vector<Frame> frames;
        for (const AssetDomain& d : body.view.domains)
            frames.push_back({expMap(dice.vector(0.3)), convert<double>(d.centre) + dice.vector(0.02)});
        std::vector<float> q(body.view.lanes);
        for (std::size_t i = 0; i < q.size(); ++i)
            q[i] = static_cast<float>(dice.between(0, 0.5)) * body.high[i];
        const Frame world{expMap(dice.vector(1)), dice.vector(5)};
        const Vec3d middle = convert<double>(body.view.meta->boundsMin + body.view.meta->boundsMax) * 0.5;
        sphere.frame = world * Frame{expMap(dice.vector(1)), middle + dice.vector(0.2)};
        box.frame = world * Frame{expMap(dice.vector(1)), middle + dice.vector(0.3)};
        const Collider colliders[] = {sphere, box};
        const ContactSettings settings;
        findContacts(body, colliders, frames, world, 1, q, settings, held.instance.contacts);
        std::size_t plain = 0;
        for (std::uint32_t s = 0; s < body.view.samples.size(); ++s) {
            const BodyDomain& d = body.domains[body.view.samples[s].domain];
            const float* const rows = body.contact.rows.data() + body.contact.firstRow[s];
            Vec3d local = convert<double>(body.contact.rest[s]);
            for (std::uint32_t k = 0; k < d.rank; ++k) {
                const auto by = static_cast<double>(q[d.firstLane + k]);
                local += Vec3d{static_cast<double>(rows[k]), static_cast<double>(rows[d.lanes + k]),
                               static_cast<double>(rows[2 * d.lanes + k])} *
                         by;
            }
            const Frame at = world * frames[body.view.samples[s].domain];
            const Vec3d place = rotate(at.rotation, local) + at.translation;
            for (const Collider& c : colliders) {
                const Vec3d own = rotate(conjugate(c.frame.rotation), place - c.frame.translation);
                if (touch(c, convert<float>(own)).distance < settings.margin) ++plain;
            }
        }
        EXPECT_EQ(held.instance.contacts.count + held.instance.contacts.left, plain);
        found += plain;
    }
    EXPECT_GT(found, 200u);
}

// Chains of domains: those that have an interface do not press, the others do, each pair from both sides.
TEST(Contact, FleshPressesAgainstFleshThatItDoesNotGrowFrom) {
    test::SampleSize size;
    size.ranks = {5, 4, 3, 6};
    size.vertices = 200;
    size.samplesEvery = 1;
    const HeldBody held(test::sampleAsset(size).content);
    const Body& body = held.body;
    HeldInstance instance(body);
    // All domains at one place: everything is near everything.
    std::vector<Frame> frames(body.domains.size());
    const std::vector<float> q(body.view.lanes);
    findSelfContacts(body, frames, q, {}, instance.instance.contacts);
    const auto neighbours = [&](std::uint32_t a, std::uint32_t b) {
        for (const AssetInterface& f : body.view.interfaces) {
            if ((f.a == a && f.b == b) || (f.a == b && f.b == a)) return true;
        }
        return false;
    };
    const float touching = 1.5f * body.view.samples[0].radius;
    std::uint32_t plain = 0;
    for (std::uint32_t i = 0; i < body.view.samples.size(); ++i) {
        for (std::uint32_t j = 0; j < body.view.samples.size(); ++j) {
            const std::uint32_t a = body.view.samples[i].domain, b = body.view.samples[j].domain;
            if (a == b || neighbours(a, b)) continue;
            const float apart = length(body.contact.rest[i] - body.contact.rest[j]);
            const Vec3f bound = body.contact.rest[i] + body.view.domains[a].centre - body.contact.rest[j] -
                                body.view.domains[b].centre;
            if (apart > 0 && apart < touching && length(bound) >= 1.5f * touching) ++plain;
        }
    }
    EXPECT_GT(plain, 10u);
    EXPECT_EQ(instance.instance.contacts.count + instance.instance.contacts.left, plain);
    for (std::uint32_t i = 0; i < instance.instance.contacts.count; ++i) {
        const SkinContact& c = instance.instance.contacts.all[i];
        EXPECT_EQ(c.collider, kSelf);
        EXPECT_LT(c.distance, 0.0f);
        EXPECT_NEAR(length(c.normal), 1, 1e-5);
        // Away from a sample of another domain.
        const Vec3f from = c.point - c.normal * (touching + c.distance);
        float nearest = 1;
        for (std::uint32_t s = 0; s < body.view.samples.size(); ++s) {
            if (body.view.samples[s].domain != c.domain)
                nearest = std::min(nearest, length(body.contact.rest[s] - from));
        }
        EXPECT_LT(nearest, 1e-5f);
    }
}

struct Pressed {
    HeldInstance held{limbBody().body};
    std::vector<JointPose> bones = straightLimb();
    Collider plane = shape(ColliderKind::Plane, {});
    std::vector<TouchedPlace> touched = std::vector<TouchedPlace>(kMaxContacts);
    std::vector<JointImpulse> jointImpulses = std::vector<JointImpulse>(limbBody().body.view.joints.size());
    TickOutput out;

    // A floor that stands so far into the limb's underside.
    void tick(float into, bool dynamic) {
        const AssetMeta& meta = *limbBody().body.view.meta;
        plane.frame.translation = {0, static_cast<double>(meta.boundsMin.y + into), 0};
        TickInput input;
        input.bones = bones;
        input.seconds = 1.0 / 60;
        input.dynamic = dynamic;
        input.colliders = {&plane, 1};
        input.touched = touched;
        input.jointImpulses = jointImpulses;
        ASSERT_EQ(sinew::tick(held.instance, input, {}, out), Status::Ok);
    }
    float deepest() const {
        float largest = 0;
        for (std::uint32_t i = 0; i < out.contacts; ++i) largest = std::max(largest, touched[i].depth);
        return largest;
    }
};

TEST(Contact, AFloorPressesFleshIn) {
    for (const bool dynamic : {false, true}) {
        Pressed pressed;
        for (int i = 0; i < 60; ++i) pressed.tick(0.01f, dynamic);
        ASSERT_GT(pressed.out.contacts, 5u);
        EXPECT_LT(pressed.deepest(), 0.008f);  // of 10 mm
        double up = 0;
        for (const JointImpulse& impulse : pressed.jointImpulses) {
            up += static_cast<double>(impulse.linear.y);
            EXPECT_LT(std::abs(impulse.linear.x) + std::abs(impulse.linear.z),
                      1e-3f * impulse.linear.y + 1e-9f);
        }
        EXPECT_GT(up, 0);
        for (std::uint32_t i = 0; i < pressed.out.contacts; ++i)
            EXPECT_FLOAT_EQ(pressed.touched[i].normal.y, 1);
    }
}

// The system knows of the push: without it, Newton's method would go on and on.
TEST(Contact, PressingConvergesAtOnce) {
    Pressed pressed;
    pressed.tick(0.005f, false);
    EXPECT_LE(pressed.out.iterations, 6u);  // 8 without
}

TEST(Contact, DeeperPushesHarder) {
    double before = 0;
    for (const float into : {0.002f, 0.005f, 0.01f}) {
        Pressed pressed;
        for (int i = 0; i < 30; ++i) pressed.tick(into, false);
        double up = 0;
        for (const JointImpulse& impulse : pressed.jointImpulses) up += static_cast<double>(impulse.linear.y);
        EXPECT_GT(up, 1.5 * before);
        before = up;
    }
}

// A blow is given to the flesh as a whole, whatever its radius, and moves it that way.
TEST(Contact, ABlowMovesTheFleshAndRingsOut) {
    const Body& body = limbBody().body;
    const auto after = [&](Vec3f impulse, int ticks) {
        HeldInstance held(body);
        const std::vector<JointPose> bones = straightLimb();
        TickInput input;
        TickOutput out;
        input.bones = bones;
        input.seconds = 1.0 / 60;
        for (int i = 0; i < 10; ++i) sinew::tick(held.instance, input, {}, out);
        const AssetMeta& meta = *body.view.meta;
        const Vec3d middle = convert<double>(meta.boundsMin + meta.boundsMax) * 0.5;
        const PointImpulse blow{{middle.x, static_cast<double>(meta.boundsMax.y), middle.z}, impulse, 0.1f};
        input.impulses = {&blow, 1};
        for (int i = 0; i < ticks; ++i) {
            sinew::tick(held.instance, input, {}, out);
            input.impulses = {};
        }
        double moved = 0;
        for (std::uint32_t s = 0; s < body.view.samples.size(); ++s) {
            const BodyDomain& d = body.domains[body.view.samples[s].domain];
            const float* const rows = body.contact.rows.data() + body.contact.firstRow[s];
            for (std::uint32_t k = 0; k < d.rank; ++k) {
                moved += static_cast<double>(rows[d.lanes + k] * held.instance.shown[d.firstLane + k]);
            }
        }
        return moved / static_cast<double>(body.view.samples.size());
    };
    const double down = after({0, -0.05f, 0}, 2);
    EXPECT_LT(down, -1e-6);
    EXPECT_NEAR(after({0, 0.05f, 0}, 2), -down, 0.3 * std::abs(down));
    EXPECT_LT(std::abs(after({0, -0.05f, 0}, 120)), 0.05 * std::abs(down));
}

TEST(Contact, WhatIsFarChangesNoBit) {
    Pressed alone, near;
    for (int i = 0; i < 20; ++i) {
        alone.tick(-1, true);
        near.tick(-0.5f, true);
    }
    EXPECT_EQ(near.out.contacts, 0u);
    EXPECT_EQ(stateHash(near.held.instance), stateHash(alone.held.instance));
}

}  // namespace
}  // namespace sinew
