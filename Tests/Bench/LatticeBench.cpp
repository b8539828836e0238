// The lattice solver: cubes held at two opposite faces, as McAdams et al. 2011 times them (section 9), and
// bodies with as many cells as its characters have. Times are the fastest of all runs.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <functional>
#include <map>
#include <memory>

#include "Base/Hash.h"
#include "Fastest.h"
#include "Offline/Lattice/Newton.h"
#include "Offline/Lattice/NonlinearCycle.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeBodies.h"

namespace sinew::bench {
namespace {

using test::LatticeBody;

// What one cell costs applyBricks(), counted in its source. Two Hadamard transforms of 24 additions for each
// of three components, four products of 3×3 matrices (45 each), the stiffness in the frame of singular values
// (15 for stretches, 18 for shears), the hourglasses' products (14), sums at the nodes (24).
constexpr double kFlopsPerCell = 2 * 3 * 24 + 4 * 45 + 33 + 14 + 24;
// U, V and the stiffness, which are too much for the caches of a body.
constexpr double kTangentBytesPerCell = sizeof(lattice::GroupTangent) / double{lattice::kGroupLanes};

const Workers& workers() {
    static const Workers all;
    return all;
}

Jobs jobsOf(bool alone) {
    return alone ? Jobs{} : workers().jobs();
}

// A shape that is turned, stretched and bent, so that no cell is at rest.
Vec3d bent(Vec3d p) {
    const double turn = 2 * p.x, c = std::cos(turn), s = std::sin(turn);
    return {1.2 * p.x + 0.05 * std::sin(9 * p.z), c * p.y - s * p.z, s * p.y + c * p.z};
}

struct BccGrid {
    LatticeBody body;
    std::unique_ptr<lattice::Multigrid> levels;
    lattice::NodeVectors gradient;

    BccGrid(lattice::Cells::Place size, int maxLevels) : body(test::heldBar(size, 0.32 / size[1], 0.3)) {
        levels = std::make_unique<lattice::Multigrid>(body.cells, body.stiffness, body.fixed, maxLevels);
        levels->linearise(test::mapped(body.rest, bent), gradient, workers().jobs());
        levels->update(workers().jobs());
    }
};

// One at a time: large ones do not fit beside each other.
BccGrid& latticeOf(lattice::Cells::Place size, int maxLevels) {
    static std::pair<lattice::Cells::Place, int> made;
    static std::unique_ptr<BccGrid> lattice;
    if (!lattice || made != std::pair(size, maxLevels)) {
        lattice.reset();
        lattice = std::make_unique<BccGrid>(size, maxLevels);
        made = {size, maxLevels};
    }
    return *lattice;
}

void setHash(benchmark::State& state, const void* data, std::size_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "hash %016llx", static_cast<unsigned long long>(hashBytes(data, bytes)));
    state.SetLabel(text);
}

void setHash(benchmark::State& state, const lattice::NodeVectors& v) {
    setHash(state, v.data(), v.size() * sizeof(lattice::NodeVector));
}

// y = K x of 100,000 cells. GFLOP/s beside Limits/fma_float, GB/s of tangents beside Limits/triad.
void forceDifferential(benchmark::State& state, bool alone) {
    BccGrid& lattice = latticeOf({64, 40, 40}, 5);
    const Jobs jobs = jobsOf(alone);
    const lattice::NodeVectors x = test::randomVectors(lattice.body, 1);
    lattice::NodeVectors y;
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) fastest.time([&] { lattice.levels->finest().apply(x, y, jobs); });
    const double ns = fastest.nanosecondsPer(lattice.body.cells.cells.size());
    state.counters["ns_per_cell"] = ns;
    state.counters["cells/s"] = 1e9 / ns;
    state.counters["GFLOP/s"] = kFlopsPerCell / ns;
    state.counters["GB/s"] = kTangentBytesPerCell / ns;
    setHash(state, y);
}

