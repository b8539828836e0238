// The change of the angles between the skin's triangles where domains meet.
#pragma once

#include <span>
#include <vector>

#include "Asset/View.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

inline constexpr std::uint32_t kNoSeams = ~0u;

// For each welded vertex that `weldedOfFile` names: the domain with the largest weight, or kNoSeams if that
// domain has no modes and therefore follows its joint in the full solution too.
std::vector<std::uint32_t> domainsOfSkin(const AssetView& view, std::span<const std::uint32_t> weldedOfFile);

// The angle between the normals of the two triangles at an edge, over all edges of triangles whose corners
// belong to different domains: those along a seam, which is where it would crease, as well as those across.
class NormalJump {
  public:
    // `bound`: the skin in the bind pose.
    NormalJump(std::span<const std::uint32_t> domainOfVertex, const TriangleMesh& bound);

    std::size_t edges() const { return edges_.size(); }

    // Radians: by how much the angles have changed from the bind pose, hollows being negative; the root mean
    // square over the edges. 0 where there are none.
    double operator()(std::span<const Vec3d> positions) const;

  private:
    struct Hinge {
        std::uint32_t low, high, left, right;  // the edge, and the third corners beside it
        double bound = 0;                      // radians, in the bind pose
    };
    static double angleAt(const Hinge& edge, std::span<const Vec3d> positions);

    std::vector<Hinge> edges_;
};

}  // namespace sinew
