// Stage 5: few shapes that a domain's shapes are made of.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew::reduction {

struct DomainBasis {
    Eigen::MatrixXd u;            // three rows per node, mass-orthonormal: Uᵀ M U = I
    std::uint32_t fromPoses = 0;  // the first columns
    double captured = 1;          // of Σ |shape|² over the poses, by mass: what the basis can show
};

// The principal shapes of columns, by falling energy, as orthonormal columns: at most `most`, and no more
// than have `energy` of it together. Uncentred: no motion is no shape. The largest entry of each is positive.
// What is only the rounding of something whose energy was `reference` is no shape.
Eigen::MatrixXd principalShapes(const Eigen::MatrixXd& columns, std::uint32_t most, double energy = 1,
                                double reference = 0);

// Σ |shape|² along each principal shape, falling.
std::vector<double> principalEnergies(const Eigen::MatrixXd& columns);

inline constexpr std::uint32_t kLeastModes = 4, kMaxModes = 64;  // of a domain

// Gives `modes` modes to domains one by one, each to the domain with the most energy that it has no mode for:
// hips take many, a hand few. Each gets from `least` to `most`, where it has so many.
std::vector<std::uint32_t> sharedModes(std::span<const std::vector<double>> energies, std::uint64_t modes,
                                       std::uint32_t least, std::uint32_t most);

// What counts in choosing shapes.
struct ShapeMetric {
    std::vector<double> weights;  // kg, per node: where it goes; more at seams, where what two domains
                                  // can show must fit together
    Eigen::SparseMatrix<double> stretch;  // shape → what else counts of it, or nothing

    // Vectors whose lengths count; a shape's own numbers, times weightRoots, come first.
    Eigen::MatrixXd of(const Eigen::MatrixXd& shapes) const;
};

struct ModeCounts {
    std::uint32_t poses = 0, vibrations = 0;
};

// `poses`, `vibrations`: a column per shape, three rows per node; vibrations scaled by how much they matter
// against each other. What vibrations cannot fill, more of the poses do, and the other way round, unless
// `energy` asks for fewer.
DomainBasis makeBasis(std::span<const double> masses, const ShapeMetric& metric, const Eigen::MatrixXd& poses,
                      const Eigen::MatrixXd& vibrations, const ModeCounts& counts, double energy = 1);

// The square roots of the weights, three times each.
Eigen::VectorXd weightRoots(std::span<const double> weights);

// The part of Σ |shape|² over the columns, by mass, that lies outside the basis.
double missedEnergy(std::span<const double> masses, const Eigen::MatrixXd& u, const Eigen::MatrixXd& shapes);

}  // namespace sinew::reduction
