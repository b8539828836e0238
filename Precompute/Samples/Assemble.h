// From a meshed half to a whole surface with UVs.
#pragma once

#include <functional>

#include "Offline/Geometry/Unwrap.h"
#include "Samples/HalfMesh.h"

namespace sinew {

struct MirroredSurface {
    Surface surface;
    std::vector<std::uint32_t> mirrorOf;
};

// `patchOf`: the chart a triangle of the half belongs to, from its centre and normal. The mirrored half's UVs
// are the mirror image about u = ½. Positions are rounded to 2⁻²⁰ m.
MirroredSurface assembleMirrored(HalfMesh half, const std::function<std::uint32_t(Vec3d, Vec3d)>& patchOf);

}  // namespace sinew
