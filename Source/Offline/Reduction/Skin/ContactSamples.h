// Which vertices of the skin press against things for all others.
#pragma once

#include "Asset/Writer/Content.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew::reduction {

// `domainOf`: of each vertex, or kNoDomain where it is never to be asked. About `wanted` of them, evenly
// spread; discs of their radius have the skin's area together. By domain, and in each what is close follows
// each other.
std::vector<SampleContent> contactSamples(const TriangleMesh& mesh, std::span<const std::int32_t> domainOf,
                                          std::uint32_t wanted);

}  // namespace sinew::reduction
