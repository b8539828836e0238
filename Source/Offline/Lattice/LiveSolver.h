// A character whose flesh is solved while someone watches: as far as the time goes, and on from there.
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
    VolumeSettings volume;  // its hollowBones are as `pose` needs them
    Flesh flesh;
    StiffnessRegions regions;
    PoseSettings pose;
    bool selfContact = true;  // else flesh goes through itself
    ContactSettings contact;
};

struct LiveInput {
    using Clock = std::chrono::steady_clock;

    std::span<const Affined> jointFrames;  // Pose.h; finite and not singular
    Vec3d pull;  // m/s²: gravity and the like, beyond that in which the mesh was modelled
    std::span<const Collider> colliders = {};  // in the character's space
    bool selfContact = true;                   // where the settings have it
    bool restart = false;                      // flesh starts anew, from how it was bound
    // No step is begun that would end later, but one per call.
    Clock::time_point deadline = Clock::time_point::max();
    ProgressCallback progress = {};  // how far along the way to the pose; false: Stopped
};

struct LiveReport {
    bool finished = false;  // at rest in the pose asked for, or as near to that as it gets: `force` tells
    bool gaveUp = false;    // no way to rest in this pose was found; in another one there may be
    double reached = 0;     // of the way to the pose, 0 to 1
    int substeps = 0, failedSubsteps = 0;
    int steps = 0, linearIterations = 0;  // of Newton's method, and of CG in them
    double force = 0, allowed = 0;        // N, as NewtonReport has them
};

class LiveSolver {
  public:
    // Throws Error where the character has no flesh or no bones in it, and Stopped.
    LiveSolver(Character character, const LiveSettings& settings, const Jobs& jobs = {},
               const ProgressCallback& progress = {});
    ~LiveSolver();

    const Character& character() const;
    const Volume& volume() const;
    const VolumeReport& report() const;
    std::uint32_t cellCount() const;
    std::uint32_t nodeCount() const;
    const PoseSettings& poseSettings() const;

    // Nearer to the pose asked for, or to rest in it. Where Stopped is thrown, what was done until then is
    // kept, and the next call goes on from there.
    LiveReport advance(const LiveInput& input, const Jobs& jobs = {});

    // The nodes as they are best shown in the pose of these joint frames: at rest where that is finished,
    // else carried there from where the flesh is. Always finite.
    std::vector<Vec3d> nodesIn(std::span<const Affined> jointFrames, const Jobs& jobs = {});

    std::vector<TouchedSkin> touched(std::span<const Vec3d> nodes, std::span<const Collider> colliders,
                                     const Jobs& jobs) const;

  private:
    class Flesh;
    std::unique_ptr<Flesh> flesh_;
};

}  // namespace sinew::lattice
