// Newton's method on the lattice: finds an equilibrium from any shape, or computes one time step.
//
// Nearly incompressible flesh has a pressure per cell as a further unknown (Patterson, Mitchell, Sifakis
// 2012, section 4). A step solves for both; then its length is found on the augmented Lagrangian for the new
// pressures, which has A for its stiffness, so that every step leads downhill on it, and whole steps are the
// rule. The paper's way, without an energy, has no way to tell a good step.
#pragma once

#include "Offline/Full/Reports.h"
#include "Offline/Lattice/Loads.h"
#include "Offline/Lattice/Multigrid/Linear.h"
#include "Offline/Lattice/Multigrid/MixedLinear.h"

namespace sinew::lattice {

struct LatticeNewtonSettings {
    NewtonSettings newton;
    double absoluteForce = 0;  // N: NewtonSettings::absolute · Young's modulus · skin area
    double linearTolerance = 0.05;
    double volumeTolerance = 1e-4;  // with pressures: root mean square of M − p/κ
    Cycle cycle;
    // Called before each step. Returning true ends the solve with the current shape, not converged.
    std::function<bool()> shouldStop = {};
};

class NewtonSolver {
  public:
    // `levels` must outlive this.
    explicit NewtonSolver(Multigrid& levels) : levels_(levels), linear_(levels), mixed_(levels) {}

    // Cells get pressures of their own, 0 to begin with; or lose them. They are kept from one solve to the
    // next.
    void setMixed(bool mixed);
    const PressureVectors& pressures() const { return levels_.finest().pressures(); }
    void setPressures(PressureVectors pressures) { levels_.finest().setPressures(std::move(pressures)); }

    // Minimises over the nodes that are not fixed; the others keep their positions in `x`. If it does not
    // converge, or throws Stopped, `x` is the last shape that was reached.
    NewtonReport solve(const Loads& loads, std::span<Vec3d> x, const LatticeNewtonSettings& settings,
                       const Jobs& jobs);

    // The ties of the last shape.
    std::span<const Tie> ties() const { return ties_; }

  private:
    Balance linearise(const Loads& loads, std::span<const Vec3d> x, const Jobs& jobs);
    bool isMixed() const { return !pressures().empty(); }
    // Root mean square of M − p/κ over the volume.
    double volumeError() const;
    // Sets step_, and with pressures the new ones and pressureStep_.
    LinearStats findStep(const LinearSettings& exactness, const Cycle& cycle, const Jobs& jobs);
    // The descent along step_.
    Descent descentFrom(const Loads& loads, std::span<const Vec3d> x, const Balance& here, const Jobs& jobs);
    void addPressures(float factor, const Jobs& jobs);
    // The result of a part of the step; sets trial_.
    struct Trial {
        double fraction, energy, slope;
    };
    Trial tryStep(const Loads& loads, std::span<const Vec3d> x, double fraction, const Jobs& jobs);
    bool search(const Loads& loads, std::span<const Vec3d> x, const Balance& here, NewtonReport& report,
                const Jobs& jobs);

    Multigrid& levels_;
    LinearSolver linear_;
    MixedSolver mixed_;
    std::vector<Tie> ties_;
    NodeVectors gradient_, right_, step_;
    PressureVectors pressureStep_;
    std::vector<Vec3d> trial_;
};

}  // namespace sinew::lattice
