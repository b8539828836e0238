#include "Runtime/Tick/Body.h"

#include <cmath>

#include "Asset/Rows.h"

namespace sinew {

namespace {

constexpr float kTrained = 2;           // how far past training's bounds coordinates go freely
constexpr float kReachShare = 0.25f;    // and how far any mode may move the surface, of the domain's size
constexpr float kLimitStiffness = 4;    // of the push back, in the mode's own stiffness
constexpr float kVisibleForce = 1e-3f;  // of what a typical shape of training costs

float smaller(float a, float b) {
    return a < b ? a : b;
}

void placeDomains(Body& body) {
    for (std::size_t d = 0; d < body.domains.size(); ++d) {
        const AssetDomain& from = body.view.domains[d];
        const std::uint32_t lanes = paddedModes(from.rank);
        body.domains[d] = {from.rank, lanes, from.firstLane, body.squareFloats, kNoPlace};
        body.squareFloats += lanes * lanes;
    }
    for (std::uint32_t i = 0; i < body.view.order.size(); ++i) body.domains[body.view.order[i]].place = i;
}

// The file's factor is lower and by columns: its columns are the rows here.
void placeFill(Body& body) {
    std::uint32_t place = 0;
    for (std::uint32_t i = 0; i < body.fill.size(); ++i) {
        const AssetFill& from = body.view.fill[i];
        while (place <= from.column) body.fillOfPlace[place++] = i;
        BodyFill& to = body.fill[i];
        to = {body.view.order[from.column], body.view.order[from.row], body.fillFloats};
        body.fillFloats += body.domains[to.row].lanes * body.domains[to.column].lanes;
    }
    while (place < body.fillOfPlace.size()) {
        body.fillOfPlace[place++] = static_cast<std::uint32_t>(body.fill.size());
    }
}

std::uint32_t fillBetween(const Body& body, std::uint32_t row, std::uint32_t column) {
    const std::uint32_t place = body.domains[row].place;
    for (std::uint32_t i = body.fillOfPlace[place]; i < body.fillOfPlace[place + 1]; ++i) {
        if (body.fill[i].column == column) return i;
    }
    return kNoPlace;
}

void placeInterfaces(Body& body) {
    for (std::size_t i = 0; i < body.interfaces.size(); ++i) {
        const AssetInterface& from = body.view.interfaces[i];
        const BodyDomain &a = body.domains[from.a], &b = body.domains[from.b];
        BodyInterface& to = body.interfaces[i];
        to = {body.sandwichFloats, kNoPlace, a.place < b.place};
        body.sandwichFloats += sandwichFloats(a.rank, b.rank);
        if (a.place == kNoPlace || b.place == kNoPlace) continue;
        to.fill = to.rowsAreA ? fillBetween(body, from.a, from.b) : fillBetween(body, from.b, from.a);
    }
}

// to += scale · the first rank rows and columns of a matrix of columns with `rows` rows each.
void addPadded(const float* columns, std::uint32_t rows, const BodyDomain& d, float scale, float* to) {
    for (std::uint32_t c = 0; c < d.rank; ++c) {
        for (std::uint32_t r = 0; r < d.rank; ++r) to[c * d.lanes + r] += scale * columns[c * rows + r];
    }
}

void addOwnSide(const Body& body, std::uint32_t domain, const float* columns, std::uint32_t rows,
                float coupling) {
    const BodyDomain& d = body.domains[domain];
    addPadded(columns, rows, d, coupling, body.coupling.data() + d.square);
    for (std::uint32_t r = 0; r < d.rank; ++r) {
        body.couplingRest[d.firstLane + r] += coupling * columns[d.rank * rows + r];
    }
}

void fillRestStiffness(const Body& body, std::size_t domain) {
    const BodyDomain& d = body.domains[domain];
    const AssetDomain& from = body.view.domains[domain];
    alignas(64) float none[kMaxRank]{};
    body.kernels->cubatureStiffness({body.view.cubature.data() + from.firstCubatureBlock,
                                     body.view.cubatureBasis.data() + from.firstBasis, from.cubaturePoints,
                                     d.lanes, d.lanes, body.view.meta->material, none, nullptr,
                                     body.stiff.data() + d.square, true});
    addStabilisation(body, domain, d.lanes, body.stiff.data() + d.square);
}

// A coordinate may go as far as training took it and as far again, or as far as it takes to move the
// surface visibly: what vibrates and what is pressed in are shapes that no pose has.
void fillLimits(const Body& body, std::size_t domain) {
    const BodyDomain& d = body.domains[domain];
    const std::uint32_t lanes = body.view.lanes;
    for (std::uint32_t i = 0; i < d.rank; ++i) {
        const std::uint32_t lane = d.firstLane + i;
        const float largest = body.view.scales[lane] * kRowSteps;
        const float seen = largest > 0 ? kReachShare * body.view.domains[domain].reach / largest : 0;
        const float* const square = body.stiff.data() + d.square;
        body.low[lane] = smaller(kTrained * body.view.bounds[lane], -seen);
        body.high[lane] = -smaller(-kTrained * body.view.bounds[lanes + lane], -seen);
        body.limit[lane] = kLimitStiffness * square[i * d.lanes + i];
    }
}

void placeFibres(Body& body) {
    std::uint32_t next = 0;
    for (std::size_t d = 0; d < body.view.domains.size() && !body.firstFibre.empty(); ++d) {
        const AssetDomain& domain = body.view.domains[d];
        const std::uint32_t end = domain.firstCubatureBlock + blocksOf(domain.cubaturePoints);
        body.firstFibre[d] = next;
        while (next < body.view.fibres.size() && body.view.fibres[next].block < end) ++next;
        body.firstFibre[d + 1] = next;
    }
}

float typicalForce(const Body& body, const BodyDomain& d) {
    float squares = 0;
    for (std::uint32_t i = 0; i < d.rank; ++i) {
        const float inverseScale = body.view.bounds[2 * body.view.lanes + d.firstLane + i];
        const float own = body.stiff[d.square + i * d.lanes + i];
        squares += inverseScale > 0 ? own / inverseScale * (own / inverseScale) : 0;
    }
    return std::sqrt(squares);
}

}  // namespace

void addStabilisation(const Body& body, std::size_t domain, std::uint32_t lanes, float* square) noexcept {
    const float* const stabilisation = stabilisationOf(body, domain);
    if (stabilisation == nullptr) return;
    const std::uint32_t stride = body.domains[domain].lanes;
    for (std::uint32_t i = 0; i < lanes; ++i) {
        for (std::uint32_t j = 0; j < lanes; ++j) square[i * lanes + j] += stabilisation[i * stride + j];
    }
}

bool allocateBody(const AssetView& view, Arena& arena, Body& body) noexcept {
    body.view = view;
    body.kernels = &runtimeKernels();
    body.domains = arena.take<BodyDomain>(view.domains.size());
    body.interfaces = arena.take<BodyInterface>(view.interfaces.size());
    body.fill = arena.take<BodyFill>(view.fill.size());
    body.fillOfPlace = arena.take<std::uint32_t>(view.order.size() + 1);
    body.firstFibre = arena.take<std::uint32_t>(view.fibres.empty() ? 0 : view.domains.size() + 1);
    std::uint32_t squares = 0;
    for (const AssetDomain& d : view.domains) squares += paddedModes(d.rank) * paddedModes(d.rank);
    for (auto* const array : {&body.mass, &body.coupling, &body.stiff}) *array = arena.take<float>(squares);
    for (auto* const array : {&body.couplingRest, &body.low, &body.high, &body.limit}) {
        *array = arena.take<float>(view.lanes);
    }
    allocateContactBody(view, arena, body.contact);
    return !view.domains.empty() && !body.domains.empty() && arena.ok();
}

void fillBody(Body& body) noexcept {
    placeDomains(body);
    placeFibres(body);
    placeFill(body);
    placeInterfaces(body);
    for (const AssetInterface& interface : body.view.interfaces) {
        const CouplingView c = couplingOf(body.view, interface);
        addOwnSide(body, interface.a, c.aa, c.rowsA, interface.coupling);
        addOwnSide(body, interface.b, c.bb, c.rowsB, interface.coupling);
    }
    for (std::size_t d = 0; d < body.domains.size(); ++d) {
        if (body.domains[d].rank == 0) continue;
        const MassView mass = massOf(body.view, body.view.domains[d]);
        addPadded(mass.mass, mass.rows, body.domains[d], 1, body.mass.data() + body.domains[d].square);
        fillRestStiffness(body, d);
        fillLimits(body, d);
        body.forceScale += kVisibleForce * typicalForce(body, body.domains[d]);
    }
    fillContactBody(body, body.contact);
}

}  // namespace sinew
