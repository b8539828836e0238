#include "SeamGap.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "Math/NearestRotation.h"

namespace sinew {

namespace {

struct Posed {
    Mat3d rotation;
    Vec3d translation;
    std::vector<double> q;  // and a one: what [U|p] is multiplied by
};

Posed posed(const AssetView& view, std::uint32_t domain, std::span<const Affined> skinMatrices,
            std::span<const float> coordinates) {
    const AssetDomain& d = view.domains[domain];
    const Affined& m = skinMatrices[d.joint];
    Posed out{toMatrix(motionRotation(m.linear)), transformPoint(m, convert<double>(d.centre)), {}};
    for (std::uint32_t k = 0; k < d.rank; ++k)
        out.q.push_back(static_cast<double>(coordinates[d.firstMode + k]));
    out.q.push_back(1);
    return out;
}

// xᵀ m y, `m` of columns with `rows` entries each.
double product(const std::vector<double>& x, const float* m, std::uint32_t rows,
               const std::vector<double>& y) {
    double sum = 0;
    for (std::size_t c = 0; c < y.size(); ++c) {
        for (std::size_t r = 0; r < x.size(); ++r) sum += x[r] * static_cast<double>(m[c * rows + r]) * y[c];
    }
    return sum;
}

Vec3d moments(const std::vector<double>& x, const float* columns, std::uint32_t rows) {
    Vec3d sum;
    for (std::size_t r = 0; r < x.size(); ++r) {
        for (int i = 0; i < 3; ++i) {
            sum[i] += x[r] * static_cast<double>(columns[static_cast<std::size_t>(i) * rows + r]);
        }
    }
    return sum;
}

// Σ A |x_a − x_b|², multiplied out (FORMAT.md, COUP).
double squaredGaps(const AssetView& view, const AssetInterface& interface, const Posed& a, const Posed& b) {
    const CouplingView c = couplingOf(view, interface);
    const Mat3d turn = transpose(a.rotation) * b.rotation;
    const Vec3d apart = a.translation - b.translation;
    double sum = product(a.q, c.aa, c.rowsA, a.q) + product(b.q, c.bb, c.rowsB, b.q);
    for (int i = 0; i < 9; ++i) {
        sum -= 2 * turn(i / 3, i % 3) *
               product(a.q, c.ab + static_cast<std::size_t>(i) * c.stride, c.rowsA, b.q);
    }
    sum +=
        2 * dot(apart, a.rotation * moments(a.q, c.a1, c.rowsA) - b.rotation * moments(b.q, c.b1, c.rowsB));
    return sum + static_cast<double>(interface.area) * dot(apart, apart);
}

}  // namespace

double largestSeamGap(const AssetView& view, std::span<const Affined> skinMatrices,
                      std::span<const float> coordinates) {
    double largest = 0;
    for (const AssetInterface& interface : view.interfaces) {
        if (view.domains[interface.a].rank == 0 || view.domains[interface.b].rank == 0) continue;
        const double squares =
            squaredGaps(view, interface, posed(view, interface.a, skinMatrices, coordinates),
                        posed(view, interface.b, skinMatrices, coordinates));
        largest = std::max(largest, std::sqrt(std::max(squares, 0.0) / static_cast<double>(interface.area)));
    }
    return largest;
}

}  // namespace sinew
