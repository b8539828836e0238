// Which connected pieces of a surface are flesh, which ride rigidly on a joint, and which are skin without
// flesh of its own.
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
    double volume = 0;  // m³, as stored: negative where faces look inwards
    PartRole role = PartRole::Flesh;
    bool turned = false;      // its faces looked inwards; the solid has them turned round
    std::int32_t joint = -1;  // the one that moves most of it; -1 without a rig
    std::string reason;
};

struct FleshParts {
    std::vector<PartDecision> decisions;      // one per part
    std::vector<std::uint32_t> partOfVertex;  // Parts::kNone for a vertex without triangles
    std::vector<Triangle> triangles;          // of the flesh, turned where that was decided

    PartRole roleOfVertex(std::size_t vertex) const;
};

// The rules, in this order: an override; the largest piece with an inside is flesh; a small piece on one
// joint is rigid; an open sheet is skin; a piece too small for flesh of its own is skin; everything else is
// flesh. Flesh that looks inwards is turned round, unless it lies inside other flesh: then it is a cavity.
// Throws Error(BadInput) where nothing is flesh or an override names no part.
FleshParts decideParts(const Character& character, std::span<const PartOverride> overrides = {},
                       const Jobs& jobs = {});

}  // namespace sinew
