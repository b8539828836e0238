// Decides which connected parts of a surface are flesh, which follow a joint rigidly, and which are skin
// without their own flesh.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Character/Character.h"
#include "Offline/Volume/Settings.h"

namespace sinew {

std::string_view partRoleName(PartRole role);

struct PartDecision {
    std::uint32_t part = 0;  // as connectedParts() numbers them
    std::uint32_t vertices = 0;
    double volume = 0;  // m³ as stored: negative if the faces point inwards
    PartRole role = PartRole::Flesh;
    bool turned = false;      // its faces pointed inwards and are flipped in the solid
    std::int32_t joint = -1;  // the joint with the largest weight; -1 without a rig
    std::string reason;
};

struct FleshParts {
    std::vector<PartDecision> decisions;      // one per part
    std::vector<std::uint32_t> partOfVertex;  // Parts::kNone for a vertex without triangles
    std::vector<Triangle> triangles;          // triangles of the flesh, flipped where decided

    PartRole roleOfVertex(std::size_t vertex) const;
};

// The rules, in this order: an override; the largest part with an inside is flesh; a small part on one joint
// is rigid; an open sheet is skin; a part too small for its own flesh is skin; everything else is flesh.
// Flesh whose faces point inwards is flipped, unless it lies inside other flesh: then it is a cavity. Throws
// Error(BadInput) if nothing is flesh, or if an override names an unknown part.
FleshParts decideParts(const Character& character, std::span<const PartOverride> overrides = {},
                       const Jobs& jobs = {});

}  // namespace sinew
