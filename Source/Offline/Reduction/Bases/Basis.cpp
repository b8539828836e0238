#include "Offline/Reduction/Bases/Basis.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace sinew::reduction {

namespace {

// What a Gram matrix in double precision can tell from nothing.
constexpr double kNoise = 1e-12;

void fixSigns(Eigen::MatrixXd& columns) {
    for (Eigen::Index c = 0; c < columns.cols(); ++c) {
        Eigen::Index largest = 0;
        columns.col(c).cwiseAbs().maxCoeff(&largest);
        if (columns(largest, c) < 0) columns.col(c) *= -1;
    }
}

// Twice, so that nothing of the basis is left beyond rounding.
Eigen::MatrixXd without(const Eigen::MatrixXd& basis, Eigen::MatrixXd columns) {
    for (int pass = 0; pass < 2 && basis.cols() > 0; ++pass) columns -= basis * (basis.transpose() * columns);
    return columns;
}

Eigen::MatrixXd beside(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    Eigen::MatrixXd both(std::max(a.rows(), b.rows()), a.cols() + b.cols());
    if (a.cols() > 0) both.leftCols(a.cols()) = a;
    if (b.cols() > 0) both.rightCols(b.cols()) = b;
    return both;
}

// The same span, each column at right angles to those before it, by mass.
Eigen::MatrixXd massOrthonormal(std::span<const double> masses, const Eigen::MatrixXd& columns) {
    const Eigen::VectorXd roots = weightRoots(masses);
    Eigen::MatrixXd shapes = roots.asDiagonal() * columns;
    for (Eigen::Index c = 0; c < shapes.cols(); ++c) {
        shapes.col(c) = without(shapes.leftCols(c), shapes.col(c)).col(0).normalized();
    }
    fixSigns(shapes);
    return roots.cwiseInverse().asDiagonal() * shapes;
}

struct Spectrum {
    Eigen::VectorXd values;   // not below 0, falling
    Eigen::MatrixXd vectors;  // of the columns' Gram matrix
};

Spectrum spectrumOf(const Eigen::MatrixXd& columns) {
    const Eigen::MatrixXd gram = columns.transpose() * columns;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram);
    return {eigen.eigenvalues().cwiseMax(0).reverse(), eigen.eigenvectors().rowwise().reverse()};
}

}  // namespace

Eigen::VectorXd weightRoots(std::span<const double> weights) {
    Eigen::VectorXd roots(3 * static_cast<Eigen::Index>(weights.size()));
    for (std::size_t n = 0; n < weights.size(); ++n) {
        roots.segment<3>(3 * static_cast<Eigen::Index>(n)).setConstant(std::sqrt(weights[n]));
    }
    return roots;
}

Eigen::MatrixXd principalShapes(const Eigen::MatrixXd& columns, std::uint32_t maxModes, double energy,
                                double reference) {
    if (columns.cols() == 0 || maxModes == 0) return Eigen::MatrixXd(columns.rows(), 0);
    const auto [values, vectors] = spectrumOf(columns);
    const double whole = values.sum(), noise = kNoise * std::max(values[0], reference);
    Eigen::Index kept = 0;
    double sum = 0;
    while (kept < std::min<Eigen::Index>(maxModes, values.size()) && values[kept] > noise &&
           (energy >= 1 || sum < energy * whole)) {
        sum += values[kept++];
    }
    Eigen::MatrixXd shapes = columns * vectors.leftCols(kept);
    for (Eigen::Index c = 0; c < kept; ++c) shapes.col(c) /= std::sqrt(values[c]);
    // The small ones have lost digits: put them at right angles again, in order.
    for (Eigen::Index c = 0; c < kept; ++c) {
        shapes.col(c) = without(shapes.leftCols(c), shapes.col(c)).col(0).normalized();
    }
    fixSigns(shapes);
    return shapes;
}

std::vector<double> principalEnergies(const Eigen::MatrixXd& columns) {
    if (columns.cols() == 0) return {};
    const Spectrum spectrum = spectrumOf(columns);
    return {spectrum.values.begin(), spectrum.values.end()};
}

std::vector<std::uint32_t> sharedModes(std::span<const std::vector<double>> energies, std::uint64_t modes,
                                       std::uint32_t minModes, std::uint32_t maxModes) {
    std::vector<std::uint32_t> counts(energies.size(), 0);
    const auto room = [&](std::size_t d, std::uint32_t limit) {
        return counts[d] < std::min<std::size_t>(limit, energies[d].size());
    };
    for (; modes > 0; --modes) {
        std::size_t to = energies.size();
        bool owed = false;
        for (std::size_t d = 0; d < energies.size(); ++d) {
            if (!room(d, maxModes)) continue;
            const bool first = room(d, minModes);
            if (to == energies.size() || (first && !owed) ||
                (first == owed && energies[d][counts[d]] > energies[to][counts[to]])) {
                to = d;
                owed = first;
            }
        }
        if (to == energies.size()) break;
        ++counts[to];
    }
    return counts;
}

Eigen::MatrixXd ShapeMetric::of(const Eigen::MatrixXd& shapes) const {
    Eigen::MatrixXd counted(shapes.rows() + stretch.rows(), shapes.cols());
    if (shapes.cols() == 0) return counted;  // it has no memory whose rows could be named
    counted.topRows(shapes.rows()) = weightRoots(weights).asDiagonal() * shapes;
    if (stretch.rows() > 0) counted.bottomRows(stretch.rows()) = stretch * shapes;
    return counted;
}

DomainBasis makeBasis(std::span<const double> masses, const ShapeMetric& metric, const Eigen::MatrixXd& poses,
                      const Eigen::MatrixXd& vibrations, const ModeCounts& counts, double energy) {
    const Eigen::MatrixXd weightedPoses = metric.of(poses), weightedVibrations = metric.of(vibrations);
    Eigen::MatrixXd shapes = principalShapes(weightedPoses, counts.poses, energy);
    DomainBasis basis;
    basis.fromPoses = static_cast<std::uint32_t>(shapes.cols());
    // What poses have no need of, where their energy says so, nobody gets.
    const std::uint32_t rank = (energy >= 1 ? counts.poses : basis.fromPoses) + counts.vibrations;
    const auto fill = [&](const Eigen::MatrixXd& from) {
        const std::uint32_t room = rank - static_cast<std::uint32_t>(shapes.cols());
        shapes = beside(shapes, principalShapes(without(shapes, from), room, 1, from.squaredNorm()));
    };
    fill(weightedVibrations);
    if (energy >= 1) fill(weightedPoses);
    const Eigen::VectorXd roots = weightRoots(metric.weights);
    basis.u = massOrthonormal(masses, roots.cwiseInverse().asDiagonal() * shapes.topRows(roots.size()));
    basis.captured = 1 - missedEnergy(masses, basis.u, poses);
    return basis;
}

double missedEnergy(std::span<const double> masses, const Eigen::MatrixXd& u, const Eigen::MatrixXd& shapes) {
    if (shapes.cols() == 0) return 0;
    const Eigen::VectorXd roots = weightRoots(masses);
    const Eigen::MatrixXd weighted = roots.asDiagonal() * shapes, basis = roots.asDiagonal() * u;
    const double whole = weighted.squaredNorm();
    return whole > 0 ? without(basis, weighted).squaredNorm() / whole : 0;
}

}  // namespace sinew::reduction
