// Stage 8: writes the results of the stages to a `.sinew` file, and loads such a file. Offline.
#pragma once

#include <filesystem>
#include <string>

#include "Asset/View.h"
#include "Asset/Writer/Content.h"

namespace sinew {

struct ChunkData;

// Bytes that start on a cache line, as assets require.
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

// The same content gives the same bytes. Throws Error if the content is inconsistent, or if viewAsset would
// reject the result.
AssetBytes packAsset(const AssetContent& content);

// Writes the file completely or not at all (Offline/Files.h).
void writeAsset(const std::filesystem::path& path, const AssetContent& content);

// Throws Error(Io), and Error(BadInput) with the text and remedy of Problem.h.
LoadedAsset loadAsset(const std::filesystem::path& path);

// The last step of packAsset: header, table and chunks (Writer/Arrays.h), without empty optional chunks. Only
// the hashes of the header are read from `content`.
AssetBytes assembleAsset(const AssetContent& content, const std::vector<ChunkData>& chunks);

}  // namespace sinew
