#include "Asset/Writer/Estimate.h"

#include <cmath>

namespace sinew {

std::vector<ChunkBytes> estimateChunks(const AssetPlan& p) {
    const std::uint64_t domains = p.domains, lanes = domains * paddedModes(p.rank);
    // Every run leaves half a block empty, on average.
    const double blocks = (p.surfaceVertices + 0.5 * (kAssetLanes - 1) * p.runs) / kAssetLanes;
    const auto bound = static_cast<std::uint64_t>(std::ceil(blocks * p.bindings));
    return {
        {ChunkId::Joints, p.joints * sizeof(AssetJoint)},
        {ChunkId::Domains, domains * sizeof(AssetDomain)},
        {ChunkId::Bounds, 3 * lanes * sizeof(float)},
        {ChunkId::Cubature, domains * blocksOf(p.cubatureTets) * sizeof(AssetCubature)},
        {ChunkId::CubatureBasis, domains * p.cubatureTets * basisFloats(p.rank) * sizeof(float)},
        {ChunkId::CubaturePlaces, domains * blocksOf(p.cubatureTets) * kAssetLanes * sizeof(Vec3f)},
        {ChunkId::Mass, domains * massFloats(p.rank) * sizeof(float)},
        {ChunkId::Interfaces, p.interfaces * sizeof(AssetInterface)},
        {ChunkId::Coupling, std::uint64_t{p.interfaces} * couplingFloats(p.rank, p.rank) * sizeof(float)},
        {ChunkId::Runs, p.runs * sizeof(AssetRun)},
        {ChunkId::Blocks, static_cast<std::uint64_t>(std::ceil(blocks)) * sizeof(AssetBlock)},
        {ChunkId::Weights, bound * sizeof(AssetWeights)},
        {ChunkId::Influences, static_cast<std::uint64_t>(std::ceil(blocks)) * sizeof(AssetInfluences)},
        {ChunkId::Scales, lanes * sizeof(float)},
        {ChunkId::Rows, bound * rowsOf(p.rank) * sizeof(AssetRow)},
        {ChunkId::Triangles, p.triangles * sizeof(AssetTriangle)},
        {ChunkId::FileTriangles, p.triangles * sizeof(AssetTriangle)},
        {ChunkId::FileMap, p.fileVertices * sizeof(std::uint32_t)},
        {ChunkId::Uvs, p.textured ? p.fileVertices * sizeof(AssetUv) : 0},
        {ChunkId::Normals, p.fileVertices * sizeof(AssetNormal)},
        {ChunkId::Tangents, p.textured ? p.fileVertices * sizeof(AssetTangent) : 0},
        {ChunkId::Samples, p.samples * sizeof(AssetSample)},
    };
}

std::uint64_t estimateBytes(const AssetPlan& plan) {
    std::uint64_t total = kFirstChunkOffset;
    for (const ChunkBytes& chunk : estimateChunks(plan)) total += alignedUp(chunk.bytes);
    return total;
}

}  // namespace sinew
