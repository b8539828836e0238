// A mesh as a file stores it, split along seams and hard edges, and its welding.
#pragma once

#include <vector>

#include "Offline/Character/Character.h"

namespace sinew {

struct FileMesh {
    std::vector<Vec3d> positions;
    std::vector<Uv> uvs;                // empty, or one per vertex
    std::vector<VertexColour> colours;  // the same
    std::vector<Vec3f> normals;         // the same; zero where the file has no normal
    std::vector<Tangent> tangents;      // the same
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> materialOf;  // per triangle
    std::vector<std::string> materials;
    SkinWeights weights;  // empty for a mesh without a rig
};

// More than any character has. It limits the memory that a small malicious file can request.
inline constexpr std::size_t kMaxVertices = std::size_t{1} << 24;
inline constexpr std::size_t kMaxTriangles = std::size_t{1} << 25;

// Merges weights of the same joint, removes those that are not positive, sorts and normalises them. Vertices
// without a weight are bound to the nearest joint that has weights, by `jointPositions`. Reports the changes
// in `findings`.
void repairWeights(FileMesh& mesh, const std::vector<Vec3d>& jointPositions, std::vector<Finding>& findings);

struct WeldedMesh {
    Surface surface;
    SkinWeights weights;
};

// Welds vertices with the same position (up to a millionth of the extent) and the same weights. Triangles
// that collapse are removed and reported; `what` names the mesh in the finding.
WeldedMesh weldMesh(FileMesh mesh, const std::string& what, std::vector<Finding>& findings);

}  // namespace sinew