// The same with fibres in all cells: one in their middle, or three elsewhere, as cells under skin have them.
void fibreDifferential(benchmark::State& state, bool skin) {
    BccGrid& lattice = latticeOf({64, 40, 40}, 5);
    const double width = lattice.body.cells.width;
    std::vector<lattice::CellFibre> fibres;
    for (std::uint32_t c = 0; c < lattice.body.cells.cellCount(); ++c) {
        for (std::uint32_t i = 0; i < (skin ? 3u : 1u); ++i) {
            const float off = skin ? 0.4f : 0;
            fibres.push_back({c,
                              {0.5f, 0.5f + off, 0.5f},
                              i == 0 ? Vec3f{1, 0, 0} : Vec3f{0.6f, 0, 0.8f},
                              static_cast<float>(100e3 * width * width * width),
                              0.02f});
        }
    }
    lattice::Level& level = lattice.levels->finest();
    const std::vector<Vec3d> shape = test::mapped(lattice.body.rest, bent);
    level.setFibres(fibres);
    level.linearise(shape, lattice.gradient, workers().jobs());
    const lattice::NodeVectors x = test::randomVectors(lattice.body, 1);
    lattice::NodeVectors y;
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) fastest.time([&] { level.apply(x, y, {}); });
    state.counters["ns_per_cell"] = fastest.nanosecondsPer(lattice.body.cells.cells.size());
    setHash(state, y);
    level.setFibres({});
    level.linearise(shape, lattice.gradient, workers().jobs());
}

// The kernel alone, without the sums at nodes that bricks share.
void forceDifferentialKernel(benchmark::State& state, bool alone) {
    BccGrid& lattice = latticeOf({64, 40, 40}, 5);
    const Jobs jobs = jobsOf(alone);
    const lattice::Level& level = lattice.levels->finest();
    const lattice::Bricks bricks = level.map().bricksOf(lattice.body.cells.width);
    std::vector<lattice::GroupTangent> tangents(level.map().groups());
    const std::vector<Vec3d> shape = test::mapped(lattice.body.rest, bent);
    level.map().forEachRange(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        lattice::evaluateBricks({bricks, begin, end}, shape.data(), {level.moduli().data()},
                                lattice::CellLaw{}, {nullptr, tangents.data(), nullptr, nullptr});
    });
    const lattice::NodeVectors x = test::randomVectors(lattice.body, 1);
    lattice::NodeVectors sums(level.map().slots());
    const auto apply = [&](std::uint32_t begin, std::uint32_t end) {
        lattice::applyBricks({bricks, begin, end}, tangents.data(), x.data(),
                             sums.data() + bricks.bricks[begin].firstSlot);
    };
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) fastest.time([&] { level.map().forEachRange(jobs, apply); });
    const double ns = fastest.nanosecondsPer(lattice.body.cells.cells.size());
    state.counters["ns_per_cell"] = ns;
    state.counters["GFLOP/s"] = kFlopsPerCell / ns;
    setHash(state, sums);
}

// Energy, forces and tangents of a shape: with one singular value decomposition per cell.
void linearisation(benchmark::State& state, bool alone) {
    BccGrid& lattice = latticeOf({64, 40, 40}, 5);
    const std::vector<Vec3d> x = test::mapped(lattice.body.rest, bent);
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state)
        fastest.time([&] { lattice.levels->finest().linearise(x, lattice.gradient, jobsOf(alone)); });
    state.counters["ns_per_cell"] = fastest.nanosecondsPer(lattice.body.cells.cells.size());
    setHash(state, lattice.gradient);
}

int levelsOf(std::int64_t side) {
    return side == 32 ? 4 : side == 64 ? 5 : 6;
}

