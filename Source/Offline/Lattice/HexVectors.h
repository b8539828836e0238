// Arithmetic on vectors of nodes. Sums are taken range by range, so that they have the same bits for any
// number of workers.
#pragma once

#include <vector>

#include "Base/Jobs.h"
#include "Offline/Lattice/HexLayout.h"

namespace sinew {

using HexVectors = std::vector<HexVector>;

// With `w`, so that they are one instruction each.
inline HexVector operator+(const HexVector& a, const HexVector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
inline HexVector operator-(const HexVector& a, const HexVector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
}
inline HexVector operator*(const HexVector& a, const HexVector& b) {
    return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
}
inline HexVector operator*(float s, const HexVector& a) {
    return {s * a.x, s * a.y, s * a.z, s * a.w};
}

inline constexpr std::uint32_t kHexGrain = 4096;  // nodes

// Σ of part(begin, end) over ranges of nodes.
template <class Part>
double sumOfRanges(std::uint32_t count, const Jobs& jobs, Part&& part) {
    std::vector<double> sums(count / kHexGrain + 1, 0);
    parallelForRanges(jobs, count, kHexGrain, [&](std::uint32_t begin, std::uint32_t end) {
        sums[begin / kHexGrain] = part(begin, end);
    });
    double sum = 0;
    for (const double s : sums) sum += s;
    return sum;
}

double dotProduct(const HexVectors& a, const HexVectors& b, const Jobs& jobs);

// x += alpha p, r −= alpha q; returns r·r.
double advance(double alpha, const HexVectors& p, const HexVectors& q, HexVectors& x, HexVectors& r,
               const Jobs& jobs);

// p = z + beta p.
void direct(const HexVectors& z, double beta, HexVectors& p, const Jobs& jobs);

}  // namespace sinew
