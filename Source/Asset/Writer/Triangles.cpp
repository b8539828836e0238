#include <algorithm>
#include <numeric>

#include "Asset/Rows.h"
#include "Asset/Writer/Arrays.h"
#include "Asset/Writer/Places.h"

namespace sinew {

namespace {

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

void packTriangles(const SurfaceContent& s, const Places& p, const std::vector<std::uint32_t>& order,
                   AssetArrays& arrays) {
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

void packTriangles(const AssetContent& content, const Places& places, AssetArrays& arrays) {
    const std::vector<std::uint32_t> order = packSlots(content.surface, arrays);
    packTriangles(content.surface, places, order, arrays);
    packFileVertices(content.surface, arrays);
    packSamples(content, places, arrays);
}

}  // namespace sinew
