#include "Offline/Lattice/LiveSolver.h"

#include <algorithm>
#include <cmath>

#include "Offline/Character/Pose.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Lattice/Contact/ColliderContact.h"
#include "Offline/Lattice/SolverParts.h"
#include "Offline/Lattice/Volume.h"

namespace sinew::lattice {

namespace {

constexpr double kVolumePart = 0.6;  // of the time that making one takes
// Of Newton's method in one place on the way. Where skin folds it may creep without an end, and the next
// place is as good to go on from.
constexpr int kMaxStepsOnTheWay = 15;

TriangleMesh skinOf(const Character& character) {
    return {character.surface.positions, character.surface.triangles};
}

PoseSettings listening(PoseSettings settings, const ProgressCallback& progress) {
    settings.newton.progress = part(progress, kVolumePart, 1);
    return settings;
}

bool isSame(const Collider& a, const Collider& b) {
    return a.kind == b.kind && a.frame.rotation == b.frame.rotation &&
           a.frame.translation == b.frame.translation && a.halfSize == b.halfSize &&
           a.kind != ColliderKind::Grid;  // whose values may be others in the same memory
}

}  // namespace

// All there is of it.
class LiveSolver::Flesh {
  public:
    Flesh(Character character, const LiveSettings& settings, const Jobs& jobs,
          const ProgressCallback& progress);
    Flesh(const Flesh&) = delete;  // parts of it point at others
    Flesh& operator=(const Flesh&) = delete;

    const Character& character() const { return character_; }
    const Volume& volume() const { return volume_; }
    const PoseSettings& poseSettings() const { return solver_.settings(); }
    const ColliderContact& touch() const { return touch_; }

