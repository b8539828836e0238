#include "AssetCharacter.h"

#include <fmt/format.h>

#include <algorithm>

#include "Offline/Error.h"

namespace sinew {

namespace {

void addJoints(const AssetView& view, Character& character) {
    std::vector<Affined> frames;
    for (const AssetJoint& joint : view.joints) {
        character.skeleton.inverseBind.push_back(convert<double>(joint.inverseBind));
        frames.push_back(inverse(character.skeleton.inverseBind.back()));
        const Affined local = joint.parent < 0
                                  ? frames.back()
                                  : inverse(frames[static_cast<std::size_t>(joint.parent)]) * frames.back();
        character.skeleton.joints.push_back({view.name(joint.name), joint.parent, toTransform(local)});
    }
}

void addWeights(const AssetView& view, std::uint32_t place, SkinWeights& weights) {
    const std::size_t first = weights.influences.size();
    const std::uint32_t lane = place % kAssetLanes;
    for (std::uint32_t k = 0; !view.influences.empty() && k < kMaxInfluences; ++k) {
        const AssetInfluences& block = view.influences[place / kAssetLanes];
        if (block.weight[k][lane] == 0) continue;
        weights.influences.push_back({block.joint[k][lane], static_cast<float>(block.weight[k][lane]) /
                                                                static_cast<float>(kWholeWeight)});
    }
    std::stable_sort(weights.influences.begin() + static_cast<std::ptrdiff_t>(first),
                     weights.influences.end(),
                     [](const auto& a, const auto& b) { return a.weight > b.weight; });
    weights.firstOfVertex.push_back(static_cast<std::uint32_t>(weights.influences.size()));
}

void addVertices(const AssetView& view, Character& character) {
    constexpr std::uint32_t kNone = ~0u;
    std::vector<std::uint32_t> weldedOfPlace(view.blocks.size() * kAssetLanes, kNone);
    character.weights.firstOfVertex = {0};
    for (const std::uint32_t place : view.fileMap) {
        std::uint32_t& welded = weldedOfPlace[place];
        if (welded == kNone) {
            welded = static_cast<std::uint32_t>(character.surface.positions.size());
            const AssetBlock& block = view.blocks[place / kAssetLanes];
            const std::uint32_t lane = place % kAssetLanes;
            character.surface.positions.push_back(convert<double>(
                Vec3f{block.position[0][lane], block.position[1][lane], block.position[2][lane]}));
            addWeights(view, place, character.weights);
        }
        character.surface.weldedOfFile.push_back(welded);
    }
}

void addTriangles(const AssetView& view, Surface& surface) {
    for (const AssetTriangle& t : view.fileTriangles) {
        surface.fileTriangles.push_back({t.corner[0], t.corner[1], t.corner[2]});
        surface.triangles.push_back({surface.weldedOfFile[t.corner[0]], surface.weldedOfFile[t.corner[1]],
                                     surface.weldedOfFile[t.corner[2]]});
    }
    for (const AssetUv& uv : view.uvs) surface.uvs.push_back({uv.u, uv.v});
    surface.materialOf.resize(view.triangles.size());
    for (std::uint32_t slot = 0; slot < view.slots.size(); ++slot) {
        surface.materials.emplace_back(view.name(view.slots[slot].name));
        for (std::uint32_t t = 0; t < view.slots[slot].triangles; ++t) {
            surface.materialOf[view.slots[slot].firstTriangle + t] = slot;
        }
    }
}

}  // namespace

Character characterOf(const AssetView& view) {
    Character character;
    character.name = view.name(view.meta->characterName);
    addJoints(view, character);
    addVertices(view, character);
    addTriangles(view, character.surface);
    return character;
}

void requireBuiltFrom(const AssetView& view, const Character& character, const std::filesystem::path& file) {
    const std::vector<Joint>& joints = character.skeleton.joints;
    for (std::size_t j = 0; j < std::max(joints.size(), view.joints.size()); ++j) {
        const std::string theirs = j < joints.size() ? joints[j].name : "nothing";
        const std::string ours = j < view.joints.size() ? view.name(view.joints[j].name) : "nothing";
        if (theirs == ours) continue;
        throw badInput(
            fmt::format("the asset was not built from {}: joint {} is {} there and {} in the asset",
                        file.string(), j, theirs, ours),
            "Give the file that the asset was built from, or build the asset again.");
    }
    if (character.surface.weldedOfFile.size() == view.fileMap.size()) return;
    throw badInput(fmt::format("the asset was not built from {}: it has {} vertices and the asset has {}",
                               file.string(), character.surface.weldedOfFile.size(), view.fileMap.size()),
                   "Give the file that the asset was built from, or build the asset again.");
}

std::vector<Vec3d> weldedPositions(const Character& character, const std::vector<float>& ofFile) {
    std::vector<Vec3d> positions(character.surface.positions.size());
    for (std::size_t i = 0; i < character.surface.weldedOfFile.size(); ++i) {
        positions[character.surface.weldedOfFile[i]] =
            convert<double>(Vec3f{ofFile[3 * i], ofFile[3 * i + 1], ofFile[3 * i + 2]});
    }
    return positions;
}

}  // namespace sinew
