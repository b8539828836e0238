#include "Asset/ValidateSkin.h"

#include "Asset/Checks.h"

namespace sinew {

namespace {

constexpr float kWeightTolerance = 1e-4f;  // of a vertex's weights, whose sum is one

// Where the next run's ranges have to start.
struct RunEnds {
    std::uint64_t block = 0, vertex = 0, weight = 0, row = 0;
};

std::uint32_t rowsOfBlock(const AssetView& v, const AssetRun& run) {
    std::uint32_t rows = 0;
    for (std::uint32_t b = 0; b < run.bindings; ++b) rows += rowsOf(v.domains[run.domain[b]].rank);
    return rows;
}

AssetProblem checkBindings(const AssetView& v, std::size_t i) {
    const AssetRun& run = v.runs[i];
    if (run.bindings < 1 || run.bindings > kMaxBindings)
        return fault(AssetFault::Value, ChunkId::Runs, "bindings", i);
    for (std::uint32_t b = 0; b < kMaxBindings; ++b) {
        if (b >= run.bindings && run.domain[b] != 0)
            return fault(AssetFault::Padding, ChunkId::Runs, "domain", i);
        if (run.domain[b] >= v.domains.size()) return fault(AssetFault::Index, ChunkId::Runs, "domain", i);
        if (b > 0 && b < run.bindings && run.domain[b] <= run.domain[b - 1])
            return fault(AssetFault::Order, ChunkId::Runs, "domain", i);
    }
    return {};
}

AssetProblem checkRun(const AssetView& v, std::size_t i, const RunEnds& ends) {
    const AssetRun& run = v.runs[i];
    if (run.vertices == 0 || run.blocks != blocksOf(run.vertices))
        return fault(AssetFault::Value, ChunkId::Runs, "vertices", i);
    if (run.firstBlock != ends.block) return fault(AssetFault::Index, ChunkId::Runs, "first block", i);
    if (run.firstWeight != ends.weight) return fault(AssetFault::Index, ChunkId::Runs, "first weight", i);
    if (run.firstRow != ends.row) return fault(AssetFault::Index, ChunkId::Runs, "first row", i);
    return checkBindings(v, i);
}

AssetProblem checkRunEnds(const AssetView& v, const RunEnds& ends) {
    if (v.blocks.size() != ends.block)
        return countFault(ChunkId::Blocks, "blocks", v.blocks.size(), ends.block);
    if (v.weights.size() != ends.weight)
        return countFault(ChunkId::Weights, "rows", v.weights.size(), ends.weight);
    if (v.rows.size() != ends.row) return countFault(ChunkId::Rows, "rows", v.rows.size(), ends.row);
    if (v.meta->surfaceVertices != ends.vertex)
        return countFault(ChunkId::Meta, "surface vertices", v.meta->surfaceVertices, ends.vertex);
    return {};
}

AssetProblem checkWeights(const AssetView& v, const AssetRun& run) {
    for (std::uint32_t block = 0; block < run.blocks; ++block) {
        const AssetWeights* const weights = &v.weights[run.firstWeight + block * run.bindings];
        const std::uint64_t place = std::uint64_t{run.firstBlock + block} * kAssetLanes;
        for (std::uint32_t lane = 0; lane < kAssetLanes; ++lane) {
            float sum = 0;
            bool positive = true;
            for (std::uint32_t b = 0; b < run.bindings; ++b) {
                sum += weights[b].lane[lane];
                positive = positive && weights[b].lane[lane] >= 0;
            }
            if (!positive || !(std::abs(sum - 1) <= kWeightTolerance))
                return fault(AssetFault::Value, ChunkId::Weights, "weight", place + lane);
        }
    }
    return {};
}

bool repeatsAfter(const float (&lane)[kAssetLanes], std::uint32_t last) {
    for (std::uint32_t i = last + 1; i < kAssetLanes; ++i) {
        if (lane[i] != lane[last]) return false;
    }
    return true;
}

bool repeatsAfter(const AssetRow& row, std::uint32_t last) {
    for (std::uint32_t i = last + 1; i < kAssetLanes; ++i) {
        if (row.lane[i][0] != row.lane[last][0] || row.lane[i][1] != row.lane[last][1]) return false;
    }
    return true;
}

// Kernels run over whole blocks; what they write past the end is the last vertex once more.
AssetProblem checkLastLanes(const AssetView& v, const AssetRun& run) {
    const std::uint32_t last = (run.vertices - 1) % kAssetLanes, block = run.firstBlock + run.blocks - 1;
    const std::uint32_t rows = rowsOfBlock(v, run);
    for (int c = 0; c < 3; ++c) {
        if (!repeatsAfter(v.blocks[block].position[c], last) ||
            !repeatsAfter(v.blocks[block].normal[c], last))
            return fault(AssetFault::Padding, ChunkId::Blocks, "lane", block);
    }
    for (std::uint32_t b = 0; b < run.bindings; ++b) {
        const std::uint32_t at = run.firstWeight + (run.blocks - 1) * run.bindings + b;
        if (!repeatsAfter(v.weights[at].lane, last))
            return fault(AssetFault::Padding, ChunkId::Weights, "lane", at);
    }
    for (std::uint32_t r = 0; r < rows; ++r) {
        const std::uint32_t at = run.firstRow + (run.blocks - 1) * rows + r;
        if (!repeatsAfter(v.rows[at], last)) return fault(AssetFault::Padding, ChunkId::Rows, "lane", at);
    }
    return {};
}

AssetProblem checkInfluences(const AssetView& v) {
    if (!v.influences.empty() && v.influences.size() != v.blocks.size())
        return countFault(ChunkId::Influences, "blocks", v.influences.size(), v.blocks.size());
    for (std::size_t i = 0; i < v.influences.size(); ++i) {
        const AssetInfluences& block = v.influences[i];
        for (std::uint32_t lane = 0; lane < kAssetLanes; ++lane) {
            std::uint32_t sum = 0;
            for (std::uint32_t k = 0; k < kMaxInfluences; ++k) {
                if (block.joint[k][lane] >= v.joints.size())
                    return fault(AssetFault::Index, ChunkId::Influences, "joint", i * kAssetLanes + lane);
                sum += block.weight[k][lane];
            }
            if (sum != kWholeWeight)
                return fault(AssetFault::Value, ChunkId::Influences, "weight", i * kAssetLanes + lane);
        }
    }
    return {};
}

AssetProblem checkFileMap(const AssetView& v) {
    for (std::size_t i = 0; i < v.fileMap.size(); ++i) {
        if (v.fileMap[i] >= v.blocks.size() * kAssetLanes)
            return fault(AssetFault::Index, ChunkId::FileMap, "place", i);
    }
    if (!v.uvs.empty() && v.uvs.size() != v.fileMap.size())
        return countFault(ChunkId::Uvs, "uvs", v.uvs.size(), v.fileMap.size());
    if (!v.normals.empty() && v.normals.size() != v.fileMap.size())
        return countFault(ChunkId::Normals, "normals", v.normals.size(), v.fileMap.size());
    if (!v.tangents.empty() && v.tangents.size() != v.fileMap.size())
        return countFault(ChunkId::Tangents, "tangents", v.tangents.size(), v.fileMap.size());
    return checkFinite({reinterpret_cast<const float*>(v.uvs.data()), 2 * v.uvs.size()}, ChunkId::Uvs,
                       "floats");
}

AssetProblem checkRuns(const AssetView& v) {
    RunEnds ends;
    for (std::size_t i = 0; i < v.runs.size(); ++i) {
        const AssetRun& run = v.runs[i];
        if (const AssetProblem problem = checkRun(v, i, ends); !problem.ok()) return problem;
        ends.block += run.blocks;
        ends.vertex += run.vertices;
        ends.weight += std::uint64_t{run.blocks} * run.bindings;
        ends.row += std::uint64_t{run.blocks} * rowsOfBlock(v, run);
    }
    return checkRunEnds(v, ends);
}

AssetProblem checkBlocks(const AssetView& v) {
    for (const AssetRun& run : v.runs) {
        if (const AssetProblem problem = checkWeights(v, run); !problem.ok()) return problem;
        if (const AssetProblem problem = checkLastLanes(v, run); !problem.ok()) return problem;
    }
    if (const AssetProblem problem = checkInfluences(v); !problem.ok()) return problem;
    constexpr std::size_t kFloats = sizeof(AssetBlock) / sizeof(float);
    return checkFinite({reinterpret_cast<const float*>(v.blocks.data()), kFloats * v.blocks.size()},
                       ChunkId::Blocks, "floats");
}

AssetProblem checkTriangles(const AssetView& v) {
    if (const AssetProblem problem = checkFileMap(v); !problem.ok()) return problem;
    if (v.fileTriangles.size() != v.triangles.size())
        return countFault(ChunkId::FileTriangles, "triangles", v.fileTriangles.size(), v.triangles.size());
    for (std::size_t i = 0; i < v.triangles.size(); ++i) {
        for (int c = 0; c < 3; ++c) {
            const std::uint32_t file = v.fileTriangles[i].corner[c];
            if (file >= v.fileMap.size())
                return fault(AssetFault::Index, ChunkId::FileTriangles, "corner", i);
            if (v.triangles[i].corner[c] != v.fileMap[file])
                return fault(AssetFault::Index, ChunkId::Triangles, "corner", i);
        }
    }
    return {};
}

AssetProblem checkSlots(const AssetView& v) {
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < v.slots.size(); ++i) {
        if (!isName(v, v.slots[i].name)) return fault(AssetFault::Text, ChunkId::Slots, "name", i);
        if (v.slots[i].firstTriangle != end)
            return fault(AssetFault::Index, ChunkId::Slots, "first triangle", i);
        end += v.slots[i].triangles;
    }
    if (end != v.triangles.size()) return countFault(ChunkId::Slots, "triangles", end, v.triangles.size());
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

AssetProblem checkSamples(const AssetView& v) {
    for (std::size_t d = 0; d < v.domains.size(); ++d) {
        for (std::uint32_t i = 0; i < v.domains[d].samples; ++i) {
            const AssetProblem problem = checkSample(v, v.domains[d].firstSample + i, d);
            if (!problem.ok()) return problem;
        }
    }
    return {};
}

}  // namespace

AssetProblem validateSkin(const AssetView& view) noexcept {
    return firstProblem(view, {&checkRuns, &checkBlocks, &checkTriangles, &checkSlots, &checkSamples});
}

}  // namespace sinew
