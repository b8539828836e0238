#include "Offline/Lattice/Cells/FourPoints.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "Material/Stiffness.h"
#include "Math/Quat.h"
#include "Offline/Lattice/Cells/Moments.h"

namespace sinew::lattice {

namespace {

constexpr int kTriesInFlesh = 64, kTriesInCell = 1000;

// The corners of a tetrahedron: with equal weights, mean 0 and the identity for covariance.
constexpr std::array<Vec3d, 4> kTetrahedron{{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}};

double farthest(const std::array<Vec3d, 4>& points) {
    double most = 0;
    for (const Vec3d& p : points) most = std::max({most, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    return most;
}

// The numbers of a sequence that fills the unit interval evenly: multiples of an irrational step.
double evenly(int number, double step) {
    const double x = number * step;
    return x - std::floor(x);
}

// Rotations that cover all of them evenly, the identity first (Shoemake 1992, "Uniform random rotations",
// with the evenly spread numbers of Roberts for random ones).
Quatd rotationOf(int number) {
    if (number == 0) return {};
    constexpr double kStep = 0.81917251339616443970;  // the root of x⁴ = x + 1, to the power −1; then −2, −3
    const double a = evenly(number, kStep), b = evenly(number, kStep * kStep),
                 c = evenly(number, kStep * kStep * kStep), turn = 2 * std::numbers::pi;
    return {std::sqrt(1 - a) * std::sin(turn * b), std::sqrt(1 - a) * std::cos(turn * b),
            std::sqrt(a) * std::sin(turn * c), std::sqrt(a) * std::cos(turn * c)};
}

// Mean and square root of the covariance, in the units of FourPoints.
struct Spread {
    Vec3d mean;
    Mat3d root;
    double volume;
};

Spread spreadOf(const Moments& flesh) {
    constexpr int kSweeps = 8;
    const Vec3d middle = flesh.first / flesh.volume;
    const Eigen3<double> e = eigenOf(flesh.second * (1 / flesh.volume) - outer(middle, middle), kSweeps);
    Mat3d scaledVectors = e.vectors;
    for (int i = 0; i < 3; ++i) scaledVectors.column[i] *= 2 * std::sqrt(std::max(e.values[i], 0.0));
    return {middle * 2.0 - Vec3d{1, 1, 1}, scaledVectors * transpose(e.vectors), flesh.volume};
}

// W⁻¹C = M Mᵀ for M = (1, 0; mean, root) Q, where any orthogonal Q will do: its first row has the roots of
// the weights. That of equal ones is (½, ½, ½, ½), and a rotation remains.
FourPoints equallyWeighted(const Spread& spread, const Quatd& rotation) {
    FourPoints points;
    for (std::size_t i = 0; i < 4; ++i) {
        points.at[i] = spread.mean + spread.root * rotate(rotation, kTetrahedron[i]);
        points.weight[i] = spread.volume / 4;
    }
    return points;
}

// Rotations of four dimensions are the products of a quaternion with two others.
FourPoints weighted(const Spread& spread, const Quatd& left, const Quatd& right) {
    FourPoints points;
    for (std::size_t i = 0; i < 4; ++i) {
        Quatd axis{0, 0, 0, 0};
        (i == 0 ? axis.w : i == 1 ? axis.x : i == 2 ? axis.y : axis.z) = 1;
        const Quatd column = left * axis * right;
        points.at[i] = spread.mean + spread.root * Vec3d{column.x, column.y, column.z} / column.w;
        points.weight[i] = spread.volume * column.w * column.w;
    }
    return points;
}

struct Choice {
    FourPoints points;
    double farthest = Box::kInfinity;

    bool fits() const { return farthest <= 1; }
    void consider(const FourPoints& other) {
        const double reach = lattice::farthest(other.at);
        if (reach < farthest) *this = {other, reach};
    }
};

// Draws the points towards their mean, which is in the cell, until they are there too.
FourPoints drawnTogether(FourPoints points, Vec3d mean) {
    double part = 1;
    for (const Vec3d& p : points.at) {
        for (int i = 0; i < 3; ++i) {
            const double way = p[i] - mean[i];
            if (std::abs(p[i]) > 1) part = std::min(part, ((p[i] > 0 ? 1 : -1) - mean[i]) / way);
        }
    }
    for (Vec3d& p : points.at) p = lerp(mean, p, part);
    return points;
}

}  // namespace

FourPoints pointsOfFullCell() {
    FourPoints points;
    for (std::size_t i = 0; i < 4; ++i) {
        points.at[i] = kTetrahedron[i] / std::sqrt(3.0);
        points.weight[i] = 0.25;
    }
    return points;
}

FourPoints pointsFor(const Moments& flesh, const std::function<bool(Vec3d)>& isFlesh) {
    const Spread spread = spreadOf(flesh);
    Choice equal, any;
    for (int i = 0; i < kTriesInFlesh; ++i) {
        const FourPoints points = equallyWeighted(spread, rotationOf(i));
        if (farthest(points.at) <= 1 && std::all_of(points.at.begin(), points.at.end(), isFlesh))
            return points;
        equal.consider(points);
    }
    for (int i = kTriesInFlesh; i < kTriesInCell && !equal.fits(); ++i)
        equal.consider(equallyWeighted(spread, rotationOf(i)));
    if (equal.fits()) return equal.points;
    for (int i = 0; i < kTriesInCell * 4 && !any.fits(); ++i)
        any.consider(weighted(spread, rotationOf(i), rotationOf(kTriesInCell + 3 * i)));
    return any.fits() ? any.points : drawnTogether(equal.points, spread.mean);
}

Moments momentsOf(const FourPoints& points) {
    Moments sum;
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3d p = (points.at[i] + Vec3d{1, 1, 1}) / 2.0;
        sum = sum + Moments{1, p, outer(p, p)} * points.weight[i];
    }
    return sum;
}

}  // namespace sinew::lattice
