// A mesh as a file stores it, split along seams and hard edges; and how it is welded.
#pragma once

#include <vector>

#include "Offline/Character/Character.h"

namespace sinew {

struct FileMesh {
    std::vector<Vec3d> positions;
    std::vector<Uv> uvs;                // empty, or one per vertex
    std::vector<VertexColour> colours;  // the same
    std::vector<Vec3f> normals;         // the same; zero where the file says nothing
    std::vector<Tangent> tangents;      // the same
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> materialOf;  // per triangle
    std::vector<std::string> materials;
    SkinWeights weights;  // empty for a mesh without a rig
};

// More than any character has; bounds what a few bytes of JSON can make of one array used a million times.
inline constexpr std::size_t kMaxVertices = std::size_t{1} << 24;
inline constexpr std::size_t kMaxTriangles = std::size_t{1} << 25;

// Merges weights of the same joint, drops those that are not positive, sorts and normalises. Vertices without
// any weight go to the nearest joint that has some, by `jointPositions`. Notes what was changed.
void repairWeights(FileMesh& mesh, const std::vector<Vec3d>& jointPositions, std::vector<Finding>& findings);

struct WeldedMesh {
    Surface surface;
    SkinWeights weights;
};

// Vertices at one place (to a millionth of the extent) with the same weights become one. Triangles that lose
// a corner by it are dropped and noted; `what` names the mesh in the note.
WeldedMesh weldMesh(FileMesh mesh, const std::string& what, std::vector<Finding>& findings);

}  // namespace sinew
