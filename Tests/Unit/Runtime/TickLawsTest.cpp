// What holds for every tick, whatever flesh it moves.
#include <gtest/gtest.h>

#include "Offline/Tets/ElasticBody.h"
#include "Runtime/Tick/Coupling.h"
#include "Runtime/Tick/Forces.h"
#include "Runtime/Tick/System.h"
#include "Runtime/Tick/Vectors.h"
#include "Support/Runtime/Ticker.h"

namespace sinew {
namespace {

using test::bentLimb;
using test::distance;
using test::HeldBody;
using test::size;
using test::swing;
using test::tickedSoftLimb;
using test::Ticker;

constexpr double kFrame = 1.0 / 60;

// Wood, Bossak, Zienkiewicz 1980 with a fifth of the fastest vibration left after a step.
constexpr double kPast = 0.8 / 1.2, kGamma = 0.5 + kPast, kBeta = 0.25 * (1 + kPast) * (1 + kPast);

struct State {
    std::vector<float> q, v, a;

    explicit State(const Instance& i)
        : q(i.solver.q.begin(), i.solver.q.end()), v(i.v.begin(), i.v.end()), a(i.a.begin(), i.a.end()) {}
};

// y += scale · squares x, domain by domain.
void addSquares(const Solver& s, std::span<const float> squares, const std::vector<float>& x, float scale,
                std::vector<float>& y) {
    for (const BodyDomain& d : s.domains) {
        for (std::uint32_t i = 0; i < d.rank; ++i) {
            for (std::uint32_t j = 0; j < d.rank; ++j)
                y[d.firstLane + i] += scale * squares[d.square + i * d.lanes + j] * x[d.firstLane + j];
        }
    }
}

// What the flesh at rest would feel at the instance's coordinates, and the size of it.
float restGradient(Instance& instance, std::vector<float>& gradient) {
    const Integration none;
    const SolveSettings settings;
    const SolveCall call{instance.solver, *instance.body, instance.posed, none, settings, {}};
    couple(call);
    const std::span<float> aligned = instance.solver.gradient;
    const float whole = evaluate(call, instance.solver.q, aligned);
    gradient.assign(aligned.begin(), aligned.end());
    return whole;
}

// gradient += what interfaces do where they slow velocities v as springs hold coordinates, times `share`.
void addInterfaceDamping(Instance& instance, const std::vector<float>& v, float share,
                         std::vector<float>& gradient) {
    const Integration none;
    const SolveSettings settings;
    const SolveCall call{instance.solver, *instance.body, instance.posed, none, settings, {}};
    const std::span<float> aligned = instance.solver.gradient;
    for (std::size_t i = 0; i < v.size(); ++i) instance.solver.relaxed[i] = share * v[i], aligned[i] = 0;
    addNeighbours(call, aligned);
    for (std::size_t i = 0; i < v.size(); ++i) gradient[i] += aligned[i];
    addSquares(instance.solver, instance.solver.coupling, v, share, gradient);
}

// Shaken as it stands, for in a bent limb what moves would be lost in what bends. With each kind of damping
// alone.
TEST(Tick, AStepObeysNewtonsLaw) {
    for (const int damped : {0, 1, 2, 3, 4}) {  // the last: as the second, of cells
        AssetContent content = test::limbContent(0, damped == 4 ? cellLimb() : softLimb());
        content.solver.rayleighMass = damped == 1 ? 40 : 0;
        content.solver.rayleighStiffness = damped == 2 || damped == 4 ? 0.02 : 0;
        content.solver.couplingDamping = damped == 3 ? 0.02 * content.solver.coupling : 0;
        const HeldBody body(content);
        Ticker ticker(body.body);
        const std::vector<float> stiffer(body.body.domains.size(), 1.5f);
        ticker.input.stiffness = stiffer;
        ticker.input.quality.maxIterations = 10;
        Instance& instance = ticker.held.instance;
        const auto shake = [&](int i) {
            ticker.input.world.translation = {0, 0, 0.03 * std::sin(2 * std::numbers::pi * 6 * i * kFrame)};
            ticker.tick(bentLimb(0), i == 0 ? 0 : kFrame);
        };
        for (int i = 0; i < 20; ++i) shake(i);
        const State before(instance);
        shake(20);
        ASSERT_EQ(ticker.output.notConverged, 0u);
        const State after(instance);
        std::vector<float> felt, inertia(after.q.size());
        const float whole = restGradient(instance, felt);
        for (std::size_t i = 0; i < inertia.size(); ++i) {
            inertia[i] = static_cast<float>((1 + kPast) * static_cast<double>(after.a[i]) -
                                            kPast * static_cast<double>(before.a[i])) +
                         (damped == 1 ? 40 * after.v[i] : 0);
        }
        addSquares(instance.solver, instance.solver.mass, inertia, 1, felt);
        if (damped == 2 || damped == 4)
            addSquares(instance.solver, instance.solver.stiffness, after.v, 1.5f * 0.02f, felt);
        if (damped == 3) addInterfaceDamping(instance, after.v, 0.02f, felt);
        EXPECT_LT(norm(felt), 3e-3f * whole) << damped;
    }
}

TEST(Tick, AStepIsNewmarks) {
    Ticker ticker(tickedSoftLimb().body);
    for (int i = 0; i < 20; ++i) ticker.tick(bentLimb(swing(i * kFrame)), i == 0 ? 0 : kFrame);
    const State from(ticker.held.instance);
    ticker.tick(bentLimb(swing(20 * kFrame)), kFrame);
    const State to(ticker.held.instance);
    std::vector<float> v, q;
    for (std::size_t i = 0; i < from.q.size(); ++i) {
        const auto at = [&](const std::vector<float>& array) { return static_cast<double>(array[i]); };
        v.push_back(
            static_cast<float>(at(from.v) + kFrame * ((1 - kGamma) * at(from.a) + kGamma * at(to.a))));
        q.push_back(static_cast<float>(at(from.q) + kFrame * at(from.v) +
                                       kFrame * kFrame * ((0.5 - kBeta) * at(from.a) + kBeta * at(to.a))));
    }
    EXPECT_LT(distance(v, to.v), 1e-4 * size(to.v));
    EXPECT_LT(distance(q, to.q), 1e-5 * size(to.q));
}

// Beyond what training saw flesh is pushed back.
TEST(Tick, CoordinatesAreHeldNearTraining) {
    const auto farthest = [](float gravity) {
        Ticker ticker(tickedSoftLimb().body);
        ticker.input.dynamic = false;
        ticker.input.gravity = {0, -gravity, 0};
        for (int i = 0; i < 3; ++i) ticker.tick(bentLimb(0), kFrame);
        const Body& body = tickedSoftLimb().body;
        float largest = 0;
        for (std::size_t i = 0; i < ticker.held.instance.solver.q.size(); ++i) {
            const float q = ticker.held.instance.solver.q[i], end = q < 0 ? body.low[i] : body.high[i];
            if (end != 0) largest = std::max(largest, q / end);
        }
        return largest;
    };
    EXPECT_GT(farthest(1000), 1.0f);
    EXPECT_LT(farthest(1000), 1.5f);  // 2.2 without
}

TEST(Tick, WindPushesAsGravityDoes) {
    const auto shown = [](Vec3f gravity, Vec3f wind, std::vector<Vec3f> fields) {
        Ticker ticker(tickedSoftLimb().body);
        ticker.input.gravity = gravity, ticker.input.wind = wind, ticker.input.fields = fields;
        for (int i = 0; i < 20; ++i) ticker.tick(bentLimb(0.3), kFrame);
        return ticker.shown();
    };
    const Vec3f g{0, -9.81f, 0}, w{4, 2, 8};
    const std::vector<float> whole = shown(g + w, {}, {}), calm = shown(g, {}, {});
    const double moved = distance(whole, calm);
    EXPECT_GT(moved, 1e-3 * size(calm));
    EXPECT_LT(distance(shown(g, w, {}), whole), 1e-3 * moved);
    EXPECT_LT(distance(shown(g, {}, {w, w}), whole), 1e-3 * moved);
    // Each domain has its own.
    const std::vector<float> first = shown(g, {}, {w, {}}), second = shown(g, {}, {{}, w});
    const BodyDomain& d = tickedSoftLimb().body.domains[1];
    const auto ofSecond = [&](const std::vector<float>& q) {
        return std::vector<float>(q.begin() + d.firstLane, q.begin() + d.firstLane + d.rank);
    };
    EXPECT_GT(distance(ofSecond(second), ofSecond(calm)), 2 * distance(ofSecond(first), ofSecond(calm)));
}

// A character that stands elsewhere, is turned, or is another size with all that is about it.
struct Moved {
    Frame world, bones;
    float scale = 1;

