// Small characters with flesh: an arm of two bones, and things to put on it.
#pragma once

#include <algorithm>

#include "Offline/Character/Character.h"
#include "Support/Characters/Meshes.h"

namespace sinew::test {

// Appends a shape whose vertices follow joint `from` at the lower end of [low, high] along x and `to` at the
// upper end.
inline void addShape(Character& character, const MeshArrays& shape, std::uint32_t from, std::uint32_t to,
                     double low = -0.2, double high = 0.2) {
    MeshArrays all{character.surface.positions, character.surface.triangles};
    append(all, shape);
    character.surface.positions = all.positions;
    character.surface.triangles = all.triangles;
    SkinWeights& weights = character.weights;
    if (weights.firstOfVertex.empty()) weights.firstOfVertex.push_back(0);
    for (const Vec3d& p : shape.positions) {
        const auto share = static_cast<float>(std::clamp((p.x - low) / (high - low), 0.0, 1.0));
        if (from == to) {
            weights.influences.push_back({from, 1});
        } else if (share <= 0.5f) {
            weights.influences.push_back({from, 1 - share});
            if (share > 0) weights.influences.push_back({to, share});
        } else {
            weights.influences.push_back({to, share});
            if (share < 1) weights.influences.push_back({from, 1 - share});
        }
        weights.firstOfVertex.push_back(static_cast<std::uint32_t>(weights.influences.size()));
    }
}

inline std::uint32_t addJoint(Character& character, const std::string& name, std::int32_t parent,
                              Vec3d place) {
    Transformd rest;
    rest.translation =
        parent < 0 ? place
                   : place + character.skeleton.inverseBind[static_cast<std::size_t>(parent)].translation;
    character.skeleton.joints.push_back({name, parent, rest});
    character.skeleton.inverseBind.push_back({Mat3d::identity(), -place});
    return static_cast<std::uint32_t>(character.skeleton.joints.size() - 1);
}

// Along x from -1.05 to 1.05, 0.3 thick, an elbow at the origin; joints "upper" and "lower".
inline Character fleshArm() {
    Character character;
    character.name = "arm";
    addJoint(character, "upper", -1, {-1, 0, 0});
    addJoint(character, "lower", 0, {0, 0, 0});
    addShape(character, sphere({}, {1.05, 0.3, 0.3}, 32, 31), 0, 1);
    return character;
}

}  // namespace sinew::test
