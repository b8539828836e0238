// The skin on cells: every vertex is a weighted sum of the nodes around it, tricubic, so that the skin has no
// creases along the grid. After Lekien and Marsden 2005, "Tricubic interpolation in three dimensions": values
// and slopes at the corners of a cell, the slopes by differences between neighbouring nodes; here as a tensor
// product, written out as weights of nodes once and for all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Math/Vec3.h"

namespace sinew::lattice {

class FleshCells;

// The weights of a vertex sum to one and reproduce linear fields, also outside its cell, where the skin goes
// on along its slope. Between cells of connected flesh the skin has no kink, but where doubled cells would
// give a vertex more nodes than kMaxNodes.
struct TricubicSkin {
    static constexpr std::size_t kMaxNodes = 64;  // per vertex

    std::vector<std::uint32_t> firstOfVertex;  // into nodes and weights; one more than vertices
    std::vector<std::uint32_t> nodes;
    std::vector<float> weights;
    std::vector<std::uint32_t> cellOfVertex;
    std::vector<double> outside;  // metres from the flesh of its cell, 0 in it

    std::uint32_t vertexCount() const { return static_cast<std::uint32_t>(cellOfVertex.size()); }
};

// Any points with outward normals, which may be zero or left out: the skin, or that of another level of
// detail.
TricubicSkin bindSkin(const FleshCells& flesh, std::span<const Vec3d> points, std::span<const Vec3d> normals,
                      const Jobs& jobs = {});

// Where the nodes take the vertices.
void boundPositions(const TricubicSkin& skin, std::span<const Vec3d> nodes, std::span<Vec3d> positions,
                    const Jobs& jobs = {});
std::vector<Vec3d> boundPositions(const TricubicSkin& skin, std::span<const Vec3d> nodes,
                                  const Jobs& jobs = {});

}  // namespace sinew::lattice
