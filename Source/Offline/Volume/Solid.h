// What is inside: any triangle soup as one solid. A point is inside where the winding number is above one
// half, so shells may overlap, lie in each other, have holes and be counted twice.
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

    // Collapsed triangles, and triangles whose three vertices an earlier one has already, do not count: a
    // doubled or two-sided face is one face. Copies what it is given.
    Solid(std::vector<Vec3d> positions, std::vector<Triangle> triangles, const Jobs& jobs = {});
    Solid(const Solid&) = delete;
    Solid& operator=(const Solid&) = delete;

    TriangleMesh mesh() const { return {positions_, triangles_}; }
    const BoxTree& tree() const { return tree_; }
    Box box() const { return tree_.box(); }
    bool isEmpty() const { return triangles_.empty(); }
    // Without holes: the boundary is nothing but triangles.
    bool isClosed() const { return rimBoxes_.empty(); }

    double winding(Vec3d p) const;
    bool inside(Vec3d p) const { return winding(p) > kThreshold; }

    // True where the whole box is on the side of its middle. Certain, not guessed: no triangle touches it,
    // and the winding number, which then changes only with the view of the open rims, cannot reach one half.
    bool sameSide(const Box& box, double windingAtMiddle) const;

    // The nearest place that has the inside on one side and the outside on the other: where shells overlap,
    // what is buried of them is no boundary. Triangles that are buried in part are split a few times to tell.
    std::optional<Vec3d> closestBoundary(Vec3d p, double limit = Box::kInfinity) const;
    // To that point; infinite when there is none within the limit.
    double distance(Vec3d p, double limit = Box::kInfinity) const;
    // Positive inside.
    double depth(Vec3d p) const { return inside(p) ? distance(p) : -distance(p); }

    // Where the segment from `in` (inside) to `out` (outside) leaves the solid, as a parameter in [0, 1].
    double exit(Vec3d in, Vec3d out) const;

    // How much of the segment from an inside point to any other is outside, metres.
    double lengthOutside(Vec3d in, Vec3d to) const;

    // Does the segment between two inside points pass through a gap between walls that face each other? It
    // may graze a hollow of the surface without.
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
    double rimLength_ = 0;  // metres of open edges, each counted by how many faces it lacks
};

}  // namespace sinew
