// Stage 1: what Sinew knows of a character, whatever file it came from. Metres, seconds, radians, Y up.
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
using VertexColour = std::array<float, 4>;  // RGBA, 0 to 1 as the file has it
using Tangent = std::array<float, 4>;       // x y z, and the side of the bitangent: 1 or −1

// Vertices that a file splits along UV seams, hard edges and materials are welded into one; the map leads
// back. File vertices are numbered through all primitives that are part of the surface: in glTF by node, then
// primitive, then vertex; in OBJ each pair of position and texture coordinate in order of first use.
// Vertices that no triangle uses are kept, so that the map has no holes.
struct Surface {
    std::vector<Vec3d> positions;             // welded vertices, in the bind pose
    std::vector<Triangle> triangles;          // of welded vertices, counter-clockwise from outside
    std::vector<Triangle> fileTriangles;      // the same triangles, of file vertices
    std::vector<std::uint32_t> weldedOfFile;  // file vertex → welded vertex
    std::vector<Uv> uvs;                      // per file vertex; empty where the file has none
    std::vector<VertexColour> colours;        // the same
    std::vector<Vec3f> normals;             // the same: what the file shades with; zero where it says nothing
    std::vector<Tangent> tangents;          // the same
    std::vector<std::uint32_t> materialOf;  // per triangle, into `materials`
    std::vector<std::string> materials;
};

struct Joint {
    std::string name;
    std::int32_t parent = -1;  // always a smaller index; -1 for a root
    Transformd rest;  // in the parent's frame, as the file poses it (which need not be the bind pose)
};

struct Skeleton {
    std::vector<Joint> joints;
    // Character space → joint space in the bind pose. These, not the rest pose, are the truth about binding.
    std::vector<Affined> inverseBind;
};

// Any number of influences per welded vertex, sorted by falling weight, summing to one.
struct SkinWeights {
    struct Influence {
        std::uint32_t joint;
        float weight;
    };
    std::vector<std::uint32_t> firstOfVertex;  // vertices + 1 entries, into `influences`
    std::vector<Influence> influences;
};

// A mesh without weights that hangs on a joint: a sword, a helmet. Positions are in the joint's frame.
struct RigidPart {
    std::string name;
    std::uint32_t joint = 0;
    Surface surface;
};

enum class Interpolation { Step, Linear, CubicSpline };

template <class Value>
struct Track {
    Interpolation interpolation = Interpolation::Linear;
    std::vector<double> times;  // seconds, rising; empty: the rest pose holds
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
    std::vector<JointTracks> joints;  // one per joint of the skeleton it moves
};

enum class UpAxis { X, Y, Z };

struct Units {
    double metresPerUnit = 1;  // what the file's numbers were multiplied by
    UpAxis up = UpAxis::Y;     // up in the file's scene, after its own node transforms; turned to Y
    bool detected = true;      // false where the user set one of them
};

struct Character {
    std::string name;
    Surface surface;
    Skeleton skeleton;    // empty for a mesh without a rig
    SkinWeights weights;  // of surface.positions
    std::vector<RigidPart> rigidParts;
    std::vector<Clip> clips;
    Units units;
    std::vector<Finding> findings;  // what importing noticed; `check` adds its own
};

}  // namespace sinew
