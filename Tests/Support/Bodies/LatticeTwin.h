// Elasticity of cubic cells, slow and obvious: one cell at a time, in double. The energy density in the
// middle counts for the whole cell; on top comes what the edges add to |F|² (McAdams et al. 2011, equation
// 14).
#pragma once

#include <Eigen/Dense>
#include <array>
#include <span>
#include <vector>

#include "Material/Material.h"
#include "Offline/Lattice/Multigrid/Level.h"

namespace sinew::test {

// Whether anything resists hourglasses.
enum class Quadrature { Stabilised, OnePoint };

struct TwinCell {
    double width;
    Lame<double> lame;
    MaterialKind material = MaterialKind::StableNeoHookean;
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

template <class Visit>  // visit(lower corner, upper corner) of the twelve edges
void forEachEdge(Visit&& visit) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t c = 0; c < 8; ++c) {
            if ((c >> axis & 1) == 0) visit(c, c + (std::size_t{1} << axis));
        }
    }
}

inline double hourglassEnergy(const TwinCell& cell, const TwinCorners& x) {
    double squares = -squaredNorm(middleGradient(x, cell.width));
    forEachEdge([&](std::size_t a, std::size_t b) {
        const Vec3d slope = (x[b] - x[a]) / cell.width;
        squares += dot(slope, slope) / 4;
    });
    return cell.lame.mu * cell.width * cell.width * cell.width * squares;
}

inline double energyOf(const TwinCell& cell, const TwinCorners& x) {
    const Mat3d f = middleGradient(x, cell.width);
    const double density = withMaterial<double>(
        cell.material, [&](auto energy) { return energyDensity<decltype(energy)>(f, cell.lame); });
    const double middle = density * cell.width * cell.width * cell.width;
    return cell.quadrature == Quadrature::OnePoint ? middle : middle + hourglassEnergy(cell, x);
}

// Of the energy, by the corners. That of hourglasses is quadratic: differences are exact.
inline TwinCorners gradientOf(const TwinCell& cell, const TwinCorners& x) {
    const Mat3d f = middleGradient(x, cell.width);
    const Mat3d stress = withMaterial<double>(
        cell.material, [&](auto energy) { return firstPiola<decltype(energy)>(f, cell.lame); });
    TwinCorners gradient{};
    for (int c = 0; c < 8; ++c) {
        const Vec3d g{sideOf(c, 0), sideOf(c, 1), sideOf(c, 2)};
        gradient[static_cast<std::size_t>(c)] = stress * g * (cell.width * cell.width / 4);
    }
    if (cell.quadrature == Quadrature::OnePoint) return gradient;
    for (std::size_t c = 0; c < 8; ++c) {
        for (int i = 0; i < 3; ++i) {
            TwinCorners ahead = x, behind = x;
            ahead[c][i] += cell.width;
            behind[c][i] -= cell.width;
            gradient[c][i] +=
                (hourglassEnergy(cell, ahead) - hourglassEnergy(cell, behind)) / (2 * cell.width);
        }
    }
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
    MaterialKind material = MaterialKind::StableNeoHookean;
    Quadrature quadrature = Quadrature::Stabilised;

    TwinCell cell(std::uint32_t c) const {
        return {cells.width,
                {static_cast<double>(stiffness[c].mu), static_cast<double>(stiffness[c].lambda)},
                material,
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
