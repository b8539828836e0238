// Why bytes are not an asset: what is wrong, and where.
#pragma once

#include <cstdint>
#include <span>

#include "Asset/Layout.h"
#include "Base/Status.h"

namespace sinew {

enum class AssetFault : std::int32_t {
    None,
    Misaligned,  // the buffer does not start on a cache line
    TooShort,    // for a header
    NoMagic,     // not a Sinew asset at all
    OldFormat,   // of an earlier format version
    NewFormat,   // of a later one
    HeaderHash,  // the header's bytes are not those that were written
    Truncated,   // fewer bytes than the header says
    TooLong,     // more
    ChunkCount,  // more table entries than there are bytes
    TableHash,   // the table's bytes are not those that were written
    UnknownChunk,
    DuplicateChunk,
    MissingChunk,
    ChunkOrder,  // all chunks are there, in another order
    ElementSize,
    ChunkSize,   // size is not elements · element size
    ChunkPlace,  // not where the chunk before it ends
    ChunkHash,   // the chunk's bytes are not those that were written
    Padding,     // bytes or lanes that only fill up are not zero, or do not repeat the last vertex
    Count,       // arrays that belong together have different lengths
    Index,       // points out of its array, or at the wrong element
    Order,       // elements that must rise do not
    NotFinite,
    Value,    // finite, but out of its range
    Text,     // a name does not start or end where names do
    Pattern,  // the factor's blocks lack one that elimination fills
};
inline constexpr std::int32_t kFaultCount = static_cast<std::int32_t>(AssetFault::Pattern) + 1;

inline constexpr std::uint64_t kNoIndex = ~std::uint64_t{0};

struct AssetProblem {
    AssetFault fault = AssetFault::None;
    ChunkId chunk = ChunkId::None;          // None: the header or the table
    const char* field = "";                 // a literal
    std::uint64_t index = kNoIndex;         // of the element or table entry, where the fault is in one
    std::uint64_t found = 0, expected = 0;  // versions, sizes or counts, where the fault is between two

    bool ok() const { return fault == AssetFault::None; }
};

// No description is longer, the zero at its end included.
inline constexpr std::size_t kMaxDescription = 256;

// The problem as a sentence, for a person:
//     Chunk CUBA, field "weight", index 17: the value is out of its allowed range.
// It ends with a zero and is cut where `text` ends. These are the only words for problems: the C interface
// and the program both use them. Returns the length without the zero.
std::size_t describeProblem(const AssetProblem& problem, std::span<char> text) noexcept;

// What to do about it: one sentence, never null; empty where nothing is wrong.
const char* remedyText(AssetFault fault) noexcept;

// The chunk's four characters and a zero; an empty text for ChunkId::None. A character that cannot be shown
// is a question mark.
struct ChunkName {
    char text[5];
};
ChunkName chunkName(ChunkId id) noexcept;

// The status that the C interface returns for the fault.
Status statusOf(AssetFault fault) noexcept;

}  // namespace sinew
