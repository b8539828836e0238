// Elasticity of cubic cells with four points, slow and obvious: one cell at a time, in double.
#pragma once

#include "Offline/Lattice/Multigrid/PointLayout.h"
#include "Support/Bodies/LatticeTwin.h"
#include "Support/Dice.h"

namespace sinew::test {

struct TwinPoints {
    double width;
    Lame<double> lame;
    MaterialKind material;
    lattice::FourPoints points;
    lattice::VolumeAverage average = lattice::VolumeAverage::Measure;

    double volume() const { return points.volume() * width * width * width; }
};

// F at a point, from −1 to 1, by the derivatives of the trilinear shape functions.
inline Mat3d gradientAt(const TwinCorners& x, double width, Vec3d at) {
    Mat3d f;
    for (int c = 0; c < 8; ++c) {
        Vec3d slope;
        for (int a = 0; a < 3; ++a) {
            const int b = (a + 1) % 3, d = (a + 2) % 3;
            slope[a] = sideOf(c, a) * (1 + sideOf(c, b) * at[b]) * (1 + sideOf(c, d) * at[d]) / (4 * width);
        }
        f = f + outer(x[static_cast<std::size_t>(c)], slope);
    }
    return f;
}

// M of F.
inline double volumeMeasure(MaterialKind material, const Mat3d& f) {
    if (material == MaterialKind::LogNeoHookean) return logOf(determinant(f)).value;
    if (material == MaterialKind::Corotated) {
        const Vec3d s = svd3Scalar(f).sigma;
        return s.x + s.y + s.z - 3;
    }
    return determinant(f) - 1;
}

// M̄ of a cell.
inline double averageMeasure(const TwinPoints& cell, const TwinCorners& x) {
    double measure = 0, ratio = 0;
    for (std::size_t q = 0; q < 4; ++q) {
        const Mat3d f = gradientAt(x, cell.width, cell.points.at[q]);
        const double part = cell.points.weight[q] / cell.points.volume();
        measure += part * volumeMeasure(cell.material, f);
        ratio += part * determinant(f);
    }
    const bool ofRatio =
        cell.average == lattice::VolumeAverage::Ratio && cell.material == MaterialKind::LogNeoHookean;
    return ofRatio ? logOf(ratio).value : measure;
}

// The energy of shape: all but λ/2 M̄², where the material has such a part.
inline double shapeEnergy(const TwinPoints& cell, const TwinCorners& x) {
    double sum = 0;
    const Lame<double> alone = splitsVolume(cell.material) ? Lame<double>{cell.lame.mu, 0} : cell.lame;
    for (std::size_t q = 0; q < 4; ++q) {
        const Mat3d f = gradientAt(x, cell.width, cell.points.at[q]);
        sum += cell.points.weight[q] * cell.width * cell.width * cell.width *
               withMaterial<double>(cell.material,
                                    [&](auto energy) { return energyDensity<decltype(energy)>(f, alone); });
    }
    const double hold = static_cast<double>(lattice::kHoldOfCut) * (1 - cell.points.volume());
    return sum + hold * hourglassEnergy({cell.width, cell.lame}, x);
}

inline double energyOf(const TwinPoints& cell, const TwinCorners& x) {
    const double measure = splitsVolume(cell.material) ? averageMeasure(cell, x) : 0;
    return shapeEnergy(cell, x) + cell.lame.lambda / 2 * measure * measure * cell.volume();
}

// The augmented Lagrangian with a pressure: p M̄ − p²/2λ + κ*/2 (M̄ − p/λ)² in place of λ/2 M̄².
inline double energyWithPressure(const TwinPoints& cell, const TwinCorners& x, double p) {
    const double measure = averageMeasure(cell, x), lambda = cell.lame.lambda,
                 capped = std::min(static_cast<double>(lattice::CellLaw{}.cappedBulk) * cell.lame.mu,
                                   0.9 * lambda),
                 left = measure - p / lambda;
    return shapeEnergy(cell, x) +
           cell.volume() * (p * measure - p * p / (2 * lambda) + capped / 2 * left * left);
}

// Of energy(corners), by central differences of fourth order.
template <class Energy>
TwinCorners gradientOf(Energy&& energy, const TwinCorners& x, double step) {
    TwinCorners gradient{};
    for (std::size_t c = 0; c < 8; ++c) {
        for (int i = 0; i < 3; ++i) {
            const auto at = [&](double by) {
                TwinCorners moved = x;
                moved[c][i] += by * step;
                return energy(moved);
            };
            gradient[c][i] = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * step);
        }
    }
    return gradient;
}

// Four points somewhere in the cell, with weights of their own.
inline lattice::FourPoints randomPoints(std::uint32_t seed) {
    Dice dice(seed);
    lattice::FourPoints points;
    for (std::size_t q = 0; q < 4; ++q) {
        points.at[q] = {dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1)};
        points.weight[q] = dice.between(0.02, 0.2);
    }
    return points;
}

}  // namespace sinew::test