    Frame place() const { return world * bones; }
};

struct Felt {
    std::vector<float> shown;
    std::vector<JointImpulse> jointImpulses;
    std::vector<TouchedPlace> touched;
    std::vector<Frame> frames;  // of domains, in the world
};

Felt pressed(const HeldBody& body, const Moved& moved, bool dynamic) {
    Ticker ticker(body.body);
    const AssetMeta& meta = *body.body.view.meta;
    const auto scale = static_cast<double>(moved.scale);
    const auto placed = [&](Vec3d p) {
        return rotate(moved.place().rotation, p * scale) + moved.place().translation;
    };
    const Vec3d middle = convert<double>(meta.boundsMin + meta.boundsMax) * 0.5;
    Collider floor;
    floor.kind = ColliderKind::Plane;
    floor.frame = {moved.place().rotation * expMap(Vec3d{0.1, 0, 0.05}),
                   placed({middle.x, static_cast<double>(meta.boundsMin.y) + 0.012, middle.z})};
    PointImpulse blow{placed({middle.x, static_cast<double>(meta.boundsMax.y), middle.z}),
                      convert<float>(rotate(moved.place().rotation, Vec3d{0.02, -0.05, 0})),
                      0.08f * moved.scale};
    std::vector<JointPose> bones = bentLimb(0.2);
    for (JointPose& bone : bones) {
        const Quatf& r = bone.rotation;
        const Frame at = moved.bones * Frame{{static_cast<double>(r.x), static_cast<double>(r.y),
                                              static_cast<double>(r.z), static_cast<double>(r.w)},
                                             convert<double>(bone.translation) * scale};
        const auto f = [](double x) { return static_cast<float>(x); };
        bone = {{f(at.rotation.x), f(at.rotation.y), f(at.rotation.z), f(at.rotation.w)},
                convert<float>(at.translation),
                {moved.scale, moved.scale, moved.scale}};
    }
    Felt felt;
    felt.jointImpulses.resize(body.body.view.joints.size());
    felt.touched.resize(kMaxContacts);
    ticker.input.dynamic = dynamic;
    ticker.input.world = moved.world;
    ticker.input.gravity = convert<float>(rotate(moved.place().rotation, Vec3d{0, -9.81, 0}) * scale);
    ticker.input.colliders = {&floor, 1};
    ticker.input.jointImpulses = felt.jointImpulses;
    ticker.input.touched = felt.touched;
    for (int i = 0; i < 12; ++i) {
        ticker.input.impulses = {&blow, i == 10 ? 1u : 0u};
        EXPECT_EQ(ticker.tick(bones, kFrame), Status::Ok);
    }
    felt.touched.resize(std::min<std::size_t>(ticker.output.contacts, kMaxContacts));
    felt.shown = ticker.shown();
    for (const Frame& frame : ticker.held.instance.frames)
        felt.frames.push_back(moved.world * Frame{frame.rotation, frame.translation * scale});
    return felt;
}

double largestOff(const std::vector<TouchedPlace>& a, const std::vector<TouchedPlace>& b,
                  const Moved& moved) {
    double largest = 0;
    const auto scale = static_cast<double>(moved.scale);
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        const Vec3d point = rotate(moved.place().rotation, b[i].point * scale) + moved.place().translation;
        largest = std::max(largest, length(a[i].point - point) / scale);
        largest = std::max(
            largest, std::abs(static_cast<double>(a[i].depth) / scale - static_cast<double>(b[i].depth)));
    }
    return largest;
}

TEST(Tick, WhereACharacterStandsDoesNotMatter) {
    const HeldBody body(test::limbContent(9.81, softLimb()));
    const Frame elsewhere{expMap(Vec3d{0.7, -0.4, 1.1}), {3, -2, 5}};
    const Moved all[] = {{elsewhere, {}, 1},
                         {{}, elsewhere, 1},
                         {elsewhere, elsewhere, 1},
                         {{}, {}, 2},
                         {elsewhere, elsewhere, 2}};
    for (const bool dynamic : {false, true}) {
        const Felt plain = pressed(body, {}, dynamic);
        ASSERT_GT(plain.touched.size(), 5u);
        for (const Moved& moved : all) {
            SCOPED_TRACE(&moved - all);
            const Felt felt = pressed(body, moved, dynamic);
            EXPECT_LT(distance(felt.shown, plain.shown), 5e-3 * size(plain.shown));
            ASSERT_EQ(felt.touched.size(), plain.touched.size());
            EXPECT_LT(largestOff(felt.touched, plain.touched, moved), 1e-4);
            for (std::size_t j = 0; j < felt.jointImpulses.size(); ++j) {
                const auto turned = [&](Vec3f v) {
                    return rotate(moved.place().rotation, convert<double>(v));
                };
                const auto largest = static_cast<double>(length(plain.jointImpulses[j].linear));
                const Vec3d linear = convert<double>(felt.jointImpulses[j].linear),
                            angular = convert<double>(felt.jointImpulses[j].angular);
                EXPECT_LT(length(linear - turned(plain.jointImpulses[j].linear)), 0.02 * largest + 1e-9);
                EXPECT_LT(length(angular / static_cast<double>(moved.scale) -
                                 turned(plain.jointImpulses[j].angular)),
                          0.02 * largest + 1e-9);
            }
        }
    }
}

// One of another size that is shaken as much farther shakes alike.
TEST(Tick, SizeDoesNotMatterInMotion) {
    const HeldBody body(test::limbContent(9.81, softLimb()));
    const auto shaken = [&](float scale) {
        Ticker ticker(body.body);
        std::vector<JointPose> bones = bentLimb(0.2);
        for (JointPose& bone : bones) {
            bone.scale = {scale, scale, scale};
            bone.translation = bone.translation * scale;
        }
        ticker.input.gravity = Vec3f{0, -9.81f, 0} * scale;
        for (int i = 0; i < 30; ++i) {
            const double to = 0.03 * std::sin(2 * std::numbers::pi * 6 * i * kFrame);
            ticker.input.world.translation = Vec3d{0, 0.3 * to, to} * static_cast<double>(scale);
            ticker.tick(bones, i == 0 ? 0 : kFrame);
        }
        return ticker.shown();
    };
    const std::vector<float> usual = shaken(1);
    EXPECT_LT(distance(shaken(2), usual), 1e-3 * size(usual));
    EXPECT_LT(distance(shaken(0.5f), usual), 1e-3 * size(usual));
}

// A wind that begins with a sub-step: a frame that ends a quarter of the way to the next shows little of what
// it does.
TEST(Tick, BetweenSubStepsFleshIsWhereTimeIs) {
    Ticker ticker(tickedSoftLimb().body);
    std::vector<std::vector<float>> shown;
    for (int i = 0; i <= 16; ++i) {
        ticker.input.wind = {0, 0, i > 12 ? -5.0f : 0};
        ticker.tick(bentLimb(0), i == 0 ? 0 : kFrame / 4);
        shown.push_back(ticker.shown());
    }
    const double whole = distance(shown[16], shown[12]);
    EXPECT_GT(whole, 1e-7);
    double before = 0;
    for (std::size_t i = 13; i <= 16; ++i) {
        const double moved = distance(shown[i], shown[12]);
        EXPECT_GT(moved, 1.2 * before) << i;
        before = moved;
    }
    EXPECT_GT(distance(shown[13], shown[12]), 0.005 * whole);
    EXPECT_LT(distance(shown[13], shown[12]), 0.3 * whole);
    EXPECT_LT(distance(shown[14], shown[12]), 0.6 * whole);
}

// About a domain's own middle; all samples push as they are deep.
TEST(Tick, PushesTurnBonesAboutTheirDomains) {
    const HeldBody body(test::limbContent(9.81, softLimb()));
    const Felt felt = pressed(body, {}, false);
    const AssetView& view = body.body.view;
    for (std::uint32_t d = 0; d < view.domains.size(); ++d) {
        double depths = 0;
        Vec3d turning;
        for (const TouchedPlace& place : felt.touched) {
            if (place.domain != d) continue;
            const Vec3d push = convert<double>(place.normal) * static_cast<double>(place.depth);
            turning += cross(place.point - felt.frames[d].translation, push);
            depths += static_cast<double>(place.depth);
        }
        if (depths == 0) continue;
        const JointImpulse& got = felt.jointImpulses[view.domains[d].joint];
        const auto whole = static_cast<double>(length(got.linear));
        EXPECT_GT(length(turning), 1e-3 * depths) << d;
        EXPECT_LT(length(convert<double>(got.angular) - turning * (whole / depths)), 1e-3 * whole) << d;
    }
}

}  // namespace
}  // namespace sinew
