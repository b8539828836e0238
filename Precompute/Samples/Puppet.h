// Posing by hand: turns of joints about the character's own axes (X left, Y up, Z forwards), feet by inverse
// kinematics.
#pragma once

#include <vector>

#include "Offline/Character/Pose.h"

namespace sinew {

// About X, then Y, then Z, in degrees. With +X to the left: +x leans forwards, +y turns left, +z tilts the
// head of an upright bone to the right.
Quatd turn(double x, double y, double z);

// The same rotation for the other side of the body.
Quatd acrossBody(Quatd q);

struct LegJoints {
    std::uint32_t thigh, shin, foot;
};

class Puppet {
  public:
    explicit Puppet(const Skeleton& skeleton);

    // On top of the parent's turn; the axes are those of the character at rest, carried along.
    void set(std::uint32_t joint, Quatd bend) { bend_[joint] = bend; }
    void moveRoot(Vec3d offset) { offset_ = offset; }
    // Puts the ankle at `target`, the foot turned by `foot` against rest, the knee towards `pole`. Call after
    // everything above the leg is set.
    void setLeg(const LegJoints& leg, Vec3d target, Quatd foot, Vec3d pole);

    Vec3d restPosition(std::uint32_t joint) const { return rest_[joint].translation; }
    // Where a joint stands, and how it is turned against rest.
    Vec3d position(std::uint32_t joint) const;
    Quatd turnOf(std::uint32_t joint) const;

    Pose pose() const;

  private:
    const Skeleton& skeleton_;
    std::vector<Affined> rest_;
    std::vector<Quatd> bend_;
    Vec3d offset_;
};

// Thirty poses a second of `poses`, the last one equal to the first in a loop. Channels that never leave the
// rest pose are left out.
Clip clipOf(const Skeleton& skeleton, const std::string& name, const std::vector<Pose>& poses);

}  // namespace sinew
