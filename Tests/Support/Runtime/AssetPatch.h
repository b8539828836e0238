// Bytes of assets with something changed and hashes that fit again, so that what stands behind them is
// tested.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "Asset/Writer.h"
#include "Base/Hash.h"

namespace sinew::test {

template <class T>
T readAt(std::span<const std::byte> bytes, std::size_t offset) {
    T value{};
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

template <class T>
void writeAt(std::span<std::byte> bytes, std::size_t offset, const T& value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
}

inline std::size_t entryOffset(std::size_t chunk) {
    return sizeof(AssetHeader) + chunk * sizeof(AssetChunk);
}

// Of whatever a table says that lies within the bytes.
inline void rehash(std::span<std::byte> bytes) {
    if (bytes.size() < sizeof(AssetHeader)) return;
    auto header = readAt<AssetHeader>(bytes, 0);
    const std::size_t room = (bytes.size() - sizeof header) / sizeof(AssetChunk);
    const std::size_t count = header.chunkCount < room ? header.chunkCount : room;
    for (std::size_t i = 0; i < count; ++i) {
        auto chunk = readAt<AssetChunk>(bytes, entryOffset(i));
        if (chunk.offset > bytes.size() || chunk.size > bytes.size() - chunk.offset) continue;
        chunk.hash = hashBytes(bytes.data() + chunk.offset, chunk.size);
        writeAt(bytes, entryOffset(i), chunk);
    }
    header.tableHash = hashBytes(bytes.data() + sizeof header, count * sizeof(AssetChunk));
    header.headerHash = hashBytes(&header, offsetof(AssetHeader, headerHash));
    writeAt(bytes, 0, header);
}

inline std::size_t chunkCount(std::span<const std::byte> bytes) {
    return readAt<AssetHeader>(bytes, 0).chunkCount;
}

// Of the entry in the file's table.
inline std::size_t chunkIndex(std::span<const std::byte> bytes, ChunkId id) {
    std::size_t i = 0;
    while (i < chunkCount(bytes) && readAt<AssetChunk>(bytes, entryOffset(i)).id != id) ++i;
    return i;
}

// Where an element's byte is in the file.
inline std::size_t elementOffset(std::span<const std::byte> bytes, ChunkId id, std::size_t element) {
    const auto chunk = readAt<AssetChunk>(bytes, entryOffset(chunkIndex(bytes, id)));
    return chunk.offset + element * chunk.elementSize;
}

inline std::span<const std::byte> contentOf(std::span<const std::byte> bytes, std::size_t chunk) {
    const auto entry = readAt<AssetChunk>(bytes, entryOffset(chunk));
    return bytes.subspan(entry.offset, entry.size);
}

// The same file with other elements in one chunk, everything around them as it should be.
inline AssetBytes repacked(std::span<const std::byte> bytes, ChunkId id, std::span<const std::byte> content) {
    std::vector<AssetChunk> table;
    std::uint64_t offset = firstChunkOffset(chunkCount(bytes));
    for (std::size_t i = 0; i < chunkCount(bytes); ++i) {
        auto entry = readAt<AssetChunk>(bytes, entryOffset(i));
        if (entry.id == id) entry.size = content.size();
        entry.count = entry.size / entry.elementSize;
        entry.offset = offset;
        offset = alignedUp(offset + entry.size);
        table.push_back(entry);
    }
    AssetBytes result(offset);
    std::memcpy(result.bytes().data(), bytes.data(), sizeof(AssetHeader));
    writeAt(result.bytes(), offsetof(AssetHeader, totalSize), offset);
    for (std::size_t i = 0; i < chunkCount(bytes); ++i) {
        const auto from = table[i].id == id ? content : contentOf(bytes, i);
        if (!from.empty()) std::memcpy(result.bytes().data() + table[i].offset, from.data(), from.size());
        writeAt(result.bytes(), entryOffset(i), table[i]);
    }
    rehash(result.bytes());
    return result;
}

inline std::string textOf(const AssetProblem& problem) {
    char text[kMaxDescription];
    return {text, describeProblem(problem, text)};
}

}  // namespace sinew::test