// One V-cycle, and how much of the residual the sixth leaves of the fifth's.
void vcycle(benchmark::State& state, const lattice::Cycle& cycle, bool alone) {
    const auto side = static_cast<std::int32_t>(state.range(0));
    BccGrid& lattice = latticeOf({side, side, side}, levelsOf(side));
    const Jobs jobs = jobsOf(alone);
    const lattice::NodeVectors b = test::randomVectors(lattice.body, 1);
    lattice::NodeVectors x(b.size()), r;
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state)
        fastest.time([&] { lattice.levels->cycle(b, x, cycle, true, jobs); });
    double before = 0, after = 0;
    x.assign(b.size(), lattice::NodeVector{});
    for (int i = 0; i < 6; ++i) {
        lattice.levels->cycle(b, x, cycle, false, jobs);
        lattice.levels->finest().residual(b, x, r, jobs);
        before = after;
        after = dotProduct(r, r, jobs);
    }
    state.counters["levels"] = static_cast<double>(lattice.levels->levels());
    state.counters["ms"] = fastest.nanosecondsPer(1) * 1e-6;
    state.counters["residual_rate"] = std::sqrt(after / before);
    setHash(state, x);
}

// Fig. 7: how many V-cycles, or iterations of conjugate gradients, lower the residual to 1e-4.
void iterations(benchmark::State& state) {
    const auto side = static_cast<std::int32_t>(state.range(0));
    BccGrid& lattice = latticeOf({side, side, side}, levelsOf(side));
    const Jobs jobs = workers().jobs();
    const lattice::NodeVectors b = test::randomVectors(lattice.body, 1);
    const LinearSettings settings{1e-4, 3000, {}};
    const auto cycles = [&](const lattice::Cycle& cycle) {
        lattice::NodeVectors x(b.size()), r;
        const double allowed = 1e-8 * dotProduct(b, b, jobs);
        for (int i = 1; i < 60; ++i) {
            lattice.levels->cycle(b, x, cycle, false, jobs);
            lattice.levels->finest().residual(b, x, r, jobs);
            if (dotProduct(r, r, jobs) <= allowed) return i;
        }
        return 60;
    };
    lattice::LinearSolver linear(*lattice.levels);
    lattice::NodeVectors x;
    for ([[maybe_unused]] auto _ : state) {
        state.counters["jacobi_cycles"] = cycles({.smoother = lattice::Smoother::Jacobi, .sweeps = 10});
        state.counters["chebyshev_cycles"] = cycles({});
        state.counters["cycle_cg"] = linear.solve(b, x, settings, jobs).iterations;
        state.counters["diagonal_cg"] =
            linear.solve(b, x, settings, jobs, lattice::Preconditioner::Diagonal).iterations;
        if (side < 128)  // minutes, for what diagonal CG says as well
            state.counters["plain_cg"] =
                linear.solve(b, x, settings, jobs, lattice::Preconditioner::None).iterations;
    }
    setHash(state, x);
}

// A body of so many cells: a bar whose last layer is not full.
lattice::Cells barOfCells(std::uint32_t count) {
    const std::int32_t side = count < 50000 ? 24 : 36;
    const std::int32_t layers = static_cast<std::int32_t>(count) / (side * side) + 1;
    lattice::Cells cells = lattice::boxOfCells({layers, side, side}, 0.32 / side);
    std::vector<std::uint32_t> kept;
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        if (cells.cells[c].place[0] + 1 < layers) kept.push_back(c);
    }
    for (std::uint32_t c = 0; c < cells.cellCount() && kept.size() < count; ++c) {
        if (cells.cells[c].place[0] + 1 == layers) kept.push_back(c);
    }
    std::vector<std::uint32_t> numberOf(cells.cellCount(), lattice::CellPoint::kNone);
    lattice::Cells result;
    result.width = cells.width;
    for (const std::uint32_t c : kept) {
        numberOf[c] = result.cellCount();
        result.cells.push_back(cells.cells[c]);
    }
    for (lattice::Cells::Link link : cells.links) {
        link.lower = numberOf[link.lower];
        link.upper = numberOf[link.upper];
        if (link.lower != lattice::CellPoint::kNone && link.upper != lattice::CellPoint::kNone)
            result.links.push_back(link);
    }
    lattice::arrange(result);
    return result;
}

// Held at one end, the other one turned at once.
struct TurnedBar {
    LatticeBody body;
    std::vector<Vec3d> start;

