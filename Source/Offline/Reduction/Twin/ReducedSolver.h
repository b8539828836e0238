// Computes the equilibrium of the coupled domains in a pose, in double precision and by plain sums over nodes
// and elements. The error of every build is measured with it, and the tick is compared with it.
#pragma once

#include <span>

#include "Offline/Reduction/Bases/Snapshots.h"
#include "Offline/Reduction/Twin/ReducedModel.h"

namespace sinew::reduction {

// ∂F/∂q of an element, nine rows, F column by column: F = I + Σ_a u_a ⊗ gradient_a.
Eigen::MatrixXd deformationBasis(const ElasticMesh& mesh, const ReducedDomain& domain, std::uint32_t element);

struct ReducedSettings {
    double relative = 1e-6;  // relative to the size of the forces that cancel
    int maxIterations = 50;
};

struct ReducedReport {
    bool converged = false;
    int iterations = 0;
    double force = 0, allowed = 0;  // in mass-orthonormal coordinates: only their ratio is meaningful
    double energy = 0;              // J
    double seamGap = 0;             // m, the largest distance between two domains at a node they share
};

class ReducedSolver {
  public:
    using Coordinates = reduction::Coordinates;

    // `mesh` and `model` must outlive this object.
    ReducedSolver(const ElasticMesh& mesh, const ReducedModel& model, const Jobs& jobs = {});

    Coordinates restCoordinates() const;

    // Solves for the equilibrium, starting from the given coordinates (a previous pose, or rest).
    // `skinMatrices` has one matrix per joint.
    ReducedReport solve(std::span<const Affined> skinMatrices, Coordinates& q,
                        const ReducedSettings& settings = {}) const;

    // The positions of all nodes of the mesh; the mean of the domains at shared nodes.
    std::vector<Vec3d> nodes(std::span<const Affined> skinMatrices, const Coordinates& q) const;

    // The total energy, for tests. linearise() gives its gradient and a positive semi-definite approximation
    // of its Hessian.
    double energy(std::span<const Affined> skinMatrices, const Coordinates& q) const;
    void linearise(std::span<const Affined> skinMatrices, const Coordinates& q, Eigen::VectorXd& gradient,
                   Eigen::MatrixXd& stiffness) const;

  private:
    struct Pose;  // motions of the domains, and of the joints with carried bones
    Pose poseOf(std::span<const Affined> skinMatrices) const;
    double energyAt(const Pose& pose, const Coordinates& q) const;
    // `definite` makes the stiffness of each element positive semi-definite. Returns the size of the elastic
    // forces.
    double lineariseAt(const Pose& pose, const Coordinates& q, bool definite, Eigen::VectorXd& gradient,
                       Eigen::MatrixXd& stiffness) const;
    // The step to the minimum of the quadratic model, with the true Hessian if it is positive definite.
    Eigen::VectorXd stepFrom(const Pose& pose, const Coordinates& q, Eigen::VectorXd& gradient,
                             double& size) const;
    // Moves q along the step as far as the energy decreases. Returns false if it does not. `slope` is the
    // slope of the energy at the start.
    bool search(const Pose& pose, Coordinates& q, const Eigen::VectorXd& step, double slope,
                double& energy) const;
    Vec3d place(const Pose& pose, const Coordinates& q, std::uint32_t domain, std::uint32_t row) const;
    bool isStabilised(std::size_t domain) const;
    bool hasWeight(std::size_t domain) const;
    Eigen::VectorXd weightOf(const Pose& pose, std::size_t domain) const;

    // A spring between a node of one domain and the same node of another, or a point of a bone.
    struct Spring {
        std::uint32_t domainA, rowA;
        std::uint32_t domainB, rowB;  // if domainB is kBone, rowB is the joint
        std::uint32_t node;
        double stiffness;  // N/m
    };
    static constexpr std::uint32_t kBone = ~0u;

    const ElasticMesh& mesh_;
    const ReducedModel& model_;
    Jobs jobs_;
    std::vector<Eigen::Index>
        firstOfDomain_;  // index in the vector of all coordinates, and one more at the end
    std::vector<std::vector<Eigen::MatrixXd>>
        gradients_;  // per cubature element: ∂F/∂q, nine rows, column-major F
    std::vector<Spring> springs_;
};

}  // namespace sinew::reduction
