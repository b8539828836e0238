// Stage 8: the memory layout of a `.sinew` file: a header, a table of chunks, and raw arrays. It is
// little-endian, and every chunk starts on a cache line. Chunks.h lists the chunks; FORMAT.md describes each
// array.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "Asset/Chunks.h"

namespace sinew {

static_assert(std::endian::native == std::endian::little, "assets are viewed in place");

// Append-only. Each value has the reason why files of the previous version had to be rebuilt.
enum class AssetVersion : std::uint32_t {
    First = 1,   // the first
    Second = 2,  // added the gravity of training and the joints that vertices are skinned to
    Third = 3,   // rows of two modes; normals as in the file; other meshes are bound at load time
    Fourth = 4,  // added the positions of cubature points, for display
};
inline constexpr AssetVersion kAssetVersion = AssetVersion::Fourth;

inline constexpr std::uint64_t kAssetAlignment =
    64;  // bytes; alignment of the file in memory and of every chunk

// The line ends and the end-of-text mark reveal damage by a transfer as text.
inline constexpr std::uint8_t kAssetMagic[8] = {'S', 'I', 'N', 'E', 'W', '\r', '\n', 0x1a};

struct AssetHeader {
    std::uint8_t magic[8];
    std::uint32_t version;     // an AssetVersion
    std::uint32_t chunkCount;  // number of table entries; the table follows the header
    std::uint64_t totalSize;   // bytes of the file
    std::uint64_t recipeHash;
    std::uint64_t meshHash;
    std::uint64_t skeletonHash;
    std::uint64_t tableHash;   // hash of all table entries
    std::uint64_t headerHash;  // hash of the 56 bytes before it
};
static_assert(sizeof(AssetHeader) == 64 && offsetof(AssetHeader, headerHash) == 56);

// Four characters, the first in the lowest byte.
constexpr std::uint32_t fourCharacters(const char (&text)[5]) {
    std::uint32_t id = 0;
    for (int i = 3; i >= 0; --i) id = id << 8 | static_cast<std::uint8_t>(text[i]);
    return id;
}

enum class ChunkId : std::uint32_t {
    None = 0,  // stands for the header and the table in a problem
#define SINEW_CHUNK(id, characters, Element, member, presence, meaning) id = fourCharacters(characters),
    SINEW_ASSET_CHUNKS(SINEW_CHUNK)
#undef SINEW_CHUNK
};

struct AssetChunk {
    ChunkId id;
    std::uint32_t elementSize;
    std::uint64_t
        offset;          // from the first byte of the file: the first multiple of 64 after the previous chunk
    std::uint64_t size;  // bytes: elementSize · count
    std::uint64_t count;
    std::uint64_t hash;  // hash of the chunk's bytes, without the padding after them
};
static_assert(sizeof(AssetChunk) == 40);

enum class ChunkPresence : std::uint8_t { Required, Optional };

// The properties of a chunk in the format.
struct ChunkKind {
    ChunkId id;
    std::uint32_t elementSize;
    ChunkPresence presence;
};

inline constexpr ChunkKind kChunkKinds[] = {
#define SINEW_CHUNK(id, characters, Element, member, presence, meaning) \
    {ChunkId::id, sizeof(Element), ChunkPresence::presence},
    SINEW_ASSET_CHUNKS(SINEW_CHUNK)
#undef SINEW_CHUNK
};

constexpr bool idsDiffer() {
    for (const ChunkKind& a : kChunkKinds) {
        for (const ChunkKind& b : kChunkKinds) {
            if (&a != &b && a.id == b.id) return false;
        }
    }
    return true;
}
static_assert(idsDiffer(), "two chunks of the list have the same four characters");

// The next multiple of kAssetAlignment.
constexpr std::uint64_t alignedUp(std::uint64_t size) {
    return (size + kAssetAlignment - 1) / kAssetAlignment * kAssetAlignment;
}

// The offset of the first chunk after a table of `chunks` entries.
constexpr std::uint64_t firstChunkOffset(std::uint64_t chunks) {
    return alignedUp(sizeof(AssetHeader) + chunks * sizeof(AssetChunk));
}

}  // namespace sinew
