// A character whose flesh is solved while someone watches: as far as the time goes, and on from there.
#pragma once

#include <chrono>
#include <memory>

#include "Offline/Lattice/Contact/ColliderContact.h"
#include "Offline/Lattice/Contact/SelfContact.h"
#include "Offline/Lattice/Contact/SlidingBones.h"
#include "Offline/Lattice/PoseSolver.h"

namespace sinew::lattice {

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
    LiveSolver(const LiveSolver&) = delete;  // parts of it point at others
    LiveSolver& operator=(const LiveSolver&) = delete;

    const Character& character() const { return character_; }
    const Volume& volume() const { return volume_; }
    PoseSolver& solver() { return solver_; }

    // Nearer to the pose asked for, or to rest in it. Where Stopped is thrown, what was done until then is
    // kept, and the next call goes on from there.
    LiveReport advance(const LiveInput& input, const Jobs& jobs = {});

    // The nodes as they are best shown in the pose of these joint frames: at rest where that is finished,
    // else carried there from where the flesh is. Always finite.
    std::vector<Vec3d> nodesIn(std::span<const Affined> jointFrames, const Jobs& jobs = {});

    std::vector<TouchedSkin> touched(std::span<const Vec3d> nodes, std::span<const Collider> colliders,
                                     const Jobs& jobs) const {
        return touch_.touched(nodes, colliders, jobs);
    }

  private:
    // A shape and all joints it belongs to.
    struct Place {
        std::vector<Affined> frames;
        PosedShape shape;
    };
    enum class Outcome { AtRest, OutOfTime, Failed };

    std::vector<Affined> carrierMotion(std::span<const Affined> jointFrames) const;
    double turnTo(std::span<const Affined> jointFrames) const;
    double reached() const;
    bool isThere() const { return here_.frames == target_; }
    bool hasGivenUp() const { return failures_ > solver_.settings().stride.maxHalvings; }
    void startAnew();
    void beginHere();
    void carryTo(std::vector<Affined> jointFrames);
    void takeIn(const LiveInput& input);
    double stridesToTarget() const;
    void stride();
    bool isLate(LiveInput::Clock::time_point deadline) const;
    Outcome relax(const LiveInput& input, LiveReport& report);
    void turnBack();
    PoseSolver::TiesOf contactsOf(const LiveInput& input);

    Character character_;
    Volume volume_;
    Carriers carriers_;
    std::vector<double> factors_;  // on Young's modulus, by cell; empty: 1
    PoseSolver solver_;
    std::unique_ptr<const SlidingBones> slide_;  // null: flesh is held
    ColliderContact touch_;
    std::unique_ptr<SelfContact> selfContact_;  // null: none
    Jobs jobs_;

    Place here_;               // where the flesh is
    Place settled_;            // the last place where it was at rest
    bool isAtRest_ = true;     // here, as far as it must be on the way
    bool isFinished_ = false;  // here, to the full tolerance, and this is what was asked for
    int stepsHere_ = 0;
    double force_ = 0, allowed_ = 0;  // N, here, as NewtonReport has them
    PoseSolver::Touching touching_;   // here
    std::vector<Affined> target_;
    double wayTurn_ = 0;     // radians, from where the flesh was when it was told the target
    double strideTurn_ = 0;  // radians: shorter where longer strides failed
    int failures_ = 0;       // on the way to this target
    Vec3d pull_;
    std::vector<Collider> colliders_;
    bool hadSelfContact_ = true;
    double stepSeconds_ = 0;  // that the last step of Newton's method took
};

}  // namespace sinew::lattice
