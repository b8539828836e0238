#include "Asset/View.h"

#include <cstring>

#include "Base/Hash.h"

namespace sinew {

namespace {

using Bytes = std::span<const std::byte>;

AssetProblem headerProblem(AssetFault fault, const char* field, std::uint64_t found = 0,
                           std::uint64_t expected = 0) {
    return {fault, ChunkId::None, field, 0, found, expected};
}

AssetProblem checkVersion(std::uint32_t version) {
    constexpr auto kOurs = static_cast<std::uint32_t>(kAssetVersion);
    if (version == kOurs) return {};
    return headerProblem(version < kOurs ? AssetFault::OldFormat : AssetFault::NewFormat, "version", version,
                         kOurs);
}

// The version comes before all hashes: other formats may hash otherwise.
AssetProblem checkHeader(Bytes bytes, const AssetHeader& header) {
    if (std::memcmp(header.magic, kAssetMagic, sizeof kAssetMagic) != 0)
        return headerProblem(AssetFault::NoMagic, "magic");
    if (const AssetProblem problem = checkVersion(header.version); !problem.ok()) return problem;
    if (hashBytes(&header, offsetof(AssetHeader, headerHash)) != header.headerHash)
        return headerProblem(AssetFault::HeaderHash, "header hash");
    if (bytes.size() != header.totalSize) {
        return headerProblem(bytes.size() < header.totalSize ? AssetFault::Truncated : AssetFault::TooLong,
                             "total size", bytes.size(), header.totalSize);
    }
    if (header.chunkCount > (bytes.size() - sizeof header) / sizeof(AssetChunk))
        return headerProblem(AssetFault::ChunkCount, "chunk count", header.chunkCount, kChunkCount);
    return {};
}

const ChunkKind* kindOf(ChunkId id) {
    for (const ChunkKind& kind : kChunkKinds) {
        if (kind.id == id) return &kind;
    }
    return nullptr;
}

bool hasChunk(std::span<const AssetChunk> table, ChunkId id) {
    for (const AssetChunk& chunk : table) {
        if (chunk.id == id) return true;
    }
    return false;
}

// Where none is unknown, twice or missing, there are as many entries as kinds.
AssetProblem checkIds(std::span<const AssetChunk> table) {
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (kindOf(table[i].id) == nullptr) return {AssetFault::UnknownChunk, table[i].id, "id", i};
        if (hasChunk(table.first(i), table[i].id)) return {AssetFault::DuplicateChunk, table[i].id, "id", i};
    }
    for (const ChunkKind& kind : kChunkKinds) {
        if (!hasChunk(table, kind.id)) return {AssetFault::MissingChunk, kind.id, "id"};
    }
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].id != kChunkKinds[i].id) return {AssetFault::ChunkOrder, table[i].id, "id", i};
    }
    return {};
}

bool isZero(Bytes bytes) {
    for (const std::byte b : bytes) {
        if (b != std::byte{0}) return false;
    }
    return true;
}

// Chunks follow each other without gaps or overlaps; `begin` is where this one has to be.
AssetProblem checkPlace(std::uint64_t total, const AssetChunk& chunk, const ChunkKind& kind,
                        std::uint64_t begin) {
    if (chunk.elementSize != kind.elementSize)
        return {AssetFault::ElementSize, chunk.id, "element size", 0, chunk.elementSize, kind.elementSize};
    if (chunk.offset != begin) return {AssetFault::ChunkPlace, chunk.id, "offset", 0, chunk.offset, begin};
    if (chunk.size > total - begin || chunk.count > chunk.size ||
        chunk.count * chunk.elementSize != chunk.size)
        return {AssetFault::ChunkSize, chunk.id, "size", 0, chunk.size, total - begin};
    return {};
}

AssetProblem checkBytes(Bytes bytes, const AssetChunk& chunk, std::uint64_t end) {
    const Bytes content = bytes.subspan(chunk.offset, chunk.size);
    if (hashBytes(content.data(), content.size()) != chunk.hash)
        return {AssetFault::ChunkHash, chunk.id, "hash"};
    if (!isZero(bytes.subspan(chunk.offset + chunk.size, end - chunk.offset - chunk.size)))
        return {AssetFault::Padding, chunk.id, "end"};
    return {};
}

