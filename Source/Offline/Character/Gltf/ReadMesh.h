// Reads glTF primitives as triangles, positions and weights.
#pragma once

#include <string>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Character/Gltf/Document.h"

namespace sinew::gltf {

struct GltfPrimitive {
    std::vector<Vec3d> positions;  // in the mesh's own space
    std::vector<Uv> uvs;           // empty, or one per vertex
    std::vector<VertexColour> colours;
    std::vector<Vec3f> normals;
    std::vector<Tangent> tangents;
    std::vector<Triangle> triangles;
    std::int32_t material = -1;
    SkinWeights weights;  // joints are slots of the skin; empty without a skin or without weights
};

// Counts of what was ignored, for the findings.
struct GltfMeshTally {
    std::size_t morphTargets = 0, ignoredPrimitives = 0, vertices = 0, triangles = 0;
};

// `slots` is the number of joints of the skin of the mesh, 0 without a skin.
std::vector<GltfPrimitive> readGltfMesh(const Document& document, int mesh, std::size_t slots,
                                        GltfMeshTally& tally);

}  // namespace sinew::gltf
