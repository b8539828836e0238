// The arrays of an asset before they are concatenated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "Asset/Layout.h"
#include "Asset/Writer/Content.h"

namespace sinew {

// One array per chunk of the list in Chunks.h.
struct AssetArrays {
// A type cannot stand in parentheses: NOLINTBEGIN(bugprone-macro-parentheses)
#define SINEW_CHUNK(id, characters, Element, member, presence, meaning) std::vector<Element> member;
    SINEW_ASSET_CHUNKS(SINEW_CHUNK)
#undef SINEW_CHUNK
    // NOLINTEND(bugprone-macro-parentheses)

    AssetArrays() : metas(1) {}

    AssetMeta& meta() {
        return metas[0];
    }

    // Appends a name to the text chunk and returns its offset there.
    std::uint32_t addName(std::string_view name);
};

// Throws Error(Failed) if array sizes do not match. Values are checked later by the view.
AssetArrays arraysOf(const AssetContent& content);

// One chunk of a file that is being written.
struct ChunkData {
    ChunkKind kind;
    const void* elements;
    std::size_t count;
};

// All chunks in the order of the list; they point into `arrays`.
std::vector<ChunkData> chunksOf(const AssetArrays& arrays);

// Unless `fits`, throws Error(Failed) with a text that names `what`, which must be a plural.
void requireFits(bool fits, const std::string& what);

}  // namespace sinew
