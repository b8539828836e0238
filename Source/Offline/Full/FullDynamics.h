// The flesh of a character in motion: what FullSolver.h is for poses at rest. The same for both full solvers.
#pragma once

#include "Offline/Full/Dynamics.h"
#include "Offline/Full/FullSolver.h"

namespace sinew {

class FullDynamics {
  public:
    // The frames of all joints (Pose.h) at a time in seconds, also before the start and after the end.
    using JointMotion = std::function<std::vector<Affined>(double seconds)>;

    // `solver` must outlive this object. It has the shape that was computed last.
    FullDynamics(FullSolver& solver, const DynamicsSettings& settings, JointMotion motion);

    // Starts in equilibrium in the pose of that time, with the velocity of the motion: as if bones had
    // carried the flesh along. If it does not converge, there is nothing to advance from.
    PoseReport start(double seconds);

    // Computes the motion until that time. If it does not converge, the solver's shape is the last one that
    // did, and `reached` the part of the time that was computed.
    PoseReport advanceTo(double seconds);

    double time() const { return dynamics_.time(); }
    Energies energies() const { return dynamics_.energies(); }

  private:
    FullSolver& solver_;
    JointMotion motion_;
    Dynamics dynamics_;
};

}  // namespace sinew
