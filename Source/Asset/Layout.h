// Stage 8: how a `.sinew` file lies in memory: a header, a table of chunks, raw arrays. Little-endian; every
// chunk starts on a cache line. FORMAT.md says what each array means. Records are in Records.h.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "Asset/Records.h"

namespace sinew {

static_assert(std::endian::native == std::endian::little, "assets are viewed in place");

// Append-only; each value says why files of the one before had to be rebuilt.
enum class AssetVersion : std::uint32_t {
    First = 1,   // the first
    Second = 2,  // the gravity of training, and the joints that vertices were skinned to
    Third =
        3,  // rows of two modes, normals as the file has them; other meshes are bound when they are loaded
    Fourth = 4,  // where cubature is, so that it can be shown
};
inline constexpr AssetVersion kAssetVersion = AssetVersion::Fourth;

inline constexpr std::uint64_t kAssetAlignment = 64;  // of the bytes and of every chunk in them

// The line ends and the end-of-text mark show what a transfer as text has broken.
inline constexpr std::uint8_t kAssetMagic[8] = {'S', 'I', 'N', 'E', 'W', '\r', '\n', 0x1a};

struct AssetHeader {
    std::uint8_t magic[8];
    std::uint32_t version;     // an AssetVersion
    std::uint32_t chunkCount;  // of the table, which follows the header
    std::uint64_t totalSize;   // bytes of the file
    std::uint64_t recipeHash;
    std::uint64_t meshHash;
    std::uint64_t skeletonHash;
    std::uint64_t tableHash;   // of all table entries
    std::uint64_t headerHash;  // of the 56 bytes before it
};
static_assert(sizeof(AssetHeader) == 64 && offsetof(AssetHeader, headerHash) == 56);

// Four characters, the first in the lowest byte.
constexpr std::uint32_t fourCharacters(const char (&text)[5]) {
    std::uint32_t id = 0;
    for (int i = 3; i >= 0; --i) id = id << 8 | static_cast<std::uint8_t>(text[i]);
    return id;
}

enum class ChunkId : std::uint32_t {
    None = 0,  // the header and the table, where a fault is named
    Meta = fourCharacters("META"),
    Recipe = fourCharacters("RECI"),
    Text = fourCharacters("STRS"),
    Joints = fourCharacters("JNTS"),
    Domains = fourCharacters("DOMN"),
    Bounds = fourCharacters("QBND"),
    Order = fourCharacters("ELIM"),
    Fill = fourCharacters("FILL"),
    Cubature = fourCharacters("CUBA"),
    CubatureBasis = fourCharacters("CUBB"),
    CubaturePlaces = fourCharacters("CUBP"),
    Mass = fourCharacters("MASS"),
    Interfaces = fourCharacters("INTF"),
    Coupling = fourCharacters("COUP"),
    Runs = fourCharacters("SRUN"),
    Blocks = fourCharacters("SKIN"),
    Weights = fourCharacters("SWGT"),
    Influences = fourCharacters("SINF"),
    Scales = fourCharacters("SSCL"),
    Rows = fourCharacters("SURF"),
    Triangles = fourCharacters("TRIS"),
    FileTriangles = fourCharacters("FTRI"),
    FileMap = fourCharacters("FMAP"),
    Uvs = fourCharacters("UVS "),
    Normals = fourCharacters("FNRM"),
    Tangents = fourCharacters("TANG"),
    Slots = fourCharacters("SLOT"),
    Samples = fourCharacters("SMPL"),
    RigidParts = fourCharacters("RIGD"),
};

struct AssetChunk {
    ChunkId id;
    std::uint32_t elementSize;
    std::uint64_t offset;  // from the file's first byte, the first multiple of 64 after what comes before
    std::uint64_t size;    // bytes: elementSize · count
    std::uint64_t count;
    std::uint64_t hash;  // of the chunk's bytes, without the zeroes that fill its last cache line
};
static_assert(sizeof(AssetChunk) == 40);

struct ChunkKind {
    ChunkId id;
    std::uint32_t elementSize;
};

// Every chunk is in every file, in this order, though it may be empty.
inline constexpr ChunkKind kChunkKinds[] = {
    {ChunkId::Meta, sizeof(AssetMeta)},
    {ChunkId::Recipe, 1},
    {ChunkId::Text, 1},
    {ChunkId::Joints, sizeof(AssetJoint)},
    {ChunkId::Domains, sizeof(AssetDomain)},
    {ChunkId::Bounds, sizeof(float)},
    {ChunkId::Order, sizeof(std::uint32_t)},
    {ChunkId::Fill, sizeof(AssetFill)},
    {ChunkId::Cubature, sizeof(AssetCubature)},
    {ChunkId::CubatureBasis, sizeof(float)},
    {ChunkId::CubaturePlaces, sizeof(Vec3f)},
    {ChunkId::Mass, sizeof(float)},
    {ChunkId::Interfaces, sizeof(AssetInterface)},
    {ChunkId::Coupling, sizeof(float)},
    {ChunkId::Runs, sizeof(AssetRun)},
    {ChunkId::Blocks, sizeof(AssetBlock)},
    {ChunkId::Weights, sizeof(AssetWeights)},
    {ChunkId::Influences, sizeof(AssetInfluences)},
    {ChunkId::Scales, sizeof(float)},
    {ChunkId::Rows, sizeof(AssetRow)},
    {ChunkId::Triangles, sizeof(AssetTriangle)},
    {ChunkId::FileTriangles, sizeof(AssetTriangle)},
    {ChunkId::FileMap, sizeof(std::uint32_t)},
    {ChunkId::Uvs, sizeof(AssetUv)},
    {ChunkId::Normals, sizeof(AssetNormal)},
    {ChunkId::Tangents, sizeof(AssetTangent)},
    {ChunkId::Slots, sizeof(AssetSlot)},
    {ChunkId::Samples, sizeof(AssetSample)},
    {ChunkId::RigidParts, sizeof(AssetRigidPart)},
};
inline constexpr std::uint32_t kChunkCount = std::size(kChunkKinds);

// The next multiple of kAssetAlignment.
constexpr std::uint64_t alignedUp(std::uint64_t size) {
    return (size + kAssetAlignment - 1) / kAssetAlignment * kAssetAlignment;
}

inline constexpr std::uint64_t kFirstChunkOffset =
    alignedUp(sizeof(AssetHeader) + kChunkCount * sizeof(AssetChunk));

}  // namespace sinew
