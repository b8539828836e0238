#include "Offline/Tets/Solver.h"

#include "Offline/Tets/Domains.h"

namespace sinew::tets {

Solver::Solver(const Character& character, const Volume& volume, const Flesh& flesh,
               const PoseSettings& settings, const Jobs& jobs, std::span<const double> stiffness)
    : FullSolver(character, volume.bones, volume.attachment),
      volume_(volume),
      body_(volume.tets, flesh, stiffness),
      solver_(body_, carriers().ofNode, carrierCount(), settings, jobs),
      jointOfTet_(jointOfTets(volume, jobs)) {
    startFrom(solver_.restShape());
}

std::vector<double> Solver::volumesOfJoints() const {
    std::vector<double> volumes(carrierCount(), 0);
    for (std::uint32_t t = 0; t < body_.tets(); ++t) {
        if (jointOfTet_[t] == JointDecision::kNone) continue;
        volumes[carrierOfJoint(jointOfTet_[t])] +=
            determinant(body_.deformationGradient(t, shape().x)) * body_.volumes()[t];
    }
    return volumes;
}

}  // namespace sinew::tets
