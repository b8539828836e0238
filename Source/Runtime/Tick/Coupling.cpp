#include "Runtime/Tick/Step.h"

namespace sinew {

namespace {

// −κ Σ R_μν ab^μν, with R from a's and b's rotations.
void turnSandwich(const SolveStep& step, std::size_t index, const Mat3d& turn) {
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
void addRestCoupling(const SolveStep& step, std::size_t index, const Frame& a, const Frame& b) {
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

}  // namespace

void couple(const SolveStep& step) noexcept {
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

void addNeighbours(const SolveStep& step, std::span<float> gradient) noexcept {
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

}  // namespace sinew
