// Reading what GltfBuilder made, and comparing what came out.
#pragma once

#include <algorithm>
#include <limits>

#include "Offline/Character/Import.h"
#include "Offline/Geometry/Measure.h"
#include "Support/Characters/GltfBuilder.h"
#include "Support/Characters/Posed.h"

namespace sinew::test {

// Metres are given, so that no detection stands between a test and its numbers.
inline Character imported(const GltfBuilder& gltf) {
    return importCharacter(gltf.glb(), "test.glb", {.metresPerUnit = 1.0, .up = UpAxis::Y});
}

// Infinite where there are not equally many.
inline double farthest(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
    if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, length(a[i] - b[i]));
    return worst;
}

inline std::vector<Vec3d> restSurface(const Character& character) {
    return posedSurface(character, restPose(character.skeleton));
}

inline double volumeOf(const Surface& surface) {
    return signedVolume({surface.positions, surface.triangles});
}

inline json& attributes(Tube& tube) {
    return tube.gltf.root["meshes"][0]["primitives"][0]["attributes"];
}

}  // namespace sinew::test
