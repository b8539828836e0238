#include "Runtime/Tick/Coupling.h"

namespace sinew {

namespace {

// −κ Σ R_μν ab^μν, with R from a's and b's rotations.
void turnSandwich(const SolveCall& call, std::size_t index, const Mat3d& turn) {
    const AssetInterface& interface = call.body.view.interfaces[index];
    const CouplingView c = couplingOf(call.body.view, interface);
    WeightedArrays arrays{};
    arrays.count = 9;
    for (int i = 0; i < 9; ++i) {
        arrays.array[i] = c.ab + static_cast<std::size_t>(i) * c.stride;
        arrays.weight[i] = -interface.coupling * static_cast<float>(turn(i / 3, i % 3));
    }
    float* const to = call.s.sandwich.data() + call.body.interfaces[index].sandwich;
    call.body.kernels->weightedSum(arrays, c.rowsA * call.s.domains[interface.b].rank, to);
    const std::uint32_t rest = c.rowsA * call.body.domains[interface.b].rank;
    for (const float*& array : arrays.array) array += rest;
    call.body.kernels->weightedSum(arrays, c.rowsA, to + rest);
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
void addRestCoupling(const SolveCall& call, std::size_t index, const Frame& a, const Frame& b) {
    const AssetInterface& interface = call.body.view.interfaces[index];
    const CouplingView c = couplingOf(call.body.view, interface);
    const BodyDomain &da = call.s.domains[interface.a], &db = call.s.domains[interface.b];
    const float* const turned = call.s.sandwich.data() + call.body.interfaces[index].sandwich;
    float* const loadA = call.s.couplingLoad.data() + da.firstLane;
    float* const loadB = call.s.couplingLoad.data() + db.firstLane;
    const Vec3d apart = a.translation - b.translation;
    addColumns(c.a1, c.rowsA, da.rank, rotate(conjugate(a.rotation), apart), interface.coupling, loadA);
    addColumns(c.b1, c.rowsB, db.rank, rotate(conjugate(b.rotation), apart), -interface.coupling, loadB);
    const std::uint32_t restA = call.body.domains[interface.a].rank,
                        restB = call.body.domains[interface.b].rank;
    for (std::uint32_t r = 0; r < da.rank; ++r) loadA[r] += turned[restB * c.rowsA + r];
    for (std::uint32_t r = 0; r < db.rank; ++r) loadB[r] += turned[r * c.rowsA + restA];
}

}  // namespace

void couple(const SolveCall& call) noexcept {
    const Lap lap(call.s.watch, call.s.times.coupling);
    parallelFor(call.jobs, static_cast<std::uint32_t>(call.body.interfaces.size()), [&](std::uint32_t i) {
        const AssetInterface& interface = call.body.view.interfaces[i];
        const Frame &a = call.frames[interface.a], &b = call.frames[interface.b];
        turnSandwich(call, i, toMatrix(conjugate(a.rotation) * b.rotation));
    });
    for (std::size_t i = 0; i < call.s.couplingLoad.size(); ++i) {
        call.s.couplingLoad[i] = call.body.couplingRest[i] - call.s.load[i];
    }
    for (std::size_t i = 0; i < call.body.interfaces.size(); ++i) {
        const AssetInterface& interface = call.body.view.interfaces[i];
        addRestCoupling(call, i, call.frames[interface.a], call.frames[interface.b]);
    }
}

void addNeighbours(const SolveCall& call, std::span<float> gradient) noexcept {
    const Lap lap(call.s.watch, call.s.times.coupling);
    for (std::size_t i = 0; i < call.body.interfaces.size(); ++i) {
        const AssetInterface& interface = call.body.view.interfaces[i];
        const BodyDomain &a = call.s.domains[interface.a], &b = call.s.domains[interface.b];
        if (a.rank == 0 || b.rank == 0) continue;
        const float* const turned = call.s.sandwich.data() + call.body.interfaces[i].sandwich;
        const std::uint32_t rows = paddedRows(call.body.domains[interface.a].rank);
        const float* const relaxed = call.s.relaxed.data();
        call.body.kernels->addTransposed(turned, rows, b.rank, a.lanes, relaxed + b.firstLane, 1,
                                         gradient.data() + a.firstLane);
        call.body.kernels->addTimes(turned, rows, b.rank, a.lanes, relaxed + a.firstLane, 1,
                                    gradient.data() + b.firstLane);
        // What lies behind a's modes, its rest shape among it, is no coordinate.
        for (std::uint32_t r = a.rank; r < a.lanes; ++r) gradient[a.firstLane + r] = 0;
    }
}

}  // namespace sinew
