// What is bound to the surface: LOD meshes and contact samples.
#include "Asset/Checks.h"

namespace sinew {

namespace {

constexpr float kBarycentricTolerance = 1e-5f;

bool contains(std::span<const std::uint32_t> rising, std::uint32_t value) {
    std::size_t begin = 0, end = rising.size();
    while (begin < end) {
        const std::size_t middle = begin + (end - begin) / 2;
        if (rising[middle] == value) return true;
        (rising[middle] < value ? begin : end) = rising[middle] < value ? middle + 1 : middle;
    }
    return false;
}

AssetProblem checkLodBlocks(const AssetView& v, const AssetLod& lod) {
    for (std::uint32_t i = 0; i < lod.blocks; ++i) {
        const std::uint32_t at = lod.firstBlock + i;
        if (v.lodBlocks[at] >= v.blocks.size())
            return fault(AssetFault::Index, ChunkId::LodBlocks, "block", at);
        if (i > 0 && v.lodBlocks[at] <= v.lodBlocks[at - 1])
            return fault(AssetFault::Order, ChunkId::LodBlocks, "block", at);
    }
    return {};
}

AssetProblem checkLodVertex(const AssetView& v, std::span<const std::uint32_t> blocks, std::uint32_t at) {
    constexpr ChunkId kChunk = ChunkId::LodVertices;
    const AssetLodVertex& vertex = v.lodVertices[at];
    if (vertex.triangle >= v.triangles.size()) return fault(AssetFault::Index, kChunk, "triangle", at);
    if (!(vertex.u >= 0 && vertex.v >= 0 && vertex.u + vertex.v <= 1 + kBarycentricTolerance))
        return fault(AssetFault::Value, kChunk, "weights", at);
    if (!std::isfinite(vertex.offset)) return fault(AssetFault::NotFinite, kChunk, "offset", at);
    for (const std::uint32_t corner : v.triangles[vertex.triangle].corner) {
        if (!contains(blocks, corner / kAssetLanes))
            return fault(AssetFault::Index, ChunkId::LodBlocks, "block", at);
    }
    return {};
}

AssetProblem checkLod(const AssetView& v, const AssetLod& lod) {
    if (const AssetProblem problem = checkLodBlocks(v, lod); !problem.ok()) return problem;
    const auto blocks = v.lodBlocks.subspan(lod.firstBlock, lod.blocks);
    for (std::uint32_t i = 0; i < lod.vertices; ++i) {
        const AssetProblem problem = checkLodVertex(v, blocks, lod.firstVertex + i);
        if (!problem.ok()) return problem;
    }
    return {};
}

bool bindsTo(const AssetRun& run, std::uint32_t domain) {
    for (std::uint32_t b = 0; b < run.bindings; ++b) {
        if (run.domain[b] == domain) return true;
    }
    return false;
}

bool isVertexOf(const AssetRun& run, std::uint32_t place) {
    const std::uint64_t first = std::uint64_t{run.firstBlock} * kAssetLanes;
    return place >= first && place - first < run.vertices;
}

AssetProblem checkSample(const AssetView& v, std::uint32_t at, std::size_t domain) {
    constexpr ChunkId kChunk = ChunkId::Samples;
    const AssetSample& s = v.samples[at];
    if (s.domain != domain) return fault(AssetFault::Index, kChunk, "domain", at);
    if (s.run >= v.runs.size()) return fault(AssetFault::Index, kChunk, "run", at);
    if (!isVertexOf(v.runs[s.run], s.place)) return fault(AssetFault::Index, kChunk, "place", at);
    if (!bindsTo(v.runs[s.run], s.domain)) return fault(AssetFault::Index, kChunk, "domain", at);
    if (!isPositive(s.radius)) return fault(AssetFault::Value, kChunk, "radius", at);
    return {};
}

}  // namespace

AssetProblem checkLods(const AssetView& v) {
    std::uint64_t vertex = 0, block = 0;
    for (std::size_t i = 0; i < v.lods.size(); ++i) {
        if (!isName(v, v.lods[i].name)) return fault(AssetFault::Text, ChunkId::Lods, "name", i);
        if (v.lods[i].firstVertex != vertex)
            return fault(AssetFault::Index, ChunkId::Lods, "first vertex", i);
        if (v.lods[i].firstBlock != block) return fault(AssetFault::Index, ChunkId::Lods, "first block", i);
        vertex += v.lods[i].vertices;
        block += v.lods[i].blocks;
    }
    if (v.lodVertices.size() != vertex)
        return countFault(ChunkId::LodVertices, "vertices", v.lodVertices.size(), vertex);
    if (v.lodBlocks.size() != block)
        return countFault(ChunkId::LodBlocks, "blocks", v.lodBlocks.size(), block);
    for (const AssetLod& lod : v.lods) {
        if (const AssetProblem problem = checkLod(v, lod); !problem.ok()) return problem;
    }
    return {};
}

AssetProblem checkSamples(const AssetView& v) {
    for (std::size_t d = 0; d < v.domains.size(); ++d) {
        for (std::uint32_t i = 0; i < v.domains[d].samples; ++i) {
            const AssetProblem problem = checkSample(v, v.domains[d].firstSample + i, d);
            if (!problem.ok()) return problem;
        }
    }
    return {};
}

}  // namespace sinew
