// Any bytes called a GLB import to a character whose parts fit together, or are refused with an Error.
#include <cmath>
#include <cstdlib>

#include "Offline/Character/Import.h"
#include "Offline/Character/Pose.h"
#include "Offline/Error.h"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void requireFits(const sinew::Surface& surface) {
    require(surface.triangles.size() == surface.fileTriangles.size());
    require(surface.triangles.size() == surface.materialOf.size());
    require(surface.uvs.empty() || surface.uvs.size() == surface.weldedOfFile.size());
    for (const auto& t : surface.triangles) {
        for (const auto v : t) require(v < surface.positions.size());
    }
    for (const auto& t : surface.fileTriangles) {
        for (const auto v : t) require(v < surface.weldedOfFile.size());
    }
    for (const auto v : surface.weldedOfFile) require(v < surface.positions.size());
    for (const auto m : surface.materialOf) require(m < surface.materials.size());
}

void requireFits(const sinew::Character& character) {
    requireFits(character.surface);
    const std::size_t joints = character.skeleton.joints.size();
    require(character.skeleton.inverseBind.size() == joints);
    for (std::size_t j = 0; j < joints; ++j) {
        require(character.skeleton.joints[j].parent < static_cast<std::int32_t>(j));
    }
    for (const auto& i : character.weights.influences) require(i.joint < joints && i.weight > 0);
    if (joints > 0 && !character.surface.positions.empty()) {
        require(character.weights.firstOfVertex.size() == character.surface.positions.size() + 1);
    }
    for (const auto& part : character.rigidParts) {
        require(part.joint < joints);
        requireFits(part.surface);
    }
    for (const auto& clip : character.clips) {
        require(clip.joints.size() == joints);
        sinew::skinMatrices(character.skeleton,
                            sinew::samplePose(character.skeleton, clip, clip.duration / 2));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::byte> bytes{reinterpret_cast<const std::byte*>(data), size};
    // The first byte says which reader is meant, so that mutations of one seed stay with it.
    const char* const name = size > 0 && data[0] == '{'   ? "fuzz.gltf"
                             : size > 0 && data[0] == 'g' ? "fuzz.glb"
                                                          : "fuzz.obj";
    try {
        requireFits(sinew::importCharacter(bytes, name));
    } catch (const sinew::Error&) {
        return 0;
    }
    return 0;
}
