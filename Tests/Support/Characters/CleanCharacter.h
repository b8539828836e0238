// A character without fault, to plant faults into.
#pragma once

#include <algorithm>
#include <cmath>

#include "Offline/Character/Character.h"
#include "Offline/Character/Pose.h"
#include "Support/Characters/Meshes.h"

namespace sinew::test {

// Every triangle its own file vertices and its own cell of the texture.
inline void splitForTexture(Surface& surface) {
    const auto count = static_cast<std::uint32_t>(surface.triangles.size());
    const auto cells = static_cast<std::uint32_t>(std::ceil(std::sqrt(count)));
    const float cell = 1.0f / static_cast<float>(cells);
    surface.fileTriangles.clear();
    surface.weldedOfFile.clear();
    surface.uvs.clear();
    surface.materialOf.assign(count, 0);
    surface.materials = {"skin"};
    for (std::uint32_t t = 0; t < count; ++t) {
        const std::uint32_t column = t % cells, row = t / cells;
        const float u = static_cast<float>(column) * cell, v = static_cast<float>(row) * cell;
        surface.fileTriangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
        for (const std::uint32_t corner : surface.triangles[t]) surface.weldedOfFile.push_back(corner);
        surface.uvs.insert(surface.uvs.end(), {Uv{u, v}, Uv{u + 0.9f * cell, v}, Uv{u, v + 0.9f * cell}});
    }
}

// A limb one metre long along Y: two joints on its axis, weights that change smoothly.
inline Character cleanCharacter() {
    Character character;
    character.name = "limb";
    MeshArrays mesh = sphere({0, 0.5, 0}, {0.1, 0.5, 0.1}, 24, 23);
    character.surface.positions = std::move(mesh.positions);
    character.surface.triangles = std::move(mesh.triangles);
    splitForTexture(character.surface);
    character.skeleton.joints = {{"upper.L", -1, {{0, 0.1, 0}, {}, {1, 1, 1}}},
                                 {"upper.R", 0, {{0, 0.4, 0}, {}, {1, 1, 1}}}};
    for (const Affined& frame : jointFrames(character.skeleton, restPose(character.skeleton))) {
        character.skeleton.inverseBind.push_back(inverse(frame));
    }
    character.weights.firstOfVertex = {0};
    for (const Vec3d& p : character.surface.positions) {
        const auto upper = static_cast<float>(std::clamp(p.y, 0.0, 1.0));
        const SkinWeights::Influence a{0, 1 - upper}, b{1, upper};
        if (a.weight > 0) character.weights.influences.push_back(a.weight >= b.weight ? a : b);
        if (b.weight > 0 && a.weight > 0) {
            character.weights.influences.push_back(a.weight >= b.weight ? b : a);
        } else if (b.weight > 0) {
            character.weights.influences.push_back(b);
        }
        character.weights.firstOfVertex.push_back(
            static_cast<std::uint32_t>(character.weights.influences.size()));
    }
    return character;
}

// Adds a mesh to the skin, all of it following one joint.
inline void addSkin(Character& character, const MeshArrays& mesh, std::uint32_t joint) {
    Surface& surface = character.surface;
    const auto base = static_cast<std::uint32_t>(surface.positions.size());
    surface.positions.insert(surface.positions.end(), mesh.positions.begin(), mesh.positions.end());
    for (const Triangle& t : mesh.triangles)
        surface.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        character.weights.influences.push_back({joint, 1.0f});
        character.weights.firstOfVertex.push_back(
            static_cast<std::uint32_t>(character.weights.influences.size()));
    }
    splitForTexture(surface);
}

}  // namespace sinew::test
