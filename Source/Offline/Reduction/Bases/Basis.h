// Stage 5: a basis of few modes for the shapes of a domain.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew::reduction {

struct DomainBasis {
    Eigen::MatrixXd u;            // three rows per node, mass-orthonormal: Uᵀ M U = I
    std::uint32_t fromPoses = 0;  // number of columns that come from poses; they are the first
    // Fraction of Σ |shape|² over the poses, weighted by mass, that the basis can represent.
    double captured = 1;
};

// The principal shapes of columns, in order of decreasing energy, as orthonormal columns: at most `maxModes`,
// and no more than needed for the fraction `energy` of the total. The columns are not centred, because zero
// displacement is the rest shape. The largest entry of each column is positive. Shapes whose energy is only
// the rounding error of `reference` are dropped.
Eigen::MatrixXd principalShapes(const Eigen::MatrixXd& columns, std::uint32_t maxModes, double energy = 1,
                                double reference = 0);

// Σ |shape|² along each principal shape, in decreasing order.
std::vector<double> principalEnergies(const Eigen::MatrixXd& columns);

inline constexpr std::uint32_t kMinModes = 4, kMaxModes = 64;  // per domain

// Distributes `modes` modes over the domains one by one, each to the domain with the largest energy that is
// not yet represented: hips get many, a hand few. Each domain gets from `minModes` to `maxModes`, if it has
// that many.
std::vector<std::uint32_t> sharedModes(std::span<const std::vector<double>> energies, std::uint64_t modes,
                                       std::uint32_t minModes, std::uint32_t maxModes);

// The metric for choosing shapes.
struct ShapeMetric {
    std::vector<double> weights;  // kg per node: weight of its displacement, larger at seams, where the
                                  // shapes of two domains must match
    Eigen::SparseMatrix<double> stretch;  // maps a shape to further quantities that count, or empty

    // The vectors whose lengths count. The first rows are the shape itself times weightRoots.
    Eigen::MatrixXd of(const Eigen::MatrixXd& shapes) const;
};

struct ModeCounts {
    std::uint32_t poses = 0, vibrations = 0;
};

// `poses` and `vibrations` have a column per shape and three rows per node. Vibrations are scaled by their
// relative importance. Unused modes of the vibrations go to the poses and vice versa, unless `energy` asks
// for fewer.
DomainBasis makeBasis(std::span<const double> masses, const ShapeMetric& metric, const Eigen::MatrixXd& poses,
                      const Eigen::MatrixXd& vibrations, const ModeCounts& counts, double energy = 1);

// The square roots of the weights, each repeated three times.
Eigen::VectorXd weightRoots(std::span<const double> weights);

// The fraction of Σ |shape|² over the columns, weighted by mass, that the basis cannot represent.
double missedEnergy(std::span<const double> masses, const Eigen::MatrixXd& u, const Eigen::MatrixXd& shapes);

}  // namespace sinew::reduction
