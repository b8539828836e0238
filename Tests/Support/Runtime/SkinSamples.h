// Small skinned shapes whose posed form is known.
#pragma once

#include <cmath>
#include <numbers>

#include "Offline/Character/Character.h"

namespace sinew::test {

// A tube of radius 1 about the x axis from -2 to 2, two joints at the origin: the first owns the left end,
// the second the right, blended linearly between -1 and 1.
struct SkinTube {
    static constexpr std::uint32_t kRings = 17, kAround = 24;
    Character character;

    static std::uint32_t at(std::uint32_t ring, std::uint32_t i) { return ring * kAround + i % kAround; }
    // The outward normal of the bind pose.
    static Vec3d normal(std::uint32_t i) {
        const double angle = 2 * std::numbers::pi * i / kAround;
        return {0, std::cos(angle), std::sin(angle)};
    }

    SkinTube() {
        character.skeleton.joints = {{"left", -1, {}}, {"right", 0, {}}};
        character.skeleton.inverseBind.resize(2);
        character.weights.firstOfVertex.push_back(0);
        for (std::uint32_t ring = 0; ring < kRings; ++ring) addRing(-2 + 4.0 * ring / (kRings - 1));
        for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring) {
            for (std::uint32_t i = 0; i < kAround; ++i) addQuad(ring, i);
        }
    }

    std::vector<Vec3d> normals() const {
        std::vector<Vec3d> all;
        for (std::uint32_t v = 0; v < kRings * kAround; ++v) all.push_back(normal(v % kAround));
        return all;
    }

  private:
    void addRing(double x) {
        auto& influences = character.weights.influences;
        const double right = std::fmin(1, std::fmax(0, (x + 1) / 2));
        for (std::uint32_t i = 0; i < kAround; ++i) {
            character.surface.positions.push_back(Vec3d{x, 0, 0} + normal(i));
            const std::uint32_t strongest = right > 0.5 ? 1 : 0;
            const auto weight = static_cast<float>(std::fmax(right, 1 - right));
            influences.push_back({strongest, weight});
            if (weight < 1) influences.push_back({1 - strongest, 1 - weight});
            character.weights.firstOfVertex.push_back(static_cast<std::uint32_t>(influences.size()));
        }
    }

    void addQuad(std::uint32_t ring, std::uint32_t i) {
        auto& triangles = character.surface.triangles;
        triangles.push_back({at(ring, i), at(ring, i + 1), at(ring + 1, i)});
        triangles.push_back({at(ring + 1, i), at(ring, i + 1), at(ring + 1, i + 1)});
    }
};

}  // namespace sinew::test
