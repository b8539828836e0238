// Stage 9: Newton's method on the coupled coordinates of all domains, for one pose (Kim and James 2011,
// sections 3 and 5).
#pragma once

#include "Base/Jobs.h"
#include "Base/Stopwatch.h"
#include "Runtime/Contact/Contact.h"
#include "Runtime/Tick/Body.h"

namespace sinew {

// A time step in terms of the coordinates at its end: the inertia force is M (accelerate q − aBefore) and the
// velocity is move q + vBefore. All values are zero for a static solve.
struct Integration {
    float accelerate = 0;                                                // 1/(β h²)
    float move = 0;                                                      // γ/(β h)
    float rayleighMass = 0, rayleighStiffness = 0, couplingDamping = 0;  // 1/s, s, s
    bool dynamic() const { return accelerate > 0; }
};

struct SolveSettings {
    float tolerance = 1e-3f;  // relative to the elastic forces
    std::uint32_t maxIterations = 3;
    bool remakes = true;  // whether the stiffness is recomputed; otherwise the previous one is used
    float stale = 0.25f;  // recompute the stiffness when coordinates have moved by this share of their range
                          // in training
};

// Nanoseconds.
struct SolveTimes {
    std::uint64_t cubature = 0;  // elastic forces and stiffness, and other work per domain
    std::uint64_t coupling = 0;
    std::uint64_t system = 0;  // assembly, factorisation and solution of the linear system
};

struct SolveReport {
    float residual = 0;             // relative
    std::uint32_t iterations = 0;   // Newton iterations
    std::uint32_t remade = 0;       // domains whose stiffness was recomputed
    std::uint32_t evaluations = 0;  // evaluations of all forces
    bool converged = false;
};

// The arrays have one entry per lane unless stated otherwise.
struct Solver {
    const Body* body = nullptr;
    std::span<float> q;           // input: initial guess; output: equilibrium
    std::span<float> load;        // input: external forces, without elasticity and coupling
    std::span<float> aBefore;     // input: part of the acceleration that comes from the previous step
    std::span<float> vBefore;     // input: part of the velocity that comes from the previous step
    std::span<float> stiffening;  // input, per domain: factor on the stiffness

    // Like those of the body, but with the modes in use. Squares have rows of these lanes.
    std::span<BodyDomain> domains;
    std::span<float> mass, coupling;  // squares

    const SkinContacts* contacts = nullptr;  // input: contacts; null for none
    Stopwatch watch;
    SolveTimes times;  // accumulated over solves

    std::span<float> gradient, direction, trial, trialGradient, relaxed, velocity, couplingLoad;
    std::span<float> stiffness, diagonal;  // squares
    std::span<float> fill, sandwich;
    std::span<float> builtAt;        // coordinates at which the stiffness was computed
    std::span<float> elasticSize;    // per domain
    std::span<std::uint32_t> stale;  // per domain: the stiffness must be recomputed
    std::uint32_t definite =
        0;  // number of further solves in which the stiffness is made definite point by point
};

bool allocateSolver(const Body& body, Arena& arena, Solver& solver) noexcept;

// Sets coordinates and loads to zero and the stiffness to that of the rest shape.
void resetSolver(Solver& solver) noexcept;

// Uses this share of the modes of each domain, the first ones, rounded up to whole registers. The coordinates
// of the other modes become zero.
void setModes(Solver& solver, float share) noexcept;

// `frames` has one frame per domain.
SolveReport solve(Solver& solver, std::span<const Frame> frames, const Integration& by,
                  const SolveSettings& settings, const Jobs& jobs) noexcept;

}  // namespace sinew
