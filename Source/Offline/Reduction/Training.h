// From solved poses to a reduced model.
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
namespace tets {
class ElasticBody;
struct Volume;
}  // namespace tets
}  // namespace sinew

namespace sinew::reduction {

struct SolvedPose {
    std::string name;
    std::vector<Affined> skinMatrices;  // of all joints
    std::vector<Vec3d> nodes;           // of the mesh, at rest in the pose
    // Of a pose to judge by, the pose among those learnt from that its solve began at: flesh folded deep has
    // more than one shape at rest.
    std::uint32_t start = 0;
};

// What training has in common for all domains; all of it must outlive this.
struct TrainingBody {
    const Character& character;
    const tets::Volume& volume;
    const tets::ElasticBody& body;
    const tets::Domains& domains;
};

// Columns of nodes in the domain, as far as `u` is made of them, for nodes beyond it: the same sums of the
// same columns. A column is a shape; three rows per node.
Eigen::MatrixXd continuedBasis(std::span<const double> masses, const Eigen::MatrixXd& u,
                               const Eigen::MatrixXd& columns, const Eigen::MatrixXd& columnsBeyond);

// Domains as they are, every tet standing for itself.
ReducedModel modelWithoutBases(const TrainingBody& on, const BasisSettings& settings);

// Flesh with bases weighs: what the poses were solved with, so that the model finds the same shapes.
void setGravity(const TrainingBody& on, ReducedModel& model, Vec3d gravity);

// Domains with bases, not yet with cubature: every tet stands for itself. `vibrations`: as withDerivatives()
// gives them, of the whole mesh; no columns: none.
ReducedModel makeBases(const TrainingBody& on, std::span<const SolvedPose> poses,
                       const Eigen::MatrixXd& vibrations, const BasisSettings& settings,
                       std::vector<BasisReport>& reports, const ProgressCallback& progress = {});

// The shapes of a pose as far as the bases can show them.
Coordinates projected(const TrainingBody& on, const ReducedModel& model, const SolvedPose& pose);

// Replaces the cubature of every domain by few tets.
void makeCubature(const TrainingBody& on, ReducedModel& model, std::span<const SolvedPose> poses,
                  std::span<const SolvedPose> heldOut, const CubatureSettings& settings, const Jobs& jobs,
                  std::vector<CubatureReport>& reports, const ProgressCallback& progress = {});

}  // namespace sinew::reduction
