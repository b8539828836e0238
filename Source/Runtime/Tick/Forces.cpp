#include "Runtime/Tick/Forces.h"

#include "Runtime/Tick/Coupling.h"
#include "Runtime/Tick/Vectors.h"

namespace sinew {

namespace {

// The velocity that Newmark's formulas give for q, and what coupling acts on: q and, damped, the velocity.
void relax(const SolveCall& call, std::span<const float> q) {
    Solver& s = call.s;
    for (std::size_t i = 0; i < q.size(); ++i) {
        s.velocity[i] = call.by.dynamic() ? call.by.move * q[i] + s.vBefore[i] : 0;
        s.relaxed[i] = q[i] + call.by.couplingDamping * s.velocity[i];
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
void ownGradient(const SolveCall& call, std::uint32_t domain, std::span<const float> q,
                 std::span<float> gradient) {
    Solver& s = call.s;
    const Body& body = call.body;
    const BodyDomain& d = s.domains[domain];
    if (d.rank == 0) return;
    const RuntimeKernels& kernels = *body.kernels;
    float* const g = gradient.data() + d.firstLane;
    kernels.cubatureForces(cubatureTask(call, domain, q.data(), g, nullptr));
    if (const float* const stabilisation = stabilisationOf(body, domain); stabilisation != nullptr) {
        kernels.addTransposed(stabilisation, body.domains[domain].lanes, d.lanes, d.lanes,
                              q.data() + d.firstLane, 1, g);
    }
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
    if (!call.by.dynamic()) return;
    alignas(64) float inertia[kMaxRank];
    for (std::uint32_t i = 0; i < d.lanes; ++i) {
        const std::uint32_t lane = d.firstLane + i;
        inertia[i] = call.by.accelerate * q[lane] - s.aBefore[lane] + call.by.rayleighMass * s.velocity[lane];
    }
    kernels.addTransposed(s.mass.data() + d.square, d.lanes, d.lanes, d.lanes, inertia, 1, g);
    add(s.stiffness, s.velocity.data(), call.by.rayleighStiffness * s.stiffening[domain]);
}

}  // namespace

CubatureTask cubatureTask(const SolveCall& call, std::size_t domain, const float* q, float* force,
                          float* stiffness) noexcept {
    const AssetView& view = call.body.view;
    const AssetDomain& from = view.domains[domain];
    const BodyDomain& d = call.s.domains[domain];
    const std::uint32_t stride = paddedModes(from.rank);
    CubatureTask task{view.cubature.data() + from.firstCubatureBlock,
                      view.cubatureBasis.data() + from.firstBasis,
                      from.cubaturePoints,
                      stride,
                      d.lanes,
                      view.meta->material,
                      q + d.firstLane,
                      force,
                      stiffness,
                      call.s.definite > 0};
    if (call.body.firstFibre.empty()) return task;
    const std::uint32_t first = call.body.firstFibre[domain];
    task.fibres = view.fibres.data() + first;
    task.fibreRecords = call.body.firstFibre[domain + 1] - first;
    task.firstBlock = from.firstCubatureBlock;
    return task;
}

std::span<const SkinContact> contactsOf(const Solver& s) noexcept {
    if (s.contacts == nullptr) return {};
    return std::span<const SkinContact>(s.contacts->all).first(s.contacts->count);
}

void addPushStiffness(const SolveCall& call, std::uint32_t domain, float* square) noexcept {
    const Solver& s = call.s;
    const BodyDomain& d = s.domains[domain];
    for (const SkinContact& contact : contactsOf(s)) {
        if (contact.domain != domain || !(distanceOf(*s.contacts, contact, d, s.q) < 0)) continue;
        alignas(64) float row[kMaxRank]{};
        const float root = std::sqrt(contact.stiffness);
        for (std::uint32_t i = 0; i < d.rank; ++i) row[i] = root * s.contacts->rows[contact.row + i];
        call.body.kernels->addSquareBlock(row, d.lanes, 1, square);
    }
}

// The gradient of everything at q. Returns the size of forces that its own is measured by.
float evaluate(const SolveCall& call, std::span<const float> q, std::span<float> gradient) noexcept {
    relax(call, q);
    {
        const Lap lap(call.s.watch, call.s.times.cubature);
        parallelFor(call.jobs, static_cast<std::uint32_t>(call.s.domains.size()),
                    [&](std::uint32_t d) { ownGradient(call, d, q, gradient); });
    }
    addNeighbours(call, gradient);
    float size = call.body.forceScale;
    for (const float domain : call.s.elasticSize) size += domain;
    return size;
}

// Marks what has gone farther than `far` from where its stiffness was made. Returns how many.
std::uint32_t markStale(const SolveCall& call, float far) noexcept {
    const AssetView& view = call.body.view;
    const float* const inverseScale = view.bounds.data() + 2 * std::size_t{view.lanes};
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < call.s.domains.size(); ++i) {
        const BodyDomain& d = call.s.domains[i];
        float squares = 0;
        for (std::uint32_t lane = d.firstLane; lane < d.firstLane + d.rank; ++lane) {
            const float moved = (call.s.q[lane] - call.s.builtAt[lane]) * inverseScale[lane];
            squares += moved * moved;
        }
        call.s.stale[i] = squares > far * far * static_cast<float>(d.rank) ? 1 : 0;
        count += call.s.stale[i];
    }
    return count;
}

void remakeStale(const SolveCall& call) noexcept {
    const Lap lap(call.s.watch, call.s.times.cubature);
    parallelFor(call.jobs, static_cast<std::uint32_t>(call.s.domains.size()), [&](std::uint32_t i) {
        if (call.s.stale[i] == 0) return;
        const BodyDomain& d = call.s.domains[i];
        call.body.kernels->cubatureStiffness(
            cubatureTask(call, i, call.s.q.data(), nullptr, call.s.stiffness.data() + d.square));
        addStabilisation(call.body, i, d.lanes, call.s.stiffness.data() + d.square);
        for (std::uint32_t lane = d.firstLane; lane < d.firstLane + d.lanes; ++lane) {
            call.s.builtAt[lane] = call.s.q[lane];
        }
    });
}

}  // namespace sinew
