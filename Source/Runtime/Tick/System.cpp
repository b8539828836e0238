#include "Runtime/Tick/Step.h"

namespace sinew {

namespace {

constexpr float kRegular = 1e-5f;              // added to the diagonal, of what stands there at rest
constexpr int kMaxTries = 3;                   // with a hundred times as much each
constexpr std::uint32_t kDefiniteSolves = 30;  // that stiffness stays definite for once it had to be

void assembleDiagonal(const SolveStep& step, std::uint32_t domain, float regular) {
    Solver& s = step.s;
    const Body& body = step.body;
    const BodyDomain& d = s.domains[domain];
    if (d.rank == 0) return;
    const Integration& by = step.by;
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
    addPushStiffness(step, domain, square);
}

void copyBlock(const float* from, std::uint32_t stride, const BodyDomain& a, const BodyDomain& b,
               bool rowsAreA, float scale, float* to) {
    for (std::uint32_t j = 0; j < b.rank; ++j) {
        for (std::uint32_t i = 0; i < a.rank; ++i) {
            to[rowsAreA ? i * b.lanes + j : j * a.lanes + i] = scale * from[j * stride + i];
        }
    }
}

void assembleFill(const SolveStep& step) {
    for (float& value : step.s.fill) value = 0;
    for (std::size_t i = 0; i < step.body.interfaces.size(); ++i) {
        const BodyInterface& at = step.body.interfaces[i];
        if (at.fill == kNoPlace) continue;
        const AssetInterface& interface = step.body.view.interfaces[i];
        const BodyDomain &a = step.s.domains[interface.a], &b = step.s.domains[interface.b];
        copyBlock(step.s.sandwich.data() + at.sandwich, paddedRows(step.body.domains[interface.a].rank), a, b,
                  at.rowsAreA, 1 + step.by.move * step.by.couplingDamping,
                  step.s.fill.data() + step.body.fill[at.fill].first);
    }
}

// The block of R in `row`'s row and `column`'s column.
float* fillBlock(const SolveStep& step, std::uint32_t row, std::uint32_t column) {
    const std::uint32_t place = step.s.domains[row].place;
    for (std::uint32_t i = step.body.fillOfPlace[place];; ++i) {
        if (step.body.fill[i].column == column) return step.s.fill.data() + step.body.fill[i].first;
    }
}

// Takes what one domain's row of R means for those eliminated later off their blocks.
void eliminate(const SolveStep& step, std::uint32_t place) {
    const RuntimeKernels& kernels = *step.body.kernels;
    const BodyDomain& own = step.s.domains[step.body.view.order[place]];
    const std::uint32_t begin = step.body.fillOfPlace[place], end = step.body.fillOfPlace[place + 1];
    for (std::uint32_t i = begin; i < end; ++i) {
        const BodyFill& left = step.body.fill[i];
        float* const block = step.s.fill.data() + left.first;
        const BodyDomain& to = step.s.domains[left.column];
        kernels.divideBlock(step.s.diagonal.data() + own.square, own.lanes, block, to.lanes);
        kernels.subtractSquareBlock(block, to.lanes, own.lanes, step.s.diagonal.data() + to.square);
        for (std::uint32_t k = begin; k < i; ++k) {
            const BodyFill& upper = step.body.fill[k];
            kernels.subtractBlock(step.s.fill.data() + upper.first, step.s.domains[upper.column].lanes, block,
                                  to.lanes, own.lanes, fillBlock(step, upper.column, left.column));
        }
    }
}

bool factor(const SolveStep& step, float regular) {
    const Lap lap(step.s.watch, step.s.times.system);
    parallelFor(step.jobs, static_cast<std::uint32_t>(step.s.domains.size()),
                [&](std::uint32_t d) { assembleDiagonal(step, d, regular); });
    assembleFill(step);
    for (std::uint32_t place = 0; place < step.body.view.order.size(); ++place) {
        const BodyDomain& own = step.s.domains[step.body.view.order[place]];
        if (!step.body.kernels->factorBlock(step.s.diagonal.data() + own.square, own.lanes)) return false;
        eliminate(step, place);
    }
    return true;
}

}  // namespace

// The true stiffness where that leads downhill, for it converges fastest; else each tet's made definite, for
// a while.
bool factorSafely(const SolveStep& step) noexcept {
    if (factor(step, kRegular)) return true;
    if (step.s.definite == 0 && step.settings.remakes) {
        step.s.definite = kDefiniteSolves;
        for (std::uint32_t& stale : step.s.stale) stale = 1;
        remakeStale(step);
    }
    float regular = kRegular;
    for (int i = 0; i < kMaxTries; ++i, regular *= 100) {
        if (factor(step, regular)) return true;
    }
    return false;
}

// step = −A⁻¹ gradient.
void findStep(const SolveStep& step) noexcept {
    const Lap lap(step.s.watch, step.s.times.system);
    const RuntimeKernels& kernels = *step.body.kernels;
    std::span<float> x = step.s.step;
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = -step.s.gradient[i];
    const auto places = static_cast<std::uint32_t>(step.body.view.order.size());
    for (std::uint32_t place = 0; place < places; ++place) {
        const BodyDomain& own = step.s.domains[step.body.view.order[place]];
        kernels.forwardBlock(step.s.diagonal.data() + own.square, own.lanes, x.data() + own.firstLane);
        for (std::uint32_t i = step.body.fillOfPlace[place]; i < step.body.fillOfPlace[place + 1]; ++i) {
            const BodyDomain& to = step.s.domains[step.body.fill[i].column];
            kernels.addTransposed(step.s.fill.data() + step.body.fill[i].first, to.lanes, own.lanes, to.lanes,
                                  x.data() + own.firstLane, -1, x.data() + to.firstLane);
        }
    }
    for (std::uint32_t place = places; place-- > 0;) {
        const BodyDomain& own = step.s.domains[step.body.view.order[place]];
        for (std::uint32_t i = step.body.fillOfPlace[place]; i < step.body.fillOfPlace[place + 1]; ++i) {
            const BodyDomain& to = step.s.domains[step.body.fill[i].column];
            kernels.addTimes(step.s.fill.data() + step.body.fill[i].first, to.lanes, own.lanes, to.lanes,
                             x.data() + to.firstLane, -1, x.data() + own.firstLane);
        }
        kernels.backwardBlock(step.s.diagonal.data() + own.square, own.lanes, x.data() + own.firstLane);
    }
}

}  // namespace sinew
