// Stage 5: few shapes that a domain's shapes are made of.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace sinew {

struct BasisSettings {
    std::uint32_t rank = 20;
    double energy = 1;  // of the poses' shapes: fewer than `rank` where they have this much; 1: all of it
    double vibrations = 0.5;  // of the rank, for vibrations and their derivatives
    double coupling = 100;    // of domains at their seams, in Young's modulus over the distance of nodes
};

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

// `poses`, `vibrations`: a column per shape, three rows per node; vibrations scaled by how much they matter
// against each other. What vibrations cannot fill, more of the poses do, and the other way round.
DomainBasis makeBasis(std::span<const double> masses, const Eigen::MatrixXd& poses,
                      const Eigen::MatrixXd& vibrations, const BasisSettings& settings);

// The part of Σ |shape|² over the columns, by mass, that lies outside the basis.
double missedEnergy(std::span<const double> masses, const Eigen::MatrixXd& u, const Eigen::MatrixXd& shapes);

}  // namespace sinew
