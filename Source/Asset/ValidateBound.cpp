// What is bound to the surface: contact samples.
#include "Asset/Checks.h"

namespace sinew {

namespace {

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
