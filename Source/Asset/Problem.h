// Describes why bytes are not a valid asset: the fault and its location.
#pragma once

#include <cstdint>
#include <span>

#include "Asset/Layout.h"
#include "Base/Status.h"

namespace sinew {

enum class AssetFault : std::int32_t {
    None,
    Misaligned,  // the buffer does not start on a cache line
    TooShort,    // too few bytes for a header
    NoMagic,     // not a Sinew asset
    OldFormat,   // an earlier format version
    NewFormat,   // a later format version
    HeaderHash,  // the header does not match its hash
    Truncated,   // fewer bytes than the header says
    TooLong,     // more bytes than the header says
    ChunkCount,  // the table does not fit into the file
    TableHash,   // the table does not match its hash
    UnknownChunk,
    DuplicateChunk,
    MissingChunk,
    ChunkOrder,  // the chunks are in the wrong order
    ElementSize,
    ChunkSize,   // the size is not count · element size
    ChunkPlace,  // the chunk does not start where the one before it ends
    ChunkHash,   // the chunk does not match its hash
    Padding,     // padding bytes are not zero, or padding lanes do not repeat the last vertex
    Count,       // arrays that belong together have different lengths
    Index,       // out of range, or refers to the wrong element
    Order,       // elements are not in ascending order
    NotFinite,
    Value,    // finite, but out of range
    Text,     // an offset that is not the start of a name, or a text without an end
    Pattern,  // the factor has no block where elimination fills one in
};
inline constexpr std::int32_t kFaultCount = static_cast<std::int32_t>(AssetFault::Pattern) + 1;

inline constexpr std::uint64_t kNoIndex = ~std::uint64_t{0};

struct AssetProblem {
    AssetFault fault = AssetFault::None;
    ChunkId chunk = ChunkId::None;          // None for the header or the table
    const char* field = "";                 // a string literal
    std::uint64_t index = kNoIndex;         // index of the element or table entry, or kNoIndex
    std::uint64_t found = 0, expected = 0;  // versions, sizes or counts, if the fault is a mismatch

    bool ok() const { return fault == AssetFault::None; }
};

// The largest length of a description, including the zero at its end.
inline constexpr std::size_t kMaxDescription = 256;

// Writes the problem as a sentence:
//     Chunk CUBA, field "weight", index 17: the value is out of its allowed range.
// The text is zero-terminated and truncated to the size of `text`. The C interface and the program both use
// these texts. Returns the length without the zero.
std::size_t describeProblem(const AssetProblem& problem, std::span<char> text) noexcept;

// The remedy as one sentence. Never null; empty if there is no fault.
const char* remedyText(AssetFault fault) noexcept;

// The four characters of the chunk and a zero; empty for ChunkId::None. Characters that cannot be printed
// become question marks.
struct ChunkName {
    char text[5];
};
ChunkName chunkName(ChunkId id) noexcept;

// The status that the C interface returns for the fault.
Status statusOf(AssetFault fault) noexcept;

}  // namespace sinew
