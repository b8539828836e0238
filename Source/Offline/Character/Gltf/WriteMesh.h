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
Float4 toFloats(Quatd q);  // made a rotation

class GltfMeshes {
  public:
    // Both must outlive this. `baseColours`: linear RGBA per material; missing entries are a light grey.
    GltfMeshes(const Character& character, std::span<const std::array<double, 4>> baseColours,
               WriteBuffer& buffer);

    // The index of the new mesh: a primitive per material, all of the same vertices. Throws Error(BadInput).
    std::size_t add(const std::string& name, const Surface& surface, const SkinWeights* weights = nullptr);

    // Adds a shape that every primitive of a mesh can be blended to: positions and normals as differences
    // from the surface that the mesh was made of. `positions`: one per welded vertex.
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

// Tracks with the same key times share an accessor.
class GltfTimes {
  public:
    // The accessor. Throws Error(BadInput), naming `where`, for times that do not rise from 0.
    std::size_t add(const std::vector<double>& times, const std::string& where, WriteBuffer& buffer);

  private:
    std::map<std::vector<float>, std::size_t> known_;
};

}  // namespace sinew::gltf
