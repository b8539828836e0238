// Topology of triangles, without positions: edges, holes, parts, handles. Collapsed triangles are ignored.
#pragma once

#include <vector>

#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

enum class EdgeKind {
    Closed,       // two triangles with consistent orientation
    Open,         // one triangle: the border of a hole or a sheet
    Flipped,      // two triangles with opposite orientation
    NonManifold,  // three or more triangles
};

struct Edge {
    std::uint32_t low, high;  // vertices, low < high
    std::uint32_t firstUse;   // index into EdgeTable::uses
    std::uint32_t useCount;
    EdgeKind kind;
};

struct EdgeTable {
    struct Use {
        std::uint32_t triangle;
        bool forward;  // the triangle runs from low to high
    };
    std::vector<Edge> edges;  // sorted by (low, high)
    std::vector<Use> uses;    // grouped by edge, then sorted by triangle

    std::span<const Use> usesOf(const Edge& edge) const {
        return std::span(uses).subspan(edge.firstUse, edge.useCount);
    }
};

EdgeTable edgeTable(std::span<const Triangle> triangles);

// Parts that are connected through shared vertices, numbered by their first triangle.
struct Parts {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::vector<std::uint32_t> partOfTriangle;  // kNone for a collapsed triangle
    std::uint32_t count = 0;
};

Parts connectedParts(std::span<const Triangle> triangles);

struct PartTopology {
    std::uint32_t vertices = 0, edges = 0, triangles = 0;
    std::uint32_t openEdges = 0, flippedEdges = 0, nonManifoldEdges = 0;

    int eulerCharacteristic() const {
        return static_cast<int>(vertices) - static_cast<int>(edges) + static_cast<int>(triangles);
    }
    bool isClosed() const { return openEdges == 0 && nonManifoldEdges == 0; }
    // The number of handles of a closed, consistently oriented part; -1 if it is undefined.
    int genus() const {
        return isClosed() && flippedEdges == 0 && eulerCharacteristic() % 2 == 0
                   ? 1 - eulerCharacteristic() / 2
                   : -1;
    }
};

std::vector<PartTopology> partTopologies(std::span<const Triangle> triangles, const EdgeTable& table,
                                         const Parts& parts);

// The borders of holes and sheets: open edges connected through shared vertices, each as its sorted vertices.
std::vector<std::vector<std::uint32_t>> openRims(const EdgeTable& table);

// Triangles with the same three vertices as an earlier triangle, in any order; sorted.
std::vector<std::uint32_t> duplicateTriangles(std::span<const Triangle> triangles);

}  // namespace sinew
