// Arithmetic on vectors of nodes. Sums are computed range by range, so the bits do not depend on the number
// of workers.
#pragma once

#include <vector>

#include "Base/Jobs.h"
#include "Math/Vec3.h"
#include "Offline/Lattice/Multigrid/Layout.h"

namespace sinew::lattice {

using NodeVectors = std::vector<NodeVector>;
using PressureVectors = std::vector<GroupPressure>;

// `w` is included, so that each operator is one SIMD instruction.
inline NodeVector operator+(const NodeVector& a, const NodeVector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
inline NodeVector operator-(const NodeVector& a, const NodeVector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}
inline NodeVector operator*(const NodeVector& a, const NodeVector& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
}
inline NodeVector operator*(float s, const NodeVector& a) {
    return {s * a.x, s * a.y, s * a.z, s * a.w};
}

inline Vec3d asVec3(const NodeVector& v) {
    return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

inline constexpr std::uint32_t kNodeGrain = 4096;  // nodes

// The sum of part(begin, end) over ranges of nodes.
template <class Part>
double sumOfRanges(std::uint32_t count, const Jobs& jobs, Part&& part) {
    std::vector<double> sums(count / kNodeGrain + 1, 0);
    parallelForRanges(jobs, count, kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
        sums[begin / kNodeGrain] = part(begin, end);
    });
    double sum = 0;
    for (const double s : sums) sum += s;
    return sum;
}

double dotProduct(const NodeVectors& a, const NodeVectors& b, const Jobs& jobs);

// x += alpha p, r −= alpha q; returns r·r.
double advance(double alpha, const NodeVectors& p, const NodeVectors& q, NodeVectors& x, NodeVectors& r,
               const Jobs& jobs);

// p = z + beta p.
void direct(const NodeVectors& z, double beta, NodeVectors& p, const Jobs& jobs);

}  // namespace sinew::lattice
