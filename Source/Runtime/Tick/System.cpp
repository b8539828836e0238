#include "Runtime/Tick/System.h"

#include "Runtime/Tick/Forces.h"

namespace sinew {

namespace {

constexpr float kRegular = 1e-5f;              // added to the diagonal, of what stands there at rest
constexpr int kMaxTries = 3;                   // with a hundred times as much each
constexpr std::uint32_t kDefiniteSolves = 30;  // that stiffness stays definite for once it had to be

void assembleDiagonal(const SolveCall& call, std::uint32_t domain, float regular) {
    Solver& s = call.s;
    const Body& body = call.body;
    const BodyDomain& d = s.domains[domain];
    if (d.rank == 0) return;
    const Integration& by = call.by;
    const WeightedArrays sum{
        {s.stiffness.data() + d.square, s.coupling.data() + d.square, s.mass.data() + d.square},
        {s.stiffening[domain] * (1 + by.move * by.rayleighStiffness), 1 + by.move * by.couplingDamping,
         by.accelerate + by.move * by.rayleighMass},
        by.dynamic() ? 3u : 2u};
    float* const square = s.diagonal.data() + d.square;
    body.kernels->weightedSum(sum, d.lanes * d.lanes, square);
    for (std::uint32_t i = 0; i < d.lanes; ++i) {
        const std::uint32_t lane = d.firstLane + i, at = i * d.lanes + i;
        const bool over = s.q[lane] > body.high[lane] || s.q[lane] < body.low[lane];
        square[at] += i < d.rank ? regular * (s.stiffness[d.square + at] + s.coupling[d.square + at]) +
                                       (over ? body.limit[lane] : 0)
                                 : 1.0f;
    }
    addPushStiffness(call, domain, square);
}

void copyBlock(const float* from, std::uint32_t stride, const BodyDomain& a, const BodyDomain& b,
               bool rowsAreA, float scale, float* to) {
    for (std::uint32_t j = 0; j < b.rank; ++j) {
        for (std::uint32_t i = 0; i < a.rank; ++i) {
            to[rowsAreA ? i * b.lanes + j : j * a.lanes + i] = scale * from[j * stride + i];
        }
    }
}

void assembleFill(const SolveCall& call) {
    for (float& value : call.s.fill) value = 0;
    for (std::size_t i = 0; i < call.body.interfaces.size(); ++i) {
        const BodyInterface& at = call.body.interfaces[i];
        if (at.fill == kNoPlace) continue;
        const AssetInterface& interface = call.body.view.interfaces[i];
        const BodyDomain &a = call.s.domains[interface.a], &b = call.s.domains[interface.b];
        copyBlock(call.s.sandwich.data() + at.sandwich, paddedRows(call.body.domains[interface.a].rank), a, b,
                  at.rowsAreA, 1 + call.by.move * call.by.couplingDamping,
                  call.s.fill.data() + call.body.fill[at.fill].first);
    }
}

// The block of R in `row`'s row and `column`'s column.
float* fillBlock(const SolveCall& call, std::uint32_t row, std::uint32_t column) {
    const std::uint32_t place = call.s.domains[row].place;
    for (std::uint32_t i = call.body.fillOfPlace[place];; ++i) {
        if (call.body.fill[i].column == column) return call.s.fill.data() + call.body.fill[i].first;
    }
}

// Takes what one domain's row of R means for those eliminated later off their blocks.
void eliminate(const SolveCall& call, std::uint32_t place) {
    const RuntimeKernels& kernels = *call.body.kernels;
    const BodyDomain& own = call.s.domains[call.body.view.order[place]];
    const std::uint32_t begin = call.body.fillOfPlace[place], end = call.body.fillOfPlace[place + 1];
    for (std::uint32_t i = begin; i < end; ++i) {
        const BodyFill& left = call.body.fill[i];
        float* const block = call.s.fill.data() + left.first;
        const BodyDomain& to = call.s.domains[left.column];
        kernels.divideBlock(call.s.diagonal.data() + own.square, own.lanes, block, to.lanes);
        kernels.subtractSquareBlock(block, to.lanes, own.lanes, call.s.diagonal.data() + to.square);
        for (std::uint32_t k = begin; k < i; ++k) {
            const BodyFill& upper = call.body.fill[k];
            kernels.subtractBlock(call.s.fill.data() + upper.first, call.s.domains[upper.column].lanes, block,
                                  to.lanes, own.lanes, fillBlock(call, upper.column, left.column));
        }
    }
}

bool factor(const SolveCall& call, float regular) {
    const Lap lap(call.s.watch, call.s.times.system);
    parallelFor(call.jobs, static_cast<std::uint32_t>(call.s.domains.size()),
                [&](std::uint32_t d) { assembleDiagonal(call, d, regular); });
    assembleFill(call);
    for (std::uint32_t place = 0; place < call.body.view.order.size(); ++place) {
        const BodyDomain& own = call.s.domains[call.body.view.order[place]];
        if (!call.body.kernels->factorBlock(call.s.diagonal.data() + own.square, own.lanes)) return false;
        eliminate(call, place);
    }
    return true;
}

}  // namespace

// The true stiffness where that leads downhill, for it converges fastest; else each point's made definite,
// for a while.
bool factorSafely(const SolveCall& call) noexcept {
    if (factor(call, kRegular)) return true;
    if (call.s.definite == 0 && call.settings.remakes) {
        call.s.definite = kDefiniteSolves;
        for (std::uint32_t& stale : call.s.stale) stale = 1;
        remakeStale(call);
    }
    float regular = kRegular;
    for (int i = 0; i < kMaxTries; ++i, regular *= 100) {
        if (factor(call, regular)) return true;
    }
    return false;
}

// direction = −A⁻¹ gradient.
void findDirection(const SolveCall& call) noexcept {
    const Lap lap(call.s.watch, call.s.times.system);
    const RuntimeKernels& kernels = *call.body.kernels;
    std::span<float> x = call.s.direction;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = -call.s.gradient[i];
    const auto places = static_cast<std::uint32_t>(call.body.view.order.size());
    for (std::uint32_t place = 0; place < places; ++place) {
        const BodyDomain& own = call.s.domains[call.body.view.order[place]];
        kernels.forwardBlock(call.s.diagonal.data() + own.square, own.lanes, x.data() + own.firstLane);
        for (std::uint32_t i = call.body.fillOfPlace[place]; i < call.body.fillOfPlace[place + 1]; ++i) {
            const BodyDomain& to = call.s.domains[call.body.fill[i].column];
            kernels.addTransposed(call.s.fill.data() + call.body.fill[i].first, to.lanes, own.lanes, to.lanes,
                                  x.data() + own.firstLane, -1, x.data() + to.firstLane);
        }
    }
    for (std::uint32_t place = places; place-- > 0;) {
        const BodyDomain& own = call.s.domains[call.body.view.order[place]];
        for (std::uint32_t i = call.body.fillOfPlace[place]; i < call.body.fillOfPlace[place + 1]; ++i) {
            const BodyDomain& to = call.s.domains[call.body.fill[i].column];
            kernels.addTimes(call.s.fill.data() + call.body.fill[i].first, to.lanes, own.lanes, to.lanes,
                             x.data() + to.firstLane, -1, x.data() + own.firstLane);
        }
        kernels.backwardBlock(call.s.diagonal.data() + own.square, own.lanes, x.data() + own.firstLane);
    }
}

}  // namespace sinew
