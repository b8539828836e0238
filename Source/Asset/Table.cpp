#include "Asset/Table.h"

#include <cstring>

#include "Base/Hash.h"

namespace sinew {

namespace {

using Bytes = std::span<const std::byte>;

AssetProblem headerProblem(AssetFault fault, const char* field, std::uint64_t found = 0,
                           std::uint64_t expected = 0) {
    return {fault, ChunkId::None, field, kNoIndex, found, expected};
}

AssetProblem chunkProblem(AssetFault fault, ChunkId chunk, const char* field, std::uint64_t found = 0,
                          std::uint64_t expected = 0) {
    return {fault, chunk, field, kNoIndex, found, expected};
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
    const std::uint64_t maxChunks = (bytes.size() - sizeof header) / sizeof(AssetChunk);
    if (header.chunkCount > maxChunks)
        return headerProblem(AssetFault::ChunkCount, "chunk count", header.chunkCount, maxChunks);
    return {};
}

const ChunkKind* kindOf(std::span<const ChunkKind> kinds, ChunkId id) {
    for (const ChunkKind& kind : kinds) {
        if (kind.id == id) return &kind;
    }
    return nullptr;
}

// Known ids, none twice, none missing that is required, in the order of the kinds.
AssetProblem checkIds(std::span<const AssetChunk> table, std::span<const ChunkKind> kinds) {
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (kindOf(kinds, table[i].id) == nullptr) return {AssetFault::UnknownChunk, table[i].id, "id", i};
        if (findChunk(table.first(i), table[i].id) != nullptr)
            return {AssetFault::DuplicateChunk, table[i].id, "id", i};
    }
    for (const ChunkKind& kind : kinds) {
        if (kind.presence == ChunkPresence::Required && findChunk(table, kind.id) == nullptr)
            return chunkProblem(AssetFault::MissingChunk, kind.id, "id");
    }
    for (std::size_t i = 1; i < table.size(); ++i) {
        if (kindOf(kinds, table[i].id) < kindOf(kinds, table[i - 1].id))
            return {AssetFault::ChunkOrder, table[i].id, "id", i};
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
        return chunkProblem(AssetFault::ElementSize, chunk.id, "element size", chunk.elementSize,
                            kind.elementSize);
    if (chunk.offset != begin)
        return chunkProblem(AssetFault::ChunkPlace, chunk.id, "offset", chunk.offset, begin);
    if (chunk.size > total - begin || alignedUp(begin + chunk.size) > total)
        return chunkProblem(AssetFault::ChunkSize, chunk.id, "size", chunk.size, total - begin);
    if (chunk.count > chunk.size || chunk.count * chunk.elementSize != chunk.size)
        return chunkProblem(AssetFault::ChunkSize, chunk.id, "count", chunk.count,
                            chunk.size / chunk.elementSize);
    return {};
}

AssetProblem checkPlaces(std::uint64_t total, std::span<const AssetChunk> table,
                         std::span<const ChunkKind> kinds) {
    std::uint64_t begin = firstChunkOffset(table.size());
    for (const AssetChunk& chunk : table) {
        const AssetProblem problem = checkPlace(total, chunk, *kindOf(kinds, chunk.id), begin);
        if (!problem.ok()) return problem;
        begin = alignedUp(begin + chunk.size);
    }
    if (begin != total) return headerProblem(AssetFault::TooLong, "total size", total, begin);
    return {};
}

const AssetHeader& headerOf(Bytes bytes) {
    return *reinterpret_cast<const AssetHeader*>(bytes.data());
}

}  // namespace

std::span<const AssetChunk> tableOf(Bytes bytes) noexcept {
    return {reinterpret_cast<const AssetChunk*>(bytes.data() + sizeof(AssetHeader)),
            headerOf(bytes).chunkCount};
}

const AssetChunk* findChunk(std::span<const AssetChunk> table, ChunkId id) noexcept {
    for (const AssetChunk& chunk : table) {
        if (chunk.id == id) return &chunk;
    }
    return nullptr;
}

AssetProblem checkTable(Bytes bytes, std::span<const ChunkKind> kinds) noexcept {
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kAssetAlignment != 0)
        return headerProblem(AssetFault::Misaligned, "buffer");
    if (bytes.size() < sizeof(AssetHeader))
        return headerProblem(AssetFault::TooShort, "header", bytes.size(), sizeof(AssetHeader));
    if (const AssetProblem problem = checkHeader(bytes, headerOf(bytes)); !problem.ok()) return problem;
    const std::span<const AssetChunk> table = tableOf(bytes);
    if (hashBytes(table.data(), table.size_bytes()) != headerOf(bytes).tableHash)
        return headerProblem(AssetFault::TableHash, "table hash");
    if (const AssetProblem problem = checkIds(table, kinds); !problem.ok()) return problem;
    const std::uint64_t end = sizeof(AssetHeader) + table.size_bytes(),
                        first = firstChunkOffset(table.size());
    if (bytes.size() < first) return headerProblem(AssetFault::Truncated, "table", bytes.size(), first);
    if (!isZero(bytes.subspan(end, first - end))) return headerProblem(AssetFault::Padding, "table");
    return checkPlaces(bytes.size(), table, kinds);
}

AssetProblem checkChunkBytes(Bytes bytes) noexcept {
    for (const AssetChunk& chunk : tableOf(bytes)) {
        const std::uint64_t end = chunk.offset + chunk.size;
        if (hashBytes(bytes.data() + chunk.offset, chunk.size) != chunk.hash)
            return chunkProblem(AssetFault::ChunkHash, chunk.id, "hash");
        if (!isZero(bytes.subspan(end, alignedUp(end) - end)))
            return chunkProblem(AssetFault::Padding, chunk.id, "end");
    }
    return {};
}

}  // namespace sinew
