// A mesh on the flesh of a character, as it is drawn: positions, normals and tangents of its vertices.
#pragma once

#include "Offline/Character/Character.h"
#include "Offline/Lattice/Cells/TricubicSkin.h"

namespace sinew::lattice {

struct Cells;
struct Volume;

// The solved shape that the vertices are computed from.
struct ShownShape {
    std::vector<Vec3d> nodes;
    std::vector<Affined> skinMatrices;  // Pose.h
    float weight = 1;                   // 0 for linear blend skinning, 1 for the solved flesh
};

struct ShownVertices {
    std::vector<Vec3f> positions, normals;
    std::vector<Tangent> tangents;  // empty if the mesh has none
};

class ShownMesh {
  public:
    // The character's own mesh, with vertices in the order of its file. It must have weldedOfFile and
    // fileTriangles.
    ShownMesh(const Character& character, const Volume& volume);
    // Any other mesh. Its skin weights are those of the nearest skin.
    ShownMesh(const Character& character, const Volume& volume, Surface surface, const Jobs& jobs = {});

    std::uint32_t vertexCount() const { return static_cast<std::uint32_t>(placeOf_.size()); }
    bool hasTangents() const { return !tangents_.empty(); }
    double farthest() const { return farthest_; }  // metres from the character's skin

    // `character` and `volume` must be those of the constructor.
    void show(const Character& character, const Volume& volume, const ShownShape& shape,
              ShownVertices& vertices, const Jobs& jobs = {}) const;

  private:
    // Vertices at one place that share a normal: all except those along hard edges.
    struct Shade {
        std::uint32_t place = 0;
        std::uint32_t firstCorner = 0;  // index into corners_; the range ends at that of the next shade
        std::uint32_t beside = 0;       // a neighbouring place that defines the rotation about the normal
        Mat3d bind;  // bind-pose frame: normal, direction to `beside`, and their cross product
    };
    // The two other corners of a triangle at the place.
    struct Corner {
        std::uint32_t next, last;
    };

    void bindPlaces(const Character& character, const Volume& volume, std::vector<Vec3d>& normals,
                    const Jobs& jobs);
    void gatherShades(const Surface& surface);
    std::uint32_t shadeFor(const Surface& surface, std::uint32_t vertex,
                           std::vector<std::vector<std::uint32_t>>& shadesAt);
    void gatherCorners(const Surface& surface);
    Mat3d frameOf(std::size_t shade, std::span<const Vec3d> at) const;
    Mat3d fleshGradient(const Cells& cells, std::uint32_t place, std::span<const Vec3d> nodes) const;
    // The weight with which a place follows the skeleton in the shown shape.
    double followsAt(std::size_t place, const ShownShape& shape) const;
    std::vector<Vec3d> posedPlaces(const Character& character, const ShownShape& shape,
                                   const Jobs& jobs) const;
    Mat3d turnOf(std::size_t shade, const Character& character, const Volume& volume, const ShownShape& shape,
                 std::span<const Vec3d> at) const;

    std::vector<Vec3d> places_;  // in the bind pose; vertices along UV seams share a place
    TricubicSkin skin_;          // of the places
    std::vector<float> follows_;
    std::vector<std::uint32_t> weightsOf_;          // per place: the skin vertex whose weights it has
    std::vector<std::uint32_t> placeOf_, shadeOf_;  // per vertex
    std::vector<Shade> shades_;                     // one more than the number of shades
    std::vector<Corner> corners_;
    std::vector<Vec3f> normals_;  // per vertex, in the bind pose
    std::vector<Tangent> tangents_;
    double farthest_ = 0;
};

}  // namespace sinew::lattice
