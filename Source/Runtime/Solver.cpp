#include "Runtime/Solver.h"

#include <cmath>

namespace sinew {

namespace {

constexpr float kRegular = 1e-5f;  // added to the diagonal, of what stands there at rest
constexpr float kPoorStep = 0.2f;  // a step that leaves more than this of the forces asks for fresh stiffness
constexpr float kOvershoot = 0.7f;             // slope that a step may end with, of the one it began with
constexpr std::uint32_t kDefiniteSolves = 30;  // that stiffness stays definite for once it had to be
constexpr std::uint32_t kMostCuts = 3;         // of one step

float dot(std::span<const float> a, std::span<const float> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return static_cast<float>(sum);
}

float norm(std::span<const float> a) {
    return std::sqrt(dot(a, a));
}

// One call's inputs, so that every part sees the same.
struct Step {
    Solver& s;
    const Body& body;
    std::span<const Frame> frames;
    const Integration& by;
    const SolveSettings& settings;
    const Jobs& jobs;
};

CubatureTask cubatureTask(const Step& step, std::size_t domain, const float* q, float* force,
                          float* stiffness) {
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

// −κ Σ R_μν ab^μν, with R from a's and b's rotations.
void turnSandwich(const Step& step, std::size_t index, const Mat3d& turn) {
    const AssetInterface& interface = step.body.view.interfaces[index];
    const CouplingView c = couplingOf(step.body.view, interface);
    WeightedArrays arrays{};
    arrays.count = 9;
    for (int i = 0; i < 9; ++i) {
        arrays.array[i] = c.ab + static_cast<std::size_t>(i) * c.stride;
        arrays.weight[i] = -interface.coupling * static_cast<float>(turn(i / 3, i % 3));
    }
    float* const to = step.s.sandwich.data() + step.body.interfaces[index].sandwich;
    step.body.kernels->weightedSum(arrays, c.rowsA * step.s.domains[interface.b].rank, to);
    const std::uint32_t rest = c.rowsA * step.body.domains[interface.b].rank;
    for (const float*& array : arrays.array) array += rest;
    step.body.kernels->weightedSum(arrays, c.rowsA, to + rest);
}

void addColumns(const float* columns, std::uint32_t rows, std::uint32_t rank, Vec3d by, float scale,
                float* to) {
    const Vec3f f = convert<float>(by) * scale;
    for (std::uint32_t r = 0; r < rank; ++r) {
        to[r] += columns[r] * f.x + columns[rows + r] * f.y + columns[2 * rows + r] * f.z;
    }
}

// What does not change with the coordinates: how the rest shapes and places of two domains pull at each
// other.
void addRestCoupling(const Step& step, std::size_t index, const Frame& a, const Frame& b) {
    const AssetInterface& interface = step.body.view.interfaces[index];
    const CouplingView c = couplingOf(step.body.view, interface);
    const BodyDomain &da = step.s.domains[interface.a], &db = step.s.domains[interface.b];
    const float* const turned = step.s.sandwich.data() + step.body.interfaces[index].sandwich;
    float* const loadA = step.s.couplingLoad.data() + da.firstLane;
    float* const loadB = step.s.couplingLoad.data() + db.firstLane;
    const Vec3d apart = a.translation - b.translation;
    addColumns(c.a1, c.rowsA, da.rank, rotate(conjugate(a.rotation), apart), interface.coupling, loadA);
    addColumns(c.b1, c.rowsB, db.rank, rotate(conjugate(b.rotation), apart), -interface.coupling, loadB);
    const std::uint32_t restA = step.body.domains[interface.a].rank,
                        restB = step.body.domains[interface.b].rank;
    for (std::uint32_t r = 0; r < da.rank; ++r) loadA[r] += turned[restB * c.rowsA + r];
    for (std::uint32_t r = 0; r < db.rank; ++r) loadB[r] += turned[r * c.rowsA + restA];
}

void couple(const Step& step) {
    const Lap lap(step.s.watch, step.s.times.coupling);
    parallelFor(step.jobs, static_cast<std::uint32_t>(step.body.interfaces.size()), [&](std::uint32_t i) {
        const AssetInterface& interface = step.body.view.interfaces[i];
        const Frame &a = step.frames[interface.a], &b = step.frames[interface.b];
        turnSandwich(step, i, toMatrix(conjugate(a.rotation) * b.rotation));
    });
    for (std::size_t i = 0; i < step.s.couplingLoad.size(); ++i) {
        step.s.couplingLoad[i] = step.body.couplingRest[i] - step.s.load[i];
    }
    for (std::size_t i = 0; i < step.body.interfaces.size(); ++i) {
        const AssetInterface& interface = step.body.view.interfaces[i];
        addRestCoupling(step, i, step.frames[interface.a], step.frames[interface.b]);
    }
}

// The velocity that Newmark's formulas give for q, and what coupling acts on: q and, damped, the velocity.
void relax(const Step& step, std::span<const float> q) {
    Solver& s = step.s;
    for (std::size_t i = 0; i < q.size(); ++i) {
        s.velocity[i] = step.by.dynamic() ? step.by.move * q[i] + s.vBefore[i] : 0;
        s.relaxed[i] = q[i] + step.by.couplingDamping * s.velocity[i];
    }
}

std::span<const SkinContact> contactsOf(const Solver& s) {
    if (s.contacts == nullptr) return {};
    return std::span<const SkinContact>(s.contacts->all).first(s.contacts->count);
}

// Below 0 where the sample is pressed in.
float distanceOf(const Solver& s, const SkinContact& contact, const BodyDomain& d, const float* q) {
    const float* const row = s.contacts->rows.data() + contact.row;
    float distance = contact.offset;
    for (std::uint32_t i = 0; i < d.lanes; ++i) distance += row[i] * q[d.firstLane + i];
    return distance;
}

void addPushes(const Solver& s, std::uint32_t domain, const float* q, float* gradient) {
    const BodyDomain& d = s.domains[domain];
    for (const SkinContact& contact : contactsOf(s)) {
        if (contact.domain != domain) continue;
        const float distance = distanceOf(s, contact, d, q);
        if (!(distance < 0)) continue;
        const float* const row = s.contacts->rows.data() + contact.row;
        for (std::uint32_t i = 0; i < d.rank; ++i) gradient[i] += contact.stiffness * distance * row[i];
    }
}

void addPushStiffness(const Step& step, std::uint32_t domain, float* square) {
    const Solver& s = step.s;
    const BodyDomain& d = s.domains[domain];
    for (const SkinContact& contact : contactsOf(s)) {
        if (contact.domain != domain || !(distanceOf(s, contact, d, s.q.data()) < 0)) continue;
        alignas(64) float row[kMaxRank]{};
        const float root = std::sqrt(contact.stiffness);
        for (std::uint32_t i = 0; i < d.rank; ++i) row[i] = root * s.contacts->rows[contact.row + i];
        step.body.kernels->addSquareBlock(row, d.lanes, 1, square);
    }
}

// Elasticity, coupling with the domain's own side, inertia, damping and the push back from limits.
void ownGradient(const Step& step, std::uint32_t domain, std::span<const float> q,
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
    addPushes(s, domain, q.data(), g);
    if (!step.by.dynamic()) return;
    alignas(64) float inertia[kMaxRank];
    for (std::uint32_t i = 0; i < d.lanes; ++i) {
        const std::uint32_t lane = d.firstLane + i;
        inertia[i] = step.by.accelerate * q[lane] - s.aBefore[lane] + step.by.rayleighMass * s.velocity[lane];
    }
    kernels.addTransposed(s.mass.data() + d.square, d.lanes, d.lanes, d.lanes, inertia, 1, g);
    add(s.stiffness, s.velocity.data(), step.by.rayleighStiffness * s.stiffening[domain]);
}

void addNeighbours(const Step& step, std::span<float> gradient) {
    const Lap lap(step.s.watch, step.s.times.coupling);
    for (std::size_t i = 0; i < step.body.interfaces.size(); ++i) {
        const AssetInterface& interface = step.body.view.interfaces[i];
        const BodyDomain &a = step.s.domains[interface.a], &b = step.s.domains[interface.b];
        if (a.rank == 0 || b.rank == 0) continue;
        const float* const turned = step.s.sandwich.data() + step.body.interfaces[i].sandwich;
        const std::uint32_t rows = paddedRows(step.body.domains[interface.a].rank);
        const float* const relaxed = step.s.relaxed.data();
        step.body.kernels->addTransposed(turned, rows, b.rank, a.lanes, relaxed + b.firstLane, 1,
                                         gradient.data() + a.firstLane);
        step.body.kernels->addTimes(turned, rows, b.rank, a.lanes, relaxed + a.firstLane, 1,
                                    gradient.data() + b.firstLane);
        // What lies behind a's modes, its rest shape among it, is no coordinate.
        for (std::uint32_t r = a.rank; r < a.lanes; ++r) gradient[a.firstLane + r] = 0;
    }
}

// The gradient of everything at q. Returns the size of forces that its own is measured by.
float evaluate(const Step& step, std::span<const float> q, std::span<float> gradient) {
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
std::uint32_t markStale(const Step& step, float far) {
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

void remakeStale(const Step& step) {
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

void assembleDiagonal(const Step& step, std::uint32_t domain, float regular) {
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

void assembleFill(const Step& step) {
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
float* fillBlock(const Step& step, std::uint32_t row, std::uint32_t column) {
    const std::uint32_t place = step.s.domains[row].place;
    for (std::uint32_t i = step.body.fillOfPlace[place];; ++i) {
        if (step.body.fill[i].column == column) return step.s.fill.data() + step.body.fill[i].first;
    }
}

// Takes what one domain's row of R means for those eliminated later off their blocks.
void eliminate(const Step& step, std::uint32_t place) {
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

bool factor(const Step& step, float regular) {
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

// The true stiffness where that leads downhill, for it converges fastest; else each tet's made definite, for
// a while.
bool factorSafely(const Step& step) {
    if (factor(step, kRegular)) return true;
    if (step.s.definite == 0 && step.settings.remakes) {
        step.s.definite = kDefiniteSolves;
        for (std::uint32_t& stale : step.s.stale) stale = 1;
        remakeStale(step);
    }
    for (float regular = kRegular; regular < 10; regular *= 100) {
        if (factor(step, regular)) return true;
    }
    return false;
}

// step = −A⁻¹ gradient.
void findStep(const Step& step) {
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

// Goes along the step until the slope there is not much steeper upwards than it was downwards: slopes are
// exact where differences of energies are lost in rounding. False where nothing finite was found.
bool search(const Step& step, SolveReport& report, float& size) {
    Solver& s = step.s;
    const float slope = dot(s.gradient, s.step);
    float along = 1;
    for (std::uint32_t cut = 0; cut <= kMostCuts; ++cut) {
        for (std::size_t i = 0; i < s.q.size(); ++i) s.trial[i] = s.q[i] + along * s.step[i];
        const float sizeThere = evaluate(step, s.trial, s.trialGradient);
        ++report.evaluations;
        const float there = dot(s.trialGradient, s.step);
        const bool finite = std::isfinite(there) && std::isfinite(sizeThere);
        if (finite && (there <= -kOvershoot * slope || cut == kMostCuts)) {
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

bool laySolver(const Body& body, Arena& arena, Solver& s) noexcept {
    s.body = &body;
    for (auto* const array : {&s.q, &s.load, &s.aBefore, &s.vBefore, &s.gradient, &s.step, &s.trial,
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
            for (auto* const array : {&s.q, &s.gradient, &s.step, &s.trial, &s.trialGradient}) {
                (*array)[d.firstLane + k] = 0;
            }
        }
    }
}

SolveReport solve(Solver& s, std::span<const Frame> frames, const Integration& by,
                  const SolveSettings& settings, const Jobs& jobs) noexcept {
    const Step step{s, *s.body, frames, by, settings, jobs};
    SolveReport report;
    if (s.definite > 0 && settings.remakes) --s.definite;
    couple(step);
    float size = evaluate(step, s.q, s.gradient);
    report.evaluations = 1;
    bool factored = false;
    float stale = settings.stale;
    for (;; ++report.steps) {
        const float before = report.residual;
        report.residual = norm(s.gradient) / size;
        report.converged = report.residual <= settings.tolerance;
        if (report.converged || report.steps == settings.mostSteps || !std::isfinite(report.residual)) break;
        if (report.steps > 0 && report.residual > kPoorStep * before)
            factored = false, stale = 0.1f * settings.stale;
        if (!factored) {
            const std::uint32_t remade = settings.remakes ? markStale(step, stale) : 0;
            if (remade > 0) remakeStale(step);
            report.remade += remade;
            const bool changed = report.steps == 0 || remade > 0 || !contactsOf(s).empty();
            if (changed && !factorSafely(step)) break;
            factored = true;
        }
        findStep(step);
        if (!search(step, report, size)) break;
    }
    return report;
}

}  // namespace sinew
