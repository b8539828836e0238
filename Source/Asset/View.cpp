#include "Asset/View.h"

#include "Asset/Table.h"
#include "Asset/Validate.h"

namespace sinew {

namespace {

AssetView spansOf(std::span<const std::byte> bytes) {
    AssetView v;
#define SINEW_CHUNK(id, characters, Element, member, presence, meaning) \
    v.member = chunkOf<Element>(bytes, ChunkId::id);
    SINEW_ASSET_CHUNKS(SINEW_CHUNK)
#undef SINEW_CHUNK
    v.header = reinterpret_cast<const AssetHeader*>(bytes.data());
    v.meta = v.metas.size() == 1 ? v.metas.data() : nullptr;
    v.lanes = static_cast<std::uint32_t>(v.scales.size());
    return v;
}

}  // namespace

AssetProblem viewAsset(std::span<const std::byte> bytes, AssetView& view) noexcept {
    if (const AssetProblem problem = checkTable(bytes, kChunkKinds); !problem.ok()) return problem;
    if (const AssetProblem problem = checkChunkBytes(bytes); !problem.ok()) return problem;
    const AssetView candidate = spansOf(bytes);
    const AssetProblem problem = validateContent(candidate);
    if (problem.ok()) view = candidate;
    return problem;
}

AssetProblem viewSizes(std::span<const std::byte> bytes, AssetView& view) noexcept {
    if (const AssetProblem problem = checkTable(bytes, kChunkKinds); !problem.ok()) return problem;
    const AssetView candidate = spansOf(bytes);
    const AssetProblem problem = validateSizes(candidate);
    if (problem.ok()) view = candidate;
    return problem;
}

CouplingView couplingOf(const AssetView& view, const AssetInterface& interface) noexcept {
    const std::uint32_t a = view.domains[interface.a].rank, b = view.domains[interface.b].rank;
    CouplingView c{};
    c.rowsA = paddedRows(a);
    c.rowsB = paddedRows(b);
    c.stride = sandwichFloats(a, b);
    c.aa = view.coupling.data() + interface.firstCoupling;
    c.bb = c.aa + sandwichFloats(a, a);
    c.ab = c.bb + sandwichFloats(b, b);
    c.a1 = c.ab + 9 * std::size_t{c.stride};
    c.b1 = c.a1 + 3 * std::size_t{c.rowsA};
    return c;
}

MassView massOf(const AssetView& view, const AssetDomain& domain) noexcept {
    MassView m{};
    m.rows = paddedRows(domain.rank);
    m.stride = sandwichFloats(domain.rank, domain.rank);
    m.mass = view.mass.data() + domain.firstMass;
    m.sandwich = m.mass + m.stride;
    m.one = m.sandwich + 9 * std::size_t{m.stride};
    return m;
}

}  // namespace sinew