    TurnedBar(std::uint32_t count, double angle) : body(test::bodyOf(barOfCells(count), isHeld(count))) {
        start = body.rest;
        const double end = lengthOf(barOfCells(count));
        const Vec3d joint{end / 2, 0.16, 0.16};
        for (std::size_t n = 0; n < start.size(); ++n) {
            if (!body.fixed[n] || body.rest[n].x < end / 2) continue;
            const Vec3d p = body.rest[n] - joint;
            const double c = std::cos(angle), s = std::sin(angle);
            start[n] = joint + Vec3d{c * p.x - s * p.y, s * p.x + c * p.y, p.z};
        }
    }
    static double lengthOf(const lattice::Cells& cells) {
        double end = 0;
        for (std::uint32_t n = 0; n < cells.nodeCount(); ++n) end = std::max(end, cells.nodePosition(n).x);
        return end;
    }
    // The last layers, of which one may not be full.
    static std::function<bool(Vec3d)> isHeld(std::uint32_t count) {
        const lattice::Cells cells = barOfCells(count);
        return [end = lengthOf(cells) - 2.1 * cells.width](Vec3d p) { return p.x < 1e-9 || p.x > end; };
    }
};

// From rest: seconds per Newton iteration (one linear system to 5 %, its line search, the next
// linearisation), or per nonlinear cycle, and steps until it is at rest.
template <class Solver, class Settings>
void restShape(benchmark::State& state, double angle) {
    const TurnedBar bar(static_cast<std::uint32_t>(state.range(0)), angle);
    const Jobs jobs = workers().jobs();
    lattice::Multigrid levels(bar.body.cells, bar.body.stiffness, bar.body.fixed);
    Solver solver(levels);
    Settings settings;
    settings.newton.maxIterations = 60;
    Fastest fastest;
    NewtonReport report;
    std::vector<Vec3d> x;
    for ([[maybe_unused]] auto _ : state) {
        x = bar.start;
        fastest.time([&] { report = solver.solve({}, x, settings, jobs); });
    }
    state.counters["cells"] = bar.body.cells.cellCount();
    state.counters["converged"] = report.converged ? 1 : 0;
    state.counters["steps"] = report.iterations;
    state.counters["linear_iterations"] = report.linearIterations;
    state.counters["s"] = fastest.nanosecondsPer(1) * 1e-9;
    state.counters["s_per_step"] = fastest.nanosecondsPer(static_cast<std::size_t>(report.iterations)) * 1e-9;
    setHash(state, x.data(), x.size() * sizeof(Vec3d));
}

constexpr double kNearlyIncompressible = 0.498;

// y = A x + G p, q = Gᵀ x − C p.
void mixedDifferential(benchmark::State& state) {
    const TurnedBar bar(static_cast<std::uint32_t>(state.range(0)), 0.4);
    const std::vector<lattice::CellModuli> flesh(bar.body.stiffness.size(),
                                                 test::fleshOf(kNearlyIncompressible));
    const Jobs jobs = workers().jobs();
    lattice::Level level(bar.body.cells, flesh, bar.body.fixed);
    level.setPressures(lattice::PressureVectors(level.map().groups()));
    lattice::NodeVectors y;
    level.linearise(bar.start, y, jobs);
    const lattice::NodeVectors x = test::randomVectors(bar.body, 1);
    const lattice::PressureVectors p(level.map().groups());
    lattice::PressureVectors q;
    Fastest fastest;
    for ([[maybe_unused]] auto _ : state) fastest.time([&] { level.applyMixed(x, p, y, q, jobs); });
    state.counters["cells"] = bar.body.cells.cellCount();
    state.counters["ns_per_cell"] = fastest.nanosecondsPer(bar.body.cells.cells.size());
    setHash(state, y);
}

