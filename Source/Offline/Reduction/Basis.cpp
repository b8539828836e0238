#include "Offline/Reduction/Basis.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

// What a Gram matrix in double precision can tell from nothing.
constexpr double kNoise = 1e-12;

Eigen::VectorXd rootMasses(std::span<const double> masses) {
    Eigen::VectorXd roots(3 * static_cast<Eigen::Index>(masses.size()));
    for (std::size_t n = 0; n < masses.size(); ++n) {
        roots.segment<3>(3 * static_cast<Eigen::Index>(n)).setConstant(std::sqrt(masses[n]));
    }
    return roots;
}

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
    const Eigen::VectorXd roots = rootMasses(masses);
    Eigen::MatrixXd shapes = roots.asDiagonal() * columns;
    for (Eigen::Index c = 0; c < shapes.cols(); ++c) {
        shapes.col(c) = without(shapes.leftCols(c), shapes.col(c)).col(0).normalized();
    }
    fixSigns(shapes);
    return roots.cwiseInverse().asDiagonal() * shapes;
}

}  // namespace

Eigen::MatrixXd principalShapes(const Eigen::MatrixXd& columns, std::uint32_t most, double energy,
                                double reference) {
    if (columns.cols() == 0 || most == 0) return Eigen::MatrixXd(columns.rows(), 0);
    const Eigen::MatrixXd gram = columns.transpose() * columns;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram);
    const Eigen::VectorXd values = eigen.eigenvalues().cwiseMax(0).reverse();
    const double whole = values.sum(), noise = kNoise * std::max(values[0], reference);
    Eigen::Index kept = 0;
    double sum = 0;
    while (kept < std::min<Eigen::Index>(most, values.size()) && values[kept] > noise &&
           (energy >= 1 || sum < energy * whole)) {
        sum += values[kept++];
    }
    Eigen::MatrixXd shapes = columns * eigen.eigenvectors().rowwise().reverse().leftCols(kept);
    for (Eigen::Index c = 0; c < kept; ++c) shapes.col(c) /= std::sqrt(values[c]);
    // The small ones have lost digits: put them at right angles again, in order.
    for (Eigen::Index c = 0; c < kept; ++c) {
        shapes.col(c) = without(shapes.leftCols(c), shapes.col(c)).col(0).normalized();
    }
    fixSigns(shapes);
    return shapes;
}

DomainBasis makeBasis(std::span<const double> masses, std::span<const double> weights,
                      const Eigen::MatrixXd& poses, const Eigen::MatrixXd& vibrations,
                      const BasisSettings& settings) {
    const Eigen::VectorXd roots = rootMasses(weights);
    const Eigen::MatrixXd weightedPoses = roots.asDiagonal() * poses;
    const Eigen::MatrixXd weightedVibrations = roots.asDiagonal() * vibrations;
    const auto forVibrations = static_cast<std::uint32_t>(std::lround(settings.vibrations * settings.rank));
    Eigen::MatrixXd shapes = principalShapes(
        weightedPoses, settings.rank - std::min(forVibrations, settings.rank), settings.energy);
    DomainBasis basis;
    basis.fromPoses = static_cast<std::uint32_t>(shapes.cols());
    const auto room = [&] { return settings.rank - static_cast<std::uint32_t>(shapes.cols()); };
    const auto fill = [&](const Eigen::MatrixXd& from) {
        shapes = beside(shapes, principalShapes(without(shapes, from), room(), 1, from.squaredNorm()));
    };
    fill(weightedVibrations);
    if (settings.energy >= 1) fill(weightedPoses);
    basis.u = massOrthonormal(masses, roots.cwiseInverse().asDiagonal() * shapes);
    basis.captured = 1 - missedEnergy(masses, basis.u, poses);
    return basis;
}

double missedEnergy(std::span<const double> masses, const Eigen::MatrixXd& u, const Eigen::MatrixXd& shapes) {
    if (shapes.cols() == 0) return 0;
    const Eigen::VectorXd roots = rootMasses(masses);
    const Eigen::MatrixXd weighted = roots.asDiagonal() * shapes, basis = roots.asDiagonal() * u;
    const double whole = weighted.squaredNorm();
    return whole > 0 ? without(basis, weighted).squaredNorm() / whole : 0;
}

}  // namespace sinew
