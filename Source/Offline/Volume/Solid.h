// Any triangle soup as one solid. A point is inside if its winding number is above one half, so shells may
// overlap, contain each other, have holes and occur twice.
#pragma once

#include <span>
#include <vector>

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/Spatial.h"
#include "Offline/Geometry/Winding.h"

namespace sinew {

class Solid {
  public:
    static constexpr double kThreshold = 0.5;

    // Ignores collapsed triangles and those with the same three vertices as an earlier one, so that a doubled
    // or two-sided face counts once. Copies its input.
    Solid(std::vector<Vec3d> positions, std::vector<Triangle> triangles, const Jobs& jobs = {});
    Solid(const Solid&) = delete;
    Solid& operator=(const Solid&) = delete;

    TriangleMesh mesh() const { return {positions_, triangles_}; }
    const BoxTree& tree() const { return tree_; }
    // The parts of the triangles with inside on one side and outside on the other, as far as closestBoundary()
    // distinguishes them.
    std::span<const TrianglePoints> boundary() const { return boundary_; }
    Box box() const { return tree_.box(); }
    bool isEmpty() const { return triangles_.empty(); }
    // Returns whether the surface has no holes, so that its boundary consists only of triangles.
    bool isClosed() const { return rimBoxes_.empty(); }

    double winding(Vec3d p) const;
    bool inside(Vec3d p) const { return winding(p) > kThreshold; }

    // Returns true if the whole box is on the same side as its centre. This is certain: no triangle touches
    // the box, and the winding number, which then varies only with the solid angle of open borders, cannot
    // reach one half.
    bool sameSide(const Box& box, double windingAtMiddle) const;

    // The nearest point with inside on one side and outside on the other. Parts of shells that are buried in
    // others are not boundary. Triangles that are partly buried are split a few times to decide.
    std::optional<Vec3d> closestBoundary(Vec3d p, double limit = Box::kInfinity) const;
    // The distance to that point; infinite if there is none within the limit.
    double distance(Vec3d p, double limit = Box::kInfinity) const;
    // Positive inside.
    double depth(Vec3d p) const { return inside(p) ? distance(p) : -distance(p); }

    // The parameter in [0, 1] at which the segment from `in` (inside) to `out` (outside) leaves the solid.
    double exit(Vec3d in, Vec3d out) const;

    // The length in metres of the part of the segment that is outside, from an inside point to any other.
    double lengthOutside(Vec3d in, Vec3d to) const;

    // Returns whether the segment between two inside points passes through a gap between walls that face each
    // other. A segment that only grazes a hollow of the surface does not.
    bool crossesGap(Vec3d a, Vec3d b) const;

  private:
    void findBoundary(const Jobs& jobs);
    bool isBoundary(const TrianglePoints& t) const;
    void splitBoundary(const TrianglePoints& t, int depth, std::vector<TrianglePoints>& into) const;
    struct Hit {
        double parameter;
        std::uint32_t triangle;
    };
    std::vector<Hit> crossings(Vec3d from, Vec3d to) const;
    double bisect(Vec3d in, Vec3d out, double low, double high) const;

    std::vector<Vec3d> positions_;
    std::vector<Triangle> triangles_;
    BoxTree tree_;
    WindingField winding_;
    std::vector<TrianglePoints> boundary_;
    BoxTree boundaryTree_;
    BoxTree rims_;  // over the open edges
    std::vector<Box> rimBoxes_;
    double rimLength_ = 0;  // metres of open edges, each multiplied by the number of its missing faces
};

}  // namespace sinew
