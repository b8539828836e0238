// Stage 9: Newton's method on the coupled coordinates of all domains, for one pose (Kim and James 2011,
// sections 3 and 5).
#pragma once

#include "Base/Jobs.h"
#include "Base/Stopwatch.h"
#include "Runtime/Contact/Contact.h"
#include "Runtime/Tick/Body.h"

namespace sinew {

// A step through time, written for the coordinates at its end: inertia is M (accelerate q − aBefore),
// velocity move q + vBefore; all zero where flesh comes to rest at once.
struct Integration {
    float accelerate = 0;                                                // 1/(β h²)
    float move = 0;                                                      // γ/(β h)
    float rayleighMass = 0, rayleighStiffness = 0, couplingDamping = 0;  // 1/s, s, s
    bool dynamic() const { return accelerate > 0; }
};

struct SolveSettings {
    float tolerance = 1e-3f;  // of the elastic forces
    std::uint32_t maxIterations = 3;
    bool remakes = true;  // stiffness; else that of before has to do
    float stale = 0.25f;  // how far coordinates may go before stiffness is made anew, in training's spread
};

// Nanoseconds.
struct SolveTimes {
    std::uint64_t cubature = 0;  // elastic forces and stiffness, and what else is a domain's own
    std::uint64_t coupling = 0;
    std::uint64_t system = 0;  // put together, factorised, solved
};

struct SolveReport {
    float residual = 0;             // relative
    std::uint32_t iterations = 0;   // of Newton's method
    std::uint32_t remade = 0;       // domains whose stiffness was made anew
    std::uint32_t evaluations = 0;  // of all forces
    bool converged = false;
};

// Arrays of all lanes where nothing else is said.
struct Solver {
    const Body* body = nullptr;
    std::span<float> q;           // in: where to start; out: where the forces cancel
    std::span<float> load;        // in: force from outside, without elasticity and coupling
    std::span<float> aBefore;     // in: what acceleration has of the step before
    std::span<float> vBefore;     // in: the same of velocity
    std::span<float> stiffening;  // in, per domain: factor on its flesh's stiffness

    // As the body's, with fewer modes where a share of them is enough; squares have rows of these lanes.
    std::span<BodyDomain> domains;
    std::span<float> mass, coupling;  // squares

    const SkinContacts* contacts = nullptr;  // in: what the flesh presses against; null: nothing
    Stopwatch watch;
    SolveTimes times;  // summed up from one solve to the next

    std::span<float> gradient, direction, trial, trialGradient, relaxed, velocity, couplingLoad;
    std::span<float> stiffness, diagonal;  // squares
    std::span<float> fill, sandwich;
    std::span<float> builtAt;        // the coordinates that stiffness was made for
    std::span<float> elasticSize;    // per domain
    std::span<std::uint32_t> stale;  // per domain: to be made anew
    std::uint32_t definite = 0;      // for so many more solves stiffness is made definite tet by tet
};

bool allocateSolver(const Body& body, Arena& arena, Solver& solver) noexcept;

// Coordinates and loads zero, stiffness that of the rest shape.
void resetSolver(Solver& solver) noexcept;

// Goes on with the first modes of each domain, this share of them and what fills their last register; the
// others' coordinates become zero.
void setModes(Solver& solver, float share) noexcept;

// `frames`: of all domains.
SolveReport solve(Solver& solver, std::span<const Frame> frames, const Integration& by,
                  const SolveSettings& settings, const Jobs& jobs) noexcept;

}  // namespace sinew
