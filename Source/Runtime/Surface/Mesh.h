// Stage 10: a mesh that is bound to the skin and moves with it. It can be the character's own mesh, an
// engine's copy of it in another vertex order, or an LOD.
#pragma once

#include "Runtime/Surface/SkinSearch.h"
#include "Runtime/Surface/SurfaceLayout.h"
#include "Runtime/Tick/Body.h"

namespace sinew {

// Data that all meshes of an asset share. A place is a slot of the skin: block · kAssetLanes + lane.
struct SkinMesh {
    struct Around {
        std::uint32_t place[4];
    };
    const Body* body = nullptr;
    std::span<Around> around;  // per place: four neighbours that define its normal
    std::span<float> score;    // two per place; used only while the mesh is built
};

bool allocateSkinMesh(const Body& body, Arena& arena, SkinMesh& skin) noexcept;
void fillSkinMesh(SkinMesh& skin) noexcept;

// Vertices of the bind pose in character space, tightly packed.
struct MeshSource {
    std::uint32_t vertices = 0;
    const float* positions = nullptr;  // null for the character's own mesh
    const float* normals = nullptr;    // null to use the normals of the skin
    const float* tangents = nullptr;   // x, y, z, handedness; null if the mesh has no tangents
};

MeshSource ownMesh(const AssetView& view) noexcept;

// A vertex between three places: their barycentric combination plus along · t₁ + across · t₂ + out · normal
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
    bool exact = true;               // every vertex coincides with a place of the skin
    float farthest = 0;              // metres: largest distance of a vertex from the skin
    std::span<std::uint32_t> place;  // per vertex: the place that it coincides with, or the nearest one
    std::span<NormalBlock> normalBlocks;
    std::span<TangentBlock> tangentBlocks;
    std::span<LooseVertex> loose;  // per vertex; empty for the character's own mesh
};

bool allocateMesh(const SkinMesh& skin, const MeshSource& source, Arena& arena, BoundMesh& mesh) noexcept;
// `search` may be null for the character's own mesh.
void fillMesh(const MeshSource& source, const SkinSearch* search, BoundMesh& mesh) noexcept;

}  // namespace sinew
