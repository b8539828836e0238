// Stage 5: few shapes that a domain's shapes are made of.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "Offline/Reduction/Settings.h"

namespace sinew {

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
// `weights`: how much each node counts in choosing, in kg like `masses`; more at seams, where what two
// domains can show must fit together.
DomainBasis makeBasis(std::span<const double> masses, std::span<const double> weights,
                      const Eigen::MatrixXd& poses, const Eigen::MatrixXd& vibrations,
                      const BasisSettings& settings);

// The part of Σ |shape|² over the columns, by mass, that lies outside the basis.
double missedEnergy(std::span<const double> masses, const Eigen::MatrixXd& u, const Eigen::MatrixXd& shapes);

}  // namespace sinew
