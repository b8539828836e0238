// The structure of the file: its header, its table of chunks and the positions of the chunks. Nothing here
// depends on the content of chunks.
#pragma once

#include <span>

#include "Asset/Problem.h"

namespace sinew {

// Checks everything except the content of chunks: the alignment of the memory, the header, the table, that
// the chunks are those of `kinds` in that order (optional ones may be absent), and that they fill the file
// without gaps. The time does not depend on the size of the file. Afterwards every chunk lies within the
// bytes.
AssetProblem checkTable(std::span<const std::byte> bytes, std::span<const ChunkKind> kinds) noexcept;

// Checks the chunks against their hashes, and that the padding between them is zero. Reads the whole file
// once.
AssetProblem checkChunkBytes(std::span<const std::byte> bytes) noexcept;

// Both need bytes in which checkTable has found no fault.
std::span<const AssetChunk> tableOf(std::span<const std::byte> bytes) noexcept;
const AssetChunk* findChunk(std::span<const AssetChunk> table, ChunkId id) noexcept;

// The elements of a chunk; empty if the file does not have it.
template <class Element>
std::span<const Element> chunkOf(std::span<const std::byte> bytes, ChunkId id) noexcept {
    static_assert(alignof(Element) <= kAssetAlignment);
    const AssetChunk* const chunk = findChunk(tableOf(bytes), id);
    if (chunk == nullptr) return {};
    return {reinterpret_cast<const Element*>(bytes.data() + chunk->offset),
            static_cast<std::size_t>(chunk->count)};
}

}  // namespace sinew
