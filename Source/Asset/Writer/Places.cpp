#include "Asset/Writer/Places.h"

#include <algorithm>
#include <numeric>

#include "Asset/Writer/Arrays.h"

namespace sinew {

namespace {

void requireIndices(const SurfaceContent& s) {
    requireFits(s.normals.size() == s.positions.size(), "the surface's normals");
    requireFits(s.influences.empty() || s.influences.size() == s.positions.size(),
                "the surface's influences");
    for (const std::uint32_t welded : s.weldedOfFile)
        requireFits(welded < s.positions.size(), "the surface's file vertices");
    for (const auto& triangle : s.fileTriangles) {
        for (const std::uint32_t file : triangle)
            requireFits(file < s.weldedOfFile.size(), "the surface's triangles");
    }
}

std::vector<std::vector<Bound>> boundOf(const AssetContent& content) {
    const SurfaceContent& s = content.surface;
    requireFits(s.firstBinding.size() == s.positions.size() + 1 && s.firstBinding.front() == 0 &&
                    s.firstBinding.back() == s.bindings.size(),
                "the surface's bindings");
    std::vector<std::vector<Bound>> bound(s.positions.size());
    std::size_t row = 0;
    for (std::size_t v = 0; v < bound.size(); ++v) {
        requireFits(s.firstBinding[v] <= s.firstBinding[v + 1], "the surface's bindings");
        for (std::uint32_t b = s.firstBinding[v]; b < s.firstBinding[v + 1]; ++b) {
            const BindingContent& binding = s.bindings[b];
            requireFits(binding.domain < content.domains.size(), "the surface's bindings");
            if (binding.weight != 0) bound[v].push_back({binding.domain, binding.weight, row});
            row += std::size_t{3} * content.domains[binding.domain].rank;
        }
        std::sort(bound[v].begin(), bound[v].end(), [](auto& a, auto& b) { return a.domain < b.domain; });
        requireFits(!bound[v].empty() && bound[v].size() <= kMaxBindings,
                    "the bindings of vertex " + std::to_string(v));
    }
    requireFits(row == s.rows.size(), "the surface's rows");
    return bound;
}

int compareDomains(const std::vector<Bound>& a, const std::vector<Bound>& b) {
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
        if (a[i].domain != b[i].domain) return a[i].domain < b[i].domain ? -1 : 1;
    }
    return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

// By domains, then as the file has them.
std::vector<std::uint32_t> orderOf(const Places& p) {
    std::vector<std::uint32_t> order(p.bound.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return compareDomains(p.bound[a], p.bound[b]) < 0;
    });
    return order;
}

void splitIntoRuns(Places& p) {
    std::uint32_t block = 0, first = 0;
    p.placeOf.resize(p.order.size());
    for (std::uint32_t i = 0; i < p.order.size(); ++i) {
        if (i == 0 || compareDomains(p.bound[p.order[i - 1]], p.bound[p.order[i]]) != 0) {
            p.firstOfRun.push_back(i);
            block += blocksOf(i - first);
            first = i;
        }
        p.placeOf[p.order[i]] = block * kAssetLanes + i - first;
    }
    p.firstOfRun.push_back(static_cast<std::uint32_t>(p.order.size()));
}

}  // namespace

Places placesOf(const AssetContent& content) {
    requireIndices(content.surface);
    Places places;
    places.bound = boundOf(content);
    places.order = orderOf(places);
    splitIntoRuns(places);
    return places;
}

}  // namespace sinew