    LiveReport advance(const LiveInput& input, const Jobs& jobs);
    std::vector<Vec3d> nodesIn(std::span<const Affined> jointFrames, const Jobs& jobs);

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
    SolverParts parts_;
    PoseSolver& solver_ = parts_.solver;
    ColliderContact touch_;
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

LiveSolver::Flesh::Flesh(Character character, const LiveSettings& settings, const Jobs& jobs,
                         const ProgressCallback& progress)
    : character_(std::move(character)),
      volume_(buildVolume(character_, volumeFor(settings.pose, settings.volume), jobs,
                          part(progress, 0, kVolumePart))),
      carriers_(carriersOf(volume_.bones, volume_.attachment)),
      factors_(cellStiffness(character_, volume_, settings.regions, jobs)),
      parts_(volume_, carriers_, settings.flesh, factors_, surfaceArea(skinOf(character_)),
             listening(settings.pose, progress), {settings.selfContact, settings.contact}, jobs),
      touch_(volume_, skinOf(character_), settings.flesh.young, factors_) {
    target_ = bindFrames(character_.skeleton);
    startAnew();
    sinew::report(progress, 1);
}

std::vector<Affined> LiveSolver::Flesh::carrierMotion(std::span<const Affined> jointFrames) const {
    const std::vector<Affined> all = skinMatrices(character_.skeleton, jointFrames);
    std::vector<Affined> motion;
    for (const std::uint32_t joint : carriers_.joints) motion.push_back(all[joint]);
    return motion;
}

double LiveSolver::Flesh::turnTo(std::span<const Affined> jointFrames) const {
    return maxTurn(motionBetween(here_.shape.bones, carrierMotion(jointFrames)));
}

double LiveSolver::Flesh::reached() const {
    if (isThere() || !(wayTurn_ > 0)) return isThere() ? 1 : 0;
    return std::clamp(1 - turnTo(target_) / wayTurn_, 0.0, 1.0);
}

void LiveSolver::Flesh::startAnew() {
    here_.frames = bindFrames(character_.skeleton);
    here_.shape = solver_.restShape();
    settled_ = here_;
    isAtRest_ = true;
    isFinished_ = false;
    strideTurn_ = solver_.settings().stride.maxTurn;
    wayTurn_ = turnTo(target_);
    failures_ = 0;
    solver_.forget();
    beginHere();
}

// Nothing that was tried elsewhere, or under other loads, counts.
void LiveSolver::Flesh::beginHere() {
    stepsHere_ = 0;
    force_ = allowed_ = 0;
    touching_ = {};
    touching_.strength = std::pow(PoseSolver::kWeakerAfterFailure, failures_);
}

void LiveSolver::Flesh::carryTo(std::vector<Affined> jointFrames) {
    here_.shape = solver_.carriedTo(here_.shape, carrierMotion(jointFrames));
    here_.frames = std::move(jointFrames);
    isAtRest_ = isFinished_ = false;
    beginHere();
}

// What differs from the call before.
void LiveSolver::Flesh::takeIn(const LiveInput& input) {
    // Flesh that went through itself before it had to keep out has no way back.
    const bool mayBeTangled = parts_.contact && input.selfContact && !hadSelfContact_;
    if (input.restart || mayBeTangled) startAnew();
    if (!std::equal(target_.begin(), target_.end(), input.jointFrames.begin(), input.jointFrames.end())) {
        const bool turnsBack = hasGivenUp();
        if (turnsBack) here_ = settled_;
        isAtRest_ = isAtRest_ || turnsBack;
        target_.assign(input.jointFrames.begin(), input.jointFrames.end());
        wayTurn_ = turnTo(target_);
        strideTurn_ = solver_.settings().stride.maxTurn;
        failures_ = 0;
        isFinished_ = false;
        if (turnsBack) beginHere();
        // Nobody waits any longer for rest where the flesh is.
        if (!isAtRest_ && stridesToTarget() <= 1) carryTo(target_);
    }
    const bool sameLoads = pull_ == input.pull && hadSelfContact_ == input.selfContact &&
                           std::equal(colliders_.begin(), colliders_.end(), input.colliders.begin(),
                                      input.colliders.end(), isSame);
    if (sameLoads) return;
    if (!(pull_ == input.pull)) solver_.setGravity(input.pull);
    pull_ = input.pull;
    hadSelfContact_ = input.selfContact;
    colliders_.assign(input.colliders.begin(), input.colliders.end());
    isAtRest_ = isFinished_ = false;
    failures_ = 0;
    beginHere();
}

double LiveSolver::Flesh::stridesToTarget() const {
    double steps = std::ceil(turnTo(target_) / strideTurn_);
    if (parts_.contact && hadSelfContact_) {
        const double part = strideTurn_ / solver_.settings().stride.maxTurn;
        steps =
            std::max<double>(steps, solver_.stepsForContact(here_.shape.bones, carrierMotion(target_), part));
    }
    return steps;
}

void LiveSolver::Flesh::stride() {
    const double steps = stridesToTarget();
    if (steps <= 1) return carryTo(target_);
    carryTo(framesBetween(character_.skeleton, here_.frames, target_, 1 / steps));
}

// Back to where the flesh was at rest, and on from there in shorter strides. Where that was tried often
// enough, or there is no way from there, the shape it came to is shown, but the next way begins where it was
// at rest.
void LiveSolver::Flesh::turnBack() {
    ++failures_;
    if (settled_.frames == here_.frames) failures_ = solver_.settings().stride.maxHalvings + 1;
    if (hasGivenUp()) return;
    here_ = settled_;
    isAtRest_ = true;
    strideTurn_ /= 2;
}

PoseSolver::TiesOf LiveSolver::Flesh::contactsOf(const LiveInput& input) {
    const bool self = input.selfContact && parts_.contact;
    if (input.colliders.empty() && !self) return {};
    return [this, &input, self](std::span<const Vec3d> x, std::span<const Affined>, std::vector<Tie>& ties) {
        touch_.addTies(x, input.colliders, ties, jobs_);
        if (self) parts_.contact->addTies(x, ties, jobs_);
    };
}

bool LiveSolver::Flesh::isLate(LiveInput::Clock::time_point deadline) const {
    return std::chrono::duration<double>(deadline - LiveInput::Clock::now()).count() < stepSeconds_;
}

LiveSolver::Flesh::Outcome LiveSolver::Flesh::relax(const LiveInput& input, LiveReport& report) {
    NewtonSettings settings = solver_.settings().newton;
    if (!isThere()) settings.relative *= kLooserOnTheWay;
    const int maxSteps =
        isThere() ? settings.maxIterations : std::min(settings.maxIterations, kMaxStepsOnTheWay);
    settings.maxIterations = std::max(0, maxSteps - stepsHere_);
    const double done = reached();
    settings.progress = part(input.progress, done, done);
    bool outOfTime = false;
    auto began = LiveInput::Clock::time_point::max();
    const NewtonReport newton = solver_.relax(here_.shape, contactsOf(input), touching_, settings, [&] {
        const auto now = LiveInput::Clock::now();
        if (began < now) stepSeconds_ = std::chrono::duration<double>(now - began).count();
        began = now;
        outOfTime = report.iterations > 0 && isLate(input.deadline);
        if (outOfTime) return true;
        ++report.iterations;
        ++stepsHere_;
        return false;
    });
    report.linearIterations += newton.linearIterations;
    force_ = newton.force;
    allowed_ = newton.allowed;
    if (newton.converged) return Outcome::AtRest;
    if (outOfTime) return Outcome::OutOfTime;
    const bool isNearly =
        isThere() ? newton.force <= kLooserOnTheWay * newton.allowed : stepsHere_ >= maxSteps;
    return isNearly ? Outcome::AtRest : Outcome::Failed;
}

LiveReport LiveSolver::Flesh::advance(const LiveInput& input, const Jobs& jobs) {
    LiveReport report;
    jobs_ = jobs;
    solver_.setJobs(jobs);
    takeIn(input);
    while (!isFinished_ && !hasGivenUp()) {
        if (report.iterations > 0 && isLate(input.deadline)) break;
        if (isAtRest_ && !isThere()) stride();
        const Outcome outcome = relax(input, report);
        if (outcome == Outcome::OutOfTime) break;
        if (outcome == Outcome::Failed) {
            ++report.failedSubsteps;
            turnBack();
            continue;
        }
        ++report.substeps;
        isAtRest_ = true;
        isFinished_ = isThere();
        settled_ = here_;
    }
    report.finished = isFinished_;
    report.gaveUp = hasGivenUp();
    report.reached = reached();
    report.force = force_;
    report.allowed = allowed_;
    return report;
}

std::vector<Vec3d> LiveSolver::Flesh::nodesIn(std::span<const Affined> jointFrames, const Jobs& jobs) {
    solver_.setJobs(jobs);
    if (std::equal(here_.frames.begin(), here_.frames.end(), jointFrames.begin(), jointFrames.end()))
        return here_.shape.x;
    return solver_.carriedTo(here_.shape, carrierMotion(jointFrames)).x;
}

LiveSolver::LiveSolver(Character character, const LiveSettings& settings, const Jobs& jobs,
                       const ProgressCallback& progress)
    : flesh_(std::make_unique<Flesh>(std::move(character), settings, jobs, progress)) {}
LiveSolver::~LiveSolver() = default;

const Character& LiveSolver::character() const {
    return flesh_->character();
}

const Volume& LiveSolver::volume() const {
    return flesh_->volume();
}

const VolumeReport& LiveSolver::report() const {
    return flesh_->volume().report;
}

std::uint32_t LiveSolver::cellCount() const {
    return flesh_->volume().cells().cellCount();
}

std::uint32_t LiveSolver::nodeCount() const {
    return flesh_->volume().cells().nodeCount();
}

const PoseSettings& LiveSolver::poseSettings() const {
    return flesh_->poseSettings();
}

LiveReport LiveSolver::advance(const LiveInput& input, const Jobs& jobs) {
    return flesh_->advance(input, jobs);
}

std::vector<Vec3d> LiveSolver::nodesIn(std::span<const Affined> jointFrames, const Jobs& jobs) {
    return flesh_->nodesIn(jointFrames, jobs);
}

std::vector<TouchedSkin> LiveSolver::touched(std::span<const Vec3d> nodes,
                                             std::span<const Collider> colliders, const Jobs& jobs) const {
    return flesh_->touch().touched(nodes, colliders, jobs);
}

}  // namespace sinew::lattice
