// A character without a shape but with everything skinning can meet: any number of influences, in any order.
#pragma once

#include "Offline/Character/Character.h"
#include "Support/Dice.h"

namespace sinew::test {

// In a cube of side 2; vertex v has up to `maxInfluences` influences, some vertices none.
inline Character randomSkin(std::uint32_t vertices, std::uint32_t joints, std::uint32_t maxInfluences) {
    Dice dice(vertices * 31 + joints);
    Character character;
    for (std::uint32_t j = 0; j < joints; ++j) {
        character.skeleton.joints.push_back({"joint", -1, {}});
        character.skeleton.inverseBind.push_back({Mat3d::identity(), dice.vector(1)});
    }
    character.weights.firstOfVertex.push_back(0);
    for (std::uint32_t v = 0; v < vertices; ++v) {
        character.surface.positions.push_back(dice.vector(1));
        const std::uint32_t influences = dice.below(maxInfluences + 1);
        for (std::uint32_t k = 0; k < influences; ++k) {
            const auto weight = static_cast<float>(dice.between(0.05, 1));
            character.weights.influences.push_back({dice.below(joints), weight});
        }
        character.weights.firstOfVertex.push_back(
            static_cast<std::uint32_t>(character.weights.influences.size()));
    }
    return character;
}

inline std::vector<Vec3d> randomNormals(const Character& character) {
    Dice dice(7);
    std::vector<Vec3d> normals;
    for (std::size_t v = 0; v < character.surface.positions.size(); ++v) {
        normals.push_back(normalized(dice.vector(1), {1, 0, 0}));
    }
    return normals;
}

// One motion per joint: turns by up to `angle`, stretches by 1 ± `stretch` along skewed axes.
inline std::vector<Affined> randomMotions(const Character& character, double angle, double stretch) {
    Dice dice(11);
    std::vector<Affined> motions;
    for (std::size_t j = 0; j < character.skeleton.joints.size(); ++j) {
        const Mat3d turn =
            toMatrix(fromAxisAngle(normalized(dice.vector(1), {0, 0, 1}), dice.between(0, angle)));
        const Mat3d skew{{dice.vector(stretch), dice.vector(stretch), dice.vector(stretch)}};
        motions.push_back({turn * (Mat3d::identity() + skew), dice.vector(1)});
    }
    return motions;
}

}  // namespace sinew::test
