// The meshes, materials and key times of a glTF file being written.
#pragma once

#include <map>
#include <span>

#include "Offline/Character/Character.h"
#include "Offline/Character/Gltf/WriteBuffer.h"

namespace sinew::gltf {

using Float3 = std::array<float, 3>;
using Float4 = std::array<float, 4>;

Float3 toFloats(Vec3d v);
Float4 toFloats(Quatd q);  // normalised

class GltfMeshes {
  public:
    // Both references must outlive this object. `baseColours` has linear RGBA per material; missing entries
    // are light grey.
    GltfMeshes(const Character& character, std::span<const std::array<double, 4>> baseColours,
               WriteBuffer& buffer);

    // Returns the index of the new mesh. It has one primitive per material, and all primitives share
    // vertices. Throws Error(BadInput).
    std::size_t add(const std::string& name, const Surface& surface, const SkinWeights* weights = nullptr);

    // Adds a morph target to every primitive of a mesh: differences of positions and normals from the surface
    // of the mesh. `positions` has one entry per welded vertex.
    void addTarget(std::size_t mesh, const Surface& surface, std::span<const Vec3d> positions);

    Json& mesh(std::size_t index) { return meshes_[index]; }
    const Json& meshes() const { return meshes_; }
    const Json& materials() const { return materials_; }

  private:
    Json addAttributes(const Surface& surface, const SkinWeights* weights);
    template <class Index>
    void addInfluences(const Surface& surface, const SkinWeights& weights, Json& attributes);
    std::size_t addIndices(const Surface& surface, std::uint32_t material);

    const Character& c_;
    WriteBuffer& buffer_;
    Json meshes_ = Json::array(), materials_ = Json::array();
};

// Key times of tracks. Tracks with the same times share an accessor.
class GltfTimes {
  public:
    // Returns the accessor. Throws Error(BadInput), naming `where`, if times do not increase from 0.
    std::size_t add(const std::vector<double>& times, const std::string& where, WriteBuffer& buffer);

  private:
    std::map<std::vector<float>, std::size_t> known_;
};

}  // namespace sinew::gltf
