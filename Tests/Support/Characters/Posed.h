// A character's surface in a pose, written out as the definition says.
#pragma once

#include "Offline/Character/Pose.h"

namespace sinew::test {

inline std::vector<Vec3d> posedSurface(const Character& character, const Pose& pose) {
    const std::vector<Affined> matrices = skinMatrices(character.skeleton, pose);
    std::vector<Vec3d> posed(character.surface.positions.size());
    for (std::size_t v = 0; v < posed.size(); ++v) {
        for (std::uint32_t i = character.weights.firstOfVertex[v]; i < character.weights.firstOfVertex[v + 1];
             ++i) {
            const SkinWeights::Influence& influence = character.weights.influences[i];
            posed[v] += transformPoint(matrices[influence.joint], character.surface.positions[v]) *
                        static_cast<double>(influence.weight);
        }
    }
    return posed;
}

inline const Finding* findFinding(const Character& character, const std::string& code) {
    for (const Finding& finding : character.findings) {
        if (finding.code == code) return &finding;
    }
    return nullptr;
}

}  // namespace sinew::test
