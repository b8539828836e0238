// Binds the skin to the cells: every vertex is a weighted sum of surrounding nodes. The interpolation is
// tricubic, so the skin has no creases along the grid. After Lekien and Marsden 2005, "Tricubic interpolation
// in three dimensions", with values and slopes at the corners of a cell. The slopes are differences between
// neighbouring nodes. Here it is a tensor product, precomputed as weights of nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Math/Vec3.h"

namespace sinew::lattice {

class FleshCells;

// The weights of a vertex sum to 1 and reproduce linear fields, also outside its cell, where the skin is
// extrapolated linearly. The skin is smooth across cells of connected flesh, except where duplicated cells
// would give a vertex more than kMaxNodes nodes.
struct TricubicSkin {
    static constexpr std::size_t kMaxNodes = 64;  // per vertex

    std::vector<std::uint32_t> firstOfVertex;  // vertices + 1 indices into nodes and weights
    std::vector<std::uint32_t> nodes;
    std::vector<float> weights;
    std::vector<std::uint32_t> cellOfVertex;
    std::vector<double> outside;  // per vertex: metres from the flesh of its cell, 0 inside it

    std::uint32_t vertexCount() const { return static_cast<std::uint32_t>(cellOfVertex.size()); }
};

// Binds any points: the skin, or that of another level of detail. The outward normals may be zero or empty.
TricubicSkin bindSkin(const FleshCells& flesh, std::span<const Vec3d> points, std::span<const Vec3d> normals,
                      const Jobs& jobs = {});

// The vertex positions for the node positions `nodes`.
void boundPositions(const TricubicSkin& skin, std::span<const Vec3d> nodes, std::span<Vec3d> positions,
                    const Jobs& jobs = {});
std::vector<Vec3d> boundPositions(const TricubicSkin& skin, std::span<const Vec3d> nodes,
                                  const Jobs& jobs = {});

}  // namespace sinew::lattice
