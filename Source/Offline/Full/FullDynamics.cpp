#include "Offline/Full/FullDynamics.h"

namespace sinew {

FullDynamics::FullDynamics(FullSolver& solver, const DynamicsSettings& settings, JointMotion motion)
    : solver_(solver),
      motion_(std::move(motion)),
      dynamics_(solver.dynamicBody(), settings,
                [this](double seconds) { return solver_.carrierMotion(motion_(seconds)); }) {}

PoseReport FullDynamics::start(double seconds) {
    const PoseReport report = solver_.moveTo(motion_(seconds));
    if (report.converged) dynamics_.start(seconds, solver_.shape_.x);
    return report;
}

PoseReport FullDynamics::advanceTo(double seconds) {
    const PoseReport report = dynamics_.advanceTo(seconds);
    solver_.shape_ = dynamics_.shape();
    solver_.frames_ = motion_(dynamics_.time());
    return report;
}

}  // namespace sinew
