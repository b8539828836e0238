#include "Offline/Geometry/Winding.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "Math/Mat3.h"
#include "Offline/Geometry/Measure.h"

namespace sinew {

namespace {

constexpr std::uint32_t kPointsPerRange = 256;

double farthestCorner(const Box& box, Vec3d p) {
    return length(max(p - box.low, box.high - p));
}

}  // namespace

// Moments about the middle before anything is left out, so that they can be carried to another middle.
struct WindingField::RawMoment {
    Box box;
    Vec3d middle;
    double radius = 0, area = 0;
    Vec3d normal;
    Mat3d second;    // column j: ∫ (x−m) n_j
    Mat3d third[3];  // [k]: ∫ (x−m)(x−m)ᵀ n_k

    // Moments of the same triangles about `to`.
    RawMoment about(Vec3d to) const {
        const Vec3d s = middle - to;
        RawMoment moved = *this;
        moved.middle = to;
        for (int k = 0; k < 3; ++k) {
            moved.second.column[k] += s * normal[k];
            for (int j = 0; j < 3; ++j) {
                moved.third[k].column[j] +=
                    s * second(j, k) + second.column[k] * s[j] + s * (s[j] * normal[k]);
            }
        }
        return moved;
    }

    static RawMoment sum(const RawMoment& a, const RawMoment& b) {
        RawMoment both;
        both.box = merged(a.box, b.box);
        both.area = a.area + b.area;
        both.middle = both.area > 0 ? lerp(a.middle, b.middle, b.area / both.area) : center(both.box);
        both.radius = std::min(
            farthestCorner(both.box, both.middle),
            std::max(a.radius + length(a.middle - both.middle), b.radius + length(b.middle - both.middle)));
        const RawMoment x = a.about(both.middle), y = b.about(both.middle);
        both.normal = x.normal + y.normal;
        both.second = x.second + y.second;
        for (int k = 0; k < 3; ++k) both.third[k] = x.third[k] + y.third[k];
        return both;
    }
};

WindingField::RawMoment WindingField::leafMoment(std::span<const std::uint32_t> items) const {
    RawMoment raw;
    Vec3d weighted;
    for (const std::uint32_t t : items) {
        const TrianglePoints p = mesh_.points(t);
        raw.box = merged(raw.box, boxOf(p));
        raw.area += area(p);
        weighted += (p[0] + p[1] + p[2]) * (area(p) / 3);
    }
    raw.middle = raw.area > 0 ? weighted / raw.area : center(raw.box);
    for (const std::uint32_t t : items) {
        TrianglePoints p = mesh_.points(t);
        const Vec3d normal = areaVector(p) * 0.5;
        for (Vec3d& v : p) {
            v -= raw.middle;
            raw.radius = std::max(raw.radius, length(v));
        }
        const Vec3d sum = p[0] + p[1] + p[2];
        raw.normal += normal;
        for (int k = 0; k < 3; ++k) {
            raw.second.column[k] += sum * (normal[k] / 3);
            for (int j = 0; j < 3; ++j) {
                raw.third[k].column[j] +=
                    (p[0] * p[0][j] + p[1] * p[1][j] + p[2] * p[2][j] + sum * sum[j]) * (normal[k] / 12);
            }
        }
    }
    return raw;
}

WindingField::Moment WindingField::reduced(const RawMoment& raw) {
    Moment m;
    m.middle = raw.middle;
    m.radius = raw.radius;
    m.area = raw.area;
    m.normal = raw.normal;
    const double third = trace(raw.second) / 3;
    constexpr int kPairs[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    for (int i = 0; i < 3; ++i) {
        m.second[i] = raw.second(i, i) - third;
        m.second[3 + i] =
            (raw.second(kPairs[i][0], kPairs[i][1]) + raw.second(kPairs[i][1], kPairs[i][0])) / 2;
    }
    // Symmetric in all three indices.
    const auto full = [&](int i, int j, int k) {
        return (raw.third[k](i, j) + raw.third[j](i, k) + raw.third[i](j, k)) / 3;
    };
    Vec3d traces;
    for (int k = 0; k < 3; ++k) traces[k] = full(0, 0, k) + full(1, 1, k) + full(2, 2, k);
    constexpr int kIndex[10][3] = {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {0, 0, 1}, {0, 0, 2},
                                   {1, 1, 0}, {1, 1, 2}, {2, 2, 0}, {2, 2, 1}, {0, 1, 2}};
    for (int n = 0; n < 10; ++n) {
        const auto [i, j, k] = kIndex[n];
        const double removed = (i == j ? traces[k] : 0) + (i == k ? traces[j] : 0) + (j == k ? traces[i] : 0);
        // How often the term stands in the full sum over three indices.
        const double times = n < 3 ? 1 : n < 9 ? 3 : 6;
        m.third[n] = times * (full(i, j, k) - removed / 5);
    }
    return m;
}

WindingField::WindingField(const TriangleMesh& mesh, const BoxTree& tree) : mesh_(mesh), tree_(&tree) {
    const std::vector<RawMoment> raw = tree.aggregate<RawMoment>(
        [&](std::span<const std::uint32_t> items) { return leafMoment(items); }, RawMoment::sum);
    moments_.reserve(raw.size());
    reaches_.reserve(raw.size());
    for (const RawMoment& moment : raw) {
        moments_.push_back(reduced(moment));
        reaches_.push_back({moment.middle, moment.radius * moment.radius});
    }
}

// (1/4π) [ N·r/r³ − 3 D(r,r)/r⁵ + 15/2 T(r,r,r)/r⁷ ], r from the point to the middle.
double WindingField::farWinding(const Moment& m, Vec3d r, double squared) {
    const double inverse2 = 1 / squared, inverse3 = inverse2 * std::sqrt(inverse2);
    const double xx = r.x * r.x, yy = r.y * r.y, zz = r.z * r.z;
    const double first = dot(m.normal, r);
    const double second = m.second[0] * xx + m.second[1] * yy + m.second[2] * zz +
                          2 * (m.second[3] * r.x * r.y + m.second[4] * r.y * r.z + m.second[5] * r.z * r.x);
    const double third = xx * (m.third[0] * r.x + m.third[3] * r.y + m.third[4] * r.z) +
                         yy * (m.third[1] * r.y + m.third[5] * r.x + m.third[6] * r.z) +
                         zz * (m.third[2] * r.z + m.third[7] * r.x + m.third[8] * r.y) +
                         m.third[9] * r.x * r.y * r.z;
    return inverse3 * (first + inverse2 * (7.5 * inverse2 * third - 3 * second)) / (4 * std::numbers::pi);
}

double WindingField::at(Vec3d p, double opening) const {
    if (tree_ == nullptr) return 0;
    const double squaredOpening = opening * opening;
    double far = 0, near = 0;
    tree_->traverse(
        [&](std::uint32_t node) {
            const Vec3d r = reaches_[node].middle - p;
            const double squared = dot(r, r);
            if (!(squared > squaredOpening * reaches_[node].squaredRadius)) return true;
            far += farWinding(moments_[node], r, squared);
            return false;
        },
        [&](std::uint32_t t) { near += halfSolidAngle(mesh_.points(t), p); });
    return far + near / (2 * std::numbers::pi);
}

double WindingField::errorBound(Vec3d p, double opening) const {
    if (tree_ == nullptr) return 0;
    double bound = 0;
    tree_->traverse(
        [&](std::uint32_t node) {
            const Moment& m = moments_[node];
            const Vec3d r = m.middle - p;
            if (!(dot(r, r) > opening * opening * reaches_[node].squaredRadius)) return true;
            const double distance = length(r);
            const double x = m.radius / distance;
            const double series = x * x * x * (4 - 3 * x) / ((1 - x) * (1 - x));
            bound += m.area * series / (4 * std::numbers::pi * distance * distance);
            return false;
        },
        [](std::uint32_t) {});
    return bound;
}

// van Oosterom and Strackee 1983, equation 8.
double halfSolidAngle(const TrianglePoints& t, Vec3d p) {
    const Vec3d a = t[0] - p, b = t[1] - p, c = t[2] - p;
    const double la = length(a), lb = length(b), lc = length(c);
    return std::atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

std::vector<double> windingNumbers(const WindingField& field, std::span<const Vec3d> points,
                                   const Jobs& jobs) {
    std::vector<double> numbers(points.size());
    parallelForRanges(jobs, static_cast<std::uint32_t>(points.size()), kPointsPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t i = begin; i < end; ++i) numbers[i] = field.at(points[i]);
                      });
    return numbers;
}

}  // namespace sinew
