#include "Runtime/Tick/Solver.h"

#include <cmath>

#include "Runtime/Tick/Coupling.h"
#include "Runtime/Tick/Forces.h"
#include "Runtime/Tick/System.h"
#include "Runtime/Tick/Vectors.h"

namespace sinew {

namespace {

constexpr float kPoorStep = 0.2f;  // a step that leaves more than this of the forces asks for fresh stiffness
constexpr float kOvershoot = 0.7f;     // slope that a step may end with, of the one it began with
constexpr std::uint32_t kMaxCuts = 3;  // of one step

// Goes along the step until the slope there is not much steeper upwards than it was downwards: slopes are
// exact where differences of energies are lost in rounding. False where nothing finite was found.
bool search(const SolveCall& call, SolveReport& report, float& size) {
    Solver& s = call.s;
    const float slope = dotProduct(s.gradient, s.direction);
    float along = 1;
    for (std::uint32_t cut = 0; cut <= kMaxCuts; ++cut) {
        for (std::size_t i = 0; i < s.q.size(); ++i) s.trial[i] = s.q[i] + along * s.direction[i];
        const float sizeThere = evaluate(call, s.trial, s.trialGradient);
        ++report.evaluations;
        const float there = dotProduct(s.trialGradient, s.direction);
        const bool finite = std::isfinite(there) && std::isfinite(sizeThere);
        if (finite && (there <= -kOvershoot * slope || cut == kMaxCuts)) {
            for (std::size_t i = 0; i < s.q.size(); ++i)
                s.q[i] = s.trial[i], s.gradient[i] = s.trialGradient[i];
            size = sizeThere;
            return true;
        }
        const float secant = slope / (slope - there);
        along *= finite && secant > 0.1f && secant < 0.7f ? secant : 0.25f;
    }
    return false;
}

// The first modes' part of a square; rows and columns that pad are zero.
void copySquare(std::span<const float> from, const BodyDomain& whole, const BodyDomain& part,
                std::span<float> to) {
    for (std::uint32_t i = 0; i < part.lanes; ++i) {
        for (std::uint32_t j = 0; j < part.lanes; ++j) {
            to[part.square + i * part.lanes + j] =
                i < part.rank && j < part.rank ? from[whole.square + i * whole.lanes + j] : 0.0f;
        }
    }
}

}  // namespace

bool allocateSolver(const Body& body, Arena& arena, Solver& s) noexcept {
    s.body = &body;
    for (auto* const array : {&s.q, &s.load, &s.aBefore, &s.vBefore, &s.gradient, &s.direction, &s.trial,
                              &s.trialGradient, &s.relaxed, &s.velocity, &s.couplingLoad, &s.builtAt}) {
        *array = arena.take<float>(body.view.lanes);
    }
    s.domains = arena.take<BodyDomain>(body.domains.size());
    for (auto* const squares : {&s.stiffness, &s.diagonal, &s.mass, &s.coupling}) {
        *squares = arena.take<float>(body.stiff.size());
    }
    s.fill = arena.take<float>(body.fillFloats);
    s.sandwich = arena.take<float>(body.sandwichFloats);
    s.stiffening = arena.take<float>(body.domains.size());
    s.elasticSize = arena.take<float>(body.domains.size());
    s.stale = arena.take<std::uint32_t>(body.domains.size());
    return !s.stale.empty() && arena.ok();
}

void resetSolver(Solver& s) noexcept {
    for (auto* const array : {&s.q, &s.load, &s.aBefore, &s.vBefore}) {
        for (float& value : *array) value = 0;
    }
    for (float& factor : s.stiffening) factor = 1;
    s.definite = 0;
    setModes(s, 1);
}

void setModes(Solver& s, float share) noexcept {
    for (std::size_t i = 0; i < s.domains.size(); ++i) {
        const BodyDomain& whole = s.body->domains[i];
        BodyDomain& d = s.domains[i];
        d = whole;
        const float registers = std::ceil(share * static_cast<float>(whole.rank) / kModeLanes);
        const auto wanted = kModeLanes * static_cast<std::uint32_t>(registers);
        d.rank = wanted < whole.rank ? wanted : whole.rank;
        d.lanes = paddedModes(d.rank);
        copySquare(s.body->stiff, whole, d, s.stiffness);
        copySquare(s.body->mass, whole, d, s.mass);
        copySquare(s.body->coupling, whole, d, s.coupling);
        for (std::uint32_t k = 0; k < whole.lanes; ++k) {
            s.builtAt[d.firstLane + k] = 0;
            if (k < d.rank) continue;
            for (auto* const array : {&s.q, &s.gradient, &s.direction, &s.trial, &s.trialGradient}) {
                (*array)[d.firstLane + k] = 0;
            }
        }
    }
}

SolveReport solve(Solver& s, std::span<const Frame> frames, const Integration& by,
                  const SolveSettings& settings, const Jobs& jobs) noexcept {
    const SolveCall call{s, *s.body, frames, by, settings, jobs};
    SolveReport report;
    if (s.definite > 0 && settings.remakes) --s.definite;
    couple(call);
    float size = evaluate(call, s.q, s.gradient);
    report.evaluations = 1;
    bool factored = false;
    float stale = settings.stale;
    for (;; ++report.iterations) {
        const float before = report.residual;
        const float left = norm(s.gradient);
        report.residual = left == 0 ? 0 : left / size;  // without modes there is nothing to measure by
        report.converged = report.residual <= settings.tolerance;
        if (report.converged || report.iterations == settings.maxIterations ||
            !std::isfinite(report.residual))
            break;
        if (report.iterations > 0 && report.residual > kPoorStep * before)
            factored = false, stale = 0.1f * settings.stale;
        if (!factored) {
            const std::uint32_t remade = settings.remakes ? markStale(call, stale) : 0;
            if (remade > 0) remakeStale(call);
            report.remade += remade;
            const bool changed = report.iterations == 0 || remade > 0 || !contactsOf(s).empty();
            if (changed && !factorSafely(call)) break;
            factored = true;
        }
        findDirection(call);
        if (!search(call, report, size)) break;
    }
    return report;
}

}  // namespace sinew