// restShape() with a pressure per cell.
void mixedRest(benchmark::State& state) {
    const TurnedBar bar(static_cast<std::uint32_t>(state.range(0)), 0.4);
    const std::vector<lattice::CellModuli> flesh(bar.body.stiffness.size(),
                                                 test::fleshOf(kNearlyIncompressible));
    const Jobs jobs = workers().jobs();
    lattice::Multigrid levels(bar.body.cells, flesh, bar.body.fixed);
    lattice::NewtonSolver solver(levels);
    Fastest fastest;
    NewtonReport report;
    std::vector<Vec3d> x;
    for ([[maybe_unused]] auto _ : state) {
        x = bar.start;
        solver.setMixed(true);
        fastest.time([&] { report = solver.solve({}, x, {}, jobs); });
    }
    state.counters["cells"] = bar.body.cells.cellCount();
    state.counters["converged"] = report.converged ? 1 : 0;
    state.counters["steps"] = report.iterations;
    state.counters["linear_iterations"] = report.linearIterations;
    state.counters["s_per_step"] = fastest.nanosecondsPer(static_cast<std::size_t>(report.iterations)) * 1e-9;
    setHash(state, x.data(), x.size() * sizeof(Vec3d));
}

const bool kRegistered = [] {
    benchmark::RegisterBenchmark("Lattice/force_differential/100k", forceDifferential, false)->UseRealTime();
    benchmark::RegisterBenchmark("Lattice/force_differential/100k/1", forceDifferential, true)->UseRealTime();
    benchmark::RegisterBenchmark("Lattice/force_differential_kernel/100k", forceDifferentialKernel, false)
        ->UseRealTime();
    benchmark::RegisterBenchmark("Lattice/force_differential_kernel/100k/1", forceDifferentialKernel, true)
        ->UseRealTime();
    benchmark::RegisterBenchmark("Lattice/force_differential_fibres/100k/1", fibreDifferential, false)
        ->UseRealTime();
    benchmark::RegisterBenchmark("Lattice/force_differential_skin/100k/1", fibreDifferential, true)
        ->UseRealTime();
    benchmark::RegisterBenchmark("Lattice/linearise/100k", linearisation, false)->UseRealTime();
    benchmark::RegisterBenchmark("Lattice/linearise/100k/1", linearisation, true)->UseRealTime();
    const lattice::Cycle paper{.smoother = lattice::Smoother::Jacobi, .sweeps = 10};
    for (const int side : {32, 64, 128}) {
        const auto add = [side](const char* name, const lattice::Cycle& cycle, bool alone) {
            benchmark::RegisterBenchmark(name, vcycle, cycle, alone)
                ->Arg(side)
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime();
        };
        add("Lattice/vcycle", paper, false);
        add("Lattice/vcycle_alone", paper, true);
        add("Lattice/vcycle_default", {}, false);
        benchmark::RegisterBenchmark("Lattice/iterations", iterations)
            ->Arg(side)
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    }
    const auto addRest = [](const char* name, auto solver, double angle, int count) {
        benchmark::RegisterBenchmark(name, solver, angle)
            ->Arg(count)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    };
    for (const int count : {30904, 106567, 117607})
        addRest("Lattice/newton", restShape<lattice::NewtonSolver, lattice::LatticeNewtonSettings>, 0.4,
                count);
    addRest("Lattice/fas", restShape<lattice::NonlinearCycle, lattice::NonlinearCycleSettings>, 0.4, 106567);
    addRest("Lattice/newton_sudden", restShape<lattice::NewtonSolver, lattice::LatticeNewtonSettings>, 1.6,
            30904);
    addRest("Lattice/fas_sudden", restShape<lattice::NonlinearCycle, lattice::NonlinearCycleSettings>, 1.6,
            30904);
    for (const int count : {13500, 101000}) {
        benchmark::RegisterBenchmark("Mixed/force_differential", mixedDifferential)
            ->Arg(count)
            ->UseRealTime();
        benchmark::RegisterBenchmark("Mixed/newton", mixedRest)
            ->Arg(count)
            ->Unit(benchmark::kMillisecond)
            ->UseRealTime();
    }
    return true;
}();

}  // namespace
}  // namespace sinew::bench
