#include "Runtime/Tick/Step.h"
#include "Runtime/Tick/Vectors.h"

namespace sinew {

namespace {

// The velocity that Newmark's formulas give for q, and what coupling acts on: q and, damped, the velocity.
void relax(const SolveStep& step, std::span<const float> q) {
    Solver& s = step.s;
    for (std::size_t i = 0; i < q.size(); ++i) {
        s.velocity[i] = step.by.dynamic() ? step.by.move * q[i] + s.vBefore[i] : 0;
        s.relaxed[i] = q[i] + step.by.couplingDamping * s.velocity[i];
    }
}

void addPushes(const Solver& s, std::uint32_t domain, std::span<const float> q, float* gradient) {
    const BodyDomain& d = s.domains[domain];
    for (const SkinContact& contact : contactsOf(s)) {
        if (contact.domain != domain) continue;
        const float distance = distanceOf(*s.contacts, contact, d, q);
        if (!(distance < 0)) continue;
        const float* const row = s.contacts->rows.data() + contact.row;
        for (std::uint32_t i = 0; i < d.rank; ++i) gradient[i] += contact.stiffness * distance * row[i];
    }
}

// Elasticity, coupling with the domain's own side, inertia, damping and the push back from limits.
void ownGradient(const SolveStep& step, std::uint32_t domain, std::span<const float> q,
                 std::span<float> gradient) {
    Solver& s = step.s;
    const Body& body = step.body;
    const BodyDomain& d = s.domains[domain];
    if (d.rank == 0) return;
    const RuntimeKernels& kernels = *body.kernels;
    float* const g = gradient.data() + d.firstLane;
    kernels.cubatureForces(cubatureTask(step, domain, q.data(), g, nullptr));
    for (std::uint32_t i = 0; i < d.lanes; ++i) g[i] *= s.stiffening[domain];
    s.elasticSize[domain] = norm({g, d.lanes});
    const auto add = [&](std::span<const float> squares, const float* x, float scale) {
        if (scale == 0) return;
        kernels.addTransposed(squares.data() + d.square, d.lanes, d.lanes, d.lanes, x + d.firstLane, scale,
                              g);
    };
    add(s.coupling, s.relaxed.data(), 1);
    for (std::uint32_t i = 0; i < d.rank; ++i) {
        const std::uint32_t lane = d.firstLane + i;
        const float over = q[lane] > body.high[lane]  ? q[lane] - body.high[lane]
                           : q[lane] < body.low[lane] ? q[lane] - body.low[lane]
                                                      : 0.0f;
        g[i] += s.couplingLoad[lane] + over * body.limit[lane];
    }
    addPushes(s, domain, q, g);
    if (!step.by.dynamic()) return;
    alignas(64) float inertia[kMaxRank];
    for (std::uint32_t i = 0; i < d.lanes; ++i) {
        const std::uint32_t lane = d.firstLane + i;
        inertia[i] = step.by.accelerate * q[lane] - s.aBefore[lane] + step.by.rayleighMass * s.velocity[lane];
    }
    kernels.addTransposed(s.mass.data() + d.square, d.lanes, d.lanes, d.lanes, inertia, 1, g);
    add(s.stiffness, s.velocity.data(), step.by.rayleighStiffness * s.stiffening[domain]);
}

}  // namespace

CubatureTask cubatureTask(const SolveStep& step, std::size_t domain, const float* q, float* force,
                          float* stiffness) noexcept {
    const AssetView& view = step.body.view;
    const AssetDomain& from = view.domains[domain];
    const BodyDomain& d = step.s.domains[domain];
    const std::uint32_t stride = paddedModes(from.rank);
    return {view.cubature.data() + from.firstCubatureBlock,
            view.cubatureBasis.data() + from.firstBasis,
            from.cubatureTets,
            stride,
            d.lanes,
            view.meta->material,
            q + d.firstLane,
            force,
            stiffness,
            step.s.definite > 0};
}

std::span<const SkinContact> contactsOf(const Solver& s) noexcept {
    if (s.contacts == nullptr) return {};
    return std::span<const SkinContact>(s.contacts->all).first(s.contacts->count);
}

void addPushStiffness(const SolveStep& step, std::uint32_t domain, float* square) noexcept {
    const Solver& s = step.s;
    const BodyDomain& d = s.domains[domain];
    for (const SkinContact& contact : contactsOf(s)) {
        if (contact.domain != domain || !(distanceOf(*s.contacts, contact, d, s.q) < 0)) continue;
        alignas(64) float row[kMaxRank]{};
        const float root = std::sqrt(contact.stiffness);
        for (std::uint32_t i = 0; i < d.rank; ++i) row[i] = root * s.contacts->rows[contact.row + i];
        step.body.kernels->addSquareBlock(row, d.lanes, 1, square);
    }
}

// The gradient of everything at q. Returns the size of forces that its own is measured by.
float evaluate(const SolveStep& step, std::span<const float> q, std::span<float> gradient) noexcept {
    relax(step, q);
    {
        const Lap lap(step.s.watch, step.s.times.cubature);
        parallelFor(step.jobs, static_cast<std::uint32_t>(step.s.domains.size()),
                    [&](std::uint32_t d) { ownGradient(step, d, q, gradient); });
    }
    addNeighbours(step, gradient);
    float size = step.body.forceScale;
    for (const float domain : step.s.elasticSize) size += domain;
    return size;
}

// Marks what has gone farther than `far` from where its stiffness was made. Returns how many.
std::uint32_t markStale(const SolveStep& step, float far) noexcept {
    const AssetView& view = step.body.view;
    const float* const inverseScale = view.bounds.data() + 2 * std::size_t{view.lanes};
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < step.s.domains.size(); ++i) {
        const BodyDomain& d = step.s.domains[i];
        float squares = 0;
        for (std::uint32_t lane = d.firstLane; lane < d.firstLane + d.rank; ++lane) {
            const float moved = (step.s.q[lane] - step.s.builtAt[lane]) * inverseScale[lane];
            squares += moved * moved;
        }
        step.s.stale[i] = squares > far * far * static_cast<float>(d.rank) ? 1 : 0;
        count += step.s.stale[i];
    }
    return count;
}

void remakeStale(const SolveStep& step) noexcept {
    const Lap lap(step.s.watch, step.s.times.cubature);
    parallelFor(step.jobs, static_cast<std::uint32_t>(step.s.domains.size()), [&](std::uint32_t i) {
        if (step.s.stale[i] == 0) return;
        const BodyDomain& d = step.s.domains[i];
        step.body.kernels->cubatureStiffness(
            cubatureTask(step, i, step.s.q.data(), nullptr, step.s.stiffness.data() + d.square));
        for (std::uint32_t lane = d.firstLane; lane < d.firstLane + d.lanes; ++lane) {
            step.s.builtAt[lane] = step.s.q[lane];
        }
    });
}

}  // namespace sinew
