// Stage 9: the state of one character's flesh over time.
#pragma once

#include "Base/Status.h"
#include "Runtime/Tick/Clock.h"
#include "Runtime/Tick/Solver.h"

namespace sinew {

inline constexpr std::uint32_t kNoJoint = ~0u;

// The cost of a tick. Changes are blended over time to avoid visible jumps.
struct Quality {
    std::uint32_t maxIterations = 3;
    float modes = 1;  // share of the modes of each domain that is used, from 0 to 1; the first modes are used
    float rate = 60;  // sub-steps per second
};

struct TickInput {
    std::span<const JointPose> bones;  // one per joint of the asset, in character space
    Frame world;                       // character space → world
    double seconds = 0;                // time since the previous tick
    Vec3f gravity{0, -9.81f, 0};       // m/s², in the world
    Vec3f wind;                        // m/s², in the world; acts like gravity
    std::span<const float> stiffness;  // per domain: factor on the stiffness; empty for 1
    float damping = 1;                 // factor on the damping of the asset
    float weight = 1;                  // blend weight of the flesh; at 0 nothing is computed
    Quality quality;
    Stopwatch watch;
    bool dynamic = true;    // if false, flesh is in static equilibrium in each pose
    bool teleport = false;  // the motion since the previous tick is a jump and causes no inertia
    bool reset = false;     // like teleport, and the flesh restarts from rest
    std::span<const Collider> colliders;     // in the world
    std::span<const PointImpulse> impulses;  // impulses of this tick
    std::span<const Vec3f> fields;  // per domain: additional acceleration, m/s² in the world; empty for none
    ContactSettings contact;
    std::span<TouchedPlace> touched;        // output: as many contacts as fit
    std::span<JointImpulse> jointImpulses;  // output: one per joint, or empty
};

struct TickOutput {
    SolveTimes times;              // zero without a stopwatch
    float residual = 0;            // relative residual of the last sub-step
    std::uint32_t iterations = 0;  // Newton iterations of all sub-steps
    std::uint32_t subSteps = 0;
    std::uint32_t remade = 0;        // number of stiffness matrices that were recomputed
    std::uint32_t notConverged = 0;  // sub-steps that ended above the tolerance
    std::uint32_t scaledJoint = kNoJoint;
    std::uint32_t contacts = 0;      // number of samples in contact in the shown state
    std::uint32_t contactsLeft = 0;  // number of contacts that were ignored because there were too many
    bool restarted = false;          // the flesh was in a bad state and restarted from rest
};

struct Instance {
    const Body* body = nullptr;
    Solver solver;
    std::span<Frame> frames, framesBefore;  // frames of all domains at this tick and at the previous one
    std::span<Frame> posed;                 // frames of all domains at the current sub-step
    std::span<FrameMotion> motions;
    SkinContacts contacts;
    std::span<Affinef> joints;        // joint space → character space at this tick
    std::span<float> v, a;            // lanes: velocity and acceleration of the newest state
    std::span<float> pendingImpulse;  // lanes, N·s: impulses that have not yet been applied
    std::span<float> before, good;    // lanes: coordinates of the previous state and of the last accepted one
    std::span<float> seen;            // lanes: coordinates at the current pose of the bones
    std::span<float> shown, blended;  // lanes: `seen` + `blended`; what remains of a change of quality
    Frame world, worldBefore;
    Clock clock;
    PosedFrames pose;
    Quality quality;
    float weight = 0;
    bool begun = false;
    bool hadDynamics = false;
    bool restart = false;            // restart from rest at the next tick
    std::uint32_t lostSubSteps = 0;  // sub-steps until the restart; 0 if none is scheduled
    std::uint64_t breaks = 0;  // number of discontinuities: teleports, resets and frames that were too long
};

bool allocateInstance(const Body& body, Arena& arena, Instance& instance) noexcept;
void resetInstance(Instance& instance) noexcept;

// Invalid input changes nothing and returns the reason.
Status tick(Instance& instance, const TickInput& input, const Jobs& jobs, TickOutput& output) noexcept;

// A hash of all state that later ticks depend on.
std::uint64_t stateHash(const Instance& instance) noexcept;

}  // namespace sinew
