// The file around the arrays: its header, its table of chunks, and where the chunks lie. Nothing here knows
// what is in them.
#pragma once

#include <span>

#include "Asset/Problem.h"

namespace sinew {

// Everything but what the chunks hold: alignment of the memory, the header, the table, that the chunks are
// those of `kinds` in that order (optional ones may be absent), and that they fill the file without gaps. The
// time does not depend on the size of the file. After this every chunk lies within the bytes.
AssetProblem checkTable(std::span<const std::byte> bytes, std::span<const ChunkKind> kinds) noexcept;

// The bytes of the chunks against their hashes, and zeroes between them. Reads the whole file once.
AssetProblem checkChunkBytes(std::span<const std::byte> bytes) noexcept;

// Both need bytes that checkTable has found no fault in.
std::span<const AssetChunk> tableOf(std::span<const std::byte> bytes) noexcept;
const AssetChunk* findChunk(std::span<const AssetChunk> table, ChunkId id) noexcept;

// The elements of a chunk, none where the file does not have it.
template <class Element>
std::span<const Element> chunkOf(std::span<const std::byte> bytes, ChunkId id) noexcept {
    static_assert(alignof(Element) <= kAssetAlignment);
    const AssetChunk* const chunk = findChunk(tableOf(bytes), id);
    if (chunk == nullptr) return {};
    return {reinterpret_cast<const Element*>(bytes.data() + chunk->offset),
            static_cast<std::size_t>(chunk->count)};
}

}  // namespace sinew
