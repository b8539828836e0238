#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "Commands/SolveOptions.h"
#include "Commands/SolvePictures.h"
#include "Commands/SolveReport.h"
#include "Offline/Character/Finding.h"
#include "Offline/Character/Gltf/WriteShapes.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Files.h"
#include "Offline/Full/FullDynamics.h"
#include "Offline/Workers.h"
#include "Signals.h"

namespace sinew {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// The inputs and results of a run.
struct SolveJob {
    const SolveOptions& options;
    const Session& session;
    const StopRequest& stop;
    const Jobs jobs;
    const Character character;
    const std::vector<Clip> clips;
    const std::vector<MotionFrame> frames;
    SolveSummary summary;
    std::vector<std::vector<Vec3d>> skins;  // of every pose; empty if it did not converge
    bool shapesWritten = false;
};

void requireBudget(const Character& character, std::size_t frames, bool written) {
    constexpr double kMaxGigabytes = 2;
    const double kept = 24.0 * static_cast<double>(frames * character.surface.positions.size());
    const double file = written ? 2 * gltf::shapesGlbSize(character, frames) : 0;  // while it is assembled
    const double gigabytes = (kept + file) / 1e9;
    if (gigabytes <= kMaxGigabytes) return;
    throw Error(ErrorKind::Budget,
                fmt::format("{} solved poses need {:.1f} GB of memory; the limit is {:g} GB", frames,
                            gigabytes, kMaxGigabytes),
                fmt::format("Solve about {} --frames at a time.",
                            std::max(1, static_cast<int>(static_cast<double>(frames) * 0.9 * kMaxGigabytes /
                                                         gigabytes))));
}

void warnOfStiffJoints(const SolveJob& job) {
    std::vector<std::string> names;
    for (const JointDecision& decision : job.summary.volume.joints) {
        if (decision.tooThin) names.push_back(job.character.skeleton.joints[decision.joint].name);
    }
    if (names.empty()) return;
    job.session.console.warn(
        fmt::format("{} not bend because the flesh there is too thin for {} of this size: {}",
                    counted(names.size(), "joint does", "joints do"), job.summary.noun(), listed(names)),
        fmt::format("They move with their parent joints. Use more --{} to bend them.", job.summary.noun()));
}

void warnOfVolume(const SolveJob& job) {
    const poses::BodyReport& volume = job.summary.volume;
    const Console& console = job.session.console;
    const std::string noun = job.summary.noun(), more = "Use more --" + noun + " to resolve them.";
    std::uint32_t lost = 0;
    for (const VolumeLoss& loss : volume.lost) lost += loss.vertices;
    if (lost > 0) {
        const auto largest = std::max_element(
            volume.lost.begin(), volume.lost.end(),
            [](const VolumeLoss& a, const VolumeLoss& b) { return a.vertices < b.vertices; });
        console.warn(
            fmt::format(
                "{} skin vertices are on parts that are too thin for {} of this size, most of them at {}",
                lost, noun, largest->where),
            "They follow the nearest flesh and their skin weights. " + more);
    }
    if (!volume.bonesWithoutNodes.empty()) {
        console.warn(
            fmt::format("these bones hold no {}: {}", noun, fmt::join(volume.bonesWithoutNodes, ", ")),
            "Their flesh follows its neighbours. " + more);
    }
}

poses::FullBody makeBody(SolveJob& job) {
    const Clock::time_point start = Clock::now();
    constexpr std::uint64_t kSteps = 100;
    Progress progress("volume", kSteps);
    poses::FullBody body =
        poses::makeFullBody(job.character, fullSettings(job.summary.settings, job.options.solverKind()),
                            job.jobs, [&](double done) {
                                progress.advance(static_cast<std::uint64_t>(done * kSteps));
                                return !job.stop.made();
                            });
    job.summary.volume = body.report();
    job.summary.volumeSeconds = secondsSince(start);
    return body;
}

// The first thing to try if bones hold the flesh too hard.
std::string softer(const SolveJob& job) {
    return job.summary.settings.solve.hold == Hold::Hard ? "--hold soft, " : "";
}

// The pose converged, but some elements are inverted. That usually happens in creases, where self-contact
// would have stopped the flesh.
void warnOfInverted(const SolveJob& job) {
    const auto worst = std::max_element(
        job.summary.poses.begin(), job.summary.poses.end(),
        [](const PoseFigures& a, const PoseFigures& b) { return a.report.inverted < b.report.inverted; });
    if (worst == job.summary.poses.end() || worst->report.inverted == 0) return;
    job.session.console.warn(
        fmt::format("{} of {} {} are inverted in {}", worst->report.inverted, job.summary.volume.elements,
                    job.summary.noun(), worst->label),
        fmt::format(
            "A few in creases hardly show. To have fewer, use a less extreme pose, {}or a smaller --poisson.",
            softer(job)));
}

void warnOfNoRoom(const SolveJob& job) {
    std::vector<std::string> labels;
    for (const PoseFigures& pose : job.summary.poses) {
        if (pose.solved && pose.report.contactStrength < 1) labels.push_back(pose.label);
    }
    if (labels.empty()) return;
    const std::size_t shown = std::min<std::size_t>(labels.size(), 5);
    job.session.console.warn(
        fmt::format("flesh passes through flesh in {} of {} poses, because the bones leave it no room: {}{}",
                    labels.size(), job.frames.size(), fmt::join(labels.begin(), labels.begin() + shown, ", "),
                    shown < labels.size() ? ", ..." : ""),
        "If that is visible, turn the joints less far towards other limbs. The report has the "
        "contactStrength of each pose.");
}

// The figures of a frame, after an attempt to solve it.
void addPose(SolveJob& job, const MotionFrame& frame, const PoseReport& report, const FullSolver& solver,
             const SkinMeasure& measure) {
    PoseFigures pose;
    pose.label = frame.label;
    pose.clip = frame.clip;
    pose.time = frame.time;
    pose.report = report;
    const std::vector<Affined> matrices = skinMatrices(job.character.skeleton, frame.jointFrames);
    pose.linearBlend = measure(skinPositions(job.character, matrices, SkinMethod::LinearBlend));
    pose.dualQuaternion = measure(skinPositions(job.character, matrices, SkinMethod::DualQuaternion));
    job.skins.emplace_back();
    if (pose.report.converged) {
        job.skins.back() = solver.skin();
        pose.solved = measure(job.skins.back());
        pose.fleshVolumes = solver.volumesOfJoints();
    }
    job.summary.poses.push_back(std::move(pose));
}

// A loop is played before its start, too.
FullDynamics::JointMotion motionOf(const Skeleton& skeleton, const Clip& clip) {
    const bool loops = isLoop(skeleton, clip);
    return [&skeleton, &clip, loops](double seconds) {
        if (loops && seconds < 0) seconds += clip.duration * std::ceil(-seconds / clip.duration);
        return jointFrames(skeleton, samplePose(skeleton, clip, seconds));
    };
}

// Solves the frames of the clips, one clip after the other, and calls ended() after each. What comes after a
// frame of a clip that was not reached is not reached either.
void solveOverTime(SolveJob& job, FullSolver& solver, const SkinMeasure& measure,
                   const ProgressCallback& progress, const std::function<void()>& ended) {
    DynamicsSettings settings = dynamicsSettings(job.summary.settings);
    settings.newton.progress = progress;
    auto frame = job.frames.begin();
    for (std::size_t c = 0; c < job.clips.size(); ++c) {
        FullDynamics dynamics(solver, settings, motionOf(job.character.skeleton, job.clips[c]));
        PoseReport report = dynamics.start(-job.summary.settings.settle);
        for (; frame != job.frames.end() && frame->clipNumber == c; ++frame) {
            if (report.converged && frame->time > dynamics.time()) report = dynamics.advanceTo(frame->time);
            addPose(job, *frame, report, solver, measure);
            if (report.converged) job.summary.poses.back().energies = dynamics.energies();
            if (!report.converged) report = {};
            ended();
        }
    }
}

// Throws Stopped; poses that were solved before are in the job.
void solveAll(SolveJob& job) {
    const poses::FullBody body = makeBody(job);
    warnOfStiffJoints(job);
    warnOfVolume(job);
    const Clock::time_point start = Clock::now();
    const std::vector<BodyPart> parts = bodyParts(job.character, body.decisions());
    for (const BodyPart& part : parts)
        job.summary.partNames.push_back(job.character.skeleton.joints[part.joint].name);
    const SkinMeasure measure(job.character, body.decisions().parts, parts, job.jobs);
    job.summary.bound = measure(job.character.surface.positions);
    Progress progress("solve", job.frames.size());
    double farthest = 0;  // progress of a pose, which can decrease
    const auto solving = [&](double done) {
        farthest = std::max(farthest, done);
        progress.advance(job.summary.poses.size(), farthest);
        return !job.stop.made();
    };
    const std::unique_ptr<FullSolver> solver = poses::makeFullSolver(body, job.jobs, solving);
    job.summary.partVolumes = solver->volumesOfJoints();
    job.summary.prepareSeconds = secondsSince(start);
    const auto ended = [&] {
        farthest = 0;
        progress.advance(job.summary.poses.size());
        if (job.stop.made()) throw Stopped();
    };
    if (job.summary.dynamic) return solveOverTime(job, *solver, measure, solving, ended);
    for (const MotionFrame& frame : job.frames) {
        const PoseReport report = solver->moveTo(frame.jointFrames);
        addPose(job, frame, report, *solver, measure);
        ended();
    }
}

void writeShapes(SolveJob& job) {
    std::vector<gltf::ShapeClip> clips;
    for (std::size_t f = 0; f < job.frames.size(); ++f) {
        const MotionFrame& frame = job.frames[f];
        // Two clips of a file can have the same name.
        const bool same =
            !clips.empty() && clips.back().name == frame.clip && clips.back().shapes.back().time < frame.time;
        if (!same) clips.push_back({frame.clip, {}});
        clips.back().shapes.push_back({frame.time, job.skins[f], frame.jointFrames});
    }
    constexpr std::size_t kManyShapes = 256;
    if (job.frames.size() > kManyShapes) {
        job.session.console.warn(fmt::format("{} has {} morph targets; some viewers do not support so many",
                                             job.options.output.string(), job.frames.size()),
                                 "If a viewer does not show it, solve fewer --frames at a time.");
    }
    gltf::writeShapesGlb(job.character, clips, job.options.output);
    job.shapesWritten = true;
}

void drawPictures(SolveJob& job) {
    std::vector<PicturedPose> poses;
    for (std::size_t f = 0; f < job.skins.size(); ++f) {
        if (!job.skins[f].empty()) poses.push_back({f, &job.frames[f], &job.skins[f]});
    }
    constexpr std::uint64_t kSteps = 100;
    Progress progress("draw", kSteps);
    const PictureSettings settings{job.options.images, job.options.views, "solved"};
    drawPoses(job.character, poses, settings, job.jobs, [&](double done) {
        progress.advance(static_cast<std::uint64_t>(done * kSteps));
        return !job.stop.made();
    });
}

void writeReport(const SolveJob& job) {
    if (!job.options.report.empty()) {
        writeFileAtomically(job.options.report, dumped(solveJson(job.summary)) + "\n");
    }
}

int reportStopped(SolveJob& job) {
    job.summary.stopped = true;
    writeReport(job);
    const std::string file = job.options.output.string();
    saySignalled(fmt::format("sinew: stopped after {} of {} poses{}{}\n", job.summary.poses.size(),
                             job.frames.size(),
                             job.shapesWritten ? "; " + file + " has all poses"
                             : !file.empty()   ? "; " + file + " was not written"
                                               : "",
                             job.options.report.empty() ? "" : "; the report lists the solved poses"));
    return job.stop.exitCode();
}

int reportNotConverged(const SolveJob& job) {
    const std::vector<std::string> labels = job.summary.notConverged();
    job.session.console.error(
        {ErrorKind::Failed,
         fmt::format(
             "{} of {} poses did not converge: {}{}", labels.size(), job.frames.size(),
             fmt::join(labels, ", "),
             job.options.output.empty() ? "" : "; " + job.options.output.string() + " was not written"),
         job.summary.dynamic
             ? std::string("Try a shorter --time-step, --integrator backward-euler, more damping, or fix the "
                           "motion: bones that jump tear flesh.")
             : fmt::format(
                   "Try {}more --{}, softer or less incompressible flesh (--young, --poisson), or fix the "
                   "pose: bones that pass through each other leave no room for the flesh between them.",
                   softer(job), job.summary.noun())});
    return static_cast<int>(ErrorKind::Failed);
}

int finish(SolveJob& job) {
    const bool all = job.summary.notConverged().empty();
    warnOfInverted(job);
    warnOfNoRoom(job);
    if (all && !job.options.output.empty()) writeShapes(job);
    if (!job.options.images.empty()) drawPictures(job);
    writeReport(job);
    const Console& console = job.session.console;
    console.print(job.session.json ? dumped(solveJson(job.summary)) : solveTable(job.summary));
    return all ? 0 : reportNotConverged(job);
}

int runSolve(const SolveOptions& options, const Session& session) {
    options.requireSolver();
    options.requireDynamic();
    options.requireOutputs();
    const Recipe settings = options.settings();
    requireHold(settings, options.solverKind(), "Add --solver lattice");
    const Workers workers(session.threads);
    Character character = options.character.import();
    if (character.skeleton.joints.empty()) {
        throw badInput(character.name + " has no skeleton and cannot be posed",
                       "Export the character with its skin.");
    }
    ChosenMotion motion = options.chosenMotion().chosen(character, session.console);
    requireBudget(character, motion.frames.size(), !options.output.empty());
    const StopRequest stop;
    SolveJob job{options,
                 session,
                 stop,
                 workers.jobs(),
                 std::move(character),
                 std::move(motion.clips),
                 std::move(motion.frames),
                 {},
                 {},
                 false};
    job.summary.dynamic = options.dynamic;
    job.summary.name = job.character.name;
    job.summary.settings = settings;
    job.summary.threads = workers.threads();
    job.summary.wanted = job.frames.size();
    try {
        solveAll(job);
        return finish(job);
    } catch (const Stopped&) {
        return reportStopped(job);
    }
}

}  // namespace

void addSolveCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<SolveOptions>();
    CLI::App& command =
        *app.add_subcommand("solve", "Solve the flesh of a character with the full solver, pose by pose");
    options->addTo(command);
    command.add_flag("--json", session.json, "Print the report, or the error, as JSON");
    command.footer(
        "Examples:\n"
        "  sinew solve Hero.glb --clip squat --frames 8 -o squat.glb --images pictures\n"
        "  sinew solve Hero.glb --motion dance.bvh --tets 50000 -o dance.glb --report dance.json\n"
        "  sinew solve Hero.glb --pose stretched.bvh --recipe hero.toml --images pictures\n"
        "  sinew solve Hero.glb --clip squat --solver lattice --cells 50000 --images pictures\n"
        "  sinew solve Hero.glb --clip jump --dynamic --after 1 --solver lattice -o jump.glb\n"
        "The exit code is 1 if a pose does not converge. Its shape is not written.");
    command.callback([options, &session, &command] {
        if (command.count("--clip") + command.count("--motion") + command.count("--pose") == 0) {
            throw CLI::RequiredError("--clip, --motion or --pose");
        }
        session.run = [options, &session] { return runSolve(*options, session); };
    });
}

}  // namespace sinew
