#include "Offline/Tets/Solver.h"

#include "Offline/Tets/PoseSolver.h"
#include "Offline/Tets/Volume.h"

namespace sinew::tets {

struct Solver::Parts {
    ElasticBody body;
    PoseSolver solver;

    Parts(const Volume& volume, const Flesh& flesh, const Tissue& tissue, const Carriers& carriers,
          const PoseSettings& settings, const Jobs& jobs)
        : body(volume.tets, flesh, tissue.factors, tissue.fibres),
          solver(body, carriers.ofNode, static_cast<std::uint32_t>(carriers.joints.size()), settings, jobs) {}
};

Solver::Solver(const Character& character, const Volume& volume, const Flesh& flesh,
               const PoseSettings& settings, const Jobs& jobs, const Tissue& tissue)
    : FullSolver(character, volume.bones, volume.attachment),
      volume_(volume),
      parts_(std::make_unique<Parts>(volume, flesh, tissue, carriers(), settings, jobs)),
      jointOfTet_(nearestJoints(volume.bones, tetMiddles(volume.tets), jobs)) {
    startFrom(parts_->solver.restShape());
}

Solver::~Solver() = default;

const ElasticBody& Solver::body() const {
    return parts_->body;
}

PoseReport Solver::follow(PosedShape& shape, const BonePath& path) {
    return parts_->solver.moveTo(shape, path);
}

std::vector<Vec3d> Solver::skinOf(std::span<const Vec3d> nodes, std::span<const Vec3d> linearBlend) const {
    return skinPositions(volume_, nodes, linearBlend);
}

std::vector<double> Solver::volumesOfJoints() const {
    std::vector<double> volumes(carrierCount(), 0);
    for (std::uint32_t p = 0; p < body().points(); ++p) {
        const std::uint32_t joint = jointOfTet_[body().tetOf(p)];
        if (joint == JointDecision::kNone) continue;
        volumes[carrierOfJoint(joint)] +=
            determinant(body().deformationGradient(p, shape().x)) * body().volumes()[p];
    }
    return volumes;
}

}  // namespace sinew::tets
