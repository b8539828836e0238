#include "Offline/Lattice/Multigrid/NodeVectors.h"

namespace sinew::lattice {

namespace {

double dot(const NodeVector& a, const NodeVector& b) {
    return static_cast<double>(a.x) * static_cast<double>(b.x) +
           static_cast<double>(a.y) * static_cast<double>(b.y) +
           static_cast<double>(a.z) * static_cast<double>(b.z);
}

std::uint32_t countOf(const NodeVectors& v) {
    return static_cast<std::uint32_t>(v.size());
}

}  // namespace

double dotProduct(const NodeVectors& a, const NodeVectors& b, const Jobs& jobs) {
    return sumOfRanges(countOf(a), jobs, [&](std::uint32_t begin, std::uint32_t end) {
        double sum = 0;
        for (std::uint32_t i = begin; i < end; ++i) sum += dot(a[i], b[i]);
        return sum;
    });
}

double advance(double alpha, const NodeVectors& p, const NodeVectors& q, NodeVectors& x, NodeVectors& r,
               const Jobs& jobs) {
    const auto a = static_cast<float>(alpha);
    return sumOfRanges(countOf(p), jobs, [&](std::uint32_t begin, std::uint32_t end) {
        double sum = 0;
        for (std::uint32_t i = begin; i < end; ++i) {
            x[i] = {x[i].x + a * p[i].x, x[i].y + a * p[i].y, x[i].z + a * p[i].z, 0};
            r[i] = {r[i].x - a * q[i].x, r[i].y - a * q[i].y, r[i].z - a * q[i].z, 0};
            sum += dot(r[i], r[i]);
        }
        return sum;
    });
}

void direct(const NodeVectors& z, double beta, NodeVectors& p, const Jobs& jobs) {
    const auto b = static_cast<float>(beta);
    parallelForRanges(jobs, countOf(z), kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            p[i] = {z[i].x + b * p[i].x, z[i].y + b * p[i].y, z[i].z + b * p[i].z, 0};
        }
    });
}

}  // namespace sinew::lattice
