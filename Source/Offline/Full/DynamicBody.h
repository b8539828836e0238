// The parts of dynamics that differ between the two full solvers; implemented in Tets/Dynamics.h and
// Lattice/Dynamics.h.
#pragma once

#include "Offline/Full/Continuation.h"
#include "Offline/Full/TimeStep.h"

namespace sinew {

class DynamicBody {
  public:
    virtual ~DynamicBody() = default;

    virtual std::span<const double> masses() const = 0;  // kg per node
    virtual const std::vector<bool>& held() const = 0;   // nodes that bones hold exactly
    // Moves the held nodes of a shape to where its bones hold them.
    virtual void hold(PosedShape& shape) const = 0;
    // The nodes of a shape that is moved along with its bones to other ones.
    virtual std::vector<Vec3d> carried(const PosedShape& shape, std::vector<Affined> bones) const = 0;
    // The smallest number of steps between two poses of the bones.
    virtual int stepsBetween(std::span<const Affined>, std::span<const Affined>) const { return 1; }

    // Called before the first step from a shape: steps from others have no influence on those from here.
    virtual void restart(const PosedShape&) {}
    // Computes the shape at the end of a step, whose bones are set, from an estimate. If that does not
    // converge, the next call starts as if it had not been called, but perhaps with weaker contacts.
    virtual NewtonReport minimise(const StepTerms& terms, PosedShape& shape,
                                  const NewtonSettings& settings) = 0;

    // Adds the forces of the contacts in the last step, at the nodes x of its end, multiplied by the step's
    // factor.
    virtual void addContactForces(std::span<const Vec3d>, std::span<Vec3d>) const {}

    virtual double elasticEnergy(std::span<const Vec3d> x) = 0;  // J
    // Sets the parts of the report that are measured on the shape.
    virtual void measure(const PosedShape& shape, PoseReport& report) = 0;
};

}  // namespace sinew
