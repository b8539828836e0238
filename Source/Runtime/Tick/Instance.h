// Stage 9: one character's flesh through time.
#pragma once

#include "Base/Status.h"
#include "Runtime/Tick/Clock.h"
#include "Runtime/Tick/Solver.h"

namespace sinew {

inline constexpr std::uint32_t kNoJoint = ~0u;

// What a tick may cost. Changes of it are blended over, so that nothing pops.
struct Quality {
    std::uint32_t maxIterations = 3;
    float modes = 1;  // share of each domain's modes, the first of them
    float rate = 60;  // sub-steps in a second
};

struct TickInput {
    std::span<const JointPose> bones;  // one per joint of the asset, in the character's space
    Frame world;                       // the character's space → the world
    double seconds = 0;                // since the tick before
    Vec3f gravity{0, -9.81f, 0};       // m/s², in the world
    Vec3f wind;                        // m/s²: pushes flesh as gravity does
    std::span<const float> stiffness;  // per domain: factor on its flesh; empty: 1
    float damping = 1;                 // factor on what the asset says
    float weight = 1;                  // 0: nothing is computed
    Quality quality;
    Stopwatch watch;
    bool dynamic = true;                     // else flesh is at rest in each pose
    bool teleport = false;                   // what moved since the tick before did not move through space
    bool reset = false;                      // the same, and flesh starts anew
    std::span<const Collider> colliders;     // in the world
    std::span<const PointImpulse> impulses;  // of this tick
    std::span<const Vec3f> fields;           // per domain, m/s² in the world: its own wind; empty: none
    ContactSettings contact;
    std::span<TouchedPlace> touched;        // out: as many as there is room for
    std::span<JointImpulse> jointImpulses;  // out, per joint, or empty
};

struct TickOutput {
    SolveTimes times;              // where a stopwatch was lent
    float residual = 0;            // of the last sub-step
    std::uint32_t iterations = 0;  // of Newton's method, all sub-steps together
    std::uint32_t subSteps = 0;
    std::uint32_t remade = 0;        // stiffness matrices
    std::uint32_t notConverged = 0;  // sub-steps that ended above the tolerance
    std::uint32_t scaledJoint = kNoJoint;
    std::uint32_t contacts = 0;      // samples pressed in, as shown
    std::uint32_t contactsLeft = 0;  // near things, but too many to look at
    bool restarted = false;          // lost flesh started anew
};

struct Instance {
    const Body* body = nullptr;
    Solver solver;
    std::span<Frame> frames, framesBefore;  // of all domains: at this tick and at the one before
    std::span<Frame> posed;                 // at a sub-step
    std::span<FrameMotion> motions;
    SkinContacts contacts;
    std::span<Affinef> joints;        // into the character's space, as this tick has them
    std::span<float> v, a;            // lanes: of the newest state
    std::span<float> pendingImpulse;  // lanes, N·s: impulses that no sub-step has had yet
    std::span<float> before, good;    // lanes: the state before it; the last that was accepted
    std::span<float> seen;            // lanes: what fits the bones as they are now
    std::span<float> shown, blended;  // lanes: the same with what is left of a change of quality; that
    Frame world, worldBefore;
    Clock clock;
    PosedFrames pose;
    Quality quality;
    float weight = 0;
    bool begun = false;
    bool hadDynamics = false;
    bool restart = false;            // flesh that was lost starts anew at the next tick
    std::uint32_t lostSubSteps = 0;  // until then; 0: it is not lost
    std::uint64_t breaks = 0;        // of its motion: teleports, resets, frames too long to be one
};

bool allocateInstance(const Body& body, Arena& arena, Instance& instance) noexcept;
void resetInstance(Instance& instance) noexcept;

// What cannot be used leaves everything as it was, and the status says so.
Status tick(Instance& instance, const TickInput& input, const Jobs& jobs, TickOutput& output) noexcept;

// Of everything that later ticks depend on.
std::uint64_t stateHash(const Instance& instance) noexcept;

}  // namespace sinew
