// The coupled domains at rest in a pose: slow, in double precision and by plain sums over nodes and tets.
// What every build's error is measured with, and the twin of the tick.
#pragma once

#include <span>

#include "Offline/Reduction/Bases/Snapshots.h"
#include "Offline/Reduction/Twin/ReducedModel.h"

namespace sinew::reduction {

// ∂F/∂q of a tet, nine rows, F column by column: F = I + Σ_a u_a ⊗ gradient_a.
Eigen::MatrixXd deformationBasis(const tets::ElasticBody& body, const ReducedDomain& domain,
                                 std::uint32_t tet);

struct ReducedSettings {
    double relative = 1e-6;  // of the size of the forces that cancel
    int maxIterations = 50;
};

struct ReducedReport {
    bool converged = false;
    int steps = 0;
    double force = 0, allowed = 0;  // N·m^… of mass-orthonormal coordinates: only their ratio means anything
    double energy = 0;              // J
    double seamGap = 0;             // m, the largest distance between two domains at a node they share
};

class ReducedSolver {
  public:
    using Coordinates = reduction::Coordinates;

    // Both must outlive this.
    ReducedSolver(const tets::ElasticBody& body, const ReducedModel& model, const Jobs& jobs = {});

    Coordinates restCoordinates() const;

    // From the coordinates given (a pose before, or rest) to those at rest. `skinMatrices`: of all joints.
    ReducedReport solve(std::span<const Affined> skinMatrices, Coordinates& q,
                        const ReducedSettings& settings = {}) const;

    // All nodes of the mesh; where domains meet, the middle of what they say.
    std::vector<Vec3d> nodes(std::span<const Affined> skinMatrices, const Coordinates& q) const;

    // Of everything, for tests: the gradient is the energy's, the matrix positive semi-definite near its
    // second derivative.
    double energy(std::span<const Affined> skinMatrices, const Coordinates& q) const;
    void linearise(std::span<const Affined> skinMatrices, const Coordinates& q, Eigen::VectorXd& gradient,
                   Eigen::MatrixXd& stiffness) const;

  private:
    struct Pose;  // the domains' motions and where the joints take carried bones
    Pose poseOf(std::span<const Affined> skinMatrices) const;
    double energyAt(const Pose& pose, const Coordinates& q) const;
    // `definite`: each tet's stiffness made so. Returns the size of the elastic forces.
    double lineariseAt(const Pose& pose, const Coordinates& q, bool definite, Eigen::VectorXd& gradient,
                       Eigen::MatrixXd& stiffness) const;
    // The step to the minimum of the energy's model: by the true one where that has a minimum.
    Eigen::VectorXd stepFrom(const Pose& pose, const Coordinates& q, Eigen::VectorXd& gradient,
                             double& size) const;
    // Moves q along the step as far as the energy falls; false where it does not. `slope`: of the energy
    // there.
    bool search(const Pose& pose, Coordinates& q, const Eigen::VectorXd& step, double slope,
                double& energy) const;
    Vec3d place(const Pose& pose, const Coordinates& q, std::uint32_t domain, std::uint32_t row) const;
    bool hasWeight(std::size_t domain) const;
    Eigen::VectorXd weightOf(const Pose& pose, std::size_t domain) const;

    // A spring between a node of one domain and the same node of another, or a place on a bone.
    struct Spring {
        std::uint32_t domainA, rowA;
        std::uint32_t domainB, rowB;  // domainB: kBone, then rowB is the joint
        std::uint32_t node;
        double stiffness;  // N/m
    };
    static constexpr std::uint32_t kBone = ~0u;

    const tets::ElasticBody& body_;
    const ReducedModel& model_;
    Jobs jobs_;
    std::vector<Eigen::Index> firstOfDomain_;  // in the vector of all coordinates; one more at the end
    std::vector<std::vector<Eigen::MatrixXd>>
        gradients_;  // of each cubature tet: ∂F/∂q, nine rows, column-major F
    std::vector<Spring> springs_;
};

}  // namespace sinew::reduction
