#include "Offline/Lattice/Cells/Moments.h"

#include <bit>
#include <cmath>

#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/Predicates.h"

namespace sinew::lattice {

namespace {

// ∫1, ∫x and ∫x² along an axis; of a single place, 1, x and x².
using Powers = std::array<double, 3>;

Powers powersAt(double x) {
    return {1, x, x * x};
}

Powers powersBetween(double low, double high) {
    return {high - low, (high * high - low * low) / 2, (high * high * high - low * low * low) / 3};
}

Moments productOf(const std::array<Powers, 3>& along) {
    Moments m;
    m.volume = along[0][0] * along[1][0] * along[2][0];
    for (std::size_t i = 0; i < 3; ++i) {
        const Powers &own = along[i], &next = along[(i + 1) % 3], &last = along[(i + 2) % 3];
        const int r = static_cast<int>(i), c = (r + 1) % 3;
        m.first[r] = own[1] * next[0] * last[0];
        m.second(r, r) = own[2] * next[0] * last[0];
        m.second(r, c) = m.second(c, r) = own[1] * next[1] * last[0];
    }
    return m;
}

// The flesh of the cube, found by walking from its first corner along axis w to the height of a point, then
// along v, then along u: crossing the surface changes the side for all points behind. So the moments are sums
// over triangles (crossed along u), their sections with the face u = 0 (along v), and their hits on the edge
// u = v = 0 (along w). A point on a plane or a line counts as moved a little as in sideAlong().
class Walk {
  public:
    explicit Walk(int axis) : u_(axis), v_((axis + 1) % 3), w_((axis + 2) % 3) {}

    void add(const TrianglePoints& t) {
        addHit(t);
        addSection(t);
        addTriangle(t);
    }
    const Moments& sum() const { return sum_; }

  private:
    // Flesh begins, or ends for a negative weight, along the axes of `from`; the others are at `p`.
    void begin(Vec3d p, int from, double weight) {
        std::array<Powers, 3> along{};
        for (int axis = 0; axis < 3; ++axis) along[static_cast<std::size_t>(axis)] = powersAt(p[axis]);
        const auto beyond = [&](int axis, double low) {
            along[static_cast<std::size_t>(axis)] = powersBetween(low, 1);
        };
        if (from == 0) beyond(u_, p[u_]);
        if (from >= 1) beyond(u_, 0);
        if (from == 1) beyond(v_, p[v_]);
        if (from == 2) beyond(v_, 0);
        if (from == 2) beyond(w_, p[w_]);
        sum_ = sum_ + productOf(along) * weight;
    }

    void addHit(const TrianglePoints& t) {
        const int facing = orientationAlong(w_, t[0], t[1], t[2]);
        const Vec3d corner;
        for (std::size_t i = 0; i < 3 && facing != 0; ++i) {
            if (sideAlong(w_, t[i], t[(i + 1) % 3], corner) != facing) return;
        }
        const Vec3d normal = areaVector(t);
        if (facing == 0 || normal[w_] == 0) return;
        Vec3d p;
        p[w_] = dot(normal, t[0]) / normal[w_];
        if (p[w_] > 0 && p[w_] < 1) begin(p, 2, -facing);
    }

    // With the outside to the right. Two points of Gauss and Legendre are exact for cubics.
    void addSection(const TrianglePoints& t) {
        Vec3d enters, leaves;
        int crossings = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3d &a = t[i], &b = t[(i + 1) % 3];
            if ((a[u_] > 0) == (b[u_] > 0)) continue;
            (b[u_] > 0 ? enters : leaves) = lerp(a, b, a[u_] / (a[u_] - b[u_]));
            ++crossings;
        }
        if (crossings != 2 || (enters[v_] <= 0 && leaves[v_] <= 0)) return;
        double from = 0, to = 1;
        const Vec3d way = enters - leaves;
        for (const int axis : {v_, w_}) {
            if (way[axis] == 0) {
                if (!(leaves[axis] >= 0 && leaves[axis] <= 1)) return;
                continue;
            }
            const double low = -leaves[axis] / way[axis], high = (1 - leaves[axis]) / way[axis];
            from = std::max(from, std::min(low, high));
            to = std::min(to, std::max(low, high));
        }
        if (!(from < to)) return;
        const double half = (to - from) / 2, offset = half / std::sqrt(3.0);
        for (const double at : {from + half - offset, from + half + offset})
            begin(leaves + way * at, 1, -way[w_] * half);
    }

