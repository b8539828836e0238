#include "Asset/Writer/Surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "Asset/Rows.h"
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
                float& maximum = largest[arrays.domains[b.domain].firstLane + i % rank];
                maximum = std::max(maximum, value);
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
    arrays.meta().surfaceVertices = static_cast<std::uint32_t>(p.order.size());
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

// The triangles' order; stable, so that a file's own order within a slot is kept.
std::vector<std::uint32_t> packSlots(const SurfaceContent& s, AssetArrays& arrays) {
    requireFits(s.slotOf.size() == s.fileTriangles.size(), "the triangles' slots");
    std::vector<std::uint32_t> order(s.slotOf.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return s.slotOf[a] < s.slotOf[b]; });
    for (const std::string& name : s.slots) arrays.slots.push_back({arrays.addName(name), 0, 0});
    for (const std::uint32_t slot : s.slotOf) {
        requireFits(slot < s.slots.size(), "the triangles' slots");
        ++arrays.slots[slot].triangles;
    }
    for (std::size_t i = 1; i < arrays.slots.size(); ++i)
        arrays.slots[i].firstTriangle = arrays.slots[i - 1].firstTriangle + arrays.slots[i - 1].triangles;
    return order;
}

void packTriangles(const SurfaceContent& s, const Places& p, AssetArrays& arrays) {
    const std::vector<std::uint32_t> order = packSlots(s, arrays);
    for (const std::uint32_t welded : s.weldedOfFile) arrays.fileMap.push_back(p.placeOf[welded]);
    for (const std::uint32_t old : order) {
        const auto& [a, b, c] = s.fileTriangles[old];
        arrays.fileTriangles.push_back({{a, b, c}});
        arrays.triangles.push_back({{arrays.fileMap[a], arrays.fileMap[b], arrays.fileMap[c]}});
    }
}

void packFileVertices(const SurfaceContent& s, AssetArrays& arrays) {
    for (const auto& [u, v] : s.uvs) arrays.uvs.push_back({u, v});
    const float scale = rowScale(1);
    for (const Vec3f& n : s.fileNormals)
        arrays.normals.push_back({encodeRow(n.x, scale), encodeRow(n.y, scale), encodeRow(n.z, scale)});
    for (const auto& [x, y, z, side] : s.tangents) {
        arrays.tangents.push_back(
            {encodeRow(x, scale), encodeRow(y, scale), encodeRow(z, scale), encodeRow(side, scale)});
    }
}

std::uint32_t runOf(const AssetArrays& arrays, std::uint32_t block) {
    const auto after = std::upper_bound(arrays.runs.begin(), arrays.runs.end(), block,
                                        [](std::uint32_t b, const AssetRun& r) { return b < r.firstBlock; });
    return static_cast<std::uint32_t>(after - arrays.runs.begin() - 1);
}

void packSamples(const AssetContent& content, const Places& p, AssetArrays& arrays) {
    for (const SampleContent& s : content.samples) {
        requireFits(s.vertex < p.placeOf.size() && s.domain < arrays.domains.size(), "the contact samples");
        const std::uint32_t place = p.placeOf[s.vertex];
        arrays.samples.push_back({place, runOf(arrays, place / kAssetLanes), s.domain, s.radius});
        ++arrays.domains[s.domain].samples;
    }
    std::stable_sort(arrays.samples.begin(), arrays.samples.end(),
                     [](const AssetSample& a, const AssetSample& b) { return a.domain < b.domain; });
    for (std::size_t d = 1; d < arrays.domains.size(); ++d)
        arrays.domains[d].firstSample = arrays.domains[d - 1].firstSample + arrays.domains[d - 1].samples;
}

}  // namespace

void packSurface(const AssetContent& content, AssetArrays& arrays) {
    const Places places = placesOf(content);
    packScales(content, places, arrays);
    packRuns(content, places, arrays);
    packReach(content, places, arrays);
    packBox(content.surface, arrays.meta());
    packTriangles(content.surface, places, arrays);
    packFileVertices(content.surface, arrays);
    packSamples(content, places, arrays);
}

}  // namespace sinew
