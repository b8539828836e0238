// Elasticity of cubic cells, slow and obvious: one cell at a time, in double, from its edges and one polar
// decomposition (McAdams et al. 2011, equations 3, 5 and 14 to 17).
#pragma once

#include <Eigen/Dense>
#include <array>
#include <span>
#include <vector>

#include "Math/Svd3Scalar.h"
#include "Offline/Lattice/Multigrid/Level.h"

namespace sinew::test {

// Deviation from McAdams et al. 2011: tension against growing volume ends at this part of 2μ.
inline constexpr double kMaxTension = 0.8;

// How |F|² is integrated: by edges, or in the middle of the cell like the rest.
enum class Quadrature { Stabilised, OnePoint };

struct TwinCell {
    double width, mu, lambda;
    Quadrature quadrature = Quadrature::Stabilised;
};

using TwinCorners = std::array<Vec3d, 8>;

inline double sideOf(int corner, int axis) {
    return (corner >> axis & 1) != 0 ? 1 : -1;
}

// F in the middle: differences of the means of opposite faces.
inline Mat3d middleGradient(const TwinCorners& x, double width) {
    Mat3d f;
    for (int axis = 0; axis < 3; ++axis) {
        for (int c = 0; c < 8; ++c)
            f.column[axis] += x[static_cast<std::size_t>(c)] * (sideOf(c, axis) / (4 * width));
    }
    return f;
}

inline Mat3d rotationOf(const Mat3d& f) {
    const Svd3<double> svd = svd3Scalar(f);
    return svd.u * transpose(svd.v);
}

// λ (tr S − 3), with its end, and its integral over the growth.
struct TwinTension {
    double stress, energy;
};

inline TwinTension tensionOf(const TwinCell& cell, double growth) {
    const double limit = 2 * cell.mu * kMaxTension, end = limit / cell.lambda;
    if (growth < end) return {cell.lambda * growth, cell.lambda / 2 * growth * growth};
    return {limit, cell.lambda / 2 * end * end + limit * (growth - end)};
}

template <class Visit>  // visit(lower corner, upper corner) of the twelve edges
void forEachEdge(Visit&& visit) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t c = 0; c < 8; ++c) {
            if ((c >> axis & 1) == 0) visit(c, c + (std::size_t{1} << axis));
        }
    }
}

inline double energyOf(const TwinCell& cell, const TwinCorners& x) {
    const double volume = cell.width * cell.width * cell.width;
    const Mat3d f = middleGradient(x, cell.width);
    const double along = trace(transpose(rotationOf(f)) * f);
    double squares = cell.quadrature == Quadrature::OnePoint ? squaredNorm(f) : 0;
    if (cell.quadrature == Quadrature::Stabilised) {
        forEachEdge([&](std::size_t a, std::size_t b) {
            const Vec3d slope = (x[b] - x[a]) / cell.width;
            squares += dot(slope, slope) / 4;
        });
    }
    return volume * (cell.mu * (squares - 2 * along + 3) + tensionOf(cell, along - 3).energy);
}

// Of the energy, by the corners.
inline TwinCorners gradientOf(const TwinCell& cell, const TwinCorners& x) {
    const double volume = cell.width * cell.width * cell.width;
    const Mat3d f = middleGradient(x, cell.width), r = rotationOf(f);
    Mat3d stress = r * (tensionOf(cell, trace(transpose(r) * f) - 3).stress - 2 * cell.mu);
    if (cell.quadrature == Quadrature::OnePoint) stress = stress + f * (2 * cell.mu);
    TwinCorners gradient{};
    for (int c = 0; c < 8; ++c) {
        const Vec3d g{sideOf(c, 0), sideOf(c, 1), sideOf(c, 2)};
        gradient[static_cast<std::size_t>(c)] = stress * g * (volume / (4 * cell.width));
    }
    if (cell.quadrature == Quadrature::OnePoint) return gradient;
    forEachEdge([&](std::size_t a, std::size_t b) {
        const Vec3d pull = (x[b] - x[a]) * (cell.mu * cell.width / 2);
        gradient[b] += pull;
        gradient[a] -= pull;
    });
    return gradient;
}

using CellMatrix = Eigen::Matrix<double, 24, 24>;

// The gradient's derivative, by central differences: corner by corner, three rows each.
inline CellMatrix tangentOf(const TwinCell& cell, const TwinCorners& x) {
    const double step = 1e-5 * cell.width;
    CellMatrix k;
    for (int column = 0; column < 24; ++column) {
        TwinCorners ahead = x, behind = x;
        ahead[static_cast<std::size_t>(column / 3)][column % 3] += step;
        behind[static_cast<std::size_t>(column / 3)][column % 3] -= step;
        const TwinCorners high = gradientOf(cell, ahead), low = gradientOf(cell, behind);
        for (int row = 0; row < 24; ++row) {
            const auto corner = static_cast<std::size_t>(row / 3);
            k(row, column) = (high[corner][row % 3] - low[corner][row % 3]) / (2 * step);
        }
    }
    return k;
}

// All cells of a lattice.
struct Twin {
    const lattice::Cells& cells;
    std::span<const lattice::CellModuli> stiffness;
    Quadrature quadrature = Quadrature::Stabilised;

    TwinCell cell(std::uint32_t c) const {
        return {cells.width, static_cast<double>(stiffness[c].mu), static_cast<double>(stiffness[c].lambda),
                quadrature};
    }
    TwinCorners corners(std::uint32_t c, std::span<const Vec3d> x) const {
        TwinCorners at{};
        for (std::size_t i = 0; i < 8; ++i) at[i] = x[cells.nodesOfCell[c][i]];
        return at;
    }
    double energy(std::span<const Vec3d> x) const {
        double sum = 0;
        for (std::uint32_t c = 0; c < cells.cellCount(); ++c) sum += energyOf(cell(c), corners(c, x));
        return sum;
    }
    std::vector<Vec3d> gradient(std::span<const Vec3d> x) const {
        std::vector<Vec3d> sum(cells.nodeCount());
        for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
            const TwinCorners g = gradientOf(cell(c), corners(c, x));
            for (std::size_t i = 0; i < 8; ++i) sum[cells.nodesOfCell[c][i]] += g[i];
        }
        return sum;
    }
    // Of all nodes, three rows each.
    Eigen::MatrixXd tangent(std::span<const Vec3d> x) const {
        Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(3 * cells.nodeCount(), 3 * cells.nodeCount());
        for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
            const CellMatrix k = tangentOf(cell(c), corners(c, x));
            for (std::size_t i = 0; i < 8; ++i) {
                for (std::size_t j = 0; j < 8; ++j) {
                    sum.block<3, 3>(3 * cells.nodesOfCell[c][i], 3 * cells.nodesOfCell[c][j]) +=
                        k.block<3, 3>(static_cast<int>(3 * i), static_cast<int>(3 * j));
                }
            }
        }
        return sum;
    }
};

}  // namespace sinew::test