AssetProblem checkChunks(Bytes bytes, std::span<const AssetChunk> table) {
    std::uint64_t begin = kFirstChunkOffset;
    for (std::uint32_t i = 0; i < kChunkCount; ++i) {
        if (const auto problem = checkPlace(bytes.size(), table[i], kChunkKinds[i], begin); !problem.ok())
            return problem;
        const std::uint64_t end = alignedUp(begin + table[i].size);
        if (end > bytes.size()) return {AssetFault::ChunkSize, table[i].id, "size", 0, end, bytes.size()};
        if (const auto problem = checkBytes(bytes, table[i], end); !problem.ok()) return problem;
        begin = end;
    }
    if (begin != bytes.size()) return headerProblem(AssetFault::TooLong, "total size", bytes.size(), begin);
    return {};
}

AssetProblem checkTable(Bytes bytes, const AssetHeader& header, std::span<const AssetChunk> table) {
    if (hashBytes(table.data(), table.size_bytes()) != header.tableHash)
        return headerProblem(AssetFault::TableHash, "table hash");
    if (const AssetProblem problem = checkIds(table); !problem.ok()) return problem;
    if (bytes.size() < kFirstChunkOffset)
        return headerProblem(AssetFault::Truncated, "table", bytes.size(), kFirstChunkOffset);
    const std::uint64_t end = sizeof header + table.size_bytes();
    if (!isZero(bytes.subspan(end, kFirstChunkOffset - end)))
        return headerProblem(AssetFault::Padding, "table");
    return checkChunks(bytes, table);
}

// Chunks in the order of the format, each once: the reader steps through the table beside the members.
class Reader {
  public:
    Reader(Bytes bytes, const AssetChunk* chunk) : bytes_(bytes), chunk_(chunk) {}

    template <class T>
    void take(std::span<const T>& span) {
        static_assert(alignof(T) <= kAssetAlignment);
        span = {reinterpret_cast<const T*>(bytes_.data() + chunk_->offset), chunk_->count};
        ++chunk_;
    }

  private:
    Bytes bytes_;
    const AssetChunk* chunk_;
};

AssetView spansOf(Bytes bytes, const AssetHeader& header, const AssetChunk* table) {
    AssetView v;
    Reader reader(bytes, table);
    std::span<const AssetMeta> meta;
    const auto take = [&](auto&... spans) { (reader.take(spans), ...); };
    take(meta, v.recipe, v.text, v.joints, v.domains, v.bounds, v.order, v.fill, v.cubature, v.cubatureBasis,
         v.cubaturePlaces, v.mass, v.interfaces, v.coupling, v.runs, v.blocks, v.weights, v.influences,
         v.scales, v.rows, v.triangles, v.fileTriangles, v.fileMap, v.uvs, v.normals, v.tangents, v.slots,
         v.samples, v.rigidParts);
    v.header = &header;
    v.meta = meta.size() == 1 ? meta.data() : nullptr;
    v.lanes = static_cast<std::uint32_t>(v.scales.size());
    return v;
}

}  // namespace

AssetProblem viewAsset(Bytes bytes, AssetView& view) noexcept {
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kAssetAlignment != 0)
        return headerProblem(AssetFault::Misaligned, "buffer");
    if (bytes.size() < sizeof(AssetHeader))
        return headerProblem(AssetFault::TooShort, "header", bytes.size(), sizeof(AssetHeader));
    const auto& header = *reinterpret_cast<const AssetHeader*>(bytes.data());
    if (const AssetProblem problem = checkHeader(bytes, header); !problem.ok()) return problem;
    const auto* const table = reinterpret_cast<const AssetChunk*>(bytes.data() + sizeof(AssetHeader));
    if (const auto problem = checkTable(bytes, header, {table, header.chunkCount}); !problem.ok())
        return problem;
    const AssetView candidate = spansOf(bytes, header, table);
    const AssetProblem problem = validateContent(candidate);
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
