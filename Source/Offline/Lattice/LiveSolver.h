// Solves the flesh of a character interactively: each call computes as much as its time allows, and the next
// call continues from there.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Math/Affine.h"
#include "Offline/Character/Character.h"
#include "Offline/Full/Settings.h"
#include "Offline/Lattice/Contact/TouchedSkin.h"
#include "Offline/Lattice/Settings.h"
#include "Offline/Volume/Settings.h"
#include "Runtime/Contact/Collider.h"

namespace sinew::lattice {

struct Volume;
struct VolumeReport;

struct LiveSettings {
    VolumeSettings volume;  // its hollowBones is set as `pose` needs it
    Flesh flesh;
    StiffnessRegions regions;
    PoseSettings pose;
    bool selfContact = true;  // if false, flesh passes through flesh
    ContactSettings contact;
    TissueSettings tissue;
};

struct LiveInput {
    using Clock = std::chrono::steady_clock;

    std::span<const Affined> jointFrames;  // as in Pose.h; finite and not singular
    Vec3d pull;  // m/s²: gravity and other accelerations, relative to those in which the mesh was modelled
    std::span<const Collider> colliders = {};  // in character space
    bool selfContact = true;                   // used only if the settings enable it
    bool restart = false;                      // the flesh restarts from the bind pose
    // No step starts that would end after the deadline, except one per call.
    Clock::time_point deadline = Clock::time_point::max();
    ProgressCallback progress = {};  // progress on the way to the pose; returning false throws Stopped
};

struct LiveReport {
    bool finished = false;  // in equilibrium in the requested pose, or as near as possible: see `force`
    bool gaveUp = false;    // no equilibrium was found for this pose; another pose may have one
    double reached = 0;     // part of the way to the pose, 0 to 1
    int substeps = 0, failedSubsteps = 0;
    int iterations = 0, linearIterations = 0;  // of Newton's method, and of CG in them
    double force = 0, allowed = 0;             // N, as in NewtonReport
};

class LiveSolver {
  public:
    // Throws Error if the character has no flesh or no bones in it, and Stopped.
    LiveSolver(Character character, const LiveSettings& settings, const Jobs& jobs = {},
               const ProgressCallback& progress = {});
    ~LiveSolver();

    const Character& character() const;
    const Volume& volume() const;
    const VolumeReport& report() const;
    std::uint32_t cellCount() const;
    std::uint32_t nodeCount() const;
    const PoseSettings& poseSettings() const;

    // Moves the flesh towards the requested pose and equilibrium. If Stopped is thrown, the progress is kept
    // and the next call continues from there.
    LiveReport advance(const LiveInput& input, const Jobs& jobs = {});

    // The node positions to show for these joint frames: the solved shape if it is finished, otherwise the
    // current shape carried along with the joints. Always finite.
    std::vector<Vec3d> nodesIn(std::span<const Affined> jointFrames, const Jobs& jobs = {});

    std::vector<TouchedSkin> touched(std::span<const Vec3d> nodes, std::span<const Collider> colliders,
                                     const Jobs& jobs) const;

  private:
    class Flesh;
    std::unique_ptr<Flesh> flesh_;
};

}  // namespace sinew::lattice
