#include "Offline/Lattice/LiveSolver.h"

#include <algorithm>
#include <cmath>

#include "Offline/Character/Pose.h"
#include "Offline/Geometry/Measure.h"

namespace sinew::lattice {

namespace {

constexpr double kVolumePart = 0.6;  // of the time that making one takes
// Of Newton's method in one place on the way. Where skin folds it may creep without an end, and the next
// place is as good to go on from.
constexpr int kMaxStepsOnTheWay = 15;

TriangleMesh skinOf(const Character& character) {
    return {character.surface.positions, character.surface.triangles};
}

std::vector<double> factorsOf(const Character& character, const Volume& volume,
                              const StiffnessRegions& regions, const Jobs& jobs) {
    if (regions.joints.empty() && regions.distances.empty() && regions.painted.empty()) return {};
    return cellStiffness(character, volume, regions, jobs);
}

VolumeSettings volumeOf(const LiveSettings& settings) {
    VolumeSettings volume = settings.volume;
    volume.hollowBones = settings.pose.hold == Hold::Sliding;
    return volume;
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

LiveSolver::LiveSolver(Character character, const LiveSettings& settings, const Jobs& jobs,
                       const ProgressCallback& progress)
    : character_(std::move(character)),
      volume_(buildVolume(character_, volumeOf(settings), jobs, part(progress, 0, kVolumePart))),
      carriers_(carriersOf(volume_.bones, volume_.attachment)),
      factors_(factorsOf(character_, volume_, settings.regions, jobs)),
      solver_(volume_.cells(), settings.flesh, factors_, carriers_.ofNode,
              static_cast<std::uint32_t>(carriers_.joints.size()), surfaceArea(skinOf(character_)),
              listening(settings.pose, progress), jobs),
      slide_(slidingOver(solver_, volume_, carriers_, settings.flesh.young, factors_, jobs)),
      touch_(volume_, skinOf(character_), settings.flesh.young, factors_) {
    if (settings.selfContact)
        selfContact_ = std::make_unique<SelfContact>(volume_.flesh, *volume_.solid, settings.flesh.young,
                                                     settings.contact, jobs, factors_);
    target_ = bindFrames(character_.skeleton);
    startAnew();
    report(progress, 1);
}

std::vector<Affined> LiveSolver::carrierMotion(std::span<const Affined> jointFrames) const {
    const std::vector<Affined> all = skinMatrices(character_.skeleton, jointFrames);
    std::vector<Affined> motion;
    for (const std::uint32_t joint : carriers_.joints) motion.push_back(all[joint]);
    return motion;
}

double LiveSolver::turnTo(std::span<const Affined> jointFrames) const {
    return largestTurn(motionBetween(here_.shape.bones, carrierMotion(jointFrames)));
}

double LiveSolver::reached() const {
    if (isThere() || !(wayTurn_ > 0)) return isThere() ? 1 : 0;
    return std::clamp(1 - turnTo(target_) / wayTurn_, 0.0, 1.0);
}

void LiveSolver::startAnew() {
    here_.frames = bindFrames(character_.skeleton);
    here_.shape = solver_.restShape();
    settled_ = here_;
    isAtRest_ = true;
    isFinished_ = false;
    strideTurn_ = solver_.settings().stride.largestTurn;
    wayTurn_ = turnTo(target_);
    failures_ = 0;
    solver_.levels().forgetWidening();
    beginHere();
}

// Nothing that was tried elsewhere, or under other loads, counts.
void LiveSolver::beginHere() {
    stepsHere_ = 0;
    force_ = allowed_ = 0;
    touching_ = {};
    touching_.strength = std::pow(PoseSolver::kWeakerAfterFailure, failures_);
}

void LiveSolver::carryTo(std::vector<Affined> jointFrames) {
    here_.shape = solver_.carriedTo(here_.shape, carrierMotion(jointFrames));
    here_.frames = std::move(jointFrames);
    isAtRest_ = isFinished_ = false;
    beginHere();
}

// What differs from the call before.
void LiveSolver::takeIn(const LiveInput& input) {
    // Flesh that went through itself before it had to keep out has no way back.
    const bool mayBeTangled = selfContact_ && input.selfContact && !hadSelfContact_;
    if (input.restart || mayBeTangled) startAnew();
    if (!std::equal(target_.begin(), target_.end(), input.jointFrames.begin(), input.jointFrames.end())) {
        const bool turnsBack = hasGivenUp();
        if (turnsBack) here_ = settled_;
        isAtRest_ = isAtRest_ || turnsBack;
        target_.assign(input.jointFrames.begin(), input.jointFrames.end());
        wayTurn_ = turnTo(target_);
        strideTurn_ = solver_.settings().stride.largestTurn;
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

double LiveSolver::stridesToTarget() const {
    double steps = std::ceil(turnTo(target_) / strideTurn_);
    if (selfContact_ && hadSelfContact_) {
        const double part = strideTurn_ / solver_.settings().stride.largestTurn;
        steps =
            std::max<double>(steps, solver_.stepsForContact(here_.shape.bones, carrierMotion(target_), part));
    }
    return steps;
}

void LiveSolver::stride() {
    const double steps = stridesToTarget();
    if (steps <= 1) return carryTo(target_);
    carryTo(framesBetween(character_.skeleton, here_.frames, target_, 1 / steps));
}

// Back to where the flesh was at rest, and on from there in shorter strides. Where that was tried often
// enough, or there is no way from there, the shape it came to is shown, but the next way begins where it was
// at rest.
void LiveSolver::turnBack() {
    ++failures_;
    if (settled_.frames == here_.frames) failures_ = solver_.settings().stride.maxHalvings + 1;
    if (hasGivenUp()) return;
    here_ = settled_;
    isAtRest_ = true;
    strideTurn_ /= 2;
}

PoseSolver::TiesOf LiveSolver::contactsOf(const LiveInput& input) {
    const bool self = input.selfContact && selfContact_;
    if (input.colliders.empty() && !self) return {};
    return [this, &input, self](std::span<const Vec3d> x, std::span<const Affined>, std::vector<Tie>& ties) {
        touch_.addTies(x, input.colliders, ties, jobs_);
        if (self) selfContact_->addTies(x, ties, jobs_);
    };
}

bool LiveSolver::isLate(LiveInput::Clock::time_point deadline) const {
    return std::chrono::duration<double>(deadline - LiveInput::Clock::now()).count() < stepSeconds_;
}

LiveSolver::Outcome LiveSolver::relax(const LiveInput& input, LiveReport& report) {
    NewtonSettings settings = solver_.settings().newton;
    if (!isThere()) settings.relative *= kLooserOnTheWay;
    const int most = isThere() ? settings.maxIterations : std::min(settings.maxIterations, kMaxStepsOnTheWay);
    settings.maxIterations = std::max(0, most - stepsHere_);
    const double done = reached();
    settings.progress = part(input.progress, done, done);
    bool outOfTime = false;
    auto began = LiveInput::Clock::time_point::max();
    const NewtonReport newton = solver_.relax(here_.shape, contactsOf(input), touching_, settings, [&] {
        const auto now = LiveInput::Clock::now();
        if (began < now) stepSeconds_ = std::chrono::duration<double>(now - began).count();
        began = now;
        outOfTime = report.steps > 0 && isLate(input.deadline);
        if (outOfTime) return true;
        ++report.steps;
        ++stepsHere_;
        return false;
    });
    report.linearIterations += newton.linearIterations;
    force_ = newton.force;
    allowed_ = newton.allowed;
    if (newton.converged) return Outcome::AtRest;
    if (outOfTime) return Outcome::OutOfTime;
    const bool isNearly = isThere() ? newton.force <= kLooserOnTheWay * newton.allowed : stepsHere_ >= most;
    return isNearly ? Outcome::AtRest : Outcome::Failed;
}

LiveReport LiveSolver::advance(const LiveInput& input, const Jobs& jobs) {
    LiveReport report;
    jobs_ = jobs;
    solver_.setJobs(jobs);
    takeIn(input);
    while (!isFinished_ && !hasGivenUp()) {
        if (report.steps > 0 && isLate(input.deadline)) break;
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

std::vector<Vec3d> LiveSolver::nodesIn(std::span<const Affined> jointFrames, const Jobs& jobs) {
    solver_.setJobs(jobs);
    if (std::equal(here_.frames.begin(), here_.frames.end(), jointFrames.begin(), jointFrames.end()))
        return here_.shape.x;
    return solver_.carriedTo(here_.shape, carrierMotion(jointFrames)).x;
}

}  // namespace sinew::lattice
