#include "Asset/Writer.h"

#include <algorithm>
#include <cstring>

#include "Asset/Writer/Arrays.h"
#include "Base/Hash.h"
#include "Offline/Error.h"
#include "Offline/Files.h"

namespace sinew {

namespace {

std::vector<AssetChunk> tableOf(const std::vector<ChunkData>& chunks) {
    std::vector<AssetChunk> table;
    std::uint64_t offset = firstChunkOffset(chunks.size());
    for (const ChunkData& chunk : chunks) {
        const std::uint64_t size = chunk.kind.elementSize * std::uint64_t{chunk.count};
        table.push_back({chunk.kind.id, chunk.kind.elementSize, offset, size, chunk.count,
                         hashBytes(chunk.elements, size)});
        offset = alignedUp(offset + size);
    }
    return table;
}

AssetHeader headerOf(const AssetContent& content, const std::vector<AssetChunk>& table) {
    AssetHeader header{};
    std::copy(std::begin(kAssetMagic), std::end(kAssetMagic), header.magic);
    header.version = static_cast<std::uint32_t>(kAssetVersion);
    header.chunkCount = static_cast<std::uint32_t>(table.size());
    header.totalSize = alignedUp(table.back().offset + table.back().size);
    header.recipeHash = content.recipeHash;
    header.meshHash = content.meshHash;
    header.skeletonHash = content.skeletonHash;
    header.tableHash = hashBytes(table.data(), table.size() * sizeof(AssetChunk));
    header.headerHash = hashBytes(&header, offsetof(AssetHeader, headerHash));
    return header;
}

std::string describe(const AssetProblem& problem) {
    char text[kMaxDescription];
    return {text, describeProblem(problem, text)};
}

}  // namespace

AssetBytes assembleAsset(const AssetContent& content, const std::vector<ChunkData>& all) {
    std::vector<ChunkData> chunks = all;
    std::erase_if(chunks, [](const ChunkData& chunk) {
        return chunk.kind.presence == ChunkPresence::Optional && chunk.count == 0;
    });
    const std::vector<AssetChunk> table = tableOf(chunks);
    const AssetHeader header = headerOf(content, table);
    AssetBytes result(header.totalSize);
    std::byte* const out = result.bytes().data();
    std::memcpy(out, &header, sizeof header);
    std::memcpy(out + sizeof header, table.data(), table.size() * sizeof(AssetChunk));
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        if (table[i].size > 0) std::memcpy(out + table[i].offset, chunks[i].elements, table[i].size);
    }
    return result;
}

AssetBytes packAsset(const AssetContent& content) {
    const AssetArrays arrays = arraysOf(content);
    AssetBytes packed = assembleAsset(content, chunksOf(arrays));
    AssetView view;
    if (const AssetProblem problem = viewAsset(packed.bytes(), view); !problem.ok()) {
        throw Error(
            ErrorKind::Failed, "the asset is invalid: " + describe(problem),
            "Build again without the cache. If that does not help, report the problem: a build stage wrote "
            "an invalid value.");
    }
    return packed;
}

void writeAsset(const std::filesystem::path& path, const AssetContent& content) {
    const AssetBytes packed = packAsset(content);
    const auto bytes = packed.bytes();
    writeFileAtomically(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

LoadedAsset loadAsset(const std::filesystem::path& path) {
    const std::string file = readFile(path);
    LoadedAsset loaded{AssetBytes(file.size()), {}};
    if (!file.empty()) std::memcpy(loaded.bytes.bytes().data(), file.data(), file.size());
    const AssetProblem problem = viewAsset(loaded.bytes.bytes(), loaded.view);
    if (!problem.ok()) throw badInput(path.string() + ": " + describe(problem), remedyText(problem.fault));
    return loaded;
}

}  // namespace sinew
