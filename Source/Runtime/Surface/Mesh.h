// Stage 10: a mesh that lies on the skin and moves with it: the character's own, an engine's copy of it in an
// order of its own, an LOD.
#pragma once

#include "Runtime/Surface/SkinSearch.h"
#include "Runtime/Surface/SurfaceLayout.h"
#include "Runtime/Tick/Body.h"

namespace sinew {

// What all meshes of an asset share.
struct SkinMesh {
    struct Around {
        std::uint32_t place[4];
    };
    const Body* body = nullptr;
    std::span<Around> around;  // per place: four about it, for normals
    std::span<float> score;    // per place, twice: only for filling
};

bool allocateSkinMesh(const Body& body, Arena& arena, SkinMesh& skin) noexcept;
void fillSkinMesh(SkinMesh& skin) noexcept;

// Vertices in the bind pose and the character's space, packed.
struct MeshSource {
    std::uint32_t vertices = 0;
    const float* positions = nullptr;  // null: the character's own mesh
    const float* normals = nullptr;    // null: the skin's there
    const float* tangents = nullptr;   // x y z side; null: none
};

MeshSource ownMesh(const AssetView& view) noexcept;

// Between three places, and along · t₁ + across · t₂ + out · (their normal) away from there
// (SurfaceLayout.h).
struct LooseVertex {
    std::uint32_t corner[3];
    float u, v;
    float along, across, out;
};

struct BoundMesh {
    const SkinMesh* skin = nullptr;
    std::uint32_t vertices = 0;
    bool tangents = false;
    bool exact = true;               // all vertices are at places
    float farthest = 0;              // metres: from the skin
    std::span<std::uint32_t> place;  // per vertex: where it is, or the nearest
    std::span<NormalBlock> normalBlocks;
    std::span<TangentBlock> tangentBlocks;
    std::span<LooseVertex> loose;  // per vertex; none of the character's own mesh
};

bool allocateMesh(const SkinMesh& skin, const MeshSource& source, Arena& arena, BoundMesh& mesh) noexcept;
// `search` is not needed for the character's own mesh.
void fillMesh(const MeshSource& source, const SkinSearch* search, BoundMesh& mesh) noexcept;

}  // namespace sinew