    void addTriangle(const TrianglePoints& t) {
        const double facing = areaVector(t)[u_];
        if (facing == 0 || (t[0][u_] <= 0 && t[1][u_] <= 0 && t[2][u_] <= 0)) return;
        Polygon polygon = {{t[0], t[1], t[2]}, 3};
        for (int axis = 0; axis < 3 && polygon.corners > 0; ++axis) {
            polygon = clipped(clipped(polygon, axis, 0, 1), axis, 1, -1);
        }
        for (std::size_t i = 2; i < polygon.corners; ++i)
            addPiece({polygon.at[0], polygon.at[i - 1], polygon.at[i]});
    }

    // The four-point rule for cubics.
    void addPiece(const TrianglePoints& t) {
        const double facing = areaVector(t)[u_] / 2;
        begin((t[0] + t[1] + t[2]) / 3.0, 0, facing * 9 / 16);
        for (std::size_t i = 0; i < 3; ++i)
            begin(t[i] * 0.6 + (t[(i + 1) % 3] + t[(i + 2) % 3]) * 0.2, 0, -facing * 25 / 48);
    }

    struct Polygon {
        std::array<Vec3d, 9> at;  // three corners, and one more for each side of the cube
        std::size_t corners;
    };
    // The part where (p[axis] − plane) · side ≥ 0.
    static Polygon clipped(const Polygon& polygon, int axis, double plane, double side) {
        Polygon kept{{}, 0};
        for (std::size_t i = 0; i < polygon.corners; ++i) {
            const Vec3d &a = polygon.at[i], &b = polygon.at[(i + 1) % polygon.corners];
            const double ofA = (a[axis] - plane) * side, ofB = (b[axis] - plane) * side;
            if (ofA >= 0) kept.at[kept.corners++] = a;
            if ((ofA >= 0) != (ofB >= 0)) kept.at[kept.corners++] = lerp(a, b, ofA / (ofA - ofB));
        }
        return kept;
    }

    int u_, v_, w_;
    Moments sum_;
};

constexpr double kConsistent = 1e-9;  // of the cube's volume
constexpr double kQuantised = 0.4;    // the estimate may be off by so much

}  // namespace

Moments momentsOfBox(Vec3d low, Vec3d high) {
    return productOf(
        {powersBetween(low.x, high.x), powersBetween(low.y, high.y), powersBetween(low.z, high.z)});
}

Moments momentsOfSubVoxels(SubMask mask) {
    Moments sum;
    for (SubMask rest = mask; rest != 0; rest &= rest - 1) {
        const int bit = std::countr_zero(rest);
        const Vec3d low = Vec3d{double(bit % 4), double(bit / 4 % 4), double(bit / 16)} * 0.25;
        sum = sum + momentsOfBox(low, low + Vec3d{0.25, 0.25, 0.25});
    }
    return sum;
}

// Whether the walk begins inside is not known: the volume that comes out says it.
std::optional<Moments> momentsWithin(std::span<const TrianglePoints> surface, double estimate) {
    Moments found[3];
    for (int axis = 0; axis < 3; ++axis) {
        Walk walk(axis);
        for (const TrianglePoints& t : surface) walk.add(t);
        const double change = walk.sum().volume;
        const bool isInside = change < -kConsistent || (change <= kConsistent && estimate > 0.5);
        found[axis] = walk.sum() + momentsOfBox({}, {1, 1, 1}) * (isInside ? 1 : 0);
    }
    const double volume = found[0].volume;
    for (const Moments& m : found) {
        if (!(std::abs(m.volume - volume) <= kConsistent)) return std::nullopt;
    }
    const bool isPart = volume >= -kConsistent && volume <= 1 + kConsistent;
    if (!isPart || std::abs(volume - estimate) > kQuantised) return std::nullopt;
    return (found[0] + found[1] + found[2]) * (1.0 / 3);
}

}  // namespace sinew::lattice
