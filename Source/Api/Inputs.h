// Converts the structs of sinew.h to the library's own types, for both libraries.
#pragma once

#include "Api/sinew.h"
#include "Runtime/Tick/Instance.h"

namespace sinew {

inline Frame frameOf(const float* rotation, const double* translation) {
    const Quatd given{static_cast<double>(rotation[0]), static_cast<double>(rotation[1]),
                      static_cast<double>(rotation[2]), static_cast<double>(rotation[3])};
    // A quaternion whose length is far from 1 is refused later.
    const double squared = dot(given, given);
    return {squared > 0.5 && squared < 2 ? normalized(given) : given,
            {translation[0], translation[1], translation[2]}};
}

// Whether this version of the library has the kind of the collider. The constants are those of ColliderKind.
inline bool isKnown(const SinewCollider& collider) {
    static_assert(SINEW_GRID == static_cast<std::uint32_t>(ColliderKind::Grid),
                  "the kinds of both lists are equal");
    return collider.kind <= SINEW_GRID;
}

// Call only where the kind isKnown().
inline Collider colliderOf(const SinewCollider& from) {
    Collider to;
    to.kind = static_cast<ColliderKind>(from.kind);
    to.frame = frameOf(from.rotation, from.translation);
    to.halfSize = {from.halfSize[0], from.halfSize[1], from.halfSize[2]};
    if (to.kind != ColliderKind::Grid) return to;
    for (int i = 0; i < 3; ++i) to.grid.size[i] = from.gridSize[i];
    to.grid.cell = from.gridCell;
    const std::uint64_t count = std::uint64_t{from.gridSize[0]} * from.gridSize[1] * from.gridSize[2];
    if (from.gridValues != nullptr) to.grid.values = {from.gridValues, static_cast<std::size_t>(count)};
    return to;
}

inline bool areThere(const void* array, std::uint32_t count, std::size_t limit) {
    return count <= limit && (count == 0 || array != nullptr);
}

inline bool fits(const float* array, std::uint32_t stride, std::size_t floats = 3) {
    return array == nullptr || (stride >= floats * sizeof(float) && stride % alignof(float) == 0);
}

inline bool fits(const SinewSurfaceOutput& output) {
    return fits(output.positions, output.positionStride) && fits(output.normals, output.normalStride) &&
           fits(output.previous, output.previousStride) && fits(output.tangents, output.tangentStride, 4);
}

inline SinewTickInput defaultTick() {
    const TickInput usual;
    SinewTickInput all{};
    all.worldRotation[3] = 1;
    for (int i = 0; i < 3; ++i) all.gravity[i] = usual.gravity[i];
    all.damping = usual.damping;
    all.weight = usual.weight;
    all.quality = {usual.quality.maxIterations, usual.quality.modes, usual.quality.rate};
    all.dynamic = 1;
    return all;
}

inline SinewSurfaceOutput defaultSurface() {
    SinewSurfaceOutput all{};
    all.positionStride = all.normalStride = all.previousStride = 3 * sizeof(float);
    all.tangentStride = 4 * sizeof(float);
    return all;
}

}  // namespace sinew
