// Stage 8: from what the stages found to one `.sinew` file, and back to a view of it. Offline.
#pragma once

#include <filesystem>
#include <string>

#include "Asset/View.h"
#include "Asset/Writer/Content.h"

namespace sinew {

struct ChunkData;

// Bytes that start on a cache line, as assets must.
class AssetBytes {
  public:
    explicit AssetBytes(std::size_t size) : lines_((size + sizeof(Line) - 1) / sizeof(Line)), size_(size) {}

    std::span<std::byte> bytes() { return {reinterpret_cast<std::byte*>(lines_.data()), size_}; }
    std::span<const std::byte> bytes() const {
        return {reinterpret_cast<const std::byte*>(lines_.data()), size_};
    }

  private:
    struct alignas(kAssetAlignment) Line {
        std::byte bytes[kAssetAlignment]{};
    };
    std::vector<Line> lines_;
    std::size_t size_;
};

struct LoadedAsset {
    AssetBytes bytes;
    AssetView view;  // of `bytes`
};

// The same content gives the same bytes. Throws Error where the content does not fit together or where
// viewAsset would refuse what comes out.
AssetBytes packAsset(const AssetContent& content);

// Whole or not at all (Offline/Files.h).
void writeAsset(const std::filesystem::path& path, const AssetContent& content);

// Throws Error(Io), and Error(BadInput) with the words of Problem.h: the chunk, the field, a remedy.
LoadedAsset loadAsset(const std::filesystem::path& path);

// The last step of packAsset: header, table and chunks (Writer/Arrays.h), without optional chunks that are
// empty. Of `content` it takes the hashes of the header alone.
AssetBytes assembleAsset(const AssetContent& content, const std::vector<ChunkData>& chunks);

}  // namespace sinew
