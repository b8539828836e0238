// Stage 7: sums over nodes with a rotation between the factors, precomputed for all rotations.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>

#include "Math/Mat3.h"
#include "Offline/Reduction/Twin/ReducedModel.h"

namespace sinew::reduction {

// Σ_k w_k A_kᵀ R B_k for any R, as nine matrices (the Fast Sandwich Transform of Kim and James 2011, section
// 4). Part 3ν + μ belongs to row μ and column ν of R.
struct SandwichTensor {
    std::array<Eigen::MatrixXd, 9> parts;

    Eigen::MatrixXd at(const Mat3d& r) const;
};

// `a` and `b` have three rows per node and as many nodes as there are weights.
SandwichTensor sandwich(const Eigen::MatrixXd& a, std::span<const double> weights, const Eigen::MatrixXd& b);

// [U | p] of some nodes of a domain, p relative to its centre. `rest` has all nodes of the mesh.
Eigen::MatrixXd homogeneousBasis(const ReducedDomain& domain, std::span<const Vec3d> rest,
                                 std::span<const std::uint32_t> nodes);

// The coupling of two domains, or of a domain and a carried bone b, which has no coordinates. With x =
// R((U|p)(q,1)) + t and areas A, the springs between them depend only on:
struct CouplingTensors {
    Eigen::MatrixXd aa, bb;      // (U|p)ᵀ A (U|p)
    SandwichTensor ab;           // (U|p)_aᵀ A R (U|p)_b
    Eigen::MatrixXd sumA, sumB;  // (U|p)ᵀ A 1, three columns
    double area = 0;             // Σ A
};

CouplingTensors couplingTensors(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b,
                                std::span<const double> areas);

// The mass and inertia of a domain and their dependence on its shape, for dynamics.
struct MassTensors {
    SandwichTensor moments;  // (U|p)ᵀ M R (U|p): centrifugal for R = ω̃², Coriolis for ω̃, Euler for ω̇
    Eigen::MatrixXd sum;     // (U|p)ᵀ M 1, three columns
    double mass = 0;         // kg
};

MassTensors massTensors(const Eigen::MatrixXd& homogeneous, std::span<const double> masses);

}  // namespace sinew::reduction
