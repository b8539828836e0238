// Trains a reduced model from solved poses.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "Base/Jobs.h"
#include "Math/Affine.h"
#include "Offline/Progress.h"
#include "Offline/Reduction/Reports.h"
#include "Offline/Reduction/Settings.h"
#include "Offline/Reduction/Twin/ReducedModel.h"

namespace sinew {
struct Character;
struct ElasticMesh;
}  // namespace sinew

namespace sinew::reduction {

struct SolvedPose {
    std::string name;
    std::vector<Affined> skinMatrices;  // one per joint
    std::vector<Vec3d> nodes;           // nodes of the mesh in equilibrium in the pose
    // For a held-out pose: the training pose from which its solve started. Flesh that is folded deeply has
    // more than one equilibrium.
    std::uint32_t start = 0;
};

// The data that the training of all domains shares. All of it must outlive this object.
struct TrainingBody {
    const Character& character;
    const ElasticMesh& mesh;
    const Domains& domains;
};

// Extends a basis to nodes beyond the domain: applies the linear combinations of columns that give `u` inside
// the domain to the same columns outside. A column is a shape with three rows per node.
Eigen::MatrixXd continuedBasis(std::span<const double> masses, const Eigen::MatrixXd& u,
                               const Eigen::MatrixXd& columns, const Eigen::MatrixXd& columnsBeyond);

// A model without bases, in which every element is in the cubature.
ReducedModel modelWithoutBases(const TrainingBody& on, const BasisSettings& settings);

// Sets the stabilisation of the domains, which follows from their bases. makeBases() does so too.
void setStabilisation(const TrainingBody& on, ReducedModel& model);

// Sets the gravity under which the poses were solved, so that the model finds the same shapes.
void setGravity(const TrainingBody& on, ReducedModel& model, Vec3d gravity);

// A model with bases but without cubature: every element is in it. `vibrations` is the result of
// withDerivatives() for the whole mesh, or has no columns.
ReducedModel makeBases(const TrainingBody& on, std::span<const SolvedPose> poses,
                       const Eigen::MatrixXd& vibrations, const BasisSettings& settings,
                       std::vector<BasisReport>& reports, const ProgressCallback& progress = {});

// The coordinates that approximate the shapes of a pose best.
Coordinates projected(const TrainingBody& on, const ReducedModel& model, const SolvedPose& pose);

// Replaces the cubature of every domain by few elements.
void makeCubature(const TrainingBody& on, ReducedModel& model, std::span<const SolvedPose> poses,
                  std::span<const SolvedPose> heldOut, const CubatureSettings& settings, const Jobs& jobs,
                  std::vector<CubatureReport>& reports, const ProgressCallback& progress = {});

}  // namespace sinew::reduction
