// The connectivity and the boundary of tetrahedra.
#pragma once

#include <vector>

#include "Base/Jobs.h"
#include "Offline/Geometry/TriangleMesh.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew {

struct TetTopology {
    struct BoundaryFace {
        Triangle nodes;  // counter-clockwise from outside
        std::uint32_t tet;
    };
    std::vector<BoundaryFace> boundary;         // sorted by tet
    std::vector<std::uint32_t> componentOfTet;  // connected through faces, numbered by the first tet
    std::uint32_t components = 0;
};

TetTopology tetTopology(const TetMesh& mesh);

// A face between two tets.
struct InnerFace {
    Triangle nodes;
    std::uint32_t a, b;  // tets, a < b
};
std::vector<InnerFace> innerFaces(const TetMesh& mesh);

struct TetQuality {
    double minDihedral = 180, maxDihedral = 0;  // degrees
    double minVolume = 0, volume = 0;           // m³; the minimum is negative if a tet is inverted
};

TetQuality tetQuality(const TetMesh& mesh, const Jobs& jobs = {});

double tetVolume(const TetMesh& mesh, const Tet& tet);
Vec3d tetMiddle(const TetMesh& mesh, const Tet& tet);
std::vector<Vec3d> tetMiddles(const TetMesh& mesh);  // of all

}  // namespace sinew
