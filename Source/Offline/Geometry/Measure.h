// Areas, volumes and shapes of triangles.
#pragma once

#include <vector>

#include "Offline/Geometry/Box.h"
#include "Offline/Geometry/Topology.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

// A vector along the outward normal whose length is twice the area.
constexpr Vec3d areaVector(const TrianglePoints& t) {
    return cross(t[1] - t[0], t[2] - t[0]);
}

inline double area(const TrianglePoints& t) {
    return 0.5 * length(areaVector(t));
}

// The shortest height divided by the longest edge: 0 for a degenerate triangle.
double triangleFlatness(const TrianglePoints& t);

// True when the three points lie exactly on a line.
bool isDegenerate(const TrianglePoints& t);

double surfaceArea(const TriangleMesh& mesh);

// The volume of a closed surface, positive if triangles are counter-clockwise seen from outside. The sum is
// relative to the centre of the mesh, so that a mesh far from the origin loses no precision.
double signedVolume(const TriangleMesh& mesh);

// Unit normals of the vertices, weighted by the angles of the triangles. The normal is Y where it is
// undefined.
std::vector<Vec3d> vertexNormals(const TriangleMesh& mesh);

// Size and shape of the connected parts of a surface.
struct PartMeasure {
    double area = 0;
    double volume = 0;    // signed; an open part is closed towards the centre of its box
    double openSpan = 0;  // m², area of fans over its open borders
    Box box;
    std::uint32_t triangle = 0, vertex = 0;  // any triangle of the part, and one of its corners

    // Open borders whose area is nearly that of the surface: a cape, not a body with a hole.
    bool isSheet() const { return openSpan > 0.4 * area; }
};

std::vector<PartMeasure> measureParts(const TriangleMesh& mesh, const EdgeTable& edges, const Parts& parts);

}  // namespace sinew
