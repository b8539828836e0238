#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "Asset/Rows.h"
#include "Asset/Writer/Arrays.h"
#include "Asset/Writer/Places.h"

namespace sinew {

namespace {

void packScales(const AssetContent& content, const Places& p, AssetArrays& arrays) {
    std::vector<float> largest(arrays.scales.size());
    for (const std::vector<Bound>& bindings : p.bound) {
        for (const Bound& b : bindings) {
            const std::uint32_t rank = content.domains[b.domain].rank;
            for (std::uint32_t i = 0; i < 3 * rank; ++i) {
                const float value = std::abs(content.surface.rows[b.firstRow + i]);
                requireFits(std::isfinite(value), "the surface's rows (one is not finite)");
                float& most = largest[arrays.domains[b.domain].firstLane + i % rank];
                most = std::max(most, value);
            }
        }
    }
    std::transform(largest.begin(), largest.end(), arrays.scales.begin(), rowScale);
}

AssetBlock blockOf(const SurfaceContent& s, const std::array<std::uint32_t, kAssetLanes>& vertices) {
    AssetBlock block{};
    for (std::uint32_t i = 0; i < kAssetLanes; ++i) {
        for (int c = 0; c < 3; ++c) {
            block.position[c][i] = s.positions[vertices[i]][c];
            block.normal[c][i] = s.normals[vertices[i]][c];
        }
    }
    return block;
}

// In whole steps; what rounding leaves over goes to the strongest.
void setInfluences(const VertexInfluences& from, std::uint32_t lane, AssetInfluences& to) {
    std::uint32_t left = kWholeWeight, strongest = 0;
    for (std::uint32_t k = 0; k < kMaxInfluences; ++k) {
        const float weight = std::clamp(from[k].weight, 0.0f, 1.0f);
        const auto steps =
            std::min(static_cast<std::uint32_t>(weight * static_cast<float>(kWholeWeight)), left);
        to.joint[k][lane] = static_cast<std::uint16_t>(weight > 0 ? from[k].joint : 0);
        to.weight[k][lane] = static_cast<std::uint16_t>(steps);
        left -= steps;
        if (from[k].weight > from[strongest].weight) strongest = k;
    }
    to.weight[strongest][lane] = static_cast<std::uint16_t>(to.weight[strongest][lane] + left);
}

void appendRows(const AssetContent& content, const Places& p, std::uint32_t slot,
                const std::array<std::uint32_t, kAssetLanes>& vertices, AssetArrays& arrays) {
    const std::uint32_t domain = p.bound[vertices[0]][slot].domain, rank = content.domains[domain].rank;
    const float* const scale = arrays.scales.data() + arrays.domains[domain].firstLane;
    const std::size_t first = arrays.rows.size();
    arrays.rows.resize(first + rowsOf(rank));
    for (std::uint32_t i = 0; i < kAssetLanes; ++i) {
        const float* const from = content.surface.rows.data() + p.bound[vertices[i]][slot].firstRow;
        for (std::uint32_t j = 0; j < rank; ++j) {
            for (std::uint32_t c = 0; c < 3; ++c)
                arrays.rows[first + j / 2 * 3 + c].lane[i][j % 2] = encodeRow(from[c * rank + j], scale[j]);
        }
    }
}

// `run` are the vertices of one run.
void appendRun(const AssetContent& content, const Places& p, std::span<const std::uint32_t> run,
               AssetArrays& arrays) {
    const std::vector<Bound>& domains = p.bound[run[0]];
    const auto vertices = static_cast<std::uint32_t>(run.size());
    AssetRun record{};
    record.firstBlock = static_cast<std::uint32_t>(arrays.blocks.size());
    record.blocks = blocksOf(vertices);
    record.vertices = vertices;
    record.bindings = static_cast<std::uint32_t>(domains.size());
    record.firstWeight = static_cast<std::uint32_t>(arrays.weights.size());
    record.firstRow = static_cast<std::uint32_t>(arrays.rows.size());
    for (std::size_t b = 0; b < domains.size(); ++b)
        record.domain[b] = static_cast<std::uint16_t>(domains[b].domain);
    arrays.runs.push_back(record);
    for (std::uint32_t begin = 0; begin < vertices; begin += kAssetLanes) {
        std::array<std::uint32_t, kAssetLanes> lanes{};
        for (std::uint32_t i = 0; i < kAssetLanes; ++i) lanes[i] = run[std::min(begin + i, vertices - 1)];
        arrays.blocks.push_back(blockOf(content.surface, lanes));
        if (!content.surface.influences.empty()) {
            AssetInfluences& to = arrays.influences.emplace_back();
            for (std::uint32_t i = 0; i < kAssetLanes; ++i) {
                setInfluences(content.surface.influences[lanes[i]], i, to);
            }
        }
        for (std::uint32_t slot = 0; slot < record.bindings; ++slot) {
            AssetWeights weights{};
            for (std::uint32_t i = 0; i < kAssetLanes; ++i) weights.lane[i] = p.bound[lanes[i]][slot].weight;
            arrays.weights.push_back(weights);
            appendRows(content, p, slot, lanes, arrays);
        }
    }
}

void packRuns(const AssetContent& content, const Places& p, AssetArrays& arrays) {
    for (std::size_t run = 0; run + 1 < p.firstOfRun.size(); ++run) {
        const std::uint32_t first = p.firstOfRun[run];
        appendRun(content, p, std::span(p.order).subspan(first, p.firstOfRun[run + 1] - first), arrays);
    }
    arrays.meta.surfaceVertices = static_cast<std::uint32_t>(p.order.size());
}

void packReach(const AssetContent& content, const Places& p, AssetArrays& arrays) {
    for (std::size_t v = 0; v < p.bound.size(); ++v) {
        for (const Bound& b : p.bound[v]) {
            AssetDomain& domain = arrays.domains[b.domain];
            domain.reach = std::max(domain.reach, length(content.surface.positions[v] - domain.centre));
        }
    }
}

void packBox(const SurfaceContent& s, AssetMeta& meta) {
    if (s.positions.empty()) return;
    meta.boundsMin = meta.boundsMax = s.positions[0];
    for (const Vec3f& x : s.positions) {
        meta.boundsMin = min(meta.boundsMin, x);
        meta.boundsMax = max(meta.boundsMax, x);
    }
}

}  // namespace

void packSurface(const AssetContent& content, const Places& places, AssetArrays& arrays) {
    packScales(content, places, arrays);
    packRuns(content, places, arrays);
    packReach(content, places, arrays);
    packBox(content.surface, arrays.meta);
}

}  // namespace sinew
