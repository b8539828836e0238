#include "Offline/Geometry/TriangleIntersection.h"

#include <algorithm>

#include "Offline/Geometry/Box.h"
#include "Offline/Geometry/Predicates.h"

namespace sinew {

namespace {

// An axis along which the triangle keeps an area, or -1 when it is degenerate.
int axisOf(Vec3d a, Vec3d b, Vec3d c) {
    for (int axis = 0; axis < 3; ++axis) {
        if (orientationAlong(axis, a, b, c) != 0) return axis;
    }
    return -1;
}

bool segmentBoxesOverlap(Vec3d p, Vec3d q, Vec3d r, Vec3d s) {
    return overlap(Box{min(p, q), max(p, q)}, Box{min(r, s), max(r, s)});
}

// Of a point and a triangle in one plane that `axis` does not lie in.
bool pointInTriangleAlong(int axis, Vec3d p, const TrianglePoints& t) {
    const int s0 = orientationAlong(axis, t[0], t[1], p), s1 = orientationAlong(axis, t[1], t[2], p),
              s2 = orientationAlong(axis, t[2], t[0], p);
    return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

bool coplanarSegmentMeetsTriangle(Vec3d p, Vec3d q, const TrianglePoints& t) {
    const int axis = axisOf(t[0], t[1], t[2]);
    if (axis >= 0 && pointInTriangleAlong(axis, p, t)) return true;
    return segmentsIntersect(p, q, t[0], t[1]) || segmentsIntersect(p, q, t[1], t[2]) ||
           segmentsIntersect(p, q, t[2], t[0]);
}

// True when all of `b` lies strictly on one side of the plane of `a`.
bool planeSeparates(const TrianglePoints& a, const TrianglePoints& b) {
    const int side = orientation(a[0], a[1], a[2], b[0]);
    return side != 0 && side == orientation(a[0], a[1], a[2], b[1]) &&
           side == orientation(a[0], a[1], a[2], b[2]);
}

bool anyEdgeMeets(const TrianglePoints& a, const TrianglePoints& b) {
    return segmentMeetsTriangle(a[0], a[1], b) || segmentMeetsTriangle(a[1], a[2], b) ||
           segmentMeetsTriangle(a[2], a[0], b);
}

bool segmentPierces(Vec3d p, Vec3d q, const TrianglePoints& t) {
    if (orientation(t[0], t[1], t[2], p) * orientation(t[0], t[1], t[2], q) >= 0) return false;
    const int side = orientation(p, q, t[0], t[1]);
    return side != 0 && side == orientation(p, q, t[1], t[2]) && side == orientation(p, q, t[2], t[0]);
}

bool anyEdgePierces(const TrianglePoints& a, const TrianglePoints& b) {
    return segmentPierces(a[0], a[1], b) || segmentPierces(a[1], a[2], b) || segmentPierces(a[2], a[0], b);
}

// `t` turned so that the vertices it shares with `other` come first.
Triangle sharedFirst(const Triangle& t, const Triangle& other) {
    Triangle turned = t;
    std::partition(turned.begin(), turned.end(),
                   [&](std::uint32_t v) { return std::find(other.begin(), other.end(), v) != other.end(); });
    return turned;
}

// Two triangles on the edge pq overlap elsewhere only in one plane, on one side of the edge.
bool foldedOntoEachOther(Vec3d p, Vec3d q, Vec3d apexA, Vec3d apexB) {
    if (orientation(p, q, apexA, apexB) != 0) return false;
    const int axis = axisOf(p, q, apexA);
    if (axis >= 0) return orientationAlong(axis, p, q, apexA) == orientationAlong(axis, p, q, apexB);
    return axisOf(p, q, apexB) < 0;  // two slivers on one line: they overlap there unless they are points
}

}  // namespace

bool segmentsIntersect(Vec3d p, Vec3d q, Vec3d r, Vec3d s) {
    if (!segmentBoxesOverlap(p, q, r, s) || orientation(p, q, r, s) != 0) return false;
    int axis = axisOf(p, q, r);
    if (axis < 0) axis = axisOf(p, q, s);
    if (axis < 0) axis = axisOf(r, s, p);
    if (axis < 0) axis = axisOf(r, s, q);
    if (axis < 0) return true;  // all on one line, where overlapping boxes are overlapping segments
    return orientationAlong(axis, p, q, r) * orientationAlong(axis, p, q, s) <= 0 &&
           orientationAlong(axis, r, s, p) * orientationAlong(axis, r, s, q) <= 0;
}

bool segmentMeetsTriangle(Vec3d p, Vec3d q, const TrianglePoints& t) {
    const int sideP = orientation(t[0], t[1], t[2], p), sideQ = orientation(t[0], t[1], t[2], q);
    if (sideP == 0 && sideQ == 0) return coplanarSegmentMeetsTriangle(p, q, t);
    if (sideP * sideQ > 0) return false;
    const int s0 = orientation(p, q, t[0], t[1]), s1 = orientation(p, q, t[1], t[2]),
              s2 = orientation(p, q, t[2], t[0]);
    return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

bool trianglesIntersect(const TrianglePoints& a, const TrianglePoints& b) {
    if (!overlap(boxOf(a), boxOf(b)) || planeSeparates(a, b) || planeSeparates(b, a)) return false;
    return anyEdgeMeets(a, b) || anyEdgeMeets(b, a);
}

bool trianglesPierce(const TrianglePoints& a, const TrianglePoints& b) {
    if (!overlap(boxOf(a), boxOf(b)) || planeSeparates(a, b) || planeSeparates(b, a)) return false;
    return anyEdgePierces(a, b) || anyEdgePierces(b, a);
}

bool meshTrianglesIntersect(const TriangleMesh& mesh, std::uint32_t a, std::uint32_t b) {
    const Triangle ta = sharedFirst(mesh.triangles[a], mesh.triangles[b]);
    const Triangle tb = sharedFirst(mesh.triangles[b], mesh.triangles[a]);
    const auto at = [&](std::uint32_t v) { return mesh.positions[v]; };
    switch (sharedVertices(ta, tb)) {
        case 0:
            return trianglesIntersect(mesh.points(a), mesh.points(b));
        case 1:
            return segmentMeetsTriangle(at(ta[1]), at(ta[2]), mesh.points(b)) ||
                   segmentMeetsTriangle(at(tb[1]), at(tb[2]), mesh.points(a));
        case 2:
            return foldedOntoEachOther(at(ta[0]), at(ta[1]), at(ta[2]), at(tb[2]));
        default:
            return true;
    }
}

}  // namespace sinew
