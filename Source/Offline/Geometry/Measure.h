// Areas, volumes and shapes of triangles.
#pragma once

#include <vector>

#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

// Twice the area, along the outward normal.
constexpr Vec3d areaVector(const TrianglePoints& t) {
    return cross(t[1] - t[0], t[2] - t[0]);
}

inline double area(const TrianglePoints& t) {
    return 0.5 * length(areaVector(t));
}

// The shortest height over the longest edge: how near the triangle is to a line.
double triangleFlatness(const TrianglePoints& t);

// True when the three points lie exactly on a line.
bool isDegenerate(const TrianglePoints& t);

double surfaceArea(const TriangleMesh& mesh);

// Of a closed surface, positive when the triangles run counter-clockwise seen from outside. Summed about the
// middle of the mesh, so that a mesh far from the origin loses no digits.
double signedVolume(const TriangleMesh& mesh);

// Unit normals of the vertices, each triangle by its angle there; up where there is none.
std::vector<Vec3d> vertexNormals(const TriangleMesh& mesh);

}  // namespace sinew
