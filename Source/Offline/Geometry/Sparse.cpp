#include "Offline/Geometry/Sparse.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

void multiply(const Sparse& a, std::span<const double> x, std::vector<double>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        double sum = a.diagonal[i] * x[i];
        for (std::uint32_t k = a.firstOfRow[i]; k < a.firstOfRow[i + 1]; ++k)
            sum += a.value[k] * x[a.column[k]];
        y[i] = sum;
    }
}

double inner(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

}  // namespace

Sparse laplacianFrom(std::size_t rows, std::vector<SparseEntry> entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const SparseEntry& a, const SparseEntry& b) {
        return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    Sparse out;
    out.diagonal.assign(rows, 0);
    out.firstOfRow.assign(rows + 1, 0);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const SparseEntry& e = entries[i];
        const bool same = i > 0 && entries[i - 1].row == e.row && entries[i - 1].column == e.column;
        if (same) {
            out.value.back() += e.value;
        } else {
            out.column.push_back(e.column);
            out.value.push_back(e.value);
            ++out.firstOfRow[e.row + 1];
        }
        out.diagonal[e.row] -= e.value;
    }
    for (std::size_t r = 0; r < rows; ++r) out.firstOfRow[r + 1] += out.firstOfRow[r];
    return out;
}

std::array<double, 3> halfCotangents(Vec3d a, Vec3d b, Vec3d c) {
    const double area2 = std::max(length(cross(b - a, c - a)), 1e-30);
    return {0.5 * dot(b - a, c - a) / area2, 0.5 * dot(c - b, a - b) / area2,
            0.5 * dot(a - c, b - c) / area2};
}

void solve(const Sparse& a, std::span<const double> b, std::vector<double>& x, int steps, double tolerance) {
    const std::size_t n = b.size();
    std::vector<double> r(n), z(n), p(n), ap(n);
    multiply(a, x, ap);
    for (std::size_t i = 0; i < n; ++i) {
        r[i] = b[i] - ap[i];
        z[i] = r[i] / a.diagonal[i];
    }
    p = z;
    double rz = inner(r, z);
    const double stop = tolerance * tolerance * std::max(inner(b, b), 1e-300);
    for (int step = 0; step < steps && inner(r, r) > stop; ++step) {
        multiply(a, p, ap);
        const double alpha = rz / inner(p, ap);
        for (std::size_t i = 0; i < n; ++i) {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
            z[i] = r[i] / a.diagonal[i];
        }
        const double next = inner(r, z), beta = next / rz;
        rz = next;
        for (std::size_t i = 0; i < n; ++i) p[i] = z[i] + beta * p[i];
    }
}

}  // namespace sinew
