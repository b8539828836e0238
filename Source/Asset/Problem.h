// Why bytes are not an asset: what is wrong, and where.
#pragma once

#include <cstdint>

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
    Padding,     // bytes or lanes that fill up are not zero
    Count,       // arrays that belong together have different lengths
    Index,       // points out of its array, or at the wrong element
    Order,       // elements that must rise do not
    NotFinite,
    Value,    // finite, but out of its range
    Text,     // a name does not start or end where names do
    Pattern,  // the factor's blocks lack one that elimination fills
};

struct AssetProblem {
    AssetFault fault = AssetFault::None;
    ChunkId chunk = ChunkId::None;
    const char* field = "";                 // a literal
    std::uint64_t index = 0;                // of the element, where the fault is in one
    std::uint64_t found = 0, expected = 0;  // versions, sizes or counts, where the fault is between two

    bool ok() const { return fault == AssetFault::None; }
};

// Of the fault alone: one clause in English, never null.
const char* faultText(AssetFault fault) noexcept;

// What the fault is at the C door.
Status statusOf(AssetFault fault) noexcept;

}  // namespace sinew
