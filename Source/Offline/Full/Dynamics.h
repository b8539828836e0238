// Motion of a body over time, step by step: bones move as prescribed, flesh by its inertia. A step that does
// not converge is halved.
#pragma once

#include "Offline/Full/DynamicBody.h"

namespace sinew {

struct Energies {
    double kinetic = 0, elastic = 0;  // J
};

class Dynamics {
  public:
    // The transforms of the bones, rest → posed, at a time in seconds. They must exist for half a time step
    // after the times that are computed.
    using BoneMotion = std::function<std::vector<Affined>(double seconds)>;

    // `body` must outlive this object.
    Dynamics(DynamicBody& body, const DynamicsSettings& settings, BoneMotion motion);

    // Starts from a shape of these nodes at that time. Without velocities, the flesh moves as if its bones
    // carried it along without deforming it further.
    void start(double seconds, std::vector<Vec3d> x);
    void start(double seconds, std::vector<Vec3d> x, std::vector<Vec3d> v);

    // Computes the motion until that time, in steps of equal length where nothing fails. If it does not
    // converge, the state is the last one that did, and `reached` the part of the time that was computed.
    PoseReport advanceTo(double seconds);

    // One step to that time, not halved. If it does not converge, nothing changes.
    NewtonReport stepTo(double seconds) { return stepTo(seconds, settings_.newton); }

    double time() const { return time_; }
    const DynamicState& state() const { return state_; }
    PosedShape shape() const { return {motion_(time_), state_.x}; }
    Energies energies() const;

  private:
    NewtonReport stepTo(double seconds, const NewtonSettings& settings);
    NewtonReport tryStep(Integrator integrator, double seconds, const NewtonSettings& settings,
                         DynamicState& end);
    // Sets velocities and accelerations of held nodes to those of the bones' motion at the end of a step.
    void setHeld(double end, double step, DynamicState& state) const;
    void removeContacts(DynamicState& state) const;  // from its accelerations
    std::vector<Vec3d> heldAt(double seconds) const;

    DynamicBody& body_;
    DynamicsSettings settings_;
    BoneMotion motion_;
    double time_ = 0;
    DynamicState state_;
};

}  // namespace sinew
