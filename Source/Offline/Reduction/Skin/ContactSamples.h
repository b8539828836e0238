// Chooses the skin vertices that are tested for contact.
#pragma once

#include "Asset/Writer/Content.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew::reduction {

// `domainOf` has the domain of each vertex, or kNoDomain if it must not be chosen. Chooses about `wanted`
// vertices, evenly spread; discs of their radius have the area of the skin together. The result is sorted by
// domain, and neighbours are near each other.
std::vector<SampleContent> contactSamples(const TriangleMesh& mesh, std::span<const std::int32_t> domainOf,
                                          std::uint32_t wanted);

}  // namespace sinew::reduction
