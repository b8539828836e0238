// Stage 1: a character, independent of its file format. Metres, seconds, radians, Y up.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "Math/Affine.h"
#include "Offline/Character/Finding.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

using Uv = std::array<float, 2>;
using VertexColour = std::array<float, 4>;  // RGBA, 0 to 1, as in the file
using Tangent = std::array<float, 4>;       // x, y, z, and the sign of the bitangent: 1 or −1

// Vertices that a file splits along UV seams, hard edges and materials are welded; weldedOfFile maps the
// file's vertices to them. File vertices are numbered through all primitives of the surface: in glTF by node,
// then primitive, then vertex; in OBJ by the first use of each pair of position and texture coordinate.
// Vertices without triangles are kept, so that the map has no holes.
struct Surface {
    std::vector<Vec3d> positions;             // welded vertices, in the bind pose
    std::vector<Triangle> triangles;          // of welded vertices, counter-clockwise from outside
    std::vector<Triangle> fileTriangles;      // the same triangles, of file vertices
    std::vector<std::uint32_t> weldedOfFile;  // file vertex → welded vertex
    std::vector<Uv> uvs;                      // per file vertex; empty if the file has none
    std::vector<VertexColour> colours;        // the same
    std::vector<Vec3f> normals;               // the same; zero where the file has no normal
    std::vector<Tangent> tangents;            // the same
    std::vector<std::uint32_t> materialOf;    // per triangle, into `materials`
    std::vector<std::string> materials;
};

struct Joint {
    std::string name;
    std::int32_t parent = -1;  // always a smaller index; -1 for a root
    Transformd rest;           // in the parent's frame, as in the file; can differ from the bind pose
};

struct Skeleton {
    std::vector<Joint> joints;
    // Character space → joint space in the bind pose. They define the binding, not the rest pose.
    std::vector<Affined> inverseBind;
};

// Any number of influences per welded vertex, in order of decreasing weight. Weights sum to 1.
struct SkinWeights {
    struct Influence {
        std::uint32_t joint;
        float weight;
    };
    std::vector<std::uint32_t> firstOfVertex;  // vertices + 1 entries, into `influences`
    std::vector<Influence> influences;
};

// A mesh without weights that is attached to a joint, for example a sword or a helmet. Positions are in the
// frame of the joint.
struct RigidPart {
    std::string name;
    std::uint32_t joint = 0;
    Surface surface;
};

enum class Interpolation { Step, Linear, CubicSpline };

template <class Value>
struct Track {
    Interpolation interpolation = Interpolation::Linear;
    std::vector<double> times;  // seconds, in ascending order; empty for the rest pose
    std::vector<Value> values;  // one per time; for CubicSpline three: in-tangent, value, out-tangent
};

struct JointTracks {
    Track<Vec3d> translation;
    Track<Quatd> rotation;
    Track<Vec3d> scale;
};

struct Clip {
    std::string name;
    double duration = 0;              // seconds
    std::vector<JointTracks> joints;  // one per joint of the skeleton
};

enum class UpAxis { X, Y, Z };

struct Units {
    double metresPerUnit = 1;  // factor from file units to metres
    UpAxis up = UpAxis::Y;  // up axis of the scene in the file, after its node transforms; the character is
                            // rotated to Y up
    bool detected = true;   // false if the user set either of them
};

struct Character {
    std::string name;
    Surface surface;
    Skeleton skeleton;    // empty for a mesh without a rig
    SkinWeights weights;  // of surface.positions
    std::vector<RigidPart> rigidParts;
    std::vector<Clip> clips;
    Units units;
    std::vector<Finding> findings;  // findings of the import; `check` adds its own
};

}  // namespace sinew
